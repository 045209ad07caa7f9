// `npm start` as a process: what it says to an operator who has set nothing up, and its end.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';

import { root } from '../test/steps.ts';

const lineSchema = z.object({ level: z.number(), msg: z.string() });
type Line = z.infer<typeof lineSchema>;

const WARNING = 40;

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'start-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Started {
  readonly child: ChildProcess;
  /** What the log holds once the server listens. */
  readonly log: readonly Line[];
}

/** In an environment of nothing but these variables and a free port. */
async function start(settings: Readonly<Record<string, string>>): Promise<Started> {
  const child = spawn(process.execPath, ['scripts/run/start.ts'], {
    cwd: root,
    env: { PATH: process.env['PATH'], PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  while (!said.includes('Server listening')) {
    if (child.exitCode !== null) throw new Error(`The server has ended: ${said}`);
    await sleep(50);
  }
  // The whole of the start: mailing is said to be kept in a folder after the listening.
  while (!said.includes('SMTP_URL')) await sleep(50);
  const log = said
    .trim()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  return { child, log: log.map((line) => z.parse(lineSchema, JSON.parse(line))) };
}

const admin = {
  ADMIN_EMAIL: 'tutor@example.com',
  ADMIN_NAME: 'Ada',
  ADMIN_PASSWORD: 'a long password',
};

test('a start without an admin says how to make one, and a later one no more', async () => {
  const DATA_DIR = newFolder();
  const bare = await start({ DATA_DIR });
  expect(bare.log.filter(({ msg }) => msg.includes('no admin'))).toEqual([
    {
      level: WARNING,
      msg: 'there is no admin yet: nobody can plan lessons. Make one with "npm run admin:create", or set ADMIN_EMAIL, ADMIN_NAME and ADMIN_PASSWORD and start again',
    },
  ]);
  bare.child.kill('SIGTERM');
  await once(bare.child, 'exit');
  for (const settings of [admin, {}]) {
    const { child, log } = await start({ DATA_DIR, ...settings });
    expect(log.filter(({ msg }) => msg.includes('no admin'))).toEqual([]);
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s ends the server in order',
  async (signal) => {
    const { child } = await start({ DATA_DIR: newFolder() });
    const ended = once(child, 'exit');
    // As often as a service manager, a terminal and the runner may send it together.
    for (let n = 0; n < 3; n += 1) child.kill(signal);
    expect(await ended).toEqual([0, null]);
  },
);
