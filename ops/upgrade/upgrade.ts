// `npm run upgrade -- <folder or tag>`: builds a new version beside the running one, tries it on a
// copy of the data, switches, and returns to the old version by itself if that fails.
import { spawn } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { openData, removeCopies } from './data.ts';
import { UpgradeFault } from './fault.ts';
import {
  currentVersion,
  type Installation,
  isStarting,
  lockInstallation,
  openInstallation,
  readJournal,
  versionsFolder,
} from './installation.ts';
import { prepareVersion } from './prepare.ts';
import { LOOK_MS } from './programs.ts';
import { serversOf } from './servers.ts';
import { reasonOf, recover, type SwitchOptions, switchVersion } from './switch.ts';
import { removeTrials, tryVersion } from './trial.ts';

const USAGE = `Usage: npm run upgrade -- <folder or tag> [options]

  --site FOLDER        the installation (default: /srv/lessons)
  --ports 3001,3002    of the servers lessons@3001 and lessons@3002, if there are several
  --stop COMMAND       stops them (default: systemctl stop lessons.service)
  --start COMMAND      starts them (default: systemctl start lessons.service)
  --patience SECONDS   how long the new version may take to migrate and start (default: 120)
  --without-trial      does not try the new version on a copy of the data
  --prepare            only builds and tries it; the server stays as it is
  --recover            only rolls back an upgrade that was cut off
`;
const DONE = 'done';
const STOPPING_MS = 20_000;
const PATIENCE_SECONDS = 120;

const say = (line: string) => process.stdout.write(`${line}\n`);

function readArguments() {
  return parseArgs({
    allowPositionals: true,
    options: {
      site: { type: 'string', default: '/srv/lessons' },
      ports: { type: 'string' },
      stop: { type: 'string' },
      start: { type: 'string' },
      patience: { type: 'string', default: String(PATIENCE_SECONDS) },
      'without-trial': { type: 'boolean', default: false },
      prepare: { type: 'boolean', default: false },
      recover: { type: 'boolean', default: false },
      // By the service before it starts, and by this command beside itself.
      'before-start': { type: 'boolean', default: false },
      guard: { type: 'boolean', default: false },
    },
  });
}
type Arguments = ReturnType<typeof readArguments>['values'];

function switchingOf({ site, patience }: Arguments): SwitchOptions {
  const seconds = Number(patience);
  if (!Number.isInteger(seconds) || seconds < 1)
    throw new UpgradeFault(`--patience: '${patience}' is no number of seconds.`);
  const { DATA_DIR = '' } = process.env;
  if (DATA_DIR === '')
    throw new UpgradeFault(
      'DATA_DIR is not set: the settings of the server are needed. Use `sudo lessons upgrade`, or set them first.',
    );
  const installation = openInstallation(path.resolve(site), DATA_DIR);
  return {
    installation,
    data: openData(installation),
    patienceMs: seconds * 1000,
    // Impatience with a new version must not give up the old one, perhaps on a busy machine.
    returnMs: Math.max(seconds, PATIENCE_SECONDS) * 1000,
    stoppingMs: STOPPING_MS,
    say,
  };
}

/**
 * Starts a process that outlives this one and rolls the upgrade back if its pipe closes without
 * DONE: once this one was killed, and the stop that it had begun is over.
 */
function startGuard({ site, patience }: Arguments): Writable {
  const args = [import.meta.filename, '--guard', '--site', site, '--patience', patience];
  const guard = spawn(process.execPath, args, {
    detached: true,
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  guard.unref();
  return guard.stdin;
}

/** Removes old versions but those to keep. */
function removeOldVersions(installation: Installation, toKeep: string[]): void {
  const folder = versionsFolder(installation);
  for (const name of readdirSync(folder))
    if (!toKeep.includes(path.join(folder, name)))
      rmSync(path.join(folder, name), { recursive: true, force: true });
}

async function upgrade(source: string, values: Arguments): Promise<void> {
  const switching = switchingOf(values);
  const { installation, data } = switching;
  const servers = values.prepare ? null : await serversOf(values);
  const refusal = servers === null ? null : await data.refuseWayBack();
  if (refusal !== null) throw new UpgradeFault(`${refusal} Nothing was changed.`);
  const from = currentVersion(installation);
  const stopped = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => stopped.abort());
  const { signal } = stopped;
  try {
    await removeTrials(installation);
    const to = await prepareVersion(installation, { source, signal, say });
    if (values['without-trial']) say('Without a trial on a copy of the data.');
    else {
      say('Trying it on a copy of the data ...');
      await tryVersion(installation, data, {
        version: to,
        patienceMs: switching.patienceMs,
        signal,
      });
    }
    signal.throwIfAborted();
    if (servers === null) {
      say(`${to} is ready.`);
      return;
    }
    const guard = startGuard(values);
    try {
      const copy = await switchVersion({ ...switching, guard }, { from, to, ...servers }, signal);
      removeCopies(installation, (file) => file !== copy);
      removeOldVersions(installation, [from, to]);
      say(
        `${path.basename(to)} is running. From here on there is no way back without losing what people do now. The copy from before the switch is ${copy}; delete it once you are sure.`,
      );
    } finally {
      guard.end(DONE);
    }
  } catch (error) {
    const name = path.basename(currentVersion(installation));
    const state =
      readJournal(installation)?.phase === 'switched'
        ? 'The way back is not finished, and no version serves. Mend what it says, then: sudo lessons upgrade --recover (elsewhere npm run upgrade -- --recover).'
        : `${name} is the current version, with all its data.`;
    throw new UpgradeFault(`The upgrade to ${source} failed: ${reasonOf(error)}\n${state}`, {
      cause: error,
    });
  }
}

/** Ends an upgrade that was cut off; there may be none. */
async function recoverIfCutOff(values: Arguments, isBeforeStart = false): Promise<void> {
  const switching = switchingOf(values);
  const journal = readJournal(switching.installation);
  if (journal === null) {
    if (values.recover) say('No upgrade was cut off: nothing was changed.');
    return;
  }
  await recover(switching, journal, isBeforeStart);
}

/**
 * Waits while another process rolls the upgrade back: one of several servers, say, that start with
 * the machine. Null if there is nothing to wait for.
 */
async function lockBeforeStart(installation: Installation) {
  for (;;) {
    const lock = lockInstallation(installation);
    if (lock !== null) return lock;
    // It is over, or the upgrade itself starts this server.
    if (readJournal(installation) === null || isStarting(installation)) return null;
    await sleep(LOOK_MS);
  }
}

async function run({ values, positionals: [source, ...others] }: ReturnType<typeof readArguments>) {
  if (values.guard) {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined);
    if ((await text(process.stdin)) === DONE) return;
  }
  const { installation } = switchingOf(values);
  const lock = values['before-start']
    ? await lockBeforeStart(installation)
    : lockInstallation(installation);
  if (lock === null) {
    if (values['before-start'] || values.guard) return;
    throw new UpgradeFault('An upgrade is under way already: wait for its end.');
  }
  try {
    if (values.guard || values.recover || values['before-start'])
      return await recoverIfCutOff(values, values['before-start']);
    if (source === undefined || others.length > 0) throw new UpgradeFault(USAGE);
    await recoverIfCutOff(values);
    await upgrade(source, values);
  } finally {
    lock.close();
  }
}

try {
  await run(readArguments());
} catch (error) {
  const isUsage = error instanceof TypeError && 'code' in error;
  if (!(error instanceof UpgradeFault) && !isUsage) throw error;
  process.stderr.write(`${error.message}\n${isUsage ? USAGE : ''}`);
  process.exitCode = 1;
}
