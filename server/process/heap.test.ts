// The V8 flag: every start uses it, unless a size was chosen explicitly.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { HEAP_FLAG } from './heap.ts';

/** The flags reported by the server of a process that starts like ours, and its id. */
function begin(options: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'heap-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [script, server] = [join(folder, 'begin.mjs'), join(folder, 'server.mjs')];
  const heap = JSON.stringify(join(import.meta.dirname, 'heap.ts'));
  writeFileSync(
    script,
    `import { becomeServer } from ${heap};
     becomeServer(${JSON.stringify(server)});
     console.log('not replaced');`,
  );
  writeFileSync(
    server,
    `console.log(JSON.stringify({ pid: process.pid, options: process.execArgv, args: process.argv.slice(2) }));`,
  );
  const { stdout, stderr, pid } = spawnSync(process.execPath, [...options, script, 'one', 'two'], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...env },
  });
  expect(stderr).toBe('');
  return { said: JSON.parse(stdout) as unknown, pid };
}

test('becomes the server with the flags, under the same id and with its arguments', () => {
  const { said, pid } = begin(['--no-deprecation']);
  expect(said).toEqual({
    pid,
    options: [HEAP_FLAG, '--expose-gc', '--no-deprecation'],
    args: ['one', 'two'],
  });
});

test('keeps a chosen size', () => {
  const chosen = '--max-semi-space-size=16';
  expect(begin([chosen]).said).toMatchObject({ options: ['--expose-gc', chosen] });
  expect(begin([], { NODE_OPTIONS: chosen }).said).toMatchObject({ options: ['--expose-gc'] });
  // V8 accepts its flags in both spellings.
  const spelled = '--max_semi_space_size=16';
  expect(begin([], { NODE_OPTIONS: spelled }).said).toMatchObject({ options: ['--expose-gc'] });
});

test('gives back what the start took', () => {
  const heap = JSON.stringify(join(import.meta.dirname, 'heap.ts'));
  const script = `
    import { endStart } from ${heap};
    let taken = Array.from({ length: 200_000 }, (_, n) => ({ n }));
    for (let n = 0; n < 3; n += 1) gc();
    taken = null;
    const before = process.memoryUsage().heapTotal;
    endStart();
    setTimeout(() => console.log(before - process.memoryUsage().heapTotal), 4000);`;
  const args = ['--expose-gc', '--input-type=module', '-e', script];
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(Number(stdout)).toBeGreaterThan(2_000_000);
});
