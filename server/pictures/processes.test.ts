// The library that decodes pictures runs in processes of its own.
import { execFileSync, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

const SCRIPT = `
  await import(process.argv[1]);
  console.log(process.report.getReport().sharedObjects.join('\\n'));
`;

/** The native libraries of a process that has imported this file. */
const librariesWith = (file: string) =>
  execFileSync(
    process.execPath,
    ['--input-type=module', '-e', SCRIPT, path.join(import.meta.dirname, file)],
    { encoding: 'utf8' },
  );

test.each([
  ['is not loaded by the server', '../app.ts', false],
  ['is loaded by the process that draws the images', 'images.ts', true],
])('%s', (_, file, isLoaded) => {
  expect(librariesWith(file).includes('vips')).toBe(isLoaded);
});

if (process.platform === 'linux')
  test.each(['make-files.ts', 'draw-images.ts'])(
    '%s is ended by the kernel before the server when memory is short',
    async (file) => {
      const child = fork(path.join(import.meta.dirname, file), { stdio: 'ignore' });
      onTestFinished(() => {
        child.kill('SIGKILL');
      });
      await expect
        .poll(() => readFileSync(`/proc/${child.pid}/oom_score_adj`, 'utf8').trim(), {
          timeout: 20_000,
        })
        .toBe('1000');
      expect(readFileSync('/proc/self/oom_score_adj', 'utf8').trim()).not.toBe('1000');
    },
  );
