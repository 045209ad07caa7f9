// `npm run demo`: the real server on a throw-away database with sample data, and a stand-in of Stripe beside it. A process that
// forks it, as the journeys do, learns its address, and takes it along at its own end.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { paths } from '../domain/paths.ts';
import { DEFAULT_GREETING } from '../domain/settings.ts';
import { buildIfNeeded } from '../scripts/build/build.ts';
import { openDatabase } from '../server/engine/database.ts';
import { readEnv } from '../server/env.ts';
import { MAIL_FOLDER } from '../server/email/transport.ts';
import { type RunningServer, startServer } from '../server/main.ts';
import { StartupError } from '../server/startup-error.ts';
import { SAMPLE_SELLER } from './emails.ts';
import { obeyTime } from './time.ts';
import { freePort } from './free-port.ts';
import { startGallery } from './gallery.ts';
import { DEMO_ADMIN, DEMO_STUDENT, seed } from './seed.ts';
import { startStripeSandbox } from './stripe.ts';

const DEFAULT_PORT = 3000;
const HOST = '127.0.0.1';
/** How many ports are tried while others take each of them first. */
const ATTEMPTS = 20;
const SHUTDOWN_MS = 9000;

/** Whether nobody listens on this port just now. */
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

interface Demo {
  readonly url: string;
  /** Where its emails are kept while no mail server is configured. */
  readonly mailFolder: string;
  /** Where each of them is shown with sample data. */
  readonly galleryUrl: string;
  close(): Promise<void>;
}

/** On the port asked for, or else the usual one, or else (and for 0) any that is free: a demo should just start. */
async function startSomewhere(): Promise<Demo> {
  const asked = process.env['PORT'] ?? '';
  if (asked !== '' && asked !== '0') return start(asked);
  for (let attempt = 1; ; attempt += 1) {
    const isUsual = asked === '' && attempt === 1 && (await isFree(DEFAULT_PORT));
    try {
      return await start(String(isUsual ? DEFAULT_PORT : await freePort()));
    } catch (error) {
      // Between the look and the server's own start another program may take it, such as a second demo.
      if (attempt === ATTEMPTS || !isPortTaken(error)) throw error;
    }
  }
}

function isPortTaken(error: unknown): boolean {
  const cause = error instanceof StartupError ? error.cause : null;
  return cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
}

async function start(port: string): Promise<Demo> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lessons-demo-'));
  // However the process ends, unless it is killed.
  process.once('exit', () => {
    rmSync(dataDir, { recursive: true, force: true });
  });
  const url = `http://localhost:${port}`;
  const stripe = await startStripeSandbox({
    webhook: { url: `http://${HOST}:${port}/api/payments/webhook`, secret: 'whsec_demo' },
  });
  const gallery = await startGallery({
    name: 'Sample Physics',
    address: 'lessons@example.com',
    replyTo: null,
    siteUrl: url,
    seller: SAMPLE_SELLER,
    greeting: DEFAULT_GREETING,
  });
  let server: RunningServer;
  try {
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
    await seed(database, Date.now());
    await database.close();
    server = await startServer(env);
  } catch (error) {
    await gallery.close();
    await stripe.close();
    throw error;
  }
  return {
    url,
    mailFolder: join(dataDir, MAIL_FOLDER),
    galleryUrl: gallery.url,
    async close() {
      await server.close();
      await gallery.close();
      await stripe.close();
    },
  };
}

let demo: Demo | null = null;
let isStopping = false;

/** A demo that is still starting has nobody to wait for. */
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
  await demo?.close();
  process.exit(0);
}

async function runDemo(): Promise<void> {
  obeyTime();
  // Whoever has forked this demo may be gone before it could listen.
  if (process.send !== undefined && !process.connected) await stop();
  process.once('disconnect', () => void stop());
  if (!(await buildIfNeeded())) process.exit(1);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
  demo = await startSomewhere();
  const { url, mailFolder, galleryUrl } = demo;
  process.send?.({ url, mailFolder });
  process.stdout.write(`
The demo is running. Everything in it is a sample and is gone when you stop it with Ctrl+C.

  Open ${url}

  1. Register interest   ${url}${paths.home}: press "Claim your free lesson!", fill in the form
  2. Buy, book, cancel   ${url}${paths.signIn}: ${DEMO_STUDENT.email} / ${DEMO_STUDENT.password} (${DEMO_STUDENT.credits} credits),
                         or make an account of your own at ${url}${paths.signUp}
                         Payments end at a stand-in of Stripe: no card is charged.
  3. Run the lessons     ${url}${paths.adminLogin}: ${DEMO_ADMIN.email} / ${DEMO_ADMIN.password}
                         enquiries, the weekly planner, booked lessons
  4. See the emails      ${galleryUrl}: each of them with sample data

`);
}

try {
  await runDemo();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`Cannot start the demo. ${error.message}\n`);
  process.exit(1);
}
