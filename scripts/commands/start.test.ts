// Tests `npm start` as a process: what it tells an operator who has configured nothing, and its
// shutdown.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';

import { root } from '../test/steps.ts';

const lineSchema = z.object({ level: z.number(), msg: z.string() });
type Line = z.infer<typeof lineSchema>;

const WARNING = 40;
/** Guards against a hang alone. */
const GUARD = { timeout: 120_000 };

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'start-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface StartedServer {
  readonly child: ChildProcess;
  /** The log lines so far; right after the start, those up to its end. */
  readonly log: () => readonly Line[];
}

/** Starts the server with only these variables and a free port in its environment. */
async function start(settings: Readonly<Record<string, string>>): Promise<StartedServer> {
  const child = spawn(process.execPath, ['scripts/run/start.ts'], {
    cwd: root,
    env: { PATH: process.env['PATH'], PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  // The last line of the start says that emails go to a folder.
  for (const words of ['Server listening', 'SMTP_URL'])
    while (!output.includes(words)) {
      if (child.exitCode !== null) throw new Error(`the server has ended: ${output}`);
      await sleep(50);
    }
  const log = () =>
    output
      .slice(0, output.lastIndexOf('\n'))
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => z.parse(lineSchema, JSON.parse(line)));
  return { child, log };
}

const admin = {
  ADMIN_EMAIL: 'tutor@example.com',
  ADMIN_NAME: 'Ada',
  ADMIN_PASSWORD: 'a long password',
};

/** A service manager, a terminal and the runner may each send the signal. */
async function stopBy(signal: NodeJS.Signals, { child }: StartedServer): Promise<void> {
  const ended = once(child, 'exit');
  for (let n = 0; n < 3; n += 1) child.kill(signal);
  expect(await ended).toEqual([0, null]);
}

test('a start without an admin or a terminal writes the address that makes one to a file and says where, a later start does not, and each signal ends it gracefully', async () => {
  const DATA_DIR = newFolder();
  const file = path.join(DATA_DIR, 'setup-address');
  const APP_URL = 'https://lessons.example.com';
  const bare = await start({ DATA_DIR, APP_URL });
  await expect.poll(() => existsSync(file), GUARD).toBe(true);
  expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`^${APP_URL}/setup#[\\w-]{43}\n$`));
  await expect
    .poll(() => bare.log().filter(({ msg }) => msg.includes('no admin')), GUARD)
    .toEqual([
      {
        level: WARNING,
        msg: `there is no admin yet: nobody can plan lessons. Open the address in the file ${file} within 30 minutes, or use "npm run admin:create"`,
      },
    ]);
  await stopBy('SIGINT', bare);
  for (const [signal, settings] of [
    ['SIGTERM', admin],
    ['SIGHUP', {}],
  ] as const) {
    const later = await start({ DATA_DIR, ...settings });
    await expect.poll(() => existsSync(file), GUARD).toBe(false);
    expect(later.log().filter(({ msg }) => msg.includes('no admin'))).toEqual([]);
    await stopBy(signal, later);
  }
});
