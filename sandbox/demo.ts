// `npm run demo`: the real server on a throw-away database with sample data, and a stand-in of Stripe beside it.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { paths } from '../domain/paths.ts';
import { buildIfNeeded } from '../scripts/build.ts';
import { openDatabase } from '../server/db/index.ts';
import { readEnv } from '../server/env.ts';
import { startServer } from '../server/main.ts';
import { StartupError } from '../server/startup-error.ts';
import { freePort } from './free-port.ts';
import { DEMO_ADMIN, DEMO_STUDENT, seed } from './seed.ts';
import { startStripeSandbox } from './stripe.ts';

const DEFAULT_PORT = 3000;
const HOST = '127.0.0.1';

/** Whether nobody listens on this port. */
async function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => {
      resolve(false);
    });
    probe.listen(port, HOST, () => {
      probe.close(() => {
        resolve(true);
      });
    });
  });
}

/** The port asked for, or else the usual one, or else any that is free: a demo should just start. */
async function choosePort(): Promise<string> {
  const asked = process.env['PORT'];
  if (asked !== undefined && asked !== '') return asked;
  return String((await isFree(DEFAULT_PORT)) ? DEFAULT_PORT : await freePort());
}

async function runDemo(): Promise<void> {
  if (!(await buildIfNeeded())) process.exit(1);
  const port = await choosePort();
  const dataDir = await mkdtemp(join(tmpdir(), 'lessons-demo-'));
  const url = `http://localhost:${port}`;
  const stripe = await startStripeSandbox({
    webhook: { url: `http://${HOST}:${port}/api/payments/webhook`, secret: 'whsec_demo' },
  });
  const env = readEnv({
    PORT: port,
    HOST,
    APP_URL: url,
    DATA_DIR: dataDir,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_URL: stripe.url,
    SMTP_URL: process.env['SMTP_URL'],
    MAIL_FROM: process.env['MAIL_FROM'],
    RATE_LIMIT_SCALE: process.env['RATE_LIMIT_SCALE'],
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'error',
  });

  const database = await openDatabase({ databaseUrl: null, dataDir });
  await seed(database.db, Date.now());
  await database.close();
  const server = await startServer(env);

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await server.close();
    await stripe.close();
    await rm(dataDir, { recursive: true, force: true });
    process.exit(0);
  };
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());

  process.stdout.write(`
The demo is running. Everything in it is a sample and is gone when you stop it with Ctrl+C.

  Open ${url}

  1. Register interest   ${url}${paths.home}: press "Claim your free lesson!", fill in the form
  2. Buy, book, cancel   ${url}${paths.signIn}: ${DEMO_STUDENT.email} / ${DEMO_STUDENT.password} (${DEMO_STUDENT.credits} credits),
                         or make an account of your own at ${url}${paths.signUp}
                         Payments end at a stand-in of Stripe: no card is charged.
  3. Run the lessons     ${url}${paths.adminLogin}: ${DEMO_ADMIN.email} / ${DEMO_ADMIN.password}
                         enquiries, the weekly planner, booked lessons

`);
}

try {
  await runDemo();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`Cannot start the demo. ${error.message}\n`);
  process.exit(1);
}
