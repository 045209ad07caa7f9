// Connections: how many requests may wait in one, and when they end.
import type { Socket } from 'node:net';

import type { FastifyInstance } from 'fastify';

const CHECK_AGAIN_MS = 50;

/**
 * Browsers and proxies send the next request of a connection once the last one is answered. Answers
 * that queue behind an unread one take memory and open files, so a connection is ended with more
 * requests than this.
 */
export const MAX_UNANSWERED = 10;

/**
 * Ends a connection with too many unanswered requests. Also ends all of them once the app is
 * closing and no request is in flight: browsers keep connections open and open some in advance, and
 * Node would wait for them. Call it before other hooks are added.
 */
export function watchConnections(app: FastifyInstance): void {
  // A request never finishes after its client has disconnected, so requests are counted by their
  // connection and end with it.
  const requests = new WeakMap<Socket, number>();
  const busy = new Set<Socket>();
  app.addHook('onRequest', ({ raw: { socket }, log }, reply, done) => {
    const before = requests.get(socket) ?? 0;
    // Further requests of the same packet still arrive once the connection has ended.
    if (before >= MAX_UNANSWERED) {
      if (!socket.destroyed) log.info('ended a connection with too many unanswered requests');
      socket.destroy();
      void reply.hijack();
      return;
    }
    if (!requests.has(socket)) socket.once('close', () => busy.delete(socket));
    requests.set(socket, before + 1);
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
