// The server process: environment, database, app, listening and an orderly shutdown.
import { join } from 'node:path';

import type { Logger } from 'pino';

import type { Content } from '../domain/site/content.ts';
import { DEFAULT_GREETING } from '../domain/tutor/settings.ts';
import { buildApp } from './app.ts';
import { createFirstAdmin } from './auth/admins.ts';
import { startDeletingExpired } from './auth/delete-expired.ts';
import { startShowingSetup } from './auth/show-setup.ts';
import { StartupError } from './base/startup-error.ts';
import { startExpiringReservations } from './booking/reservations.ts';
import { startDeletingErasedFiles } from './email/erased-files.ts';
import type { Sender } from './email/sender.ts';
import { folderTransport, EMAIL_FOLDER, smtpTransport } from './email/transport.ts';
import { startDeletingEmailCounts } from './email/unconfirmed-limit.ts';
import { startSendingEmails } from './email/worker.ts';
import { type Database, openDatabase } from './engine/database.ts';
import { startWithdrawingUnconfirmed } from './enquiries/unconfirmed-grants.ts';
import { createLogger, databaseLog } from './http/logger.ts';
import { type MetricsPort, serveMetrics } from './http/metrics-port.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import { awaitAcceptance } from './http/upgrading.ts';
import { startInvitingImported } from './imports/due-invitations.ts';
import { startDeletingUnusedFamilies } from './imports/undo-import.ts';
import { findOutdated, startReminding } from './lessons/reminders/reminders.ts';
import { startSendingSlides } from './lessons/slides.ts';
import { startEndingWaitingLists } from './lessons/waiting-list/join-waiting-list.ts';
import { startQueueingWaitingNotices } from './lessons/waiting-list/waiting-notices.ts';
import { startComparingPayments } from './payments/comparison/run.ts';
import { startLookingUpPending } from './payments/pending/look-up-pending.ts';
import { startCheckingRefunds } from './payments/refunds/settle-refunds.ts';
import { connectStripe } from './payments/stripe.ts';
import { startDeletingPictures } from './pictures/pictures.ts';
import { createBackground } from './process/background.ts';
import { type Env, readEnv } from './process/env.ts';
import { exitAfterLog } from './process/exit.ts';
import { beginWithHeapFlag } from './process/heap.ts';
import { startForgettingOldData } from './retention/retention.ts';
import { startClosingRooms } from './rooms/live/close.ts';
import { type Build, readBuild } from './site/pages/built-pages.ts';
import { createSiteWords, type SiteOwner } from './site/words.ts';
import { startDailySummaries } from './tutor/daily-summary.ts';

const OLDEST_NODE = 26;
/** From the first signal until the process exits, even if work remains. */
export const SHUTDOWN_MS = 9000;
/**
 * How long a closing server waits for the payment provider, whose SDK then needs a moment to give
 * up.
 */
const PROVIDER_PATIENCE_MS = 3000;
const DIST = join(import.meta.dirname, '..', 'dist');

export interface RunningServer {
  readonly url: string;
  readonly log: Logger;
  /** Finishes the requests in flight, then releases all resources. */
  close(): Promise<void>;
}

/**
 * Starts the server with this environment and the build in this folder. With the words of a site
 * instead, it serves the API alone. Throws a StartupError that names the problem.
 */
export async function startServer(env: Env, site: string | Content = DIST): Promise<RunningServer> {
  requireNode();
  const logger = createLogger(env.logLevel);
  const database = await openDatabase({
    databaseUrl: env.databaseUrl,
    dataDir: env.dataDir,
    ...databaseLog(logger),
  });
  try {
    if (typeof site !== 'string')
      return await serve(env, { build: null, content: site }, logger, database);
    const build = await readBuild(site, env.appUrl);
    return await serve(env, { build, content: build.renderer.shipped }, logger, database);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function serve(
  env: Env,
  { build, content }: { readonly build: Build | null; readonly content: Content },
  logger: Logger,
  database: Database,
): Promise<RunningServer> {
  const clock = Date.now;
  const context = { database, now: clock(), actor: null };
  if (env.firstAdmin !== null && (await createFirstAdmin(context, env.firstAdmin)))
    logger.info({ email: env.firstAdmin.email }, 'created the first admin');
  const payments = env.stripe === null ? null : connectStripe(env.stripe);
  if (payments === null)
    logger.warn('STRIPE_SECRET_KEY is not set: card payments are switched off');
  const background = createBackground(logger);
  const words = createSiteWords(content);
  const sender = async () => senderOf(env, await words.owner(database.db));
  const acceptance = awaitAcceptance(env.dataDir);
  const metrics = env.metrics === null ? null : createMetrics();
  const app = await buildApp({
    isPending: acceptance.isPending,
    metrics,
    database,
    clock,
    appUrl: env.appUrl,
    sender,
    words,
    payments,
    mailServer: env.smtpUrl === null ? null : new URL(env.smtpUrl).hostname,
    rateLimitScale: env.rateLimitScale,
    ...(env.trustProxy === null ? {} : { trustProxy: env.trustProxy }),
    hstsSubdomains: env.hstsSubdomains,
    logger,
    background,
    build,
  });
  const url = await listen(app, env);
  const metricsPort = await openMetricsPort(app, env, metrics);
  if (env.smtpUrl === null)
    logger.warn(
      `SMTP_URL is not set: emails are written as .eml files in ${join(env.dataDir, EMAIL_FOLDER)}`,
    );
  const base = { database, clock, log: app.log };
  /** Each runs until the returned function stops it. */
  const startJobs = () => [
    startShowingSetup(base, {
      ...env,
      terminal: process.stdout.isTTY ? process.stdout : null,
      log: app.log,
    }),
    startReminding(base),
    startSendingSlides(base),
    startDailySummaries(base),
    startSendingEmails({
      ...base,
      findOutdated,
      transport:
        env.smtpUrl === null
          ? folderTransport(env.dataDir, sender)
          : smtpTransport(env.smtpUrl, sender),
    }),
    // Runs even if a mail server is configured: files from before may remain.
    startDeletingErasedFiles({ ...base, dataDir: env.dataDir }),
    startExpiringReservations(base),
    startWithdrawingUnconfirmed(base),
    startClosingRooms(base),
    startDeletingExpired(base),
    startInvitingImported(base),
    startDeletingUnusedFamilies(base),
    startForgettingOldData(base),
    startDeletingPictures(base),
    startEndingWaitingLists(base),
    startQueueingWaitingNotices(base),
    startDeletingEmailCounts(base),
    ...(payments === null
      ? []
      : [
          startLookingUpPending(base, payments),
          startComparingPayments(base, payments),
          startCheckingRefunds(base, payments),
        ]),
  ];
  let jobs: ReturnType<typeof startJobs> = [];
  acceptance.onAccepted(() => {
    jobs = startJobs();
  });
  return {
    url,
    log: logger,
    async close() {
      acceptance.stop();
      const patience = setTimeout(() => payments?.abandon(), PROVIDER_PATIENCE_MS);
      await Promise.all([app.close(), metricsPort?.close()]);
      await Promise.all([background.settled(), ...jobs.map((stop) => stop())]);
      clearTimeout(patience);
      await database.close();
    },
  };
}

/** The settings take precedence over the site's content. */
function senderOf({ mailFrom, mailReplyTo, appUrl }: Env, owner: SiteOwner): Sender {
  return {
    name: mailFrom.name === '' ? owner.name : mailFrom.name,
    tutor: owner.tutor,
    address: mailFrom.address,
    replyTo: mailReplyTo ?? owner.email,
    siteUrl: appUrl,
    seller: owner.seller,
    greeting: DEFAULT_GREETING,
  };
}

/** A site without figures is better than none: a port that is taken is only logged. */
async function openMetricsPort(
  { log }: Awaited<ReturnType<typeof buildApp>>,
  env: Env,
  metrics: Metrics | null,
): Promise<MetricsPort | null> {
  if (env.metrics === null || metrics === null) return null;
  try {
    const opened = await serveMetrics(metrics, { ...env.metrics, log });
    log.info(`Metrics at ${opened.url}`);
    return opened;
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    log.error(`${error.message} The site runs without figures.`);
    return null;
  }
}

async function listen(
  app: Awaited<ReturnType<typeof buildApp>>,
  { port, host }: Env,
): Promise<string> {
  try {
    return await app.listen({ port, host });
  } catch (cause) {
    await app.close();
    const code = cause instanceof Error && 'code' in cause ? cause.code : '';
    if (code === 'EADDRINUSE')
      throw new StartupError(`PORT: ${port} is already in use on ${host}.`, { cause });
    if (code === 'EACCES')
      throw new StartupError(`PORT: this user may not listen on ${port}.`, { cause });
    throw new StartupError(`HOST: cannot listen on ${host}:${port} (${String(cause)}).`, { cause });
  }
}

function requireNode(): void {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < OLDEST_NODE)
    throw new StartupError(
      `Node.js ${OLDEST_NODE} or newer is needed, this is ${process.versions.node}; use "npm start".`,
    );
}

/** Runs until a signal stops it; a failed start is reported in one sentence. */
export async function runServer(): Promise<void> {
  try {
    const server = await startServer(readEnv(process.env));
    let isStopping = false;
    // A service manager may signal every process, and the runner forwards its own signal: the
    // second signal has no effect.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
      process.on(signal, () => {
        if (isStopping) return;
        isStopping = true;
        setTimeout(() => exitAfterLog(server.log, 1), SHUTDOWN_MS).unref();
        void server.close().then(() => exitAfterLog(server.log, 0));
      });
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    process.stderr.write(`Cannot start. ${error.message}\n`);
    process.exitCode = 1;
  }
}

if (import.meta.main) {
  beginWithHeapFlag();
  await runServer();
}
