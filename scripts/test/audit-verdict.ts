// Interprets the output of `npm audit --json`: one sentence, and whether it fails the change.
import * as z from 'zod/mini';

const severitySchema = z.enum(['info', 'low', 'moderate', 'high', 'critical']);
const reportSchema = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: severitySchema })),
});
/** npm reports registry errors as `message`, and answers that it could not parse as `summary`. */
const failureSchema = z.union([
  z.object({ message: z.string() }),
  z.pipe(
    z.object({ error: z.object({ summary: z.string() }) }),
    z.transform(({ error }) => ({ message: error.summary })),
  ),
]);

export interface Verdict {
  readonly ok: boolean;
  readonly text: string;
}

export const LEFT_OUT = 'LEFT OUT';

/** Fails only for a high or critical advisory: without an answer there is nothing to judge. */
export function judgeAudit(output: string): Verdict {
  const json = parse(output);
  const report = z.safeParse(reportSchema, json);
  if (!report.success) {
    const failure = z.safeParse(failureSchema, json);
    const reason = failure.success ? failure.data.message : 'npm gave no report';
    return { ok: true, text: `${LEFT_OUT}: the packages were not audited (${reason}).` };
  }
  const vulnerabilities = Object.entries(report.data.vulnerabilities);
  if (vulnerabilities.length === 0) return { ok: true, text: 'No package has a known fault.' };
  const names = vulnerabilities.map(([name, { severity }]) => `${name} (${severity})`).join(', ');
  const isGrave = vulnerabilities.some(
    ([, { severity }]) => severity === 'high' || severity === 'critical',
  );
  return {
    ok: !isGrave,
    text: `${isGrave ? 'Update these packages' : 'Packages with minor advisories'}: ${names}. See "npm audit".`,
  };
}

function parse(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
