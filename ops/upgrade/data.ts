// The data of an installation during an upgrade: copies of it, what is migrated in it, and the way
// back.
import { existsSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';

import SqliteFile from 'better-sqlite3';

import { StartupError } from '../../server/base/startup-error.ts';
import { createPrivate } from '../../server/engine/private-files.ts';
import { DATABASE_FILE, lockFolder } from '../../server/engine/sqlite/sqlite.ts';
import { UpgradeFault } from './fault.ts';
import { runAsOwner, makeCopiesFolder, type Installation } from './installation.ts';
import { runSql, writeStatements } from './postgres.ts';
import { runScript } from './programs.ts';
import { EMPTY, refuseWayBack, SCHEMA } from './schema.ts';

const MIB = 1024 * 1024;
/** Room for the journal, the log and the new version's own writes. */
const SPARE_BYTES = 64 * MIB;
const MIGRATIONS = 'select name from schema_migrations order by name';
/** Without it the plans of the first minute are those for small tables. */
const ANALYZE = 'analyze;';
const USERS = `
  select concat_ws(' ', coalesce(nullif(application_name, ''), 'a program'), 'with the role',
    usename, 'from ' || host(client_addr), '(process', pid || ' of PostgreSQL)')
  from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and usename is not null
    and coalesce(backend_type, 'client backend') = 'client backend'
  order by pid`;

export interface Data {
  /** Writes a copy to a file, with the tools of this version. */
  copyTo(version: string, file: string, signal?: AbortSignal): Promise<void>;
  /** The migrations of the database itself. */
  migrations(): Promise<string>;
  /** Why a copy could not be put back once the server is stopped; null if it could. */
  refuseWayBack(): Promise<string | null>;
  /**
   * Replaces the database by a copy; the server must be stopped. Returns a note for the operator,
   * or an empty string.
   */
  restore(version: string, file: string): Promise<string>;
  /** What is connected to it and could write; empty once every server has stopped. */
  users(): Promise<readonly string[]>;
  /** The ending of copies. */
  readonly ending: string;
}

export const openData = (installation: Installation): Data => {
  const { DATABASE_URL: url = '' } = process.env;
  return url === '' ? embeddedData(installation) : onPostgres(installation, url);
};

function embeddedData(installation: Installation): Data {
  const { dataDir, owner } = installation;
  const file = path.join(dataDir, DATABASE_FILE);
  const env = { ...process.env, DATA_DIR: dataDir };
  /** The databases that `restore` has replaced. */
  const listReplaced = () =>
    runAsOwner(owner, () =>
      readdirSync(dataDir).filter((name) => name.startsWith(`${DATABASE_FILE}.until-`)),
    );
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
      return runAsOwner(owner, () => {
        const database = new SqliteFile(file, { readonly: true });
        try {
          return JSON.stringify(database.prepare(MIGRATIONS).all());
        } finally {
          database.close();
        }
      });
    },
    async refuseWayBack() {
      return null;
    },
    async restore(version, copy) {
      const earlier = new Set(listReplaced());
      const words = await runScript(version, ['restore', copy], 'The copy could not be put back.', {
        owner,
        env,
      });
      const folder = makeCopiesFolder(installation);
      const replaced = listReplaced().filter((name) => !earlier.has(name));
      try {
        // Among the copies, it is removed with them. Older versions' `restore` leaves it here.
        runAsOwner(owner, () => {
          for (const name of replaced)
            renameSync(path.join(dataDir, name), path.join(folder, name));
        });
      } catch (error) {
        // The site comes back all the same.
        return `${words}It could not be moved to ${folder}: remove it by hand once you are sure. (${String(error)})`;
      }
      return words.replaceAll(`${file}.until-`, path.join(folder, `${DATABASE_FILE}.until-`));
    },
    async users() {
      try {
        runAsOwner(owner, () => lockFolder(dataDir).close());
        return [];
      } catch (error) {
        if (error instanceof StartupError) return ['a server'];
        throw error;
      }
    },
  };
}

function onPostgres({ dataDir, owner }: Installation, url: string): Data {
  const postgres = { url, owner, cwd: dataDir };
  return {
    ending: 'dump',
    async copyTo(version, to, signal) {
      await runScript(version, ['backup', to], 'The database could not be copied with pg_dump.', {
        owner,
        ...(signal === undefined ? {} : { signal }),
      });
    },
    async migrations() {
      const names = await runSql(postgres, ['-c', MIGRATIONS], 'The database could not be read.');
      return JSON.stringify(names.map((name) => ({ name })));
    },
    refuseWayBack: () => refuseWayBack(postgres),
    // All of it in one transaction, and only once the copy could be read to its end.
    async restore(_version, copy) {
      const failure = `The copy ${copy} could not be put back; the database was not changed.`;
      const statements = `${copy}.sql`;
      const putBack = async (hasRights: boolean) => {
        try {
          runAsOwner(owner, () => {
            rmSync(statements, { force: true });
            createPrivate(statements);
          });
          const [schema = ''] = await runSql(postgres, ['-c', SCHEMA], failure);
          const part = { schema, hasRights };
          await writeStatements(copy, { to: statements, part, postgres, failure });
          const all = ['--single-transaction', '-c', EMPTY, '-f', statements, '-c', ANALYZE];
          await runSql(postgres, all, failure);
        } finally {
          runAsOwner(owner, () => rmSync(statements, { force: true }));
        }
      };
      try {
        await putBack(true);
        return '';
      } catch (error) {
        if (!(error instanceof UpgradeFault)) throw error;
        // Somebody else's grants must not keep the site down.
        await putBack(false);
        return `The copy was put back without what other roles may do with its tables: grant it again. ${error.message}`;
      }
    },
    // A role sees the kind of its own processes alone; those of PostgreSQL itself have no role.
    async users() {
      return runSql(postgres, ['-c', USERS], 'The database could not be read.');
    },
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

const BEFORE = 'before-';

/** The copy from before a switch. */
export const copyBefore = (installation: Installation, version: string, ending: string) =>
  path.join(
    makeCopiesFolder(installation),
    `${BEFORE}${path.basename(version)}-${Date.now()}.${ending}`,
  );

/** Removes all that earlier upgrades have left, but the latest copy from before a switch. */
export function removeLeftovers(installation: Installation): void {
  const folder = makeCopiesFolder(installation);
  const madeAt = (file: string) => Number(/(\d+)\.\w+$/.exec(file)?.[1] ?? 0);
  const latest = runAsOwner(installation.owner, () => readdirSync(folder))
    .filter((name) => name.startsWith(BEFORE))
    .toSorted((one, other) => madeAt(one) - madeAt(other))
    .at(-1);
  removeCopies(installation, (file) => path.basename(file) !== latest);
}

/**
 * Removes copies of earlier upgrades, of killed trials and of what a roll-back has replaced: they
 * contain people's data, and nobody needs them any more.
 */
export function removeCopies(installation: Installation, isObsolete: (file: string) => boolean) {
  const folder = makeCopiesFolder(installation);
  runAsOwner(installation.owner, () => {
    for (const name of readdirSync(folder)) {
      const file = path.join(folder, name);
      if (isObsolete(file)) rmSync(file, { recursive: true, force: true });
    }
  });
}
