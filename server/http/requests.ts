// What happens to every request, whichever route it is for.
import type { FastifyInstance, FastifyRequest } from 'fastify';

import * as endpoints from '../../domain/endpoints.ts';
import { Refusal } from '../../domain/errors.ts';
import { paths } from '../../domain/paths.ts';
import type { TrustProxy } from '../process/env.ts';
import { answerTunnels } from './bare.ts';
import { compressJson } from './compression.ts';
import { watchConnections } from './connections.ts';
import { sendRefusal, toRefusal } from './errors.ts';
import { setSafeHeaders } from './headers.ts';
import { answerOtherMethods } from './methods.ts';
import type { Metrics } from './metrics.ts';
import { warnOfProxies } from './proxy-warnings.ts';
import { waitUntilAccepted } from './upgrading.ts';

export interface RequestParts {
  /** The public address, without a slash at its end. */
  readonly appUrl: string;
  /** Undefined if TRUST_PROXY is not set. */
  readonly trustProxy?: TrustProxy;
  /** Whether HSTS includes the subdomains of the public address. */
  readonly hstsSubdomains?: boolean;
  /** Left out: nothing is measured. */
  readonly metrics?: Metrics | null;
  /** Whether an upgrade has not accepted this server yet. */
  readonly isPending?: () => boolean;
}

export const DOCUMENT_PATH = '/api/openapi.json';

const HEALTH_PATHS: readonly string[] = [endpoints.health.path, endpoints.ready.path];

/** Health checks come every second, and scripts with each page: neither is worth a log line. */
function isRoutine(url: string, status: number): boolean {
  const [path = ''] = url.split('?');
  return path.startsWith('/assets/') || (status === 200 && HEALTH_PATHS.includes(path));
}

export function prepareRequests(app: FastifyInstance, parts: RequestParts): void {
  watchConnections(app);
  setSafeHeaders(app, parts.appUrl, parts.hstsSubdomains ?? false);
  app.addHook('onResponse', (request, reply, done) => {
    if (!isRoutine(request.url, reply.statusCode))
      request.log.info(
        { req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
        'answered',
      );
    done();
  });

  parts.metrics?.watch(app, Object.values(endpoints), Object.values(paths));
  waitUntilAccepted(app, parts.isPending ?? (() => false));
  warnOfProxies(app, parts);
  answerTunnels(app);
  answerOtherMethods(app, Object.values(endpoints), [DOCUMENT_PATH]);
  compressJson(app);
  acceptJson(app);
  app.setErrorHandler(async (error, request, reply) => {
    const refusal = toRefusal(error, request);
    parts.metrics?.countRefusal(refusal.code);
    await dropBody(request);
    return sendRefusal(reply, refusal);
  });
}

/**
 * Parses JSON bodies. An empty body counts as none, because clients send the content type even
 * without one.
 */
function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined);
    try {
      done(null, JSON.parse(body.toString()));
    } catch {
      done(new Refusal('bad_json'));
    }
  });
}

/** How many bytes of a body beyond its limit a route still reads, to answer with a refusal. */
const MORE_BYTES = 2 * 1024 * 1024;

/** How long to wait for a slow client; its connection then closes without the refusal. */
const PATIENCE_MS = 5000;

/**
 * Resolves once the body has been read, or is so long that the refusal cannot wait for it. Clients
 * and proxies that write all of it before they read could take an earlier answer for a broken
 * connection.
 */
async function dropBody({ raw, headers, routeOptions }: FastifyRequest): Promise<void> {
  const { bodyLimit } = routeOptions;
  const declared = headers['content-length'];
  if (declared === undefined && headers['transfer-encoding'] === undefined) return;
  // A body with a declared length was refused unread; any other was read up to the limit.
  let left = declared === undefined ? MORE_BYTES : bodyLimit + MORE_BYTES;
  if (Number(declared) > left || raw.readableEnded || raw.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const drop = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) resolve();
  };
  raw.on('data', drop);
  for (const over of ['end', 'close', 'error']) raw.once(over, resolve);
  const timer = setTimeout(resolve, PATIENCE_MS);
  raw.resume();
  await promise;
  clearTimeout(timer);
  raw.off('data', drop);
  for (const over of ['end', 'close', 'error']) raw.off(over, resolve);
  if (!raw.readableEnded) raw.pause();
}
