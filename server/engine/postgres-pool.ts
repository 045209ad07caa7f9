// Connections to PostgreSQL: statements are prepared once for each, every wait is bounded, and a
// broken one is dropped.
import { Socket } from 'node:net';

import type { PostgresPool, PostgresQueryResult } from 'kysely';
import pg from 'pg';

import { codeOf, DatabaseAway } from './away.ts';
import { GOODBYE_MS, KEEP_ALIVE, within } from './postgres-client.ts';
import type { Servers } from './postgres-servers.ts';
import { type Connect, type PooledClient, shareConnections } from './postgres-sharing.ts';
import { createNames } from './statement-names.ts';

/** Transactions and writes take turns on so many connections. */
const OWN = 7;
/** The single reads of everybody share so many, and one more where a table is locked. */
const SHARED = 3;

/**
 * The longest a call waits: for a free connection and then for a new one (`connect` each), for its
 * settings, and for one statement. Together they refuse a call on a frozen database within ten
 * seconds.
 */
const WAIT_MS = { connect: 4000, settings: 1500, statement: 8000 } as const;
/**
 * A server that still runs gives up before the client does, which keeps the connection usable.
 * Single reads wait for nobody's rows: a lock in their way is one of a whole table, and other reads
 * wait behind them.
 */
const LOCK_TIMEOUT_MS = { own: 6000, shared: 500 } as const;
const settingsOf = (lockTimeoutMs: number) =>
  [
    'set statement_timeout = 7000',
    `set lock_timeout = ${lockTimeoutMs}`,
    // A process that froze in the middle of a transaction must not hold its rows for ever.
    'set idle_in_transaction_session_timeout = 30000',
  ].join('; ');
/**
 * Statements of one transaction need not wait for each other's answer. @types/pg lacks the driver's
 * option.
 */
const PIPELINED: pg.PoolConfig = Object.assign({}, { pipeline: true });
const INT8 = pg.types.builtins.INT8;

export interface Connections extends PostgresPool {
  /** Runs one statement outside of transactions. Throws DatabaseAway as Kysely's statements do. */
  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
}

/**
 * Opens connections as they are needed. Reports those that die while idle to `onConnectionLost`.
 */
export function openConnections(
  servers: Servers,
  onConnectionLost: (error: Error) => void,
): Connections {
  const sockets = new Set<Socket>();
  const nameOf = createNames();
  const known = new WeakMap<pg.PoolClient, PooledClient>();

  function open(max: number, lockTimeoutMs: number): { pool: pg.Pool; connect: Connect } {
    const pool = createPool(sockets, max, settingsOf(lockTimeoutMs));
    // Without listeners a connection that dies would end the process: while idle, or while it is
    // lent out but between two statements. The next statement on it then fails with the reason.
    pool.on('error', onConnectionLost);
    pool.on('connect', (client) => client.on('error', () => undefined));
    return {
      pool,
      async connect() {
        try {
          pool.options.connectionString = await servers.current();
          const client = await pool.connect();
          const prepared = known.get(client) ?? prepare(client, nameOf, servers);
          known.set(client, prepared);
          return prepared;
        } catch (error) {
          servers.lost();
          throw error instanceof DatabaseAway ? error : new DatabaseAway(error);
        }
      },
    };
  }

  // Two pools: transactions that wait for rows leave single reads their connections.
  const own = open(OWN, LOCK_TIMEOUT_MS.own);
  const shared = open(SHARED + 1, LOCK_TIMEOUT_MS.shared);
  const sharing = shareConnections({ own: own.connect, shared: shared.connect }, SHARED);
  return {
    options: own.pool.options,
    connect: async () => sharing.lend(),
    query: (text, values) => sharing.query(text, values),
    async end() {
      sharing.end();
      await Promise.all([own.pool.end(), shared.pool.end()]);
      setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, GOODBYE_MS).unref();
    },
  };
}

function createPool(sockets: Set<Socket>, max: number, settings: string): pg.Pool {
  return new pg.Pool({
    ...PIPELINED,
    max,
    connectionTimeoutMillis: WAIT_MS.connect,
    ...KEEP_ALIVE,
    stream: () => tracked(sockets),
    // Not as startup parameters: poolers in session mode refuse those. The pool awaits it, which
    // its types do not say.
    // oxlint-disable-next-line typescript/no-misused-promises
    onConnect: async (client) => {
      await client.query(within(WAIT_MS.settings, { text: settings }));
    },
    // Every bigint here is an instant or a count, well inside the safe integers.
    types: {
      getTypeParser: (oid, format): unknown =>
        oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
    },
  });
}

function tracked(sockets: Set<Socket>): Socket {
  const socket = new Socket();
  sockets.add(socket);
  return socket.once('close', () => sockets.delete(socket));
}

const streamOf = (client: pg.PoolClient) =>
  client instanceof pg.Client ? client.connection.stream : null;

/**
 * Makes what is sent from now until the turn ends one packet: each that is sent by itself costs a
 * switch of processes.
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

/**
 * The client with the statements that have a name prepared; once its connection has failed it runs
 * no more of them.
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
  const preparing = new Set<string>();
  const prepared = new Set<string>();

  /**
   * One run at a time prepares a name: where it is refused, the runs behind it would lack the name.
   */
  async function run(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
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
  }

  async function query<Row>(
    text: string,
    values: readonly unknown[],
  ): Promise<PostgresQueryResult<Row>> {
    // A rollback after the failure must not replace its reason.
    if (failure !== null) throw failure;
    try {
      gather();
      // A statement's command is one of those that Kysely knows, its rows are what the query
      // selects.
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
      failure ??= new DatabaseAway(new Error('The connection was abandoned.'));
      streamOf(client)?.destroy();
    },
    get isBroken() {
      return failure !== null;
    },
  };
}

/**
 * SQLSTATEs beside the socket's codes: connection failures (08), exhausted resources such as disk
 * and memory (53), shutdown and cancellation (57P, 57014), a lock not granted in time (55P03), I/O
 * errors (58030), a server that became read-only (25006).
 */
const AWAY =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|08\w{3}|53\w{3}|57P0\w|57014|55P03|58030|25006)$/;
const AWAY_TEXT =
  /Connection terminated|Client has encountered a connection error|not queryable|Query read timeout/;
/** These refuse one statement; the connection stays usable. */
const REFUSED_BY_SERVER = /^(53(?!300)\w{3}|57014|55P03|58030)$/;

function isAway(error: unknown): boolean {
  return AWAY.test(codeOf(error)) || (error instanceof Error && AWAY_TEXT.test(error.message));
}

const isRefusalOfServer = (error: unknown) => REFUSED_BY_SERVER.test(codeOf(error));
