// What only the server reads is stripped from the endpoints that browsers download.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { withoutServerParts } from './strip-endpoints.ts';

const root = path.resolve(import.meta.dirname, '../..');

test.each([
  "summary: 'Read a',",
  'answer: ok({\n  list: z.array(z.string()),\n}),',
  "errors: ['not_found', 'forbidden'],",
])('blanks %j and keeps every other position', (part) => {
  const code = `export const a = endpoint('GET', '/api/a', { ${part} auth: 'none' });\n`;
  const blank = part.replaceAll(/\S/g, ' ');
  expect(withoutServerParts('a.ts', code)).toBe(code.replace(part, blank));
});

test('leaves no such part of any endpoint', () => {
  const files = globSync('domain/endpoints/*.ts', { cwd: root });
  const stripped = files
    .map((file) => withoutServerParts(file, readFileSync(path.join(root, file), 'utf8')))
    .join('\n');
  expect(Object.keys(endpoints).filter((name) => !stripped.includes(name))).toEqual([]);
  const summaries = Object.values(endpoints).map(({ summary }) => summary);
  expect(summaries.filter((summary) => stripped.includes(summary))).toEqual([]);
  expect(stripped).not.toMatch(/^  (?:summary|answer|errors)\b/m);
});
