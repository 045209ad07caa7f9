// Pools of PostgreSQL connections. Statements are prepared once per connection, every wait is
// bounded, and broken connections are dropped.
import { Socket } from 'node:net';

import type { PostgresPool, PostgresQueryResult } from 'kysely';
import pg from 'pg';

import { codeOf, DatabaseAway } from '../away.ts';
import type { PoolUse } from '../types.ts';
import { forDriver } from './address.ts';
import { GOODBYE_MS, KEEP_ALIVE, within } from './client.ts';
import type { Servers } from './servers.ts';
import { type Connect, type PooledClient, shareConnections } from './sharing.ts';
import { createNames } from './statement-names.ts';

/** Connections for transactions and writes. */
const OWN = 7;
/** Connections shared by all single reads; one more is opened while a table is locked. */
const SHARED = 3;

/**
 * Maximum waits of a call: for a free connection and then for a new one (`connect` each), for its
 * settings, and for one statement. Together they fail a call on a frozen database within ten
 * seconds.
 */
const WAIT_MS = { connect: 4000, settings: 1500, statement: 8000 } as const;
const STATEMENT_TIMEOUT_MS = 7000;
/**
 * A running server gives up before the client does, which keeps the connection usable. Single reads
 * never wait for row locks; only a table lock can block them, and other reads wait behind them.
 */
const LOCK_TIMEOUT_MS = { own: 6000, shared: 500 } as const;
const settingsOf = (lockTimeoutMs: number) =>
  [
    `set statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
    `set lock_timeout = ${lockTimeoutMs}`,
    // With this on, an acknowledged commit outlives a crash.
    `select set_config('synchronous_commit', 'on', false)
     where current_setting('synchronous_commit') = 'off'`,
    // A process that freezes during a transaction must not lock its rows for ever.
    'set idle_in_transaction_session_timeout = 30000',
    // Guarded writes are for read committed, and single statements are not tried again.
    `set default_transaction_isolation = 'read committed'`,
  ].join('; ');
/**
 * Pipelining: statements of one transaction do not wait for each other. @types/pg lacks this option
 * of the driver.
 */
const PIPELINED: pg.PoolConfig = Object.assign({}, { pipeline: true });
const INT8 = pg.types.builtins.INT8;

export interface Connections extends PostgresPool {
  /** Runs one statement outside of transactions. Throws DatabaseAway, like statements of Kysely. */
  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  use(): readonly PoolUse[];
}

interface OpenedPool {
  readonly pool: pg.Pool;
  readonly connect: Connect;
  end(): Promise<void>;
}

interface PoolOptions {
  max: number;
  lockTimeoutMs: number;
  nameOf: (text: string) => string | undefined;
}

/** Opens connections on demand. Calls `onConnectionLost` when an idle one dies. */
function openPool(
  servers: Servers,
  onConnectionLost: (error: Error) => void,
  { max, lockTimeoutMs, nameOf }: PoolOptions,
): OpenedPool {
  const sockets = new Set<Socket>();
  const pooled = new WeakMap<pg.PoolClient, PooledClient>();
  const pool = createPool(sockets, max, settingsOf(lockTimeoutMs));
  // Without these listeners, a dying connection would end the process: while idle, or while in use
  // between two statements. The next statement on it then fails with the reason.
  pool.on('error', onConnectionLost);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    pool,
    async connect() {
      try {
        pool.options.connectionString = forDriver(await servers.current());
        const client = await pool.connect();
        const prepared = pooled.get(client) ?? prepare(client, nameOf, servers);
        pooled.set(client, prepared);
        return prepared;
      } catch (error) {
        servers.lost();
        throw error instanceof DatabaseAway ? error : new DatabaseAway(error);
      }
    },
    async end() {
      await pool.end();
      setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, GOODBYE_MS).unref();
    },
  };
}

/** Opens the connections of the whole process. */
export function openConnections(
  servers: Servers,
  onConnectionLost: (error: Error) => void,
): Connections {
  const nameOf = createNames();
  const open = (max: number, lockTimeoutMs: number) =>
    openPool(servers, onConnectionLost, { max, lockTimeoutMs, nameOf });
  // Two pools, so that transactions waiting for row locks leave connections for single reads.
  const own = open(OWN, LOCK_TIMEOUT_MS.own);
  const shared = open(SHARED + 1, LOCK_TIMEOUT_MS.shared);
  const sharing = shareConnections({ own: own.connect, shared: shared.connect }, SHARED);
  return {
    options: own.pool.options,
    connect: async () => sharing.lend(),
    query: (text, values) => sharing.query(text, values),
    use: () => [poolUse('own', own.pool), poolUse('shared', shared.pool)],
    async end() {
      sharing.end();
      await Promise.all([own.end(), shared.end()]);
    },
  };
}

const poolUse = (name: string, pool: pg.Pool): PoolUse => ({
  pool: name,
  open: pool.totalCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
});

function createPool(sockets: Set<Socket>, max: number, settings: string): pg.Pool {
  return new pg.Pool({
    ...PIPELINED,
    max,
    connectionTimeoutMillis: WAIT_MS.connect,
    ...KEEP_ALIVE,
    stream: () => newSocket(sockets),
    // The settings are no startup parameters, because poolers in session mode reject those. The
    // pool awaits this callback, although its types do not say so.
    // oxlint-disable-next-line typescript/no-misused-promises
    onConnect: async (client) => {
      await client.query(within(WAIT_MS.settings, { text: settings }));
    },
    // Every bigint here is an instant or a count, well within the safe integers.
    types: {
      getTypeParser: (oid, format): unknown =>
        oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
    },
  });
}

function newSocket(sockets: Set<Socket>): Socket {
  const socket = new Socket();
  sockets.add(socket);
  return socket.once('close', () => sockets.delete(socket));
}

const streamOf = (client: pg.PoolClient) =>
  client instanceof pg.Client ? client.connection.stream : null;

/**
 * Combines all writes until the end of this turn into one packet: each separate packet costs a
 * context switch.
 */
function gatherWrites(client: pg.PoolClient): () => void {
  const stream = streamOf(client);
  let isGathering = false;
  return () => {
    if (stream === null || isGathering) return;
    isGathering = true;
    stream.cork();
    process.nextTick(() => {
      isGathering = false;
      stream.uncork();
    });
  };
}

/** Runs statements on a client. Those with a name are prepared by their first run. */
function createRunner(client: pg.PoolClient, nameOf: (text: string) => string | undefined) {
  const preparing = new Set<string>();
  const prepared = new Set<string>();

  /**
   * Only one run at a time prepares a name: if that fails, concurrent runs would refer to a name
   * that does not exist.
   */
  return async (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
    const send = (config: pg.QueryConfig) => client.query(within(WAIT_MS.statement, config));
    if (values.length === 0) return send({ text });
    const unnamed = { text, values: [...values] };
    const name = nameOf(text);
    if (name === undefined || preparing.has(name)) return send(unnamed);
    if (prepared.has(name)) return send({ ...unnamed, name });
    preparing.add(name);
    try {
      const result = await send({ ...unnamed, name });
      prepared.add(name);
      return result;
    } finally {
      preparing.delete(name);
    }
  };
}

/**
 * Wraps a client so that named statements are prepared. Once its connection has failed, it runs no
 * more statements.
 */
function prepare(
  client: pg.PoolClient,
  nameOf: (text: string) => string | undefined,
  servers: Servers,
): PooledClient {
  let failure: DatabaseAway | null = null;
  client.on('error', (error) => {
    failure ??= new DatabaseAway(error);
  });
  const gather = gatherWrites(client);
  const run = createRunner(client, nameOf);

  async function query<Row>(
    text: string,
    values: readonly unknown[],
  ): Promise<PostgresQueryResult<Row>> {
    // A rollback after the failure must not replace the original error.
    if (failure !== null) throw failure;
    try {
      gather();
      // Kysely knows the command of every statement, and the rows match what the query selects.
      return (await run(text, values)) as unknown as PostgresQueryResult<Row>;
    } catch (error) {
      if (!isAway(error)) throw error;
      const away = new DatabaseAway(error);
      if (failure === null && !isRefusalOfServer(error)) {
        failure = away;
        servers.lost();
      }
      throw away;
    }
  }
  return {
    query,
    release: (destroy) => client.release(destroy === true || failure !== null),
    abandon() {
      failure ??= new DatabaseAway(new Error('connection abandoned'));
      streamOf(client)?.destroy();
    },
    get isBroken() {
      return failure !== null;
    },
  };
}

/**
 * SQLSTATEs and socket codes: connection failures (08), exhausted resources such as disk and memory
 * (53), shutdown and cancellation (57P, 57014), a lock not granted in time (55P03), I/O errors
 * (58030), a server that became read-only (25006).
 */
const AWAY =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|08\w{3}|53\w{3}|57P0\w|57014|55P03|58030|25006)$/;
const AWAY_TEXT =
  /Connection terminated|Client has encountered a connection error|not queryable|Query read timeout/;
/** These fail one statement; the connection stays usable. */
const REFUSED_BY_SERVER = /^(53(?!300)\w{3}|57014|55P03|58030)$/;

function isAway(error: unknown): boolean {
  return AWAY.test(codeOf(error)) || (error instanceof Error && AWAY_TEXT.test(error.message));
}

const isRefusalOfServer = (error: unknown) => REFUSED_BY_SERVER.test(codeOf(error));
