// The grown engine: PostgreSQL, shared by any number of server processes.
import { readFileSync } from 'node:fs';

import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';

import { StartupError } from '../startup-error.ts';
import type { Database } from './index.ts';
import { migrate } from './migrate.ts';
import { openChannel } from './postgres-channel.ts';
import { preparing } from './postgres-prepared.ts';
import type { Tables } from './tables.ts';

const OLDEST_VERSION = 15;
const CONNECT_TIMEOUT_MS = 5000;
const POOL_SIZE = 10;
/** Any number that no other program on this database uses for its own advisory lock. */
const MIGRATION_LOCK = 5_183_271_944;
const CHANNEL = 'lessons';
const INT8 = pg.types.builtins.INT8;

/** Connects, checks the version and migrates under a lock that all processes share. */
export async function openPostgres(
  url: string,
  onConnectionLost: (error: Error) => void = () => undefined,
): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // Every bigint here is an instant or a count, well inside the safe integers.
    types: {
      getTypeParser: (oid, format): unknown => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)),
    },
  });
  // Without listeners a connection that dies would end the process: while idle, or while it is lent out but
  // between two statements. The next statement on it fails then, and says so.
  pool.on('error', onConnectionLost);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await migratePool(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const channel = openChannel(url, CHANNEL, onConnectionLost);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });
  return {
    engine: 'postgres',
    db,
    limiter: ({ keyPrefix, points, durationSeconds }) =>
      new RateLimiterPostgres({
        storeClient: pool,
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: true,
        keyPrefix,
        points,
        duration: durationSeconds,
      }),
    announce(message) {
      pool.query('select pg_notify($1, $2)', [CHANNEL, message]).catch(onConnectionLost);
    },
    listen: (heard) => channel.listen(heard),
    async close() {
      await channel.close();
      await db.destroy();
    },
  };
}

async function migratePool(pool: pg.Pool): Promise<void> {
  const client = await connect(pool);
  try {
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    );
    const version = rows[0]?.version ?? 0;
    if (version < OLDEST_VERSION)
      throw new StartupError(
        `DATABASE_URL: PostgreSQL ${version} is too old; ${OLDEST_VERSION} or newer is needed.`,
      );
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await client.query(readFileSync(new URL('./limits.sql', import.meta.url), 'utf8'));
    await migrate('postgres', {
      exec: async (sql) => {
        await client.query(sql);
      },
      appliedNames: async () =>
        (await client.query<{ name: string }>('select name from schema_migrations')).rows.map(
          ({ name }) => name,
        ),
      record: async (name) => {
        await client.query('insert into schema_migrations (name, applied_at) values ($1, $2)', [
          name,
          Date.now(),
        ]);
      },
    });
    await client.query('commit');
  } catch (error) {
    // Dropping the connection also drops its transaction and its lock.
    client.release(true);
    throw error;
  }
  client.release();
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (cause) {
    const reason = cause instanceof AggregateError ? String(cause.errors[0]) : String(cause);
    throw new StartupError(`DATABASE_URL: cannot reach PostgreSQL (${reason}).`, { cause });
  }
}
