// PostgreSQL's LISTEN on a connection of its own, opened with the first listener and again whenever it is lost.
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { KEEP_ALIVE } from './postgres-pool.ts';
import type { Servers } from './postgres-servers.ts';

const RECONNECT_MS = 2000;
const CONNECT_MS = 5000;
/** A connection that died silently delivers nothing, so it is probed this often. */
const CHECK_MS = 10_000;
const ANSWER_MS = 5000;
const GOODBYE_MS = 1000;

type Heard = (message: string | null) => void;

export interface Channel {
  listen(heard: Heard): () => void;
  close(): Promise<void>;
}

/** Reports every failure to `onLost` and reconnects until `close`. */
export function openChannel(servers: Servers, name: string, onLost: (error: Error) => void): Channel {
  const listeners = new Set<Heard>();
  let end: (() => Promise<void>) | null = null;
  let retry: NodeJS.Timeout | null = null;
  let isClosed = false;

  const tell = (message: string | null) => {
    for (const heard of listeners) heard(message);
  };

  function connect(): void {
    retry = null;
    const socket = new Socket();
    let client: pg.Client | null = null;
    const check = setInterval(() => {
      client?.query('select').catch(lost);
    }, CHECK_MS);
    check.unref();

    const ownEnd = async () => {
      clearInterval(check);
      // A frozen server never closes its end.
      await Promise.race([
        client?.end().catch(() => undefined),
        sleep(GOODBYE_MS, undefined, { ref: false }),
      ]);
      socket.destroy();
    };
    end = ownEnd;

    function lost(error: Error): void {
      if (end !== ownEnd) return;
      end = null;
      void ownEnd();
      servers.lost();
      if (isClosed) return;
      onLost(error);
      retry = setTimeout(connect, RECONNECT_MS);
      retry.unref();
    }

    async function open(): Promise<void> {
      client = new pg.Client({
        connectionString: await servers.current(),
        connectionTimeoutMillis: CONNECT_MS,
        query_timeout: ANSWER_MS,
        stream: () => socket,
        ...KEEP_ALIVE,
      });
      client.on('notification', ({ payload }) => {
        tell(payload ?? '');
      });
      client.on('error', lost);
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(name)}`);
      // What was announced while nobody listened is lost.
      tell(null);
    }
    open().catch(lost);
  }

  return {
    listen(heard) {
      listeners.add(heard);
      if (end === null && retry === null && !isClosed) connect();
      return () => listeners.delete(heard);
    },
    async close() {
      isClosed = true;
      if (retry !== null) clearTimeout(retry);
      const last = end;
      end = null;
      await last?.();
    },
  };
}
