// Assigns PostgreSQL connections. Each transaction or write gets its own; single reads share a few,
// on which concurrent reads are pipelined.
import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';

import { isLockTimeout } from '../away.ts';

/** A pooled connection, which may have died meanwhile. */
export interface PooledClient {
  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  release(destroy?: boolean): void;
  /** Closes it immediately: running statements fail with DatabaseAway. */
  abandon(): void;
  readonly isBroken: boolean;
}

export type Connect = () => Promise<PooledClient>;

interface SharedConnections {
  /**
   * Runs one statement outside of transactions, on a shared connection. The statement must not wait
   * long for row locks, and must be safe to retry.
   */
  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  /**
   * The connection for Kysely. It takes a connection of its own once a transaction or a write
   * begins.
   */
  lend(): PostgresPoolClient;
  /** Releases the shared connections. */
  end(): void;
}

interface SharedConnection {
  readonly client: Promise<PooledClient>;
  /** Set once connected. */
  opened: PooledClient | null;
  inFlight: number;
  isAbandoned: boolean;
}

/** Connections with pipelined statements. */
interface Lane {
  /**
   * Chooses an idle connection, else a new one, else the one with the fewest statements in flight.
   */
  choose(): SharedConnection;
  end(): void;
}

/**
 * The maximum attempts for a statement whose connection is abandoned, which happens each time
 * another statement on it meets a locked table.
 */
const TRIES = 8;

const reads = (text: string) => /^\s*select\b/i.test(text);

/** `connect` opens a connection; at most `max` are open at once. */
function createLane(connect: Connect, max: number): Lane {
  let all: SharedConnection[] = [];

  function open(): SharedConnection {
    const shared: SharedConnection = {
      client: connect(),
      opened: null,
      inFlight: 0,
      isAbandoned: false,
    };
    shared.client.then(
      (client) => {
        shared.opened = client;
      },
      () => {
        all = all.filter((each) => each !== shared);
      },
    );
    all.push(shared);
    return shared;
  }

  return {
    choose() {
      const broken = all.filter(({ opened }) => opened?.isBroken === true);
      all = all.filter((shared) => !broken.includes(shared));
      for (const { opened } of broken) opened?.release();
      const [first, ...others] = all;
      if (first === undefined) return open();
      const idlest = others.reduce(
        (best, each) => (each.inFlight < best.inFlight ? each : best),
        first,
      );
      return idlest.inFlight > 0 && all.length < max ? open() : idlest;
    },
    end() {
      for (const { client } of all)
        client.then(
          (each) => each.release(),
          () => undefined,
        );
      all = [];
    },
  };
}

/** A connection as Kysely takes it from a pool. */
function asPoolClient(
  query: PooledClient['query'],
  release: PooledClient['release'],
): PostgresPoolClient {
  function runOne<Row>(text: string, values: unknown[]): Promise<PostgresQueryResult<Row>>;
  function runOne<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  function runOne(text: unknown, values: unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('cursors are not supported');
    return query(text, values);
  }
  return { query: runOne, release };
}

/**
 * `shared` opens the connections of single reads, at most `max` plus one; `own` opens those for a
 * transaction or a write.
 */
export function shareConnections(
  { shared, own }: { shared: Connect; own: Connect },
  max: number,
): SharedConnections {
  const prompt = createLane(shared, max);
  const locked = createLane(shared, 1);
  /** Statements whose last run met a locked table. They wait for it on a separate connection. */
  const metLock = new Set<string>();

  async function query<Row>(
    text: string,
    values: readonly unknown[],
  ): Promise<PostgresQueryResult<Row>> {
    for (let attempt = 1; ; attempt += 1) {
      const lane = metLock.has(text) ? locked : prompt;
      const chosen = lane.choose();
      chosen.inFlight += 1;
      try {
        const client = await chosen.client;
        const result = await client.query<Row>(text, values);
        metLock.delete(text);
        return result;
      } catch (error) {
        if (isLockTimeout(error)) {
          // Statements behind it that need the same table would each wait as long in turn.
          metLock.add(text);
          chosen.isAbandoned = true;
          chosen.opened?.abandon();
          throw error;
        }
        if (!chosen.isAbandoned || lane === locked || attempt === TRIES) throw error;
      } finally {
        chosen.inFlight -= 1;
      }
    }
  }

  function lend(): PostgresPoolClient {
    let lent: PooledClient | null = null;

    async function run<Row>(
      text: string,
      values: readonly unknown[],
    ): Promise<PostgresQueryResult<Row>> {
      if (lent === null && reads(text)) return query(text, values);
      // A write may wait for a row lock, and no other statement should wait behind it.
      lent ??= await own();
      return lent.query<Row>(text, values);
    }
    return asPoolClient(run, (destroy) => {
      lent?.release(destroy);
      lent = null;
    });
  }

  return {
    query,
    lend,
    end() {
      prompt.end();
      locked.end();
    },
  };
}
