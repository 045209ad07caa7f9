// An installation: a folder with a folder for each version, a link to the current one, and the
// journal of an upgrade that is under way.
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
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
  phase: z.enum(['stopping', 'switched', 'back']),
  /** Commands that stop and start the server. */
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
      `${site} has no link 'current' to a version: install with deploy/install.sh, or name the folder with --site.`,
    );
  mkdirSync(dataDir, { recursive: true });
  const { uid, gid } = statSync(dataDir);
  const owner = process.getuid?.() === 0 && uid !== 0 ? { uid, gid } : null;
  return { site: realpathSync(site), dataDir: realpathSync(dataDir), owner };
}

export const currentLink = (site: string) => path.join(site, 'current');
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

/** From now on a server that starts waits until it is accepted. */
export function demandAcceptance(installation: Installation): void {
  writeFileSync(upgradingFile(installation), '');
  syncFolder(installation.dataDir);
}

/** Lets the server begin: from here on there is no way back. */
export function accept(installation: Installation): void {
  rmSync(upgradingFile(installation), { force: true });
  syncFolder(installation.dataDir);
}

export const isAccepted = (installation: Installation) => !existsSync(upgradingFile(installation));

const journalFile = ({ site }: Installation) => path.join(site, 'upgrade.json');

export function readJournal(installation: Installation): Journal | null {
  const file = journalFile(installation);
  return existsSync(file) ? z.parse(journalSchema, JSON.parse(readFileSync(file, 'utf8'))) : null;
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

/** A folder for copies in the data folder, for the server's user alone. */
export function copiesFolder({ dataDir, owner }: Installation): string {
  const folder = path.join(dataDir, 'upgrades');
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  if (owner !== null) chownSync(folder, owner.uid, owner.gid);
  return folder;
}

/** One upgrade at a time. The operating system releases the lock; null if somebody has it. */
export function lockInstallation({ site }: Installation): { close(): unknown } | null {
  const lock = new SqliteFile(path.join(site, 'upgrade.lock'), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    if (error instanceof SqliteFile.SqliteError && error.code.startsWith('SQLITE_BUSY'))
      return null;
    throw error;
  }
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
