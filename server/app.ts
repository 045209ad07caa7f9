// The application: wires everything together without listening yet.
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';

import * as endpoints from '../domain/endpoints.ts';
import { Refusal } from '../domain/errors.ts';
import { BODY_BYTES } from '../domain/limits.ts';
import { MINUTE_MS } from '../domain/time.ts';
import { countWaitingEmails } from './email/leases.ts';
import type { Database } from './engine/database.ts';
import { bookFree, features, listeners, type RouteParts } from './features.ts';
import { createReadiness } from './health/readiness.ts';
import { answerNoHttp } from './http/bare.ts';
import { serveDocument } from './http/document.ts';
import { sendRefusal, toRefusal } from './http/errors.ts';
import { BARE_HEADERS } from './http/headers.ts';
import { createLimits } from './http/limits.ts';
import { createLive } from './http/live.ts';
import type { Api } from './http/mount.ts';
import { describeApi } from './http/openapi.ts';
import { DOCUMENT_PATH, prepareRequests, type RequestParts } from './http/requests.ts';
import { serveSecurityText } from './http/security-text.ts';
import type { Background } from './process/background.ts';
import type { Build } from './site/pages/built-pages.ts';
import { servePages } from './site/pages/pages.ts';

interface AppParts
  extends RequestParts, Pick<RouteParts, 'sender' | 'words' | 'provider' | 'mailServer'> {
  appUrl: string;
  database: Database;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
  /** Multiplies the abuse limits; null disables them. */
  rateLimitScale: number | null;
  logger: FastifyBaseLogger;
  /**
   * Runs work after an answer was sent. The caller waits for it after closing the app and before
   * closing the database.
   */
  background: Background;
  /** The web app's build; null serves the API alone. */
  build: Build | null;
}

/** The largest file takes this long at half a megabit a second, and not all proxies wait for it. */
const REQUEST_TIMEOUT_MS = 5 * MINUTE_MS;
const HEAD_TIMEOUT_MS = 30_000;
/**
 * A connection ends when nothing has moved in either direction for so long, because an answer that
 * its client does not read stays in memory. Live streams move every 25 s (`LIVE_HEARTBEAT_MS`). The
 * longest silence before an answer is a picture's behind four others, 5 times 20 s; three attempts
 * at Stripe take 30 s, and the database answers or is given up within 10 s.
 */
const CONNECTION_TIMEOUT_MS = 3 * MINUTE_MS;
/**
 * Longer than proxies keep an unused connection (nginx and AWS a minute, Caddy two, Google Cloud
 * ten): a request that meets the end of its connection becomes a 502, if it is a POST.
 */
const KEEP_ALIVE_MS = 11 * MINUTE_MS;
// As long as the request head that Node accepts: an id of any length reaches its own validation
// instead of a missing route.
const MAX_PARAM_LENGTH = 16_384;

const rejectSchemas = () => () => {
  throw new Error('A route has a JSON schema. Endpoints are checked with Zod instead.');
};

export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { appUrl, background, build, clock, database, metrics, provider, words } = parts;
  const app = Fastify({
    loggerInstance: parts.logger,
    trustProxy: parts.trustProxy ?? false,
    bodyLimit: BODY_BYTES.json,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // One log line for each answer instead of Fastify's two.
    logController: new LogController({ disableRequestLogging: true }),
    // Endpoints are checked with Zod; Fastify would load a validator and a serialiser of its own.
    schemaController: {
      compilersFactory: { buildValidator: rejectSchemas, buildSerializer: rejectSchemas },
    },
    frameworkErrors(error, request, reply) {
      void sendRefusal(reply.headers(BARE_HEADERS), toRefusal(error, request));
    },
    clientErrorHandler: answerNoHttp,
  });
  app.server.headersTimeout = HEAD_TIMEOUT_MS;
  prepareRequests(app, parts);
  const limits = createLimits(database, parts.rateLimitScale);
  const api: Api = { app, database, clock, limits, background };
  const live = createLive(api, parts.rateLimitScale);
  const findFaults = createReadiness(provider !== null, (error) => {
    app.log.error({ err: error }, 'the readiness could not be looked at');
  });
  const pages =
    build === null ? null : await servePages(app, build, appUrl, () => words.ofPages(database.db));
  for (const { routes } of features)
    routes?.(api, { ...parts, live, pages, findFaults, listeners, bookFree });
  serveSecurityText(app, {
    appUrl,
    clock,
    readContact: async () => (await words.owner(database.db)).email,
  });
  serveDocument(app, DOCUMENT_PATH, () => describeApi(endpoints, appUrl));
  metrics?.measure({
    faults: () => findFaults({ database, now: clock(), actor: null }),
    waitingEmails: () => countWaitingEmails(database.db),
    pools: () => database.pools(),
    streams: () => live.count(),
  });
  app.setNotFoundHandler((request, reply) =>
    pages === null
      ? sendRefusal(reply, new Refusal('not_found'))
      : pages.answerUnknown(request, reply),
  );
  return app;
}
