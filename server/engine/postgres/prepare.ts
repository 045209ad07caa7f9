// Before PostgreSQL is used: checks the server, the role and the database, and migrates alone.
import pg from 'pg';

import { StartupError } from '../../base/startup-error.ts';
import type { Migration } from '../../schema/triggers.ts';
import { reasonOf, codeOf } from '../away.ts';
import { LIMITS_TABLE } from '../limits-table.ts';
import { migrate } from '../migrate.ts';
import { createClient, type SingleClient, within } from './client.ts';
import type { Servers } from './servers.ts';
import { mustRetry } from './transactor.ts';

/** Whose rights and settings are at fault. */
interface ServerSession {
  readonly role: string;
  readonly database: string;
  /** The server is a standby, which never takes writes. */
  readonly isStandby: boolean;
}

const quoted = pg.escapeIdentifier;

/** Another program's table, or one of a copy that was restored in part. */
const describeForeignTables = ({ role }: ServerSession, reason: string) =>
  `the database has tables that this server has not made (${reason}). Use an empty one: create database other_name owner ${quoted(role)} encoding 'UTF8' template template0`;

/** How the sentences about a server begin. */
export const OF_SERVER = 'DATABASE_URL: ';

/** Faults of the rights, settings and resources of a server, by SQLSTATE. */
const FAULTS: Readonly<Record<string, (session: ServerSession, reason: string) => string>> = {
  // A wrong password, and a role that may not sign in or has no line in pg_hba.conf.
  '28P01': ({ role }, reason) =>
    `PostgreSQL refuses the password (${reason}). Set it with: alter role ${quoted(role)} password '...'`,
  28000: ({ role }, reason) =>
    `PostgreSQL does not let this role in (${reason}). Run: alter role ${quoted(role)} login; or add a line for it to pg_hba.conf`,
  '3D000': ({ role, database }, reason) =>
    `${reason}. Run: create database ${quoted(database)} owner ${quoted(role)} encoding 'UTF8' template template0`,
  '3F000': ({ role, database }, reason) =>
    `there is no schema to make tables in (${reason}). Run: alter role ${quoted(role)} in database ${quoted(database)} reset search_path`,
  42501: ({ role, database }, reason) =>
    /permission denied for database/.test(reason)
      ? `this role may not use the database (${reason}). Run: alter database ${quoted(database)} owner to ${quoted(role)}`
      : /permission denied for schema/.test(reason)
        ? `this role may not make tables (${reason}). Run: alter database ${quoted(database)} owner to ${quoted(role)}; or in that database: grant usage, create on schema public to ${quoted(role)}`
        : `the tables belong to another role (${reason}). Restore the copy with: pg_restore --no-owner --role=${quoted(role)}; or run: reassign owned by their_owner to ${quoted(role)}`,
  '42P07': describeForeignTables,
  42710: describeForeignTables,
  42723: describeForeignTables,
  25006: ({ role, database, isStandby }, reason) =>
    isStandby
      ? `this server is a standby and takes no writes (${reason}). Name the primary, or both`
      : `the database takes no writes (${reason}). Once it has room, run: alter database ${quoted(database)} reset default_transaction_read_only; alter role ${quoted(role)} reset default_transaction_read_only`,
  57014: ({ role }, reason) =>
    `PostgreSQL ended a statement too early (${reason}). Run: alter role ${quoted(role)} reset statement_timeout`,
  '25P03': ({ role }, reason) =>
    `PostgreSQL ended the session too early (${reason}). Run: alter role ${quoted(role)} reset idle_in_transaction_session_timeout`,
  '25P04': ({ role }, reason) =>
    `PostgreSQL ended a transaction too early (${reason}). Run: alter role ${quoted(role)} reset transaction_timeout`,
  '57P05': ({ role }, reason) =>
    `PostgreSQL ended the session too early (${reason}). Run: alter role ${quoted(role)} reset idle_session_timeout`,
  53300: ({ role }, reason) =>
    `PostgreSQL has no connection left (${reason}). Raise max_connections, or run: alter role ${quoted(role)} connection limit -1`,
  53100: (_, reason) => `the disk of PostgreSQL is full (${reason}). Make room there`,
};

/** One sentence, without the name of the setting; null for a fault that is none of the server's. */
export function describeStartFault(error: unknown, session: ServerSession): string | null {
  const describe = FAULTS[codeOf(error)];
  // Nothing of the password: PostgreSQL's messages name roles, databases and tables alone.
  return describe === undefined ? null : `${describe(session, reasonOf(error))}.`;
}

export const OLDEST_VERSION = 15;

/** Limits at startup: to connect, and for each answer before the migration. */
const START_MS = 5000;

/** An arbitrary number that no other program on this database uses for an advisory lock. */
const MIGRATION_LOCK = 5_183_271_944;

/**
 * Settings against other defaults of a role or a database: a migration, or waiting for another
 * process's, may take long, and it needs read committed. The last two settings came with PostgreSQL
 * 14 and 17, so they must not fail on an older server, which is only refused later.
 */
const UNLIMITED = [
  'set statement_timeout = 0',
  'set lock_timeout = 0',
  'set idle_in_transaction_session_timeout = 0',
  `set default_transaction_isolation = 'read committed'`,
  ...['idle_session_timeout', 'transaction_timeout'].map(
    (name) => `select set_config('${name}', '0', false)
      where current_setting('${name}', true) is not null`,
  ),
].join('; ');

export async function prepareDatabase(
  servers: Servers,
  migrations?: readonly Migration[],
): Promise<void> {
  await withUsableServer(servers, (client) => migrateAlone(client, migrations));
}

/**
 * Connects and runs `work` without limits of time, if the server, the role and the database can be
 * used. Throws a StartupError that says why not.
 */
export async function withUsableServer<T>(
  servers: Servers,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const opened: SingleClient[] = [];
  const open = async () => {
    const single = createClient({
      connectionString: await servers.current(),
      connectionTimeoutMillis: START_MS,
    });
    opened.push(single);
    await single.client.connect();
    await single.client.query(within(START_MS, { text: UNLIMITED }));
    return single.client;
  };
  try {
    const client = await requireReachable(opened, async () => {
      const first = await open();
      await requireSupportedVersion(first);
      await requireUtf8(first);
      await requireNoPooler(first, await open());
      return first;
    });
    return await withDescribedFaults(opened, () => work(client));
  } finally {
    // Closing also rolls back an open transaction and releases its lock.
    for (const { close } of opened) void close();
  }
}

async function requireReachable<T>(opened: SingleClient[], work: () => Promise<T>): Promise<T> {
  try {
    return await withDescribedFaults(opened, work);
  } catch (cause) {
    if (cause instanceof StartupError) throw cause;
    throw new StartupError(`${OF_SERVER}cannot reach PostgreSQL (${reasonOf(cause)}).`, {
      cause,
    });
  }
}

/** Puts the faults of the server, the role and the database into words. */
async function withDescribedFaults<T>(opened: SingleClient[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const fault = describeStartFault(cause, await readSession(opened.at(0)?.client));
    if (fault === null) throw cause;
    throw new StartupError(`${OF_SERVER}${fault}`, { cause });
  }
}

/** What is known about the session of a client, which may have failed. */
async function readSession(client: pg.Client | undefined): Promise<ServerSession> {
  const defaults = { role: client?.user ?? '', database: client?.database ?? '', isStandby: false };
  if (client === undefined) return defaults;
  try {
    await client.query(within(START_MS, { text: 'rollback' }));
    const { rows } = await client.query<{ standby: boolean }>(
      within(START_MS, { text: 'select pg_is_in_recovery() as standby' }),
    );
    return { ...defaults, isStandby: rows[0]?.standby === true };
  } catch {
    // The connection itself has failed, which is the fault to be reported.
    return defaults;
  }
}

/** Throws a StartupError when the server is older than the product needs. */
async function requireSupportedVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    within(START_MS, {
      text: `select current_setting('server_version_num')::int / 10000 as version`,
    }),
  );
  const version = rows[0]?.version ?? 0;
  if (version < OLDEST_VERSION)
    throw new StartupError(
      `${OF_SERVER}PostgreSQL ${version} is too old; ${OLDEST_VERSION} or newer is needed.`,
    );
}

/** Throws a StartupError when the database cannot store every name. */
async function requireUtf8(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>(
    within(START_MS, { text: `select current_setting('server_encoding') as encoding` }),
  );
  const encoding = rows[0]?.encoding;
  if (encoding !== 'UTF8')
    throw new StartupError(
      `${OF_SERVER}the database stores texts as ${encoding}. Make it with: createdb --encoding=UTF8 --template=template0.`,
    );
}

/** Throws a StartupError when another process using the database blocked the migration. */
async function migrateAlone(client: pg.Client, migrations?: readonly Migration[]): Promise<void> {
  try {
    await migrateWith(client, migrations);
  } catch (cause) {
    if (!mustRetry(cause)) throw cause;
    throw new StartupError(
      `${OF_SERVER}another process is using this database, so it could not be migrated. Nothing has changed. Stop all processes of the older version and start again.`,
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
  await client.query(LIMITS_TABLE);
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

const ROUNDS = 3;

const ANSWER_MS = 5000;

/** Throws a StartupError when two open connections share server sessions. */
async function requireNoPooler(first: pg.Client, second: pg.Client): Promise<void> {
  if (await shareSessions(first, second))
    throw new StartupError(
      `${OF_SERVER}this is a pooler in transaction mode; use one in session mode, or PostgreSQL itself.`,
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
