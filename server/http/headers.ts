// The headers that every answer owes.
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

import { isApi } from './methods.ts';

const HSTS_SECONDS = 31_536_000;

/** For the few answers that are given before any hook has run. */
export const BARE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
} as const;

/** `appUrl` on https switches HSTS on, for this host alone unless its subdomains are to be held to it as well. */
export function setSafeHeaders(app: FastifyInstance, appUrl: string, hstsSubdomains: boolean): void {
  // Built once; the plugin for Fastify would build it anew for each request.
  const setHeaders = helmet({
    // Pages set a policy of their own; answers of the API are no documents at all.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: appUrl.startsWith('https:')
      ? { maxAge: HSTS_SECONDS, includeSubDomains: hstsSubdomains }
      : false,
    // Headers that no browser of today reads.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    xDnsPrefetchControl: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
    if (isApi(request.url)) void reply.header('cache-control', 'no-store');
    setHeaders(request.raw, reply.raw, (error) => done(error instanceof Error ? error : undefined));
  });
}
