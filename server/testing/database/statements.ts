// The statements that a piece of code runs, and the engine's plans for them.
import { CompiledQuery, createQueryId, sql } from 'kysely';

import type { Database, Db } from '../../engine/database.ts';
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
export const planOf = (
  { database: { db, engine } }: TestApp,
  query: CompiledQuery,
): Promise<string[]> => (engine === 'sqlite' ? planOfSqlite(db, query) : planOfPostgres(db, query));

async function planOfSqlite(db: Db, { sql: text, parameters }: CompiledQuery): Promise<string[]> {
  const explain = CompiledQuery.raw(`explain query plan ${text}`, [...parameters]);
  const { rows } = await db.executeQuery<{ readonly detail: string }>(explain);
  return rows.map(({ detail }) => detail);
}

async function planOfPostgres(db: Db, { sql: text, parameters }: CompiledQuery): Promise<string[]> {
  const explain = CompiledQuery.raw(
    `explain (analyze, timing off, summary off, costs off) ${text}`,
    [...parameters],
  );
  const { rows } = await db.transaction().execute(async (tx) => {
    // The plan for these values, as outside the tests.
    await sql`set local plan_cache_mode = auto`.execute(tx);
    return tx.executeQuery<{ readonly 'QUERY PLAN': string }>(explain);
  });
  return rows.map((row) => row['QUERY PLAN']);
}
