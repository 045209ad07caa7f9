// The rows of whole tables, on either engine, for tests of migrations.
import SqliteFile from 'better-sqlite3';
import pg from 'pg';

import type { DatabaseOptions } from '../engine/database.ts';
import { DATABASE_FILE } from '../engine/sqlite.ts';

export type Row = Readonly<Record<string, string | number | null>>;

/** All rows of these tables, ordered by all columns. */
export async function readTables<Table extends string>(
  { databaseUrl, dataDir }: DatabaseOptions,
  tables: readonly Table[],
): Promise<Readonly<Record<Table, Row[]>>> {
  const found: [Table, Row[]][] = [];
  if (databaseUrl === null) {
    const file = new SqliteFile(`${dataDir}/${DATABASE_FILE}`, { readonly: true });
    for (const table of tables)
      found.push([table, file.prepare<[], Row>(`select * from ${table}`).all()]);
    file.close();
  } else {
    const client = new pg.Client({ connectionString: databaseUrl });
    client.setTypeParser(pg.types.builtins.INT8, Number);
    await client.connect();
    for (const table of tables)
      found.push([table, (await client.query<Row>(`select * from ${table}`)).rows]);
    await client.end();
  }
  // The keys are the requested tables.
  return Object.fromEntries(found.map(([table, rows]) => [table, sorted(rows)])) as Record<
    Table,
    Row[]
  >;
}

const keyOf = (row: Row) =>
  JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)));
export const sorted = (rows: readonly Row[]) =>
  rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

/** The rows with a column renamed. */
export const renamed = (rows: readonly Row[], from: string, to: string) =>
  sorted(rows.map(({ [from]: value = null, ...rest }) => ({ ...rest, [to]: value })));
