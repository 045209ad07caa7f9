// One connection to PostgreSQL that can always be closed, even when the server at its other end is
// frozen.
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

/** Notices a machine at the other end that is gone without closing the connection. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;
/** A frozen server never closes its end; it is given this long. */
export const GOODBYE_MS = 1000;

export interface SingleClient {
  readonly client: pg.Client;
  readonly close: () => Promise<void>;
}

/** Connects to nothing yet. Failures are reported by `connect` and by the statement under way. */
export function createClient(config: Omit<pg.ClientConfig, 'stream'>): SingleClient {
  const socket = new Socket();
  const client = new pg.Client({ ...KEEP_ALIVE, ...config, stream: () => socket });
  // Without a listener a lost connection would end the process.
  client.on('error', () => undefined);
  return {
    client,
    async close() {
      await Promise.race([
        client.end().catch(() => undefined),
        sleep(GOODBYE_MS, undefined, { ref: false }),
      ]);
      socket.destroy();
    },
  };
}

/**
 * The query with a bound on how long the caller waits for it. @types/pg lacks the driver's option.
 */
export const within = (ms: number, query: pg.QueryConfig): pg.QueryConfig =>
  Object.assign({ query_timeout: ms }, query);
