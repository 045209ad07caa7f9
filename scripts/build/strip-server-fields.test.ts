// What only the server reads is stripped from the endpoints that browsers download.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { serverFields, withoutServerFields } from './strip-server-fields.ts';

const root = path.resolve(import.meta.dirname, '../..');

test('blanks a field and keeps every other position', () => {
  const code = "export const a = endpoint('GET', '/api/a', { summary: 'Read a', auth: 'none' });\n";
  expect(withoutServerFields('a.ts', code)).toBe(
    code.replace("summary: 'Read a',", ' '.repeat(18)),
  );
});

test('leaves none of them in any endpoint', () => {
  const files = globSync('domain/*/*endpoints.ts', { cwd: root });
  const stripped = files
    .map((file) => withoutServerFields(file, readFileSync(path.join(root, file), 'utf8')))
    .join('\n');
  expect(Object.keys(endpoints).filter((name) => !stripped.includes(name))).toEqual([]);
  expect(serverFields).toContain('summary');
  expect(
    serverFields.filter((field) => new RegExp(`^  ${field}(:|,$)`, 'm').test(stripped)),
  ).toEqual([]);
});
