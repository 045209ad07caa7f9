// PostgreSQL's LISTEN on a connection of its own, opened with the first listener and again whenever
// it is lost.
import pg from 'pg';

import { createClient, type SingleClient } from './postgres-client.ts';
import type { Servers } from './postgres-servers.ts';

const RECONNECT_MS = 2000;
const CONNECT_MS = 5000;
/** A connection that died silently delivers nothing, so it is probed this often. */
const CHECK_MS = 10_000;
const ANSWER_MS = 5000;

type Heard = (message: string | null) => void;

export interface Channel {
  listen(heard: Heard): () => void;
  close(): Promise<void>;
}

/** Reports every failure to `onLost` and reconnects until `close`. */
export function openChannel(
  servers: Servers,
  name: string,
  onLost: (error: Error) => void,
): Channel {
  const listeners = new Set<Heard>();
  let end: (() => Promise<void>) | null = null;
  let retry: NodeJS.Timeout | null = null;
  let isClosed = false;

  const tell = (message: string | null) => {
    for (const heard of listeners) heard(message);
  };

  function connect(): void {
    retry = null;
    let single: SingleClient | null = null;
    const check = setInterval(() => {
      single?.client.query('select').catch(lost);
    }, CHECK_MS);
    check.unref();
    const ownEnd = async () => {
      clearInterval(check);
      await single?.close();
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
      const connectionString = await servers.current();
      // Closed meanwhile.
      if (end !== ownEnd) return;
      single = createClient({
        connectionString,
        connectionTimeoutMillis: CONNECT_MS,
        query_timeout: ANSWER_MS,
      });
      const { client } = single;
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
