// Warns once if requests come through a proxy but TRUST_PROXY is unset.
import type { FastifyInstance } from 'fastify';

/**
 * For an app without TRUST_PROXY: warns at the first forwarded request. Without the setting, all
 * visitors behind a proxy share the limits of one address.
 */
export function warnOfProxies(app: FastifyInstance): void {
  let isTold = false;
  app.addHook('onRequest', (request, _reply, done) => {
    const { 'x-forwarded-for': addresses, forwarded } = request.headers;
    if (!isTold && (addresses !== undefined || forwarded !== undefined)) {
      isTold = true;
      request.log.warn(
        'a request was forwarded, but TRUST_PROXY is not set: all visitors behind your proxy count as one address. Set it to the address of your proxy, or to false if there is none',
      );
    }
    done();
  });
}
