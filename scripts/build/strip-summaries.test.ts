// Summaries are stripped from the endpoints that browsers download.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { withoutSummaries } from './strip-summaries.ts';

const root = path.resolve(import.meta.dirname, '../..');

test('blanks a summary and keeps every other position', () => {
  const code = "export const a = endpoint('GET', '/api/a', { summary: 'Read a', auth: 'none' });\n";
  expect(withoutSummaries('a.ts', code)).toBe(code.replace("summary: 'Read a',", ' '.repeat(18)));
});

test('leaves no summary of any endpoint', () => {
  const files = globSync('domain/*/*endpoints.ts', { cwd: root });
  const stripped = files
    .map((file) => withoutSummaries(file, readFileSync(path.join(root, file), 'utf8')))
    .join('\n');
  expect(Object.keys(endpoints).filter((name) => !stripped.includes(name))).toEqual([]);
  const summaries = Object.values(endpoints).map(({ summary }) => summary);
  expect(summaries.filter((summary) => stripped.includes(summary))).toEqual([]);
  expect(stripped).not.toContain('summary');
});
