// Who uses which connection to PostgreSQL: transactions and writes have one of their own, single reads of everybody share a
// few, on which those of one moment travel together.
import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';

/** A connection of the pool, which may have died meanwhile. */
export interface PooledClient {
  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  release(destroy?: boolean): void;
  readonly isBroken: boolean;
}

export interface Sharing {
  /** Runs one statement outside of transactions, on a shared connection: one that waits for nobody's rows for long. */
  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  /** What Kysely takes for a connection: it takes one of the pool when a transaction or a write begins on it. */
  lend(): PostgresPoolClient;
  /** Gives the shared connections back. */
  end(): void;
}

interface Shared {
  readonly client: Promise<PooledClient>;
  /** Set once it is connected. */
  opened: PooledClient | null;
  inFlight: number;
}

const reads = (text: string) => /^\s*select\b/i.test(text);

/** `connect` takes a connection of the pool; at most `most` of them are shared. */
export function shareConnections(connect: () => Promise<PooledClient>, most: number): Sharing {
  let all: Shared[] = [];

  function open(): Shared {
    const shared: Shared = { client: connect(), opened: null, inFlight: 0 };
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

  /** One that nobody waits for, else a new one, else the one with the fewest before. */
  function choose(): Shared {
    const broken = all.filter(({ opened }) => opened?.isBroken === true);
    all = all.filter((shared) => !broken.includes(shared));
    for (const { opened } of broken) opened?.release();
    const [first, ...others] = all;
    if (first === undefined) return open();
    const least = others.reduce((best, each) => (each.inFlight < best.inFlight ? each : best), first);
    return least.inFlight > 0 && all.length < most ? open() : least;
  }

  async function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    const shared = choose();
    shared.inFlight += 1;
    try {
      return await (await shared.client).query<Row>(text, values);
    } finally {
      shared.inFlight -= 1;
    }
  }

  function lend(): PostgresPoolClient {
    let own: PooledClient | null = null;

    async function run<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
      if (own === null && reads(text)) return query(text, values);
      // A write may have to wait for somebody's row, and nobody should wait behind it.
      own ??= await connect();
      return own.query<Row>(text, values);
    }
    function runOne<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
    function runOne<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
    function runOne(text: unknown, values: readonly unknown[] = []): unknown {
      if (typeof text !== 'string') throw new TypeError('Nothing here is read through a cursor.');
      return run(text, values);
    }
    return {
      query: runOne,
      release(destroy) {
        own?.release(destroy);
        own = null;
      },
    };
  }

  return {
    query,
    lend,
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
