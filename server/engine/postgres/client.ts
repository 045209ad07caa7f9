// A single PostgreSQL connection that can always be closed, even when its server is frozen.
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { forDriver } from './address.ts';

/** Detects a peer that disappeared without closing the connection. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;
/** How long to wait for the server to close its end; a frozen one never does. */
export const GOODBYE_MS = 1000;

export interface SingleClient {
  readonly client: pg.Client;
  readonly close: () => Promise<void>;
}

/** Creates an unconnected client. `connect` and the running statement report failures. */
export function createClient({
  connectionString,
  ...config
}: Omit<pg.ClientConfig, 'stream'> & { connectionString: string }): SingleClient {
  const socket = new Socket();
  const client = new pg.Client({
    ...KEEP_ALIVE,
    ...config,
    connectionString: forDriver(connectionString),
    stream: () => socket,
  });
  // Without a listener, a lost connection would end the process.
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

/** Limits how long the caller waits for a query. @types/pg lacks this option of the driver. */
export const within = (ms: number, query: pg.QueryConfig): pg.QueryConfig =>
  Object.assign({ query_timeout: ms }, query);
