// Tests .tsx files in Node itself: in all other tests Vitest compiles them.
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

const SCRIPT = `
  const { allowTsx } = await import(process.argv[1]);
  allowTsx();
  const { words } = await import(process.argv[2]);
  process.stdout.write(words);
`;

/** A .tsx file in a folder of its own, with an empty compile cache beside it. */
function makeFile() {
  const folder = mkdtempSync(path.join(tmpdir(), 'tsx-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'page.tsx');
  const cache = path.join(folder, 'cache');
  const args = ['-e', SCRIPT, path.join(import.meta.dirname, 'tsx.ts'), file];
  return {
    write: (source: string) => writeFileSync(file, source),
    kept: () => globSync('*/page.tsx-*.js', { cwd: cache }).map((name) => path.join(cache, name)),
    run: (env: NodeJS.ProcessEnv = { NODE_COMPILE_CACHE: cache }) =>
      execFileSync(process.execPath, ['--input-type=module', ...args], {
        encoding: 'utf8',
        env: { ...process.env, NODE_COMPILE_CACHE: undefined, ...env },
        stdio: 'pipe',
      }),
  };
}

test('compiles a file once and keeps the result until the file changes', () => {
  const { write, run, kept } = makeFile();
  write("export const words: string = 'compiled';");
  expect(run()).toBe('compiled');
  const [file = ''] = kept();
  writeFileSync(file, "export const words = 'kept';");
  expect(run()).toBe('kept');
  write("export const words: string = 'edited';");
  expect(run()).toBe('edited');
});

test('compiles a file in every process without a compile cache', () => {
  const { write, run, kept } = makeFile();
  write("export const words: string = 'compiled';");
  expect(run({})).toBe('compiled');
  expect(kept()).toEqual([]);
});

test('names a file that cannot be compiled', () => {
  const { write, run } = makeFile();
  write('export const words = <p>;');
  expect(run).toThrow(/page\.tsx cannot be compiled: /);
});
