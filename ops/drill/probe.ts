// What a node's PostgreSQL says to a statement, and which refusals the drill expects.
import pg from 'pg';

const PROBE_MS = 4000;
/** In the database 'postgres': what is written there is no booking. */
export const PROBE_TABLE = 'drill_probe';

/** 'away' if it is down, starting, shutting down, cut off or does not confirm in time. */
export type Outcome = 'done' | 'read-only' | 'away';

const READ_ONLY = '25006';
/** Shuts down by order or by a crash, starts or recovers. */
const STATES = ['57P01', '57P02', '57P03'];
const SYSTEM = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'];
/** What pg says of a connection that ended or was not answered in time. */
const MESSAGES = [
  'timeout expired',
  'Query read timeout',
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
];

/** Throws what is no refusal: a wrong password or a missing table would look like one. */
export function outcomeOf(error: unknown): Outcome {
  const message = error instanceof Error ? error.message : '';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === READ_ONLY) return 'read-only';
  if (STATES.includes(code) || SYSTEM.includes(code) || MESSAGES.includes(message)) return 'away';
  throw new Error('a node refused the probe of the drill for a reason of its own', {
    cause: error,
  });
}

export interface Login {
  readonly port: number;
  readonly user: string;
  readonly password: string;
}

/** What a statement returns there, or why it did not run. */
export async function tell(
  login: Login,
  statement: string,
): Promise<{ readonly outcome: Outcome; readonly rows: number }> {
  const client = new pg.Client({
    ...login,
    host: '127.0.0.1',
    database: 'postgres',
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rowCount } = await client.query(statement);
    return { outcome: 'done', rows: rowCount ?? 0 };
  } catch (error) {
    return { outcome: outcomeOf(error), rows: 0 };
  } finally {
    void client.end().catch(() => undefined);
  }
}
