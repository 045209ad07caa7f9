// The statements that a piece of code runs, and the engine's plans for them.
import { CompiledQuery, createQueryId } from 'kysely';

import type { Database } from '../../engine/database.ts';
import type { TestApp } from '../app.ts';
import { watch } from './failing.ts';

/** The queries that `act` runs on the database it is given. */
export async function queriesOf(
  { database }: TestApp,
  act: (database: Database) => Promise<unknown>,
): Promise<CompiledQuery[]> {
  const queries: CompiledQuery[] = [];
  const record: Parameters<typeof watch>[1] = (node) => {
    if (node.kind === 'SelectQueryNode')
      queries.push(database.db.getExecutor().compileQuery(node, createQueryId()));
  };
  await act(watch(database, record));
  return queries;
}

/** The lines of a query's plan, which PostgreSQL measures while it runs the query. */
export async function planOf(
  { database: { db, engine } }: TestApp,
  { sql, parameters }: CompiledQuery,
): Promise<string[]> {
  const explain =
    engine === 'sqlite'
      ? 'explain query plan'
      : 'explain (analyze, timing off, summary off, costs off)';
  const { rows } = await db.executeQuery<{ readonly detail: string; 'QUERY PLAN': string }>(
    CompiledQuery.raw(`${explain} ${sql}`, [...parameters]),
  );
  return rows.map((row) => (engine === 'sqlite' ? row.detail : row['QUERY PLAN']));
}
