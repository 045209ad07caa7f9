// The tables of both engines, for moving their rows: columns, types, keys and the order of foreign
// keys. All comes from the schemas themselves.
import type SqliteFile from 'better-sqlite3';
import type pg from 'pg';

import { StartupError } from '../../server/base/startup-error.ts';

/** The types of columns that the schema uses. */
const TYPES = ['text', 'integer', 'bigint', 'bytea'] as const;
export type ColumnType = (typeof TYPES)[number];

export interface MovedTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[];
  /** The columns of the primary key, by which the rows are in one order on both sides. */
  readonly key: readonly string[];
}

/** Counters of abuse limits: the embedded engine has them in a file of their own. */
const NOT_MOVED = 'rate_limits';

/**
 * The tables of the target, parents first. Throws a StartupError if the source has other tables or
 * columns.
 */
export async function listTables(
  source: SqliteFile.Database,
  client: pg.Client,
): Promise<readonly MovedTable[]> {
  const tables = await readTables(client);
  const there = tables.flatMap(({ name, columns }) =>
    columns.map((column) => `${name}.${column.name}`),
  );
  const here = source
    .prepare<[], string>(
      `select m.name || '.' || c.name from sqlite_master m join pragma_table_xinfo(m.name) c
       where m.type = 'table' and m.name not like 'sqlite_%'`,
    )
    .pluck()
    .all();
  const differing = [...new Set(here).symmetricDifference(new Set(there))];
  if (differing.length > 0)
    throw new StartupError(
      `The two databases do not have the same columns: ${differing.toSorted().join(', ')}.`,
    );
  return inOrder(tables, await readParents(client));
}

async function readTables(client: pg.Client): Promise<MovedTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; types: string[] }>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns,
       array_agg(format_type(a.atttypid, a.atttypmod) order by a.attnum) as types
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
       and a.attnum > 0 and not a.attisdropped and c.relname <> $1
     group by c.oid, c.relname order by c.relname`,
    [NOT_MOVED],
  );
  const keys = await readKeys(client);
  return rows.map(({ name, columns, types }) => ({
    name,
    columns: columns.map((column, place) => ({
      name: column,
      type: typeNamed(types[place] ?? '', `${name}.${column}`),
    })),
    key: keys.get(name) ?? [],
  }));
}

/** A column of a new type has to be thought about before it can be moved. */
function typeNamed(type: string, column: string): ColumnType {
  const movable = TYPES.find((each) => each === type);
  if (movable === undefined) throw new Error(`${column} has a type that cannot be moved: ${type}`);
  return movable;
}

async function readKeys(client: pg.Client): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await client.query<{ name: string; key: string[] }>(
    `select c.relname::text as name, array_agg(a.attname::text order by k.place) as key
     from pg_constraint p join pg_class c on c.oid = p.conrelid
       cross join unnest(p.conkey) with ordinality as k(attnum, place)
       join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
     where p.contype = 'p' and c.relnamespace = current_schema()::regnamespace
     group by c.relname`,
  );
  return new Map(rows.map(({ name, key }) => [name, key]));
}

/** Which tables must be filled before a table. A deferred key is checked at the end. */
async function readParents(client: pg.Client): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await client.query<{ name: string; parents: string[] }>(
    `select c.relname::text as name, array_agg(distinct p.relname::text) as parents
     from pg_constraint f join pg_class c on c.oid = f.conrelid
       join pg_class p on p.oid = f.confrelid
     where f.contype = 'f' and not f.condeferrable and f.conrelid <> f.confrelid
       and c.relnamespace = current_schema()::regnamespace
     group by c.relname`,
  );
  return new Map(rows.map(({ name, parents }) => [name, parents]));
}

function inOrder(tables: MovedTable[], parents: ReadonlyMap<string, string[]>): MovedTable[] {
  const ordered: MovedTable[] = [];
  const waiting = new Set(tables);
  while (waiting.size > 0) {
    const names = new Set([...waiting].map(({ name }) => name));
    const next = [...waiting].filter(
      ({ name }) => !(parents.get(name) ?? []).some((parent) => names.has(parent)),
    );
    if (next.length === 0) throw new Error('the foreign keys of the tables form a circle');
    for (const table of next) waiting.delete(table);
    ordered.push(...next);
  }
  return ordered;
}
