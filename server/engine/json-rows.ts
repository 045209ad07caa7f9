// The rows of a subquery as one column of JSON, so that a list with its parts is one statement.
import { type RawBuilder, sql } from 'kysely';

import { hasRowLocks } from './row-locks.ts';
import type { Db } from './types.ts';

declare const shape: unique symbol;

/** The text of a JSON array of such rows. */
export type JsonRows<Row> = string & { readonly [shape]: Row };

/** Aggregates rows in the order of `orderBy`; null without rows. `readRows` reads them. */
export function jsonRows<Row>(
  db: Db,
  columns: { readonly [Name in keyof Row]: RawBuilder<Row[Name]> },
  orderBy: RawBuilder<unknown>,
): RawBuilder<JsonRows<Row> | null> {
  const named = Object.entries<RawBuilder<unknown>>(columns);
  const parts = sql.join(named.flatMap(([name, value]) => [sql.lit(name), value]));
  return hasRowLocks(db)
    ? sql`cast(json_agg(json_build_object(${parts}) order by ${orderBy}) as text)`
    : sql`nullif(json_group_array(json_object(${parts}) order by ${orderBy}), '[]')`;
}

/** The rows of such a column; the database has written them. */
export const readRows = <Row>(text: JsonRows<Row> | null): readonly Row[] =>
  text === null ? [] : (JSON.parse(text) as Row[]);
