// Tries a new version on a copy of the data: on a port that nobody knows, without email and without
// card payments.
import { once } from 'node:events';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import * as z from 'zod/mini';

import { findFreePort } from '../../server/base/free-port.ts';
import { withName } from '../../server/engine/postgres/address.ts';
import { DATABASE_FILE } from '../../server/engine/sqlite/sqlite.ts';
import { type Data, removeLeftovers } from './data.ts';
import { UpgradeFault } from './fault.ts';
import { runAsOwner, makeCopiesFolder, currentVersion, type Installation } from './installation.ts';
import { fillFrom, runSql } from './postgres.ts';
import { LOOK_MS, startProgram } from './programs.ts';

const LAST_LINES = 5;
/** For the last words of a program that has ended. */
const LISTENING_MS = 2000;
const TRIAL_FOLDER = 'trial-';
const TRIAL_DATABASE = 'lessons_trial_';
/** What would reach people, money, other databases or ports. */
const WITHHELD =
  /^(PORT|HOST|DATA_DIR|DATABASE_|SMTP_URL$|STRIPE_|ADMIN_|METRICS_|TRUST_PROXY$|LOG_LEVEL$)/;
const TRIALS = `
  select datname from pg_database join pg_roles on pg_roles.oid = datdba
  where rolname = current_user and datname ~ '^${TRIAL_DATABASE}[0-9]+$'`;

export interface Trial {
  readonly version: string;
  readonly patienceMs: number;
  readonly signal: AbortSignal;
}

/** Throws an UpgradeFault if the version does not answer on a copy. Leaves nothing behind. */
export async function tryVersion(installation: Installation, data: Data, trial: Trial) {
  const folder = path.join(makeCopiesFolder(installation), `${TRIAL_FOLDER}${process.pid}`);
  const { owner } = installation;
  runAsOwner(owner, () => mkdirSync(folder, { mode: 0o700 }));
  const copy = path.join(folder, `copy.${data.ending}`);
  try {
    await data.copyTo(currentVersion(installation), copy, trial.signal);
    if (data.ending === 'db') {
      runAsOwner(owner, () => renameSync(copy, path.join(folder, DATABASE_FILE)));
      await serveCopy(installation, trial, { DATA_DIR: folder });
    } else await tryOnPostgres(installation, trial, { folder, copy });
  } finally {
    runAsOwner(owner, () => rmSync(folder, { recursive: true, force: true }));
  }
}

/**
 * Removes everybody's data that killed trials and earlier upgrades have left. Call it under the
 * lock of the upgrade.
 */
export async function removeTrials(installation: Installation): Promise<void> {
  removeLeftovers(installation);
  const { DATABASE_URL: url = '' } = process.env;
  if (url === '') return;
  const postgres = { url, owner: installation.owner, cwd: installation.dataDir };
  const failure = 'The databases of earlier trials could not be dropped.';
  for (const name of await runSql(postgres, ['-c', TRIALS], failure))
    await runSql(postgres, ['-c', `drop database if exists "${name}" with (force)`], failure);
}

/** Creates a database beside the real one; without the right to do so there is no trial. */
async function tryOnPostgres(
  installation: Installation,
  trial: Trial,
  { folder, copy }: { folder: string; copy: string },
): Promise<void> {
  const real = process.env['DATABASE_URL'] ?? '';
  const name = `${TRIAL_DATABASE}${process.pid}`;
  const { owner } = installation;
  const sql = (text: string, failure: string) =>
    runSql({ url: real, owner, cwd: folder }, ['-c', text], failure);
  await sql(
    `create database ${name}`,
    'The new version cannot be tried: this user of PostgreSQL may not create a database for the copy. Allow it (alter role ... createdb), or say --without-trial.',
  );
  try {
    const url = withName(real, name);
    await fillFrom(
      copy,
      { url, owner, cwd: folder, signal: trial.signal },
      'The copy of the database could not be filled.',
    );
    await serveCopy(installation, trial, { DATA_DIR: folder, DATABASE_URL: url });
  } finally {
    await sql(`drop database if exists ${name} with (force)`, `The database ${name} is left over.`);
  }
}

async function serveCopy(
  { owner }: Installation,
  { version, patienceMs, signal }: Trial,
  where: Readonly<Record<string, string>>,
): Promise<void> {
  const port = await findFreePort();
  const inherited = Object.entries(process.env).filter(([name]) => !WITHHELD.test(name));
  const env = { ...Object.fromEntries(inherited), ...where, PORT: String(port), HOST: '127.0.0.1' };
  const runner = ['scripts/run/run.mjs', '--omit=dev', 'scripts/run/start.ts'];
  const child = startProgram([process.execPath, ...runner], { cwd: version, owner, env, signal });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const ended = once(child, 'close').catch(() => null);
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
    if (child.exitCode !== null) await Promise.race([ended, sleep(LISTENING_MS)]);
    const last = output.trim().split('\n').slice(-LAST_LINES).join('\n');
    const place = 'on a copy of the data';
    const what =
      child.exitCode === null
        ? `does not answer ${place} within ${patienceMs / 1000} seconds; --patience allows more`
        : `does not start ${place}`;
    throw new UpgradeFault(`The new version ${what}. Its last words:\n${last}\n`);
  } finally {
    child.kill('SIGTERM');
    await Promise.race([ended, sleep(12_000, null, { ref: false })]);
    child.kill('SIGKILL');
  }
}

interface WaitOptions {
  /** The address of the server. */
  at: string;
  patienceMs: number;
  signal?: AbortSignal;
  isOver?: () => boolean;
}

/** Waits until the server says that it is well; false if it does not. */
export async function isHealthy(waiting: WaitOptions): Promise<boolean> {
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

/**
 * Whether the server answers, on a database that it knows. Stuck emails are no reason to go back.
 */
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
