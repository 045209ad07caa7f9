// Finds text anywhere in a database: in every column of every table that is not a number.
import { sql } from 'kysely';

import type { Database } from '../../engine/database.ts';

export interface Column {
  readonly table: string;
  readonly column: string;
}

/** Read from the database itself, so that new tables and columns are included automatically. */
export async function textColumns({
  db,
  engine,
}: Pick<Database, 'db' | 'engine'>): Promise<Column[]> {
  const query =
    engine === 'sqlite'
      ? sql<Column>`
          select m.name as "table", c.name as "column" from sqlite_master m join pragma_table_info(m.name) c
          where m.type = 'table' and lower(c.type) not in ('integer', 'bigint') order by m.name, c.cid`
      : sql<Column>`
          select table_name as "table", column_name as "column" from information_schema.columns
          where table_schema = current_schema() and data_type not in ('integer', 'bigint')
          order by table_name, ordinal_position`;
  return (await query.execute(db)).rows;
}

/** Each 'table.column' with the marks found in it, ignoring case. */
export async function findTraces(
  database: Pick<Database, 'db' | 'engine'>,
  marks: string[],
): Promise<Map<string, string[]>> {
  const traces = new Map<string, string[]>();
  for (const { table, column } of await textColumns(database)) {
    const { rows } = await sql<{ value: unknown }>`
      select distinct ${sql.ref(column)} as value from ${sql.table(table)}`.execute(database.db);
    const words = rows.map(({ value }) => String(value).toLowerCase());
    const matches = marks.filter((mark) => words.some((word) => word.includes(mark.toLowerCase())));
    if (matches.length > 0) traces.set(`${table}.${column}`, matches);
  }
  return traces;
}
