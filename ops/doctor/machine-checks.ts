// Checks of what the server stands on: its database, disk, clock and backups.
import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/time.ts';
import { inspectDatabase, type Inspection } from '../../server/engine/inspect.ts';
import type { Env } from '../../server/process/env.ts';
import { readLastBackup } from '../copies/last-backup.ts';
import type { Finding } from './finding.ts';

type Where = Pick<Env, 'databaseUrl' | 'dataDir'>;

export const lookAtDatabase = (env: Where): Promise<Inspection> => inspectDatabase(env);

export function judgeDatabase(inspection: Inspection): Finding {
  const about = 'Database';
  switch (inspection.state) {
    case 'none':
      return {
        about,
        level: 'look',
        text: `There is no database at ${resolve(inspection.where)} yet. "npm start" makes one; if there should be one, set DATA_DIR or DATABASE_URL as the server has it.`,
      };
    case 'away':
      return {
        about,
        level: 'broken',
        text: `The database cannot be used (${inspection.reason}). Check that it runs, that the address is right, and that this user may use it.`,
      };
    case 'old':
      return { about, level: 'broken', text: `${inspection.reason}. Upgrade PostgreSQL.` };
    case 'found':
      break;
  }
  const { version, missing, unknown } = inspection;
  if (unknown !== null)
    return {
      about,
      level: 'broken',
      text: `${version} answers, but a newer version of the server has migrated it (${unknown}). Start that version.`,
    };
  if (missing > 0)
    return {
      about,
      level: 'look',
      text: `${version} answers and lacks ${missing} ${missing === 1 ? 'migration' : 'migrations'}. The next start applies them: make a backup first.`,
    };
  return { about, level: 'ok', text: `${version} answers and has all migrations.` };
}

/** Nothing is said about a database on this machine. */
export function judgeProtection(inspection: Inspection): Finding[] {
  if (inspection.state !== 'found') return [];
  const about = 'Encryption';
  switch (inspection.protection) {
    case null:
    case 'local':
      return [];
    case 'none':
      return [
        {
          about,
          level: 'look',
          text: "The connection to the database is not encrypted, and families' data are readable on the way. Unless the network is yours alone, add ?sslmode=verify-full to DATABASE_URL, and &sslrootcert=FILE for a certificate of your own.",
        },
      ];
    case 'encrypted':
      return [
        {
          about,
          level: 'look',
          text: 'The connection to the database is encrypted, but nothing says that the right server answers. Use sslmode=verify-full in DATABASE_URL, and sslrootcert=FILE for a certificate of your own.',
        },
      ];
    case 'verified':
      return [
        { about, level: 'ok', text: 'The connection to the database is encrypted and verified.' },
      ];
  }
}

const GIGABYTE = 1e9;
const FREE_BYTES = { look: GIGABYTE, broken: GIGABYTE / 10 } as const;

export async function checkDisk({ dataDir }: Where): Promise<Finding[]> {
  const about = 'Disk';
  const folder = await nearestFolder(resolve(dataDir));
  try {
    await access(folder, constants.W_OK);
  } catch {
    const text = `This user cannot write to ${folder}. Run the doctor as the user of the server, or give the folder to it.`;
    return [{ about, level: 'broken', text }];
  }
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const text = `${(free / GIGABYTE).toFixed(1)} GB are free at ${folder}.`;
  if (free >= FREE_BYTES.look) return [{ about, level: 'ok', text }];
  const level = free >= FREE_BYTES.broken ? 'look' : 'broken';
  return [{ about, level, text: `${text} Make room: a full disk refuses every booking.` }];
}

/** The folder, or where it will be made. */
async function nearestFolder(path: string): Promise<string> {
  try {
    await access(path);
    return path;
  } catch {
    const parent = dirname(path);
    return parent === path ? path : nearestFolder(parent);
  }
}

/** Stripe refuses nothing before, and webhooks are too old from there on. */
const CLOCK_OFF_MS = { look: MINUTE_MS, broken: 5 * MINUTE_MS } as const;

export interface OtherClock {
  readonly of: string;
  /** How far this machine is ahead of it, in milliseconds. */
  readonly ahead: number;
}

/** `others`: the clocks of services that answered. */
export function judgeClock(now: number, others: OtherClock[], migratedAt: number | null): Finding {
  const about = 'Clock';
  const says = `The clock says ${new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  if (migratedAt !== null && migratedAt - now >= CLOCK_OFF_MS.broken)
    return {
      about,
      level: 'broken',
      text: `${says}, which is before the database was last migrated. Set the clock.`,
    };
  const worst = others.toSorted((one, other) => Math.abs(other.ahead) - Math.abs(one.ahead))[0];
  if (worst === undefined)
    return { about, level: 'ok', text: `${says}; there was no other clock to compare it with.` };
  const off = Math.abs(worst.ahead);
  const all = others.map(({ of }) => of).join(' and ');
  if (off < CLOCK_OFF_MS.look) return { about, level: 'ok', text: `${says}, as that of ${all}.` };
  const level = off < CLOCK_OFF_MS.broken ? 'look' : 'broken';
  const side = worst.ahead > 0 ? 'ahead of' : 'behind';
  const text = `${says}, ${Math.round(off / 1000)} seconds ${side} that of ${worst.of}. Let the system set it by NTP.`;
  return { about, level, text };
}

const BACKUP_OLD_MS = { look: 36 * HOUR_MS, broken: 7 * DAY_MS } as const;

export async function checkBackup({ dataDir }: Where, now: number): Promise<Finding[]> {
  return [judgeBackup(await readLastBackup(dataDir), now)];
}

export function judgeBackup(at: number | null, now: number): Finding {
  const about = 'Backup';
  const how = '"npm run backup -- --keep 7d4w12m --to FOLDER" makes one; run it every night';
  if (at === null)
    return { about, level: 'look', text: `No backup of this site is known. ${how}.` };
  const age = now - at;
  const hours = Math.max(0, Math.floor(age / HOUR_MS));
  const days = Math.floor(hours / 24);
  const old = days < 2 ? `${hours} ${hours === 1 ? 'hour' : 'hours'}` : `${days} days`;
  const text = `The last backup is ${old} old.`;
  if (age < BACKUP_OLD_MS.look) return { about, level: 'ok', text };
  const level = age < BACKUP_OLD_MS.broken ? 'look' : 'broken';
  return { about, level, text: `${text} ${how}, and look why the last ones failed.` };
}
