// Runs the first commands of docs/operations.md, one by one, in an empty folder.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test, vi } from 'vitest';

import { findFreePort } from '../../server/base/free-port.ts';
import { root } from '../test/steps.ts';

const START = 'npm start';

/** The commands of the section, in the order of the page. */
function readCommands(): string[] {
  const page = readFileSync(path.join(root, 'docs/operations.md'), 'utf8');
  const [, section = ''] = page.split(/^## /m);
  expect(section).toMatch(/^Ten minutes to a running site\n/);
  return [...section.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = '']) =>
    block.trim().split('\n'),
  );
}

test('the first commands of the manual lead to a running site', async () => {
  const commands = readCommands();
  const own = commands.filter((each) => !each.startsWith('sudo '));
  // What needs root and a name stays out, and nothing else.
  expect(commands.length - own.length).toBe(4);
  expect(own.at(-1)).toBe(START);
  const folder = mkdtempSync(path.join(tmpdir(), 'newcomer-test-'));
  const port = await findFreePort();
  const { NODE_ENV: _, ...env } = process.env;
  let server: ChildProcess | null = null;
  onTestFinished(() => {
    server?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  // Each command gets the folder and the variables that the ones before have left.
  const state = path.join(folder, 'state');
  const restore = `[ ! -e ${state} ] || . ${state}`;
  const save = `{ export -p; echo "cd '$PWD'"; } > ${state}`;
  for (const command of new Set(own.slice(0, -1))) {
    const adapted = command
      .replace('<this repository>', root)
      .replaceAll(':3000', `:${port} PORT=${port}`);
    execFileSync('bash', ['-euc', `${restore}\n${adapted}\n${save}`], {
      cwd: folder,
      env,
      stdio: 'pipe',
    });
  }
  server = spawn('bash', ['-euc', `${restore}\nexec ${START}`], {
    cwd: folder,
    env,
    stdio: 'ignore',
  });
  await vi.waitFor(
    async () => expect((await fetch(`http://127.0.0.1:${port}/api/health`)).ok).toBe(true),
    { timeout: 300_000, interval: 200 },
  );
  // Without a terminal, the address for the first account is in a file.
  const address = path.join(folder, 'lessons/data/setup-address');
  await vi.waitFor(() => expect(existsSync(address)).toBe(true), { timeout: 60_000 });
  expect(readFileSync(address, 'utf8')).toContain(`http://localhost:${port}/setup#`);
  server.kill('SIGTERM');
  await once(server, 'exit');
});
