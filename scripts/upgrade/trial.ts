// Tries a new version on a copy of the data: on a port that nobody knows, without email and without
// card payments.
import { chownSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import * as z from 'zod/mini';

import { DATABASE_FILE } from '../../server/engine/sqlite.ts';
import type { Data } from './data.ts';
import { UpgradeFault } from './fault.ts';
import { copiesFolder, currentVersion, type Installation } from './installation.ts';
import { runProgram, startProgram } from './programs.ts';

const LOOK_MS = 200;
const LAST_LINES = 5;
/** What would reach people, money, other databases or ports. */
const WITHHELD =
  /^(PORT|HOST|DATA_DIR|DATABASE_|SMTP_URL$|STRIPE_|ADMIN_|METRICS_|TRUST_PROXY$|LOG_LEVEL$)/;

export interface Trial {
  readonly version: string;
  readonly patienceMs: number;
  readonly signal: AbortSignal;
}

/** Throws an UpgradeFault if the version does not answer on a copy. Leaves nothing behind. */
export async function tryVersion(
  installation: Installation,
  data: Data,
  trial: Trial,
): Promise<void> {
  const folder = path.join(copiesFolder(installation), `trial-${process.pid}`);
  mkdirSync(folder, { mode: 0o700 });
  const { owner } = installation;
  if (owner !== null) chownSync(folder, owner.uid, owner.gid);
  const copy = path.join(folder, `copy.${data.ending}`);
  try {
    await data.copyTo(currentVersion(installation), copy, trial.signal);
    if (data.ending === 'db') {
      renameSync(copy, path.join(folder, DATABASE_FILE));
      await serveCopy(installation, trial, { DATA_DIR: folder });
    } else await tryOnPostgres(installation, trial, { folder, copy });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Creates a database beside the real one; without the right to do so there is no trial. */
async function tryOnPostgres(
  installation: Installation,
  trial: Trial,
  { folder, copy }: { readonly folder: string; readonly copy: string },
): Promise<void> {
  const address = new URL(process.env['DATABASE_URL'] ?? '');
  const name = `lessons_trial_${process.pid}`;
  const real = address.href;
  address.pathname = `/${name}`;
  const sql = (text: string, failure: string) =>
    runProgram(
      ['psql', '--quiet', '--no-psqlrc', '-v', 'ON_ERROR_STOP=1', '-c', text, real],
      failure,
      {
        cwd: folder,
      },
    );
  await sql(
    `create database ${name}`,
    'The new version cannot be tried: this user of PostgreSQL may not create a database for the copy. Allow it (alter role ... createdb), or say --without-trial.',
  );
  try {
    await runProgram(
      ['pg_restore', '--no-owner', '--no-privileges', '--exit-on-error', '-d', address.href, copy],
      'The copy of the database could not be filled.',
      { cwd: folder, signal: trial.signal },
    );
    await serveCopy(installation, trial, { DATA_DIR: folder, DATABASE_URL: address.href });
  } finally {
    await sql(`drop database if exists ${name} with (force)`, `The database ${name} is left over.`);
  }
}

async function serveCopy(
  { owner }: Installation,
  { version, patienceMs, signal }: Trial,
  where: Readonly<Record<string, string>>,
): Promise<void> {
  const port = await freePort();
  const kept = Object.entries(process.env).filter(([name]) => !WITHHELD.test(name));
  const env = { ...Object.fromEntries(kept), ...where, PORT: String(port), HOST: '127.0.0.1' };
  const runner = ['scripts/run/run.mjs', '--omit=dev', 'scripts/run/start.ts'];
  const child = startProgram([process.execPath, ...runner], { cwd: version, owner, env, signal });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const ended = once(child, 'exit').catch(() => null);
  try {
    if (
      await isHealthy({
        at: `http://127.0.0.1:${port}`,
        patienceMs,
        signal,
        isOver: () => child.exitCode !== null,
      })
    )
      return;
    const last = said.trim().split('\n').slice(-LAST_LINES).join('\n');
    const what = child.exitCode === null ? 'does not answer' : 'does not start';
    throw new UpgradeFault(
      `The new version ${what} on a copy of the data. Its last words:\n${last}\n`,
    );
  } finally {
    child.kill('SIGTERM');
    await Promise.race([ended, sleep(12_000, null, { ref: false })]);
    child.kill('SIGKILL');
  }
}

interface Waiting {
  /** The address of the server. */
  readonly at: string;
  readonly patienceMs: number;
  readonly signal?: AbortSignal;
  readonly isOver?: () => boolean;
}

/** Waits until the server says that it is well; false if it does not. */
export async function isHealthy(waiting: Waiting): Promise<boolean> {
  const { at, patienceMs, signal, isOver = () => false } = waiting;
  const until = performance.now() + patienceMs;
  while (performance.now() < until && !isOver()) {
    signal?.throwIfAborted();
    if (await answers(at)) return true;
    await sleep(LOOK_MS);
  }
  return false;
}

/** What makes a server useless, of the parts that it reports. */
const VITAL = new Set(['database', 'migrations']);
const readinessSchema = z.object({ details: z.array(z.object({ field: z.string() })) });

/** Whether the server answers, on a database that it knows. Stuck emails are no reason to go back. */
export async function answers(at: string): Promise<boolean> {
  try {
    const ask = (call: string) => fetch(at + call, { signal: AbortSignal.timeout(5000) });
    if (!(await ask('/api/health')).ok) return false;
    const { data } = z.safeParse(readinessSchema, await (await ask('/api/ready')).json());
    return data === undefined || !data.details.some(({ field }) => VITAL.has(field));
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
