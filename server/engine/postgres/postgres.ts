// The PostgreSQL engine, shared by any number of server processes.
import { readFileSync } from 'node:fs';

import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';

import type { Tables } from '../../schema/tables.ts';
import type { Migration } from '../../schema/triggers.ts';
import { StartupError } from '../../startup-error.ts';
import { reasonOf } from '../away.ts';
import { migrate } from '../migrate.ts';
import type { Database, DatabaseOptions } from '../types.ts';
import { readPostgresAddress } from './address.ts';
import { openChannel } from './channel.ts';
import { createClient, type SingleClient, within } from './client.ts';
import { openConnections } from './pool.ts';
import { requireNoPooler } from './pooler.ts';
import { openReplica } from './replica.ts';
import { chooseServer, type Servers } from './servers.ts';
import { createTransactor, wasEnded } from './transactor.ts';

export const OLDEST_VERSION = 15;
/** Limits at startup: to connect, and to report the server version. */
const START_MS = 5000;
/** An arbitrary number that no other program on this database uses for an advisory lock. */
const MIGRATION_LOCK = 5_183_271_944;
const CHANNEL = 'announcements';
/** Announcements are batched for this long, too short for viewers to notice. */
const ANNOUNCE_MS = 20;

/** Connects, checks the server and migrates under a lock that all processes share. */
export async function openPostgres(
  url: string,
  {
    onConnectionLost = () => undefined,
    onReplica = () => undefined,
    readUrl = null,
    migrations,
  }: Pick<DatabaseOptions, 'onConnectionLost' | 'onReplica' | 'readUrl' | 'migrations'>,
): Promise<Database> {
  const servers = chooseServer(readPostgresAddress(url) ?? [url]);
  await prepareDatabase(servers, migrations);
  const connections = openConnections(servers, onConnectionLost);
  const channel = openChannel(servers, CHANNEL, onConnectionLost);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: connections }) });
  const replica =
    readUrl === null
      ? null
      : openReplica({
          url: readUrl,
          primary: db,
          askPrimary: (text, values) => connections.query(text, values),
          onChange: onReplica,
        });
  const announcements = gatherAnnouncements((messages) =>
    connections
      .query('select pg_notify($1, message) from unnest($2::text[]) as message', [
        CHANNEL,
        messages,
      ])
      .then(() => undefined, onConnectionLost),
  );
  const announce = (message: string) => announcements.announce(message);
  return {
    engine: 'postgres',
    db,
    replica,
    transact: createTransactor(db, announce),
    limiter: ({ keyPrefix, points, durationSeconds }) =>
      new RateLimiterPostgres({
        storeClient: {
          query: ({ text, values }: { text: string; values: readonly unknown[] }) =>
            connections.query(text, values),
        },
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: true,
        keyPrefix,
        points,
        duration: durationSeconds,
      }),
    announce,
    listen: (heard) => channel.listen(heard),
    // The vacuum of PostgreSQL removes deleted rows.
    eraseDeleted: async () => true,
    pools: () => connections.use(),
    async close() {
      await announcements.flush();
      await channel.close();
      await replica?.close();
      await db.destroy();
    },
  };
}

/**
 * Batches the announcements of a few milliseconds, because each NOTIFY waits for all others on the
 * server.
 */
function gatherAnnouncements(send: (messages: readonly string[]) => Promise<void>) {
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  async function flush(): Promise<void> {
    if (timer === null) return;
    clearTimeout(timer);
    timer = null;
    const messages = [...waiting];
    waiting.clear();
    await send(messages);
  }
  return {
    announce(message: string) {
      waiting.add(message);
      timer ??= setTimeout(() => void flush(), ANNOUNCE_MS);
    },
    flush,
  };
}

async function prepareDatabase(servers: Servers, migrations?: readonly Migration[]): Promise<void> {
  const opened: SingleClient[] = [];
  const open = async () => {
    // No statement timeout: a migration, or waiting for that of another process, may take long.
    const single = createClient({
      connectionString: await servers.current(),
      connectionTimeoutMillis: START_MS,
    });
    opened.push(single);
    await single.client.connect();
    return single.client;
  };
  try {
    const client = await requireReachable(async () => {
      const first = await open();
      await requireSupportedVersion(first);
      await requireNoPooler(first, await open());
      return first;
    });
    await migrateAlone(client, migrations);
  } finally {
    // Closing also rolls back an open transaction and releases its lock.
    for (const { close } of opened) void close();
  }
}

async function requireReachable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof StartupError) throw cause;
    throw new StartupError(`DATABASE_URL: cannot reach PostgreSQL (${reasonOf(cause)}).`, {
      cause,
    });
  }
}

/** Throws a StartupError when the server is older than the product needs. */
export async function requireSupportedVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    within(START_MS, {
      text: `select current_setting('server_version_num')::int / 10000 as version`,
    }),
  );
  const version = rows[0]?.version ?? 0;
  if (version < OLDEST_VERSION)
    throw new StartupError(
      `DATABASE_URL: PostgreSQL ${version} is too old; ${OLDEST_VERSION} or newer is needed.`,
    );
}

/** Throws a StartupError when another process using the database blocked the migration. */
async function migrateAlone(client: pg.Client, migrations?: readonly Migration[]): Promise<void> {
  try {
    await migrateWith(client, migrations);
  } catch (cause) {
    if (!wasEnded(cause)) throw cause;
    throw new StartupError(
      'DATABASE_URL: another process is using this database, so it could not be migrated. Nothing has changed. Stop all processes of the older version and start again.',
      { cause },
    );
  }
}

/**
 * A statement of a process that was killed would otherwise run to its end and keep its locks, and
 * the next process would wait for it. PostgreSQL on Windows has no such check.
 */
const NOTICE_DEATH = `select set_config('client_connection_check_interval', '1s', false)
  where version() !~* 'visual c|mingw'`;

async function migrateWith(client: pg.Client, migrations?: readonly Migration[]): Promise<void> {
  await beginAlone(client);
  await makeSchema(client, migrations);
  await client.query('commit');
}

/** Begins a transaction that changes the schema: one at a time in all processes. */
export async function beginAlone(client: pg.Client): Promise<void> {
  await client.query(NOTICE_DEATH);
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
}

/** Applies the missing migrations in the transaction of the client. */
export async function makeSchema(
  client: pg.Client,
  migrations?: readonly Migration[],
): Promise<void> {
  await client.query(readFileSync(new URL('../limits.sql', import.meta.url), 'utf8'));
  const runner = {
    exec: async (sql: string) => {
      await client.query(sql);
    },
    appliedNames: async () =>
      (await client.query<{ name: string }>('select name from schema_migrations')).rows.map(
        ({ name }) => name,
      ),
    record: async (name: string) => {
      await client.query('insert into schema_migrations (name, applied_at) values ($1, $2)', [
        name,
        Date.now(),
      ]);
    },
  };
  await migrate('postgres', runner, migrations);
}
