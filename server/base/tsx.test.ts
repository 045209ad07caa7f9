// Tests .tsx files in Node itself: in all other tests Vitest compiles them.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

const SCRIPT = `
  const { allowTsx } = await import(process.argv[1]);
  allowTsx();
  const { words } = await import(process.argv[2]);
  process.stdout.write(words);
`;

/** Imports a .tsx file of this source in Node, and returns what it prints. */
function run(source: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'tsx-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'page.tsx');
  writeFileSync(file, source);
  const args = ['-e', SCRIPT, path.join(import.meta.dirname, 'tsx.ts'), file];
  return execFileSync(process.execPath, ['--input-type=module', ...args], {
    encoding: 'utf8',
    stdio: 'pipe',
  });
}

test('compiles a file', () => {
  expect(run("export const words: string = 'compiled';")).toBe('compiled');
});

test('names a file that cannot be compiled', () => {
  expect(() => run('export const words = <p>;')).toThrow(/page\.tsx cannot be compiled: /);
});
