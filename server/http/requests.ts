// What happens to every request, whichever route it is for.
import type { FastifyInstance } from 'fastify';

import * as endpoints from '../../domain/endpoints.ts';
import { Refusal } from '../../domain/errors.ts';
import { paths } from '../../domain/paths.ts';
import type { TrustProxy } from '../process/env.ts';
import { refuseTunnels } from './bare.ts';
import { endConnectionsOnClose } from './closing.ts';
import { compressJson } from './compression.ts';
import { dropBody } from './drop-body.ts';
import { sendRefusal, toRefusal } from './errors.ts';
import { warnOfProxies } from './forwarded.ts';
import { setSafeHeaders } from './headers.ts';
import { refuseOtherMethods } from './methods.ts';
import type { Metrics } from './metrics.ts';
import { refuseUntilAccepted } from './upgrading.ts';

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

/** A proxy asks for health every second, and a page for its scripts: neither tells anything. */
function isRoutine(url: string, status: number): boolean {
  const [path = ''] = url.split('?');
  return path.startsWith('/assets/') || (status === 200 && HEALTH_PATHS.includes(path));
}

export function prepareRequests(app: FastifyInstance, parts: RequestParts): void {
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
  refuseUntilAccepted(app, parts.isPending ?? (() => false));
  if (parts.trustProxy === undefined) warnOfProxies(app);
  endConnectionsOnClose(app);
  refuseTunnels(app);
  refuseOtherMethods(app, Object.values(endpoints), [DOCUMENT_PATH]);
  compressJson(app);
  acceptJson(app);
  app.setErrorHandler(async (error, request, reply) => {
    const refusal = toRefusal(error, request);
    parts.metrics?.countRefusal(refusal.code);
    if (refusal.code === 'payload_too_large') await dropBody(request);
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
