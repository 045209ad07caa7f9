// The server process: environment, database, app, listening and an orderly shutdown.
import { join } from 'node:path';

import type { Logger } from 'pino';

import type { Content } from '../domain/site/content.ts';
import { buildApp } from './app.ts';
import { createFirstAdmin } from './auth/admins.ts';
import { PROJECT } from './base/project.ts';
import { startEmailJobs } from './email/jobs.ts';
import { type Database, openDatabase } from './engine/database.ts';
import { features, listeners } from './features.ts';
import { createLogger, databaseLog } from './http/logger.ts';
import { openMetricsPort } from './http/metrics-port.ts';
import { awaitAcceptance } from './http/upgrading.ts';
import { findOutdated } from './lessons/reminders/reminders.ts';
import { connectStripe } from './payments/stripe.ts';
import { createBackground } from './process/background.ts';
import { type Env, readEnv } from './process/env.ts';
import { endStart } from './process/heap.ts';
import { repeatJob } from './process/repeat.ts';
import { listen, requireNode, type RunningServer, runUntilSignal } from './process/run.ts';
import { type Build, readBuild } from './site/pages/built-pages.ts';
import { senderOf } from './site/sender.ts';
import { createSiteWords } from './site/words.ts';

/**
 * How long a closing server waits for the payment provider, whose SDK then needs a moment to give
 * up.
 */
const PROVIDER_PATIENCE_MS = 3000;
const DIST = join(PROJECT, 'dist');

/**
 * Starts the server with this environment and the build in this folder. With the words of a site
 * instead, it serves the API alone. Throws a StartupError that names the problem.
 */
export async function startServer(env: Env, site: string | Content = DIST): Promise<RunningServer> {
  requireNode();
  const logger = createLogger(env.logLevel);
  const { databaseUrl, dataDir } = env;
  const database = await openDatabase({ databaseUrl, dataDir, ...databaseLog(logger) });
  try {
    if (typeof site !== 'string') return await serve(env, null, site, logger, database);
    const build = await readBuild(site, env.appUrl);
    return await serve(env, build, build.renderer.shipped, logger, database);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function serve(
  env: Env,
  build: Build | null,
  content: Content,
  logger: Logger,
  database: Database,
): Promise<RunningServer> {
  const { appUrl, dataDir, firstAdmin, smtpUrl, trustProxy } = env;
  const clock = Date.now;
  const context = { database, now: clock(), actor: null };
  if (firstAdmin !== null && (await createFirstAdmin(context, firstAdmin)))
    logger.info({ email: firstAdmin.email }, 'created the first admin');
  const provider = env.stripe && connectStripe(env.stripe);
  if (provider === null)
    logger.warn('STRIPE_SECRET_KEY is not set: card payments are switched off');
  const background = createBackground(logger);
  const words = createSiteWords(content);
  const sender = async () => senderOf(env, await words.owner(database.db));
  const acceptance = awaitAcceptance(dataDir);
  const metrics = env.metrics && (await import('./http/metrics.ts')).createMetrics();
  const app = await buildApp({
    isPending: acceptance.isPending,
    metrics,
    database,
    clock,
    appUrl,
    sender,
    words,
    provider,
    mailServer: smtpUrl === null ? null : new URL(smtpUrl).hostname,
    rateLimitScale: env.rateLimitScale,
    ...(trustProxy === null ? {} : { trustProxy }),
    hstsSubdomains: env.hstsSubdomains,
    logger,
    background,
    build,
  });
  const url = await listen(app, env);
  endStart();
  const metricsPort = await openMetricsPort(app.log, env.metrics, metrics);
  const base = { database, clock, log: app.log, appUrl, dataDir, provider, listeners };
  let stops: (() => Promise<void>)[] = [];
  acceptance.onAccepted(() => {
    stops = [
      ...features.flatMap(({ jobs }) => jobs?.(base) ?? []).map((job) => repeatJob(base, job)),
      ...startEmailJobs(base, { smtpUrl, dataDir, sender, findOutdated }),
    ];
  });
  return {
    url,
    log: logger,
    async close() {
      acceptance.stop();
      const patience = setTimeout(() => provider?.abandon(), PROVIDER_PATIENCE_MS);
      await Promise.all([app.close(), metricsPort?.close()]);
      await Promise.all([background.settled(), ...stops.map((stop) => stop())]);
      clearTimeout(patience);
      await database.close();
    },
  };
}

export const runServer = () => runUntilSignal(() => startServer(readEnv(process.env)));
