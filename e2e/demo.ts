// A demo for journeys only: a process with its own free port, data and stand-in for Stripe, which
// ends with its parent.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import * as z from 'zod/mini';

const startedSchema = z.object({
  url: z.string(),
  mailFolder: z.string(),
  rooms: z.object({ live: z.string(), past: z.string(), coming: z.string() }),
});

export interface Demo {
  readonly origin: string;
  /** The sample student's lessons with a room, by id. */
  readonly rooms: z.infer<typeof startedSchema>['rooms'];
  /**
   * The emails sent to this address so far, unordered, as plain text. Due emails are sent shortly
   * afterwards.
   */
  readonly emails: (address: string) => Promise<string[]>;
  /** Advances the server's time; the browser has a clock of its own. */
  readonly advance: (minutes: number) => void;
  /** Settles the moves of lessons, which takes the server ten minutes otherwise. */
  readonly settle: () => Promise<void>;
  /** Starts a second server on the same data, which ends with the demo; returns its address. */
  readonly startSecond: () => Promise<string>;
  stop(): Promise<void>;
}

/** `settings`: additional environment variables. */
export async function startDemo(settings: Readonly<Record<string, string>> = {}): Promise<Demo> {
  const demo = fork(join(import.meta.dirname, '../sandbox/demo.ts'), {
    // Journeys sign up and sign in more often than a single visitor would.
    env: {
      ...process.env,
      // Its modules are compiled once for all demos.
      NODE_COMPILE_CACHE: join(import.meta.dirname, '../.cache/compile'),
      PORT: '0',
      RATE_LIMIT_SCALE: 'off',
      TMPDIR: process.env['DEMO_FOLDER'],
      ...settings,
    },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(demo, 'exit');
  const [message] = (await Promise.race([
    once(demo, 'message'),
    ended.then(() => Promise.reject(new Error('The demo has ended before it was ready.'))),
  ])) as unknown[];
  const { url, mailFolder, rooms } = z.parse(startedSchema, message);
  return {
    origin: url,
    rooms,
    async emails(address) {
      demo.send('hurry');
      const files = await Array.fromAsync(glob(join(mailFolder, '*.eml')));
      // Some are deleted while the others are read.
      const read = await Promise.allSettled(files.map((file) => readFile(file, 'utf8')));
      const texts = read.flatMap((one) =>
        one.status === 'fulfilled' ? one.value : leftOut(one.reason),
      );
      // Long lines are broken with an equals sign, which is itself written as =3D.
      return texts
        .filter((text) => text.includes(`\nTo: ${address}\n`))
        .map((text) => text.replaceAll('=\n', '').replaceAll('=3D', '='));
    },
    advance(minutes) {
      demo.send({ minutes });
    },
    async settle() {
      const settled = once(demo, 'message');
      demo.send('settle');
      await settled;
    },
    async startSecond() {
      const other = fork(join(import.meta.dirname, '../sandbox/second-server.ts'), [
        dirname(mailFolder),
      ]);
      demo.once('exit', () => other.disconnect());
      const [address] = (await once(other, 'message')) as unknown[];
      return z.parse(z.string(), address);
    },
    async stop() {
      // It also exits when the process that started it dies.
      if (demo.connected) demo.disconnect();
      await ended;
    },
  };
}

/** Skips a file that is gone; rethrows anything else. */
function leftOut(reason: unknown): [] {
  if (reason instanceof Error && 'code' in reason && reason.code === 'ENOENT') return [];
  throw reason;
}
