// The rows of a subquery, or its only row, as one column of JSON, so that a list with its parts is
// one statement.
import { type RawBuilder, sql } from 'kysely';

import { hasRowLocks } from './row-locks.ts';
import type { Db } from './types.ts';

declare const shape: unique symbol;

/** The text of a JSON object with such a row. */
export type JsonRow<Row> = string & { readonly [shape]: Row };

/** The text of a JSON array of such rows. */
export type JsonRows<Row> = string & { readonly [shape]: readonly Row[] };

type Columns<Row> = { readonly [Name in keyof Row]: RawBuilder<Row[Name]> };

/** The row as one column; null without a row. `readRow` reads it. */
export function jsonRow<Row>(db: Db, columns: Columns<Row>): RawBuilder<JsonRow<Row> | null> {
  return hasRowLocks(db)
    ? sql`cast(json_build_object(${partsOf(columns)}) as text)`
    : sql`json_object(${partsOf(columns)})`;
}

/** Aggregates rows in the order of `orderBy`; null without rows. `readRows` reads them. */
export function jsonRows<Row>(
  db: Db,
  columns: Columns<Row>,
  orderBy: RawBuilder<unknown>,
): RawBuilder<JsonRows<Row> | null> {
  return hasRowLocks(db)
    ? sql`cast(json_agg(json_build_object(${partsOf(columns)}) order by ${orderBy}) as text)`
    : sql`nullif(json_group_array(json_object(${partsOf(columns)}) order by ${orderBy}), '[]')`;
}

/** Each name, and then its value. */
function partsOf<Row>(columns: Columns<Row>): RawBuilder<unknown> {
  const entries = Object.entries<RawBuilder<unknown>>(columns);
  return sql.join(entries.flatMap(([name, value]) => [sql.lit(name), value]));
}

/** The row of such a column; the database has written it. */
export const readRow = <Row>(text: JsonRow<Row> | null): Row | null =>
  text === null ? null : (JSON.parse(text) as Row);

/** The rows of such a column; the database has written them. */
export const readRows = <Row>(text: JsonRows<Row> | null): readonly Row[] =>
  text === null ? [] : (JSON.parse(text) as Row[]);
