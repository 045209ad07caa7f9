// Detects a pooler in transaction mode. It lends a server connection for one transaction only, so
// prepared statements, settings and LISTEN would not survive into the next.
import type pg from 'pg';

import { StartupError } from '../../base/startup-error.ts';
import { within } from './client.ts';

const ROUNDS = 3;
const ANSWER_MS = 5000;

/** Throws a StartupError when two open connections share server sessions. */
export async function requireNoPooler(first: pg.Client, second: pg.Client): Promise<void> {
  if (await shareSessions(first, second))
    throw new StartupError(
      'DATABASE_URL: this is a pooler in transaction mode; use one in session mode, or PostgreSQL itself.',
    );
}

async function shareSessions(first: pg.Client, second: pg.Client): Promise<boolean> {
  const own = await sessionOf(first);
  for (let round = 0; round < ROUNDS; round += 1) {
    const other = await sessionOf(second);
    if (other === own) return true;
    await ask(second, 'begin');
    // While the second connection occupies a session, a pooler has to give the first another one.
    const inTransaction = await sessionOf(second);
    if (inTransaction !== other || (await sessionOf(first)) !== own) return true;
    await ask(second, 'rollback');
  }
  return false;
}

const ask = <Row extends pg.QueryResultRow>(client: pg.Client, text: string) =>
  client.query<Row>(within(ANSWER_MS, { text }));

async function sessionOf(client: pg.Client): Promise<number> {
  const { rows } = await ask<{ pid: number }>(client, 'select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}
