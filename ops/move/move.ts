// Copies the embedded database into an empty PostgreSQL database, in one transaction, and compares
// both before it commits.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import SqliteFile from 'better-sqlite3';
import type pg from 'pg';

import { StartupError } from '../../server/base/startup-error.ts';
import { reasonOf } from '../../server/engine/away.ts';
import { findMissing } from '../../server/engine/migrate.ts';
import { readPostgresAddress } from '../../server/engine/postgres/address.ts';
import {
  beginAlone,
  makeSchema,
  OF_SERVER,
  withUsableServer,
} from '../../server/engine/postgres/prepare.ts';
import { chooseServer } from '../../server/engine/postgres/servers.ts';
import { findObjection, recordedMigrations } from '../../server/engine/sqlite/completeness.ts';
import { DATABASE_FILE, lockFolder } from '../../server/engine/sqlite/sqlite.ts';
import { comparedSums } from '../../server/schema/beyond-constraints.ts';
import type { Migration } from '../../server/schema/triggers.ts';
import { copyRows, type Digest, digestSource, digestTarget } from './moved-rows.ts';
import { listTables, type MovedTable } from './moved-tables.ts';

interface MoveResult {
  readonly tables: number;
  readonly rows: number;
  /** What both sides were found to have alike, in words. */
  readonly sums: readonly string[];
}

interface Move {
  readonly dataDir: string;
  readonly address: string;
  /** The migrations that the source must have recorded. */
  readonly migrations?: readonly Migration[];
  /** Called after each table. */
  readonly onTable?: (name: string, rows: number) => void;
}

/**
 * Moves the data. Throws a StartupError that says why not; the target is then as empty as it was.
 * The source is never written to.
 */
export async function moveToPostgres({
  dataDir,
  address,
  onTable,
  migrations,
}: Move): Promise<MoveResult> {
  const servers = readPostgresAddress(address);
  if (servers === null)
    throw new StartupError(
      'The target must be a PostgreSQL address: postgres://user:password@host/name',
    );
  const path = join(dataDir, DATABASE_FILE);
  if (!existsSync(path)) throw new StartupError(`There is no database at ${path}.`);
  const lock = lockFolder(dataDir);
  try {
    const source = openSource(path, migrations);
    try {
      return await connect(servers, (client) => moveAll(source, client, onTable));
    } finally {
      source.close();
    }
  } finally {
    lock.close();
  }
}

/** Throws a StartupError unless the file is a whole database of exactly this version. */
function openSource(path: string, migrations?: readonly Migration[]): SqliteFile.Database {
  const source = new SqliteFile(path, { readonly: true, fileMustExist: true });
  try {
    source.exec('begin');
    const objection = findObjection(source);
    if (objection !== null)
      throw new StartupError(objection.replace('The copy', `The database ${path}`));
    if (findMissing(recordedMigrations(source), migrations) !== null)
      throw new StartupError(
        `The database ${path} is of an older version. Start the server of this version with it once, stop it, and move then.`,
      );
    return source;
  } catch (cause) {
    source.close();
    if (cause instanceof StartupError) throw cause;
    throw new StartupError(`The database ${path} cannot be read (${reasonOf(cause)}).`, { cause });
  }
}

/** Throws a StartupError that says why not; the server would refuse such a target too. */
async function connect<T>(servers: readonly string[], work: (client: pg.Client) => Promise<T>) {
  try {
    return await withUsableServer(chooseServer(servers), work);
  } catch (cause) {
    const reason = reasonOf(cause);
    const isOwn = cause instanceof StartupError;
    if (isOwn && !reason.startsWith(OF_SERVER)) throw cause;
    const why = isOwn ? reason.slice(OF_SERVER.length) : `${reason}.`;
    throw new StartupError(
      `The data could not be moved, and the target is as empty as it was: ${why}`,
      { cause },
    );
  }
}

async function moveAll(source: SqliteFile.Database, client: pg.Client, onTable: Move['onTable']) {
  await beginAlone(client);
  await requireEmpty(client);
  await makeSchema(client);
  const tables = await listTables(source, client);
  const quoted = tables.map(({ name }) => `"${name}"`);
  // The migrations have written first rows, such as the settings.
  await client.query(`truncate ${quoted.join(', ')}`);
  // The rows already have what the triggers would add.
  for (const name of quoted) await client.query(`alter table ${name} disable trigger user`);
  for (const table of tables) {
    const { rows } = await copyRows(source, client, table);
    onTable?.(table.name, rows);
  }
  await client.query('set constraints all immediate');
  for (const name of quoted) await client.query(`alter table ${name} enable trigger user`);
  const moved = await compareSides(source, client, tables);
  for (const name of quoted) await client.query(`analyze ${name}`);
  try {
    await client.query('commit');
  } catch (cause) {
    throw new StartupError(
      `The connection was lost at the very end (${reasonOf(cause)}). Run the command again: it says whether the target has the data.`,
      { cause },
    );
  }
  return moved;
}

/** Throws a StartupError if the target has a table or function of anybody. */
async function requireEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ found: string | null }>(
    `select (
       select n.nspname || '.' || o.name from (
         select oid, relname as name, relnamespace as namespace from pg_class
         union all select oid, proname, pronamespace from pg_proc) o
       join pg_namespace n on n.oid = o.namespace
       where n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
         and not exists (select 1 from pg_depend d where d.objid = o.oid and d.deptype = 'e')
       order by 1 limit 1) as found`,
  );
  const { found = null } = rows[0] ?? {};
  if (found !== null)
    throw new StartupError(
      `The target is not empty: it has ${found}. Make an empty database, for example with createdb, and move into that.`,
    );
}

/**
 * Compares the number of rows, a hash of all values and the sums of both sides. Throws a
 * StartupError that names every table that differs.
 */
export async function compareSides(
  source: SqliteFile.Database,
  client: pg.Client,
  tables: readonly MovedTable[],
): Promise<MoveResult> {
  const different: string[] = [];
  let rows = 0;
  for (const table of tables) {
    const [here, there] = [digestSource(source, table), await digestTarget(client, table)];
    rows += here.rows;
    if (!isSame(here, there))
      different.push(
        here.rows === there.rows
          ? `${table.name} (${here.rows} rows, with other values)`
          : `${table.name} (${here.rows} rows, but ${there.rows} in the target)`,
      );
  }
  const sums: string[] = [];
  for (const [what, query] of comparedSums) {
    const here = String(source.prepare(query).pluck().safeIntegers().get());
    const answer = await client.query<unknown[]>({ text: query, rowMode: 'array' });
    const there = String(answer.rows[0]?.[0]);
    if (here === there) sums.push(`${what}: ${here}`);
    else different.push(`${what} (${here}, but ${there} in the target)`);
  }
  if (different.length > 0)
    throw new StartupError(
      `The copy differs from the database and was undone: ${different.join('; ')}.`,
    );
  return { tables: tables.length, rows, sums };
}

const isSame = (one: Digest, other: Digest) => one.rows === other.rows && one.hash === other.hash;
