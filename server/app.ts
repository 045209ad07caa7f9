// The application: wires everything together without listening yet.
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';

import * as endpoints from '../domain/endpoints.ts';
import { Refusal } from '../domain/errors.ts';
import { BODY_BYTES } from '../domain/limits.ts';
import { paths } from '../domain/paths.ts';
import { mountPeopleRoutes } from './accounts/people-routes.ts';
import { mountProfileRoutes } from './accounts/profile-routes.ts';
import { mountAuthRoutes } from './accounts/sign-in-routes.ts';
import { mountActivityRoutes } from './activity/routes.ts';
import { mountTwoFactorRoutes } from './auth/two-factor-routes.ts';
import { mountCalendarRoutes } from './calendar/routes.ts';
import { countWaitingEmails } from './email/leases.ts';
import type { SenderSource } from './email/sender.ts';
import type { Database } from './engine/database.ts';
import { mountFreeLessonRoutes } from './enquiries/free-lesson-routes.ts';
import { mountEnquiryRoutes } from './enquiries/routes.ts';
import { mountFiguresRoutes } from './figures/routes.ts';
import { createReadiness } from './health/readiness.ts';
import { mountHealthRoutes } from './health/routes.ts';
import { answerNoHttp, refuseTunnels } from './http/bare.ts';
import { endConnectionsOnClose } from './http/closing.ts';
import { compressJson } from './http/compression.ts';
import { serveDocument } from './http/document.ts';
import { dropBody } from './http/drop-body.ts';
import { sendRefusal, toRefusal } from './http/errors.ts';
import { warnOfProxies } from './http/forwarded.ts';
import { BARE_HEADERS, setSafeHeaders } from './http/headers.ts';
import { createLimits } from './http/limits.ts';
import { createLive, type Live } from './http/live.ts';
import { refuseOtherMethods } from './http/methods.ts';
import type { Metrics } from './http/metrics.ts';
import type { Api } from './http/mount.ts';
import { describeApi } from './http/openapi.ts';
import { serveSecurityText } from './http/security-text.ts';
import { refuseUntilAccepted } from './http/upgrading.ts';
import { mountImportRoutes } from './imports/routes.ts';
import { mountBookingRoutes } from './lessons/bookings/booking-routes.ts';
import { mountExcuseRoutes } from './lessons/excuses/excuse-routes.ts';
import { mountJoinLinkRoutes } from './lessons/join-links/join-link-routes.ts';
import { mountLiveRoutes } from './lessons/live-routes.ts';
import { mountPlannerRoutes } from './lessons/planner/planner-routes.ts';
import { mountLessonRoutes } from './lessons/routes.ts';
import { mountWaitingListRoutes } from './lessons/waiting-list/waiting-list-routes.ts';
import { mountComparisonRoutes } from './payments/comparison/routes.ts';
import { mountPaymentRoutes } from './payments/routes.ts';
import type { PaymentProvider } from './payments/stripe.ts';
import { mountPictureRoutes } from './pictures/routes.ts';
import type { Background } from './process/background.ts';
import type { TrustProxy } from './process/env.ts';
import { mountRoomStreams } from './rooms/live/routes.ts';
import { mountRoomRoutes } from './rooms/routes.ts';
import type { Build } from './site/pages/built-pages.ts';
import { servePages } from './site/pages/pages.ts';
import { mountSiteRoutes } from './site/routes.ts';
import type { SiteWords } from './site/words.ts';
import { mountTopicRoutes } from './topics/routes.ts';
import { mountFamilyRecordRoutes } from './tutor/families/tutor-routes.ts';
import { mountTutorRoutes } from './tutor/routes.ts';
import { mountUndeliveredRoutes } from './tutor/undelivered-routes.ts';

interface AppParts {
  readonly database: Database;
  /** The time now, in epoch milliseconds. */
  readonly clock: () => number;
  /** The public address, without a slash at its end. */
  readonly appUrl: string;
  /** The sender of emails and calendar invitations at the moment. */
  readonly sender: SenderSource;
  readonly words: SiteWords;
  /** Null: card payments are switched off. */
  readonly payments: PaymentProvider | null;
  /** The host of the mail server; null: emails are written to files in the data folder. */
  readonly mailServer: string | null;
  /** Multiplies the abuse limits; null disables them. */
  readonly rateLimitScale: number | null;
  /** Undefined if TRUST_PROXY is not set. */
  readonly trustProxy?: TrustProxy;
  /** Whether HSTS includes the subdomains of the public address. */
  readonly hstsSubdomains?: boolean;
  /** Left out: nothing is measured. */
  readonly metrics?: Metrics | null;
  readonly logger: FastifyBaseLogger;
  /**
   * Runs work after an answer was sent. The caller waits for it after closing the app and before
   * closing the database.
   */
  readonly background: Background;
  /** The web app's build; null serves the API alone. */
  readonly build: Build | null;
  /** Whether an upgrade has not accepted this server yet. */
  readonly isPending?: () => boolean;
}

const REQUEST_TIMEOUT_MS = 30_000;
// As long as the request head that Node accepts: an id of any length reaches its own validation
// instead of a missing route.
const MAX_PARAM_LENGTH = 16_384;
const DOCUMENT_PATH = '/api/openapi.json';

/** Builds the app. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { appUrl, background, build, clock, database, words } = parts;
  const app = Fastify({
    loggerInstance: parts.logger,
    trustProxy: parts.trustProxy ?? false,
    bodyLimit: BODY_BYTES.json,
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // One log line for each answer instead of Fastify's two.
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors(error, request, reply) {
      void sendRefusal(reply.headers(BARE_HEADERS), toRefusal(error, request));
    },
    clientErrorHandler: answerNoHttp,
  });
  prepareRequests(app, parts);
  const limits = createLimits(database, parts.rateLimitScale);
  const api: Api = { app, database, clock, limits, background };
  const live = createLive(api, parts.rateLimitScale);
  mountFeatures(api, parts, live);
  mountHealth(api, parts, live);
  serveSecurityText(app, {
    appUrl,
    clock,
    readContact: async () => (await words.owner(database.db)).email,
  });
  serveDocument(app, DOCUMENT_PATH, () => describeApi(endpoints, appUrl));

  const pages =
    build === null ? null : await servePages(app, build, appUrl, () => words.ofPages(database.db));
  mountSiteRoutes(api, words, pages, {
    takesPayments: parts.payments !== null,
    sendsEmails: parts.mailServer !== null,
  });
  app.setNotFoundHandler((request, reply) =>
    pages === null
      ? sendRefusal(reply, new Refusal('not_found'))
      : pages.answerUnknown(request, reply),
  );
  return app;
}

const HEALTH_PATHS: readonly string[] = [endpoints.health.path, endpoints.ready.path];

/** A proxy asks for health every second, and a page for its scripts: neither tells anything. */
function isRoutine(url: string, status: number): boolean {
  const [path = ''] = url.split('?');
  return path.startsWith('/assets/') || (status === 200 && HEALTH_PATHS.includes(path));
}

/** What happens to every request, whichever route it is for. */
function prepareRequests(app: FastifyInstance, parts: AppParts): void {
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

function mountFeatures(api: Api, parts: AppParts, live: Live): void {
  mountEnquiryRoutes(api);
  mountFreeLessonRoutes(api);
  mountAuthRoutes(api);
  mountProfileRoutes(api);
  mountPeopleRoutes(api);
  mountLessonRoutes(api);
  mountPlannerRoutes(api);
  mountLiveRoutes(api, live);
  mountFamilyRecordRoutes(api);
  mountImportRoutes(api);
  mountPictureRoutes(api);
  mountTopicRoutes(api);
  mountRoomRoutes(api, mountRoomStreams(api, live));
  mountActivityRoutes(api);
  mountFiguresRoutes(api);
  mountUndeliveredRoutes(api);
  mountTutorRoutes(api, { readSender: parts.sender, mailServer: parts.mailServer });
  mountTwoFactorRoutes(api, parts.sender);
  mountBookingRoutes(api);
  mountJoinLinkRoutes(api);
  mountExcuseRoutes(api);
  mountWaitingListRoutes(api);
  mountCalendarRoutes(api, parts.sender);
  mountComparisonRoutes(api, parts.payments);
  mountPaymentRoutes(api, {
    appUrl: parts.appUrl,
    readOwner: () => parts.words.owner(parts.database.db),
    provider: parts.payments,
  });
}

/** The calls of monitoring, and the figures that it reads elsewhere. */
function mountHealth(api: Api, { clock, database, metrics, payments }: AppParts, live: Live): void {
  const findFaults = createReadiness(payments !== null, (error) => {
    api.app.log.error({ err: error }, 'the readiness could not be looked at');
  });
  mountHealthRoutes(api, findFaults);
  metrics?.measure({
    faults: () => findFaults({ database, now: clock(), actor: null }),
    waitingEmails: () => countWaitingEmails(database.db),
    pools: () => database.pools(),
    streams: () => live.count(),
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
