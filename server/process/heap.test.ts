// The V8 flag: every start uses it, unless a size was chosen explicitly.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { HEAP_FLAG } from './heap.ts';

/** The flags reported by a process that starts like the server, and its id. */
function begin(options: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'heap-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const script = join(folder, 'begin.mjs');
  writeFileSync(
    script,
    `import { restartWithLessMemory } from ${JSON.stringify(join(import.meta.dirname, 'heap.ts'))};
     restartWithLessMemory();
     console.log(JSON.stringify({ pid: process.pid, options: process.execArgv, args: process.argv.slice(2) }));`,
  );
  const { stdout, stderr, pid } = spawnSync(process.execPath, [...options, script, 'one', 'two'], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...env },
  });
  expect(stderr).toBe('');
  return { said: JSON.parse(stdout) as unknown, pid };
}

test('restarts the process with the flag, under the same id and with its arguments', () => {
  const { said, pid } = begin(['--no-deprecation']);
  expect(said).toEqual({ pid, options: [HEAP_FLAG, '--no-deprecation'], args: ['one', 'two'] });
});

test('keeps a chosen size', () => {
  const chosen = '--max-semi-space-size=16';
  expect(begin([chosen]).said).toMatchObject({ options: [chosen] });
  expect(begin([], { NODE_OPTIONS: chosen }).said).toMatchObject({ options: [] });
  // V8 accepts its flags in both spellings.
  const spelled = '--max_semi_space_size=16';
  expect(begin([], { NODE_OPTIONS: spelled }).said).toMatchObject({ options: [] });
});
