// Who uses which connection to PostgreSQL: transactions and writes have one of their own, single
// reads of everybody share a few, on which those of one moment travel together.
import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';

import { isLockTimeout } from './away.ts';

/** A connection of a pool, which may have died meanwhile. */
export interface PooledClient {
  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  release(destroy?: boolean): void;
  /** Ends it at once: the statements under way fail with DatabaseAway. */
  abandon(): void;
  readonly isBroken: boolean;
}

export type Connect = () => Promise<PooledClient>;

export interface Sharing {
  /**
   * Runs one statement outside of transactions, on a shared connection: one that waits for nobody's
   * rows for long, and that may be run twice.
   */
  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  /**
   * What Kysely takes for a connection: it takes one of its own when a transaction or a write
   * begins on it.
   */
  lend(): PostgresPoolClient;
  /** Gives the shared connections back. */
  end(): void;
}

interface Shared {
  readonly client: Promise<PooledClient>;
  /** Set once it is connected. */
  opened: PooledClient | null;
  inFlight: number;
  isAbandoned: boolean;
}

/** Connections on which statements follow each other without waiting for each other's answers. */
interface Lane {
  /** One that nobody waits for, else a new one, else the one with the fewest before. */
  choose(): Shared;
  end(): void;
}

/**
 * How often a statement is sent whose connection was abandoned: each time another one has met a
 * locked table.
 */
const TRIES = 8;

const reads = (text: string) => /^\s*select\b/i.test(text);

/** `connect` opens a connection; at most `max` of them are open at once. */
function createLane(connect: Connect, max: number): Lane {
  let all: Shared[] = [];

  function open(): Shared {
    const shared: Shared = { client: connect(), opened: null, inFlight: 0, isAbandoned: false };
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
      const least = others.reduce(
        (best, each) => (each.inFlight < best.inFlight ? each : best),
        first,
      );
      return least.inFlight > 0 && all.length < max ? open() : least;
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

/**
 * `shared` opens the connections of single reads, at most `max` and one; `own` those that are lent
 * to a transaction or a write.
 */
export function shareConnections(
  { shared, own }: { readonly shared: Connect; readonly own: Connect },
  max: number,
): Sharing {
  const prompt = createLane(shared, max);
  const locked = createLane(shared, 1);
  /**
   * Statements whose last run met a locked table: they wait for it on a connection of their own.
   */
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
          // Those behind it would wait in turn, each as long, where they need the same table.
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
      // A write may have to wait for somebody's row, and nobody should wait behind it.
      lent ??= await own();
      return lent.query<Row>(text, values);
    }
    function runOne<Row>(
      text: string,
      values: readonly unknown[],
    ): Promise<PostgresQueryResult<Row>>;
    function runOne<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
    function runOne(text: unknown, values: readonly unknown[] = []): unknown {
      if (typeof text !== 'string') throw new TypeError('Nothing here is read through a cursor.');
      return run(text, values);
    }
    return {
      query: runOne,
      release(destroy) {
        lent?.release(destroy);
        lent = null;
      },
    };
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
