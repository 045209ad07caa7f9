// The data of an installation during an upgrade: copies of it, what is migrated in it, and the way
// back.
import { existsSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';

import SqliteFile from 'better-sqlite3';
import pg from 'pg';

import { DATABASE_FILE, lockFolder } from '../../server/engine/sqlite.ts';
import { StartupError } from '../../server/startup-error.ts';
import { UpgradeFault } from './fault.ts';
import { copiesFolder, type Installation } from './installation.ts';
import { runProgram, runScript } from './programs.ts';

const MIB = 1024 * 1024;
/** Room for the journal, the log and the new version's own writes. */
const SPARE_BYTES = 64 * MIB;
const MIGRATIONS = 'select name from schema_migrations order by name';

export interface Data {
  /** Writes a copy to a file, with the tools of this version. */
  copyTo(version: string, file: string, signal?: AbortSignal): Promise<void>;
  /** The migrations of the database itself. */
  migrations(): Promise<string>;
  /** Puts a copy in the place of the database; the server must be stopped. */
  putBack(version: string, file: string): Promise<void>;
  /** Whether the server has let go of it; null if that cannot be seen. */
  isFree(): boolean | null;
  /** The ending of copies. */
  readonly ending: string;
}

export const openData = (installation: Installation): Data => {
  const { DATABASE_URL: url = '' } = process.env;
  return url === '' ? embedded(installation) : onPostgres(installation, url);
};

function embedded(installation: Installation): Data {
  const { dataDir, owner } = installation;
  const file = path.join(dataDir, DATABASE_FILE);
  const env = { ...process.env, DATA_DIR: dataDir };
  return {
    ending: 'db',
    async copyTo(version, to, signal) {
      requireSpace(dataDir, existsSync(file) ? statSync(file).size : 0);
      await runScript(version, ['backup', to], 'The database could not be copied.', {
        owner,
        env,
        ...(signal === undefined ? {} : { signal }),
      });
    },
    async migrations() {
      const database = new SqliteFile(file, { readonly: true });
      try {
        return JSON.stringify(database.prepare(MIGRATIONS).all());
      } finally {
        database.close();
      }
    },
    async putBack(version, copy) {
      await runScript(version, ['restore', copy], 'The copy could not be put back.', {
        owner,
        env,
      });
    },
    isFree() {
      try {
        lockFolder(dataDir).close();
        return true;
      } catch (error) {
        if (error instanceof StartupError) return false;
        throw error;
      }
    },
  };
}

function onPostgres({ site, owner }: Installation, url: string): Data {
  return {
    ending: 'dump',
    async copyTo(version, to, signal) {
      await runScript(version, ['backup', to], 'The database could not be copied with pg_dump.', {
        owner,
        ...(signal === undefined ? {} : { signal }),
      });
    },
    async migrations() {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        return JSON.stringify((await client.query(MIGRATIONS)).rows);
      } finally {
        await client.end();
      }
    },
    // All of it in one transaction, so that it is there again completely or not at all.
    async putBack(_version, copy) {
      await runProgram(
        [
          'sh',
          '-c',
          `set -e
           { echo 'drop schema public cascade; create schema public;'
             pg_restore --no-owner --no-privileges --schema=public -f - "$1" |
               grep -v '^CREATE SCHEMA public;$'; } |
             psql --quiet --no-psqlrc --single-transaction -v ON_ERROR_STOP=1 "$2" >/dev/null`,
          '-',
          copy,
          url,
        ],
        `The copy ${copy} could not be put back.`,
        { cwd: site },
      );
    },
    isFree: () => null,
  };
}

/** Throws before a copy is begun that would fill the disk. */
function requireSpace(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const missing = bytes + SPARE_BYTES - bavail * bsize;
  if (missing > 0)
    throw new UpgradeFault(
      `The disk of ${folder} lacks ${Math.ceil(missing / MIB)} MB for a copy of the database: make room, then upgrade again.`,
    );
}

/** Copies of earlier upgrades hold people's data and have served. */
export function removeCopies(installation: Installation, except: string | null): void {
  const folder = copiesFolder(installation);
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (file !== except) rmSync(file, { recursive: true, force: true });
  }
}
