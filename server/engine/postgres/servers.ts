// Finds which of several PostgreSQL servers takes writes, at startup and again whenever it is lost.
import { DatabaseAway } from '../away.ts';
import { createClient } from './client.ts';

/** Limits per server: to connect, and then to report whether it takes writes. */
const PROBE_MS = { connect: 2000, answer: 1000 } as const;

export interface Servers {
  /** The connection string of the server to use. Throws DatabaseAway when none takes writes. */
  current(): Promise<string>;
  /** Makes the next call search again, after a connection has failed. */
  lost(): void;
}

/** `addresses` are in order of preference. A single address is used without a check. */
export function chooseServer(addresses: readonly string[]): Servers {
  const [only = ''] = addresses;
  if (addresses.length <= 1) return { current: () => Promise.resolve(only), lost: () => undefined };
  let address: Promise<string> | null = null;
  return {
    current() {
      if (address !== null) return address;
      const search = firstWithWrites(addresses);
      address = search;
      // A failed search must not block the next one.
      search.catch(() => {
        if (address === search) address = null;
      });
      return search;
    },
    lost() {
      address = null;
    },
  };
}

/** Probes all servers at once, so that a server that does not answer does not delay the others. */
async function firstWithWrites(addresses: readonly string[]): Promise<string> {
  const answers = await Promise.allSettled(addresses.map(takesWrites));
  const reasons = answers.flatMap((answer): unknown[] =>
    answer.status === 'rejected' ? [answer.reason] : [],
  );
  const first = answers.findIndex(({ status }) => status === 'fulfilled');
  const address = addresses[first];
  if (address !== undefined) return address;
  throw new DatabaseAway(new AggregateError(reasons));
}

async function takesWrites(connectionString: string): Promise<void> {
  const { client, close } = createClient({
    connectionString,
    connectionTimeoutMillis: PROBE_MS.connect,
    query_timeout: PROBE_MS.answer,
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ transaction_read_only: string }>(
      'show transaction_read_only',
    );
    if (rows[0]?.transaction_read_only !== 'off') throw new Error('the server takes no writes');
  } finally {
    void close();
  }
}
