// The answers that the OpenAPI document declares for each call.
import * as z from 'zod';

const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({ responses: z.record(z.string(), z.object({ description: z.string() })) }),
    ),
  ),
});

/** 'GET /api/health' to each possible status, with the codes of failures. */
type DocumentedAnswers = Map<string, Map<number, ReadonlySet<string>>>;

export function readDocument(document: unknown): DocumentedAnswers {
  const { paths } = documentSchema.parse(document);
  const answers: DocumentedAnswers = new Map();
  for (const [path, operations] of Object.entries(paths))
    for (const [method, { responses }] of Object.entries(operations)) {
      const byStatus = Object.entries(responses).map(
        ([status, { description }]) =>
          [
            Number(status),
            new Set([...description.matchAll(/(?<=^| )[a-z_]+(?=: )/g)].map(([code]) => code)),
          ] as const,
      );
      answers.set(`${method.toUpperCase()} ${path}`, new Map(byStatus));
    }
  return answers;
}
