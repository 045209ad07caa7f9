// Lets a closing server end with its last answer, instead of waiting for browsers to hang up.
import type { FastifyInstance } from 'fastify';

const LOOK_AGAIN_MS = 50;

/**
 * Browsers keep connections open, and open some before they need them; Node waits for both. Once the app is
 * closing and no request is under way any more, they are ended.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let underWay = 0;
  app.addHook('onRequest', (_request, _reply, done) => {
    underWay += 1;
    done();
  });
  app.addHook('onResponse', (_request, _reply, done) => {
    underWay -= 1;
    done();
  });
  app.addHook('preClose', async () => {
    if (!app.server.listening) return;
    const timer = setInterval(() => {
      if (underWay === 0) app.server.closeAllConnections();
    }, LOOK_AGAIN_MS);
    app.server.once('close', () => {
      clearInterval(timer);
    });
  });
}
