// The switch from one version to the next, and the roll-back. The new version serves nobody until
// it is accepted, so that a roll-back loses nothing; after that there is none.
import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

import { copyBefore, type Data } from './data.ts';
import { UpgradeFault } from './fault.ts';
import {
  runAsOwner,
  hasMark,
  type Installation,
  type Journal,
  makeCurrent,
  placeMark,
  removeJournal,
  removeMark,
  whileStarting,
  writeJournal,
} from './installation.ts';
import { LOOK_MS, runProgram } from './programs.ts';
import { answers, isHealthy } from './trial.ts';

export interface SwitchOptions {
  readonly installation: Installation;
  readonly data: Data;
  /** How long the new version may take to migrate and start. */
  readonly patienceMs: number;
  /** How long the old version may take to start again; if it does not, nothing is left to try. */
  readonly returnMs: number;
  /** How long one may take to stop, and its connections to end. */
  readonly stoppingMs: number;
  readonly say: (line: string) => void;
  /** To the guard, which rolls back once this process and its last stop have ended. */
  readonly guard?: Writable;
}

export type Plan = Pick<Journal, 'from' | 'to' | 'at' | 'stop' | 'start'>;

/**
 * Returns the copy that was made before. Throws an UpgradeFault once the old version runs again.
 */
export async function switchVersion(
  switching: SwitchOptions,
  plan: Plan,
  signal: AbortSignal,
): Promise<string> {
  const { installation, data, say } = switching;
  const copy = copyBefore(installation, plan.to, data.ending);
  const migrations = await data.migrations();
  let journal: Journal = { ...plan, migrations, copy: null, phase: 'stopping' };
  writeJournal(installation, journal);
  try {
    say('Stopping the server ...');
    await stopServers(switching, plan);
    signal.throwIfAborted();
    await data.copyTo(plan.from, copy, signal);
    placeMark(installation);
    journal = { ...journal, copy, phase: 'switched' };
    writeJournal(installation, journal);
    makeCurrent(installation, plan.to);
    signal.throwIfAborted();
    say(`Starting ${path.basename(plan.to)} ...`);
    await startServers(switching, { ...plan, patienceMs: switching.patienceMs, signal });
  } catch (error) {
    const why = reasonOf(error);
    say(`${why} Going back to ${path.basename(plan.from)} ...`);
    await rollBack(switching, journal);
    if (journal.phase === 'stopping')
      runAsOwner(installation.owner, () => rmSync(copy, { force: true }));
    throw new UpgradeFault(why, { cause: error });
  }
  removeMark(installation);
  removeJournal(installation);
  return copy;
}

export function reasonOf(error: unknown): string {
  if (error instanceof UpgradeFault) return error.message;
  if (error instanceof Error && error.name === 'AbortError') return 'It was interrupted.';
  return `Something unexpected happened (${String(error)}).`;
}

/**
 * Brings the old version back from wherever the upgrade was; may be repeated. Before a start by the
 * service manager (`isBeforeStart`) it stops and starts nothing.
 */
async function rollBack(switching: SwitchOptions, journal: Journal, isBeforeStart = false) {
  const { installation, data, say } = switching;
  if (journal.phase === 'switched') {
    if (!isBeforeStart) await stopServers(switching, journal);
    if (journal.copy !== null && (await isMigrated(data, journal))) {
      if (isBeforeStart) await waitUntilFree(switching, journal);
      const words = await data.restore(journal.from, journal.copy);
      if (words !== '') say(words.trim());
      if (await isMigrated(data, journal))
        throw new UpgradeFault(
          `The copy ${journal.copy} was put back, but the database has other migrations than before the upgrade. Nothing was started: restore a backup, and look into the copy.`,
        );
    }
    makeCurrent(installation, journal.from);
    writeJournal(installation, { ...journal, phase: 'rolled back' });
  }
  removeMark(installation);
  if (!isBeforeStart)
    await startServers(switching, { ...journal, patienceMs: switching.returnMs }).catch(
      (cause: unknown) => {
        throw new UpgradeFault(
          `The old version ${path.basename(journal.from)} is current again with its data, but does not answer. Look into its log, then start it: ${journal.start}`,
          { cause },
        );
      },
    );
  removeJournal(installation);
}

/** Without a migration the data are as the old version knows them, and stay. */
async function isMigrated(data: Data, { migrations }: Journal): Promise<boolean> {
  try {
    return (await data.migrations()) !== migrations;
  } catch {
    // It cannot even be read any more.
    return true;
  }
}

/**
 * After an upgrade that was killed: finishes it if the new version was accepted, else rolls it
 * back.
 */
export async function recover(switching: SwitchOptions, journal: Journal, isBeforeStart = false) {
  const { installation, say } = switching;
  if (journal.phase === 'switched' && !hasMark(installation)) {
    removeJournal(installation);
    say(`The upgrade to ${path.basename(journal.to)} was complete.`);
    return;
  }
  if (journal.phase === 'switched' && !isBeforeStart) {
    // A start that the killed upgrade had begun may come through late. From here on it can only
    // start the old version, and the roll-back stops that before it looks at the data.
    await stopServers(switching, journal);
    makeCurrent(installation, journal.from);
  } else if (!isBeforeStart) {
    // It may have been killed before its stop began, or in the middle of it. The guard comes after
    // that stop (`runStop`). If this one fails, the old version still runs.
    await runStop(switching, journal).catch((error: unknown) => say(reasonOf(error)));
  }
  await rollBack(switching, journal, isBeforeStart);
  say(
    `The upgrade to ${path.basename(journal.to)} was cut off. ${path.basename(journal.from)} is current again, with all its data. Upgrade again when you like.`,
  );
}

async function stopServers(switching: SwitchOptions, plan: Plan): Promise<void> {
  await runStop(switching, plan);
  await waitUntilFree(switching, plan);
}

const runStop = ({ installation, guard }: SwitchOptions, { stop }: Plan) =>
  runProgram(['sh', '-c', stop], `The server could not be stopped by '${stop}'.`, {
    cwd: installation.site,
    // A stop that came after the guard's start would leave the site down.
    pipe: guard,
  });

/** What others write after the copy would be lost by a roll-back. */
async function waitUntilFree({ data, stoppingMs }: SwitchOptions, { at }: Plan): Promise<void> {
  const until = performance.now() + stoppingMs;
  for (;;) {
    const isUp = await Promise.all(at.map(answers));
    const up = at.filter((_, index) => isUp[index]);
    const users = up.length > 0 ? up.map((one) => `a server at ${one}`) : await data.users();
    if (users.length === 0) return;
    if (performance.now() > until)
      throw new UpgradeFault(
        `The database is still in use by ${users.join(', ')}: stop every server and program that is connected to it, then try again.`,
      );
    await sleep(LOOK_MS);
  }
}

interface Start extends Pick<Plan, 'at' | 'start'> {
  patienceMs: number;
  signal?: AbortSignal;
}

async function startServers(
  { installation }: SwitchOptions,
  { at, start, patienceMs, signal }: Start,
): Promise<void> {
  await whileStarting(installation, async () => {
    // Not cut off half-way: the stop that follows would not know what it has started.
    await runProgram(['sh', '-c', start], `The server could not be started by '${start}'.`, {
      cwd: installation.site,
    });
    await Promise.all(
      at.map(async (one) => {
        const waiting = { at: one, patienceMs, ...(signal === undefined ? {} : { signal }) };
        if (!(await isHealthy(waiting)))
          throw new UpgradeFault(
            `The server does not answer at ${one}/api/health within ${patienceMs / 1000} seconds.`,
          );
      }),
    );
  });
}
