// An installation: a folder with a folder for each version, a link to the current one, and the
// journal of an upgrade that is under way.
import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

import SqliteFile from 'better-sqlite3';
import * as z from 'zod/mini';

import { UPGRADING_FILE } from '../../server/http/upgrading.ts';
import { UpgradeFault } from './fault.ts';

const journalSchema = z.object({
  /** The folders of both versions. */
  from: z.string(),
  to: z.string(),
  /** The copy that leads back; null before there is one. */
  copy: z.nullable(z.string()),
  /** Those of the data before the switch. */
  migrations: z.string(),
  /** 'stopping': nothing has changed. 'switched': the new version may have migrated the data. */
  phase: z.enum(['stopping', 'switched', 'rolled back']),
  /** The addresses of the servers. */
  at: z.array(z.string()),
  /** Commands that stop and start all of them. */
  stop: z.string(),
  start: z.string(),
});
export type Journal = z.infer<typeof journalSchema>;

/** Who the server's files belong to, if this process is root; else null. */
export type Owner = { readonly uid: number; readonly gid: number } | null;

export interface Installation {
  readonly site: string;
  readonly dataDir: string;
  readonly owner: Owner;
}

/** Throws an UpgradeFault if this is no installation. */
export function openInstallation(site: string, dataDir: string): Installation {
  if (!existsSync(currentLink(site)))
    throw new UpgradeFault(
      `${site} has no link 'current' to a version: install with ops/deploy/install.sh, or name the folder with --site.`,
    );
  mkdirSync(dataDir, { recursive: true });
  const { uid, gid } = statSync(dataDir);
  const owner = process.getuid?.() === 0 && uid !== 0 ? { uid, gid } : null;
  return { site: realpathSync(site), dataDir: realpathSync(dataDir), owner };
}

const currentLink = (site: string) => path.join(site, 'current');
export const versionsFolder = ({ site }: Installation) => path.join(site, 'versions');
export const currentVersion = ({ site }: Installation) => realpathSync(currentLink(site));

/** Points the link at another version, in one step. */
export function makeCurrent({ site }: Installation, version: string): void {
  const next = path.join(site, 'current.new');
  rmSync(next, { force: true });
  symlinkSync(path.relative(site, version), next);
  renameSync(next, currentLink(site));
  syncFolder(site);
}

const upgradingFile = ({ dataDir }: Installation) => path.join(dataDir, UPGRADING_FILE);

/** Marks the data: from now on a server that starts on them waits until the mark is removed. */
export function placeMark(installation: Installation): void {
  const file = upgradingFile(installation);
  runAsOwner(installation.owner, () => {
    rmSync(file, { force: true });
    // Never what a link points to.
    closeSync(openSync(file, 'wx'));
  });
  syncFolder(installation.dataDir);
}

/** Lets the server begin. After a switch there is no way back from here on. */
export function removeMark(installation: Installation): void {
  runAsOwner(installation.owner, () => rmSync(upgradingFile(installation), { force: true }));
  syncFolder(installation.dataDir);
}

/** Whether the upgrade has not removed the mark yet: the server that it starts still waits. */
export const hasMark = (installation: Installation) => existsSync(upgradingFile(installation));

const journalFile = ({ site }: Installation) => path.join(site, 'upgrade.json');

/** Throws an UpgradeFault if another user has written it: its commands run as this one. */
export function readJournal(installation: Installation): Journal | null {
  const file = journalFile(installation);
  if (!existsSync(file)) return null;
  if (statSync(file).uid !== process.getuid?.())
    throw new UpgradeFault(
      `${file} was written by another user than the one who upgrades: look into it, and delete it.`,
    );
  return z.parse(journalSchema, JSON.parse(readFileSync(file, 'utf8')));
}

export function writeJournal(installation: Installation, journal: Journal): void {
  const file = journalFile(installation);
  writeFileSync(`${file}.new`, JSON.stringify(journal, null, 2), { flush: true });
  renameSync(`${file}.new`, file);
  syncFolder(installation.site);
}

export function removeJournal(installation: Installation): void {
  rmSync(journalFile(installation), { force: true });
  syncFolder(installation.site);
}

/**
 * Runs a synchronous step in the data folder with the rights of its owner alone: whatever the
 * server's user has put there, a link say, the step can do no more than that user.
 */
export function runAsOwner<T>(owner: Owner, step: () => T): T {
  const { setegid, seteuid } = process;
  if (owner === null || setegid === undefined || seteuid === undefined) return step();
  setegid(owner.gid);
  try {
    seteuid(owner.uid);
    return step();
  } finally {
    seteuid(0);
    setegid(0);
  }
}

/** A folder for copies in the data folder, for the server's user alone. */
export function makeCopiesFolder({ dataDir, owner }: Installation): string {
  const folder = path.join(dataDir, 'upgrades');
  runAsOwner(owner, () => {
    const stats = lstatSync(folder, { throwIfNoEntry: false });
    if (stats === undefined) mkdirSync(folder, { mode: 0o700 });
    else if (!stats.isDirectory() || stats.uid !== (owner?.uid ?? process.getuid?.() ?? stats.uid))
      throw new UpgradeFault(
        `${folder} is no folder of the server's user: look at what it is, and move it away. Then upgrade again.`,
      );
  });
  return folder;
}

/** One upgrade at a time. The operating system releases the lock; null if somebody has it. */
export const lockInstallation = ({ site }: Installation) => lockFile(site, 'upgrade.lock', 0);

/** The lock of the process that starts the server during an upgrade or while it is rolled back. */
const STARTING = 'starting.lock';
const PROBE_MS = 5000;

/** Runs a start; meanwhile `isStarting`, and the service does not wait for the upgrade. */
export async function whileStarting<T>(
  { site }: Installation,
  start: () => Promise<T>,
): Promise<T> {
  const lock = lockFile(site, STARTING, PROBE_MS);
  if (lock === null) throw new UpgradeFault('The server is being started already: wait for it.');
  try {
    return await start();
  } finally {
    lock.close();
  }
}

export function isStarting({ site }: Installation): boolean {
  const lock = new SqliteFile(path.join(site, STARTING), { timeout: 0 });
  try {
    // A read: those who look do not take each other for a start.
    lock.prepare('select count(*) from sqlite_master').get();
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    lock.close();
  }
}

function lockFile(site: string, name: string, timeout: number): { close(): unknown } | null {
  const lock = new SqliteFile(path.join(site, name), { timeout });
  try {
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    if (isBusy(error)) return null;
    throw error;
  }
}

const isBusy = (error: unknown) =>
  error instanceof SqliteFile.SqliteError && error.code.startsWith('SQLITE_BUSY');

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
