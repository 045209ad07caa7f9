// PostgreSQL's LISTEN on a connection of its own, opened with the first listener and again whenever it is lost.
import pg from 'pg';

const RECONNECT_MS = 2000;

type Heard = (message: string | null) => void;

export interface Channel {
  listen(heard: Heard): () => void;
  close(): Promise<void>;
}

/** `onLost` is told of every failure; the connection is tried again until `close`. */
export function openChannel(url: string, name: string, onLost: (error: Error) => void): Channel {
  const listeners = new Set<Heard>();
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | null = null;
  let isClosed = false;

  const tell = (message: string | null) => {
    for (const heard of listeners) heard(message);
  };

  function connect(): void {
    retry = null;
    const next = new pg.Client({ connectionString: url });
    client = next;
    next.on('notification', ({ payload }) => {
      tell(payload ?? '');
    });
    const lost = (error: Error) => {
      if (client !== next) return;
      client = null;
      // Its end is the same failure told twice.
      next.end().catch(() => undefined);
      if (isClosed) return;
      onLost(error);
      retry = setTimeout(connect, RECONNECT_MS);
      retry.unref();
    };
    next.on('error', lost);
    next
      .connect()
      .then(() => next.query(`listen ${pg.escapeIdentifier(name)}`))
      // What was announced while nobody listened is lost.
      .then(() => {
        tell(null);
      })
      .catch(lost);
  }

  return {
    listen(heard) {
      listeners.add(heard);
      if (client === null && retry === null && !isClosed) connect();
      return () => listeners.delete(heard);
    },
    async close() {
      isClosed = true;
      if (retry !== null) clearTimeout(retry);
      const last = client;
      client = null;
      await last?.end();
    },
  };
}
