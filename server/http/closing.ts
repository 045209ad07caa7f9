// Lets a closing server end with its last answer, instead of waiting for browsers to hang up.
import type { Socket } from 'node:net';

import type { FastifyInstance } from 'fastify';

const LOOK_AGAIN_MS = 50;

/**
 * Browsers keep connections open, and open some before they need them; Node waits for both. Once
 * the app is closing and no request is under way any more, they are ended.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  // A request whose client has gone is never finished, so requests are counted by their connection
  // and end with it.
  const requests = new WeakMap<Socket, number>();
  const busy = new Set<Socket>();
  app.addHook('onRequest', ({ raw: { socket } }, _reply, done) => {
    const before = requests.get(socket);
    if (before === undefined) socket.once('close', () => busy.delete(socket));
    requests.set(socket, (before ?? 0) + 1);
    busy.add(socket);
    done();
  });
  app.addHook('onResponse', ({ raw: { socket } }, _reply, done) => {
    const left = (requests.get(socket) ?? 1) - 1;
    requests.set(socket, left);
    if (left === 0) busy.delete(socket);
    done();
  });
  app.addHook('preClose', async () => {
    if (!app.server.listening) return;
    const timer = setInterval(() => {
      if (busy.size === 0) app.server.closeAllConnections();
    }, LOOK_AGAIN_MS);
    app.server.once('close', () => {
      clearInterval(timer);
    });
  });
}
