// PostgreSQL's LISTEN on its own connection, opened with the first listener and reopened whenever
// it is lost.
import pg from 'pg';

import { createClient, type SingleClient } from './client.ts';
import type { Servers } from './servers.ts';

const RECONNECT_MS = 2000;
const CONNECT_MS = 5000;
/** A dead connection delivers nothing without an error, so it is probed at this interval. */
const CHECK_MS = 10_000;
const ANSWER_MS = 5000;

type MessageHandler = (message: string | null) => void;

interface Channel {
  listen(heard: MessageHandler): () => void;
  close(): Promise<void>;
}

/** Opens a channel that reports every failure to `onLost` and reconnects until `close`. */
export function openChannel(
  servers: Servers,
  name: string,
  onLost: (error: Error) => void,
): Channel {
  const listeners = new Set<MessageHandler>();
  let end: (() => Promise<void>) | null = null;
  let retry: NodeJS.Timeout | null = null;
  let isClosed = false;

  const notify = (message: string | null) => {
    for (const heard of listeners) heard(message);
  };
  const reconnect = (error: Error) => {
    end = null;
    servers.lost();
    if (isClosed) return;
    onLost(error);
    retry = setTimeout(connect, RECONNECT_MS);
    retry.unref();
  };
  function connect(): void {
    retry = null;
    end = connectOnce(servers, name, { notify, onFailure: reconnect });
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

interface ConnectionEvents {
  readonly notify: MessageHandler;
  /** Called at most once, and not after the end. */
  readonly onFailure: (error: Error) => void;
}

/** Listens on one connection until it fails or the returned function ends it. */
function connectOnce(
  servers: Servers,
  name: string,
  { notify, onFailure }: ConnectionEvents,
): () => Promise<void> {
  let connection: SingleClient | null = null;
  let isEnded = false;
  const check = setInterval(() => {
    connection?.client.query('select').catch(fail);
  }, CHECK_MS);
  check.unref();

  async function end(): Promise<void> {
    isEnded = true;
    clearInterval(check);
    await connection?.close();
  }
  function fail(error: Error): void {
    if (isEnded) return;
    void end();
    onFailure(error);
  }
  async function open(): Promise<void> {
    const connectionString = await servers.current();
    // The channel was closed or lost meanwhile.
    if (isEnded) return;
    connection = createClient({
      connectionString,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: ANSWER_MS,
    });
    const { client } = connection;
    client.on('notification', ({ payload }) => {
      notify(payload ?? '');
    });
    client.on('error', fail);
    await client.connect();
    await client.query(`listen ${pg.escapeIdentifier(name)}`);
    // Messages announced without a listener are lost; null tells the listeners so.
    notify(null);
  }
  open().catch(fail);
  return end;
}
