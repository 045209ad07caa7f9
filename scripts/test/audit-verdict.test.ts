// Tests when a known vulnerability fails `npm run audit`.
import { expect, test } from 'vitest';

import { judgeAudit } from './audit-verdict.ts';

const report = (...severities: string[]) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: Object.fromEntries(
      severities.map((severity, n) => [`package-${n}`, { severity }]),
    ),
  });

test.each([
  [[], true, 'No package has a known fault.'],
  [['low', 'moderate'], true, 'package-0 (low), package-1 (moderate)'],
  [['moderate', 'high'], false, 'package-1 (high)'],
  [['critical'], false, 'Update these packages: package-0 (critical)'],
])('advisories of severity %j pass: %s', (severities, ok, text) => {
  const verdict = judgeAudit(report(...severities));
  expect(verdict.ok).toBe(ok);
  expect(verdict.text).toContain(text);
});

test.each([
  ['{"message":"405 Method Not Allowed","error":{"summary":""}}', '405 Method Not Allowed'],
  ['{"error":{"summary":"loading from incorrect packument"}}', 'loading from incorrect packument'],
  ['', 'npm gave no report'],
  ['npm error', 'npm gave no report'],
])('reports a registry that answers %j, without failing', (output, reason) => {
  expect(judgeAudit(output)).toEqual({
    ok: true,
    text: `LEFT OUT: the packages were not audited (${reason}).`,
  });
});
