// Lets a closing server end after its last answer, instead of waiting for browsers to disconnect.
import type { Socket } from 'node:net';

import type { FastifyInstance } from 'fastify';

const CHECK_AGAIN_MS = 50;

/**
 * Browsers keep connections open and open some in advance; Node waits for all of them. Ends them
 * once the app is closing and no request is in flight.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  // A request never finishes after its client has disconnected, so requests are counted by their
  // connection and end with it.
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
    }, CHECK_AGAIN_MS);
    app.server.once('close', () => {
      clearInterval(timer);
    });
  });
}
