// The security headers of every answer.
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

import { containsKey } from './keys.ts';
import { isApi } from './methods.ts';

const HSTS_SECONDS = 31_536_000;

/**
 * Headers that browsers read from documents alone. A script, style or font does without: a page
 * loads up to twenty of them, and each would bring 0.3 KB.
 */
export const OF_DOCUMENTS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'x-frame-options',
] as const;

/** Headers that a client uses to ask for a file again, or for a part of it. */
export const OF_CHANGING_FILES = ['accept-ranges', 'etag', 'last-modified'] as const;

/** For the few answers sent before any hook has run. */
export const BARE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
} as const;

/** `appUrl` on https switches HSTS on, for this host and, if configured, its subdomains. */
export function setSafeHeaders(
  app: FastifyInstance,
  appUrl: string,
  hstsSubdomains: boolean,
): void {
  // Built once, because they are the same for every answer.
  const ofPages = {
    ...helmetHeaders(appUrl, hstsSubdomains),
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  };
  const ofApi = { ...ofPages, 'cache-control': 'no-store' };
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(isApi(request.url) ? ofApi : ofPages);
    if (containsKey(request.url)) void reply.headers(OF_KEYS);
    done();
  });
}

/** Answers under a secret path must not be cached, passed on as referrer or indexed. */
const OF_KEYS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
} as const;

/** Sets helmet's headers on an answer. */
function helmetHeaders(appUrl: string, hstsSubdomains: boolean): OutgoingHttpHeaders {
  const setHeaders = helmet({
    // Pages set their own policy; API answers are not documents.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: appUrl.startsWith('https:')
      ? { maxAge: HSTS_SECONDS, includeSubDomains: hstsSubdomains }
      : false,
    // Headers that no current browser reads.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    xDnsPrefetchControl: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  const request = new IncomingMessage(new Socket());
  const answer = new ServerResponse(request);
  setHeaders(request, answer, (error) => {
    if (error instanceof Error) throw error;
  });
  return answer.getHeaders();
}

/** Whether the tags in `If-None-Match` include this one: RFC 9110, 13.1.2. */
export const namesTag = (header: string, etag: string): boolean =>
  header.split(',').some((tag) => ['*', bare(etag)].includes(bare(tag.trim())));

const bare = (tag: string) => tag.replace(/^W\//, '');
