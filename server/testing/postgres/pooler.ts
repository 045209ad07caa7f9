// A pooler in transaction mode, like PgBouncer: a client gets a connection of the database for one
// transaction, and any connection for the next one.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Which idle connection is used next: the last one used, as in PgBouncer, or each in turn. */
export type Order = 'last used' | 'in turn';

interface Backend {
  readonly socket: Socket;
  borrower: Socket | null;
}

const HEAD_BYTES = 5;

/** Splits a stream into whole messages: a letter, the length of the rest, the rest. */
function reader(onMessage: (type: string, message: Buffer) => void): (data: Buffer) => void {
  let buffered = Buffer.alloc(0);
  return (data) => {
    buffered = Buffer.concat([buffered, data]);
    while (buffered.length >= HEAD_BYTES && buffered.length > buffered.readInt32BE(1)) {
      const end = buffered.readInt32BE(1) + 1;
      const message = buffered.subarray(0, end);
      buffered = buffered.subarray(end);
      onMessage(message.toString('latin1', 0, 1), message);
    }
  };
}

const AUTHENTICATION_OK = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
const KEY_DATA = Buffer.from([0x4b, 0, 0, 0, 12, 0, 0, 0, 1, 0, 0, 0, 1]);
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const isIdle = (type: string, message: Buffer) =>
  type === 'Z' && message.toString('latin1', 5, 6) === 'I';

/** Starts a pooler in front of `target` with `size` connections to it. */
export async function startPooler(
  target: string,
  order: Order,
  size = 3,
): Promise<{ url: string; close(): Promise<void> }> {
  const { hostname, port } = new URL(target);
  const idle: Backend[] = [];
  const all: Backend[] = [];
  const waiting: ((backend: Backend) => void)[] = [];
  const clients = new Set<Socket>();

  async function openBackend(startup: Buffer): Promise<void> {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    const backend: Backend = { socket, borrower: null };
    all.push(backend);
    const ready = Promise.withResolvers<void>();
    const read = reader((type, message) => {
      const { borrower } = backend;
      borrower?.write(message);
      if (!isIdle(type, message)) return;
      ready.resolve();
      if (borrower !== null) release(backend);
    });
    socket.on('data', read);
    socket.write(startup);
    await ready.promise;
    release(backend);
  }

  function release(backend: Backend): void {
    backend.borrower = null;
    const next = waiting.shift();
    if (next === undefined) idle.push(backend);
    else next(backend);
  }

  function borrow(client: Socket, use: (backend: Backend) => void): void {
    const lend = (backend: Backend) => {
      backend.borrower = client;
      use(backend);
    };
    const backend = order === 'in turn' ? idle.shift() : idle.pop();
    if (backend === undefined) waiting.push(lend);
    else lend(backend);
  }

  const server = createServer((client) => {
    clients.add(client);
    client.on('error', () => undefined).on('close', () => clients.delete(client));
    client.once('data', (startup: Buffer) => {
      const opening =
        all.length === 0 ? Array.from({ length: size }, () => openBackend(startup)) : [];
      void Promise.all(opening).then(() =>
        client.write(Buffer.concat([AUTHENTICATION_OK, KEY_DATA, READY])),
      );
      const reserved = () => all.find(({ borrower }) => borrower === client);
      let queued: Buffer[] = [];
      client.on(
        'data',
        reader((type, message) => {
          if (type === 'X') return;
          const backend = reserved();
          if (backend !== undefined) backend.socket.write(message);
          else if (queued.push(message) === 1)
            borrow(client, ({ socket }) => {
              for (const each of queued) socket.write(each);
              queued = [];
            });
        }),
      );
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    async close() {
      for (const socket of [...clients, ...all.map(({ socket: own }) => own)]) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
