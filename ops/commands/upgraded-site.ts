// A running installation of a fake version for tests of the upgrade, where somebody books all the
// time.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import SqliteFile from 'better-sqlite3';
import { expect, onTestFinished, vi } from 'vitest';

import { root } from '../../scripts/test/steps.ts';
import { findFreePort } from '../../server/base/free-port.ts';
import { type Faults, makeInstallation, makeVersion } from './fake-versions.ts';

/** Guards against a hang alone: beside other suites a start can take long. */
export const ANSWER_MS = 60_000;
/** How long an upgrade waits for a version that has started and will never be well. */
const FAULTY_PATIENCE_SECONDS = 2;
const BETWEEN_BOOKINGS_MS = 40;

export interface Site {
  readonly port: number;
  readonly site: string;
  readonly dataDir: string;
  /** Starts the upgrade to this folder or tag, with the usual patience. */
  upgradeTo(source: string, ...more: string[]): Upgrade;
  /** Starts the upgrade to a version with these faults. */
  upgrade(faults?: Faults, ...more: string[]): Upgrade;
  /**
   * Starts the upgrade to a version that is never well, and gives it up soon after it has started
   * or ended. Nothing that must succeed has to do so in that time: so there is no trial.
   */
  upgradeHastily(faults: Faults): Upgrade;
  /** Shell commands that stop and start the server. */
  readonly service: { readonly stop: string; readonly start: string };
  /** The last migration that the running version knows. */
  running(): Promise<string>;
  /** Stops booking; throws if an acknowledged booking is lost. */
  check(): Promise<number>;
}

export interface Upgrade {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** The exit code, once its guard has ended too and all that both say has arrived. */
  readonly ended: Promise<number | null>;
}

/** The installed version is 'one'. */
export async function startSite(faults: Faults = {}): Promise<Site> {
  const scratch = mkdtempSync(path.join(tmpdir(), 'upgrade-versions-'));
  const { site, dataDir } = makeInstallation(
    makeVersion(path.join(scratch, 'old'), ['one'], faults),
  );
  const port = await findFreePort();
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port), HOST: '', DATABASE_URL: '' };
  const run = (...command: string[]) =>
    execFileSync(process.execPath, [path.join(site, 'service.mjs'), ...command], {
      cwd: site,
      env,
    });
  const commandTo = (step: string) =>
    `${process.execPath} ${path.join(site, 'service.mjs')} ${step}`;
  const service = { stop: commandTo('stop'), start: commandTo('start') };
  run('start', 'wait');
  const ask = (at: string) => fetch(`http://127.0.0.1:${port}${at}`);
  const bookings = keepBooking(ask);
  onTestFinished(async () => {
    await bookings.stop();
    run('stop');
    for (const folder of [site, scratch]) rmSync(folder, { recursive: true, force: true });
  });
  await vi.waitFor(async () => expect((await ask('/api/health')).ok).toBe(true), ANSWER_MS);
  const upgradeTo = (source: string, ...more: string[]) => {
    const { stop, start } = service;
    const options = ['--site', site, '--stop', stop, '--start', start, ...more];
    return startUpgrade([source, ...options], env);
  };
  const upgrade = (newFaults?: Faults, ...more: string[]) =>
    upgradeTo(makeVersion(path.join(scratch, 'new'), ['one', 'two'], newFaults), ...more);
  return {
    port,
    site,
    dataDir,
    upgradeTo,
    upgrade,
    upgradeHastily: (newFaults) =>
      upgrade(
        newFaults,
        '--without-trial',
        '--patience',
        String(FAULTY_PATIENCE_SECONDS),
        '--start',
        `${service.start} wait`,
      ),
    service,
    async running() {
      return vi.waitFor(async () => (await ask('/version')).text(), ANSWER_MS);
    },
    async check() {
      const acknowledged = await bookings.finish();
      const database = new SqliteFile(path.join(dataDir, 'app.db'), { readonly: true });
      const stored = new Set(database.prepare<[], number>('select id from bookings').pluck().all());
      database.close();
      expect(acknowledged.filter((id) => !stored.has(Number(id)))).toEqual([]);
      expect(new Set(acknowledged).size).toBe(acknowledged.length);
      return acknowledged.length;
    },
  };
}

/** Books again and again until it is stopped. */
function keepBooking(ask: (at: string) => Promise<Response>) {
  const over = new AbortController();
  const acknowledged: string[] = [];
  const book = async () => {
    while (!over.signal.aborted) {
      const answer = await ask('/book').catch(() => null);
      if (answer?.status === 201) acknowledged.push(await answer.text());
      await sleep(BETWEEN_BOOKINGS_MS);
    }
  };
  const booking = book();
  const stop = async () => {
    over.abort();
    await booking;
  };
  return {
    stop,
    /** Stops once the site takes bookings again. Returns the ids of the acknowledged ones. */
    async finish(): Promise<readonly string[]> {
      const before = acknowledged.length;
      await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 3), ANSWER_MS);
      await stop();
      return acknowledged;
    },
  };
}

function startUpgrade(args: string[], env: NodeJS.ProcessEnv): Upgrade {
  const child = spawn(process.execPath, [path.join(root, 'ops/upgrade/upgrade.ts'), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const ended = once(child, 'close').then(() => child.exitCode);
  return { child, output: () => output, ended };
}
