// The application: everything wired together, listening to nothing yet.
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import helmet from 'helmet';

import { type CreditPackage, defaultPackages } from '../domain/credits.ts';
import type { Endpoint } from '../domain/endpoint.ts';
import * as endpoints from '../domain/endpoints.ts';
import { Refusal } from '../domain/errors.ts';
import { BODY_BYTES } from '../domain/limits.ts';
import { familyRoutes } from './accounts/family-routes.ts';
import { accountRoutes } from './accounts/routes.ts';
import { activityRoutes } from './activity/routes.ts';
import { bookingRoutes } from './bookings/routes.ts';
import type { Database } from './db/index.ts';
import { enquiryRoutes } from './enquiries/routes.ts';
import type { TrustProxy } from './env.ts';
import { endConnectionsOnClose } from './http/closing.ts';
import { failureBody, sendRefusal, toRefusal } from './http/errors.ts';
import { createLimits } from './http/limits.ts';
import { type Api, mount, routePath } from './http/mount.ts';
import { describeApi } from './http/openapi.ts';
import { servePages } from './http/pages.ts';
import { liveRoutes } from './lessons/live.ts';
import { lessonRoutes } from './lessons/routes.ts';
import { paymentRoutes } from './payments/routes.ts';
import type { PaymentProvider } from './payments/stripe.ts';
import { studentRoutes } from './students/routes.ts';
import { adminAccountRoutes } from './two-factor/routes.ts';
import { undeliveredRoutes } from './undelivered/routes.ts';

export interface AppParts {
  readonly database: Database;
  /** The time now, in epoch milliseconds. */
  readonly clock: () => number;
  /** The public address, without a slash at its end. */
  readonly appUrl: string;
  /** Null: card payments are switched off. */
  readonly payments: PaymentProvider | null;
  readonly packages?: readonly CreditPackage[];
  /** Multiplies the abuse limits; null ends them. */
  readonly rateLimitScale: number | null;
  readonly trustProxy?: TrustProxy;
  readonly logger: FastifyBaseLogger;
  /** Folder of the web app's build; null serves the API alone. */
  readonly dist: string | null;
}

const REQUEST_TIMEOUT_MS = 30_000;
// As long as Node lets a request's head be: every id meets its own rules instead of a missing route.
const MAX_PARAM_LENGTH = 16_384;
/** For the few answers that are given before any hook has run. */
const BARE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Builds the app. Throws a StartupError when the web app is not built. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { appUrl, clock, database } = parts;
  const app = Fastify({
    loggerInstance: parts.logger,
    trustProxy: parts.trustProxy ?? false,
    bodyLimit: BODY_BYTES.json,
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // One line for each answer instead of Fastify's two.
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors(error, request, reply) {
      void sendRefusal(reply.headers(BARE_HEADERS), toRefusal(error, request.log));
    },
    clientErrorHandler(_error, socket) {
      if (!socket.writable) return;
      const body = JSON.stringify(
        failureBody(new Refusal('bad_json', { message: 'The request is not valid HTTP.' })),
      );
      const headers = {
        ...BARE_HEADERS,
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        connection: 'close',
      };
      const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.end(`HTTP/1.1 400 Bad Request\r\n${head.join('')}\r\n${body}`);
    },
  });

  // Built once; the plugin for Fastify would build it anew for each request.
  const setSafeHeaders = helmet({
    // Pages set a policy of their own; answers of the API are no documents at all.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: appUrl.startsWith('https:')
      ? { maxAge: 31_536_000, includeSubDomains: true }
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
    setSafeHeaders(request.raw, reply.raw, (error) => done(error instanceof Error ? error : undefined));
  });

  app.addHook('onResponse', (request, reply, done) => {
    if (!request.url.startsWith('/assets/'))
      request.log.info(
        { req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
        'answered',
      );
    done();
  });

  endConnectionsOnClose(app);
  acceptJson(app);
  app.setErrorHandler((error, request, reply) => sendRefusal(reply, toRefusal(error, request.log)));

  const api: Api = { app, db: database.db, clock, limits: createLimits(database, parts.rateLimitScale) };
  enquiryRoutes(api, appUrl);
  accountRoutes(api, appUrl);
  familyRoutes(api);
  lessonRoutes(api);
  liveRoutes(api, database, parts.rateLimitScale);
  studentRoutes(api, appUrl);
  activityRoutes(api);
  undeliveredRoutes(api);
  adminAccountRoutes(api);
  bookingRoutes(api);
  paymentRoutes(api, { appUrl, packages: parts.packages ?? defaultPackages, provider: parts.payments });
  mount(api, endpoints.health, async () => {
    await database.db.selectFrom('balances').select('student_id').limit(1).execute();
    return {};
  });
  const document = describeApi(endpoints, appUrl);
  app.get('/api/openapi.json', () => document);
  refuseOtherMethods(app);

  const answerUnknownPage = parts.dist === null ? null : await servePages(app, parts.dist, appUrl);
  app.setNotFoundHandler((request, reply) => {
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !isApi(request.url);
    return isPage && answerUnknownPage !== null
      ? answerUnknownPage(request, reply)
      : sendRefusal(reply, new Refusal('not_found'));
  });
  return app;
}

const isApi = (url: string) => /^\/api(\/|\?|$)/.test(url);

/** JSON bodies; an empty one counts as none, because calls without a body name the type all the same. */
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

/** Answers 405, with the methods that are allowed, wherever a path has none of its own for a method. */
function refuseOtherMethods(app: FastifyInstance): void {
  const byPath = new Map<string, Set<string>>([['/api/openapi.json', new Set(['GET', 'HEAD'])]]);
  const all: readonly Endpoint[] = Object.values(endpoints);
  for (const { path, method, isStream } of all) {
    const allowed = byPath.get(path) ?? new Set();
    byPath.set(path, allowed.add(method));
    if (method === 'GET' && isStream !== true) allowed.add('HEAD');
  }
  for (const [path, allowed] of byPath) {
    const refused = METHODS.filter((method) => !allowed.has(method));
    app.route({
      method: refused,
      url: routePath(path),
      onRequest: async () => {
        throw new Refusal('method_not_allowed', { headers: { allow: [...allowed].toSorted().join(', ') } });
      },
      handler: async () => undefined,
    });
  }
}
