// Runs the product's app in its own process for measuring, with its log and its rate limits, which
// are only raised.
import { SAMPLE_CONTENT } from '../domain/testing/content.ts';
import { DEFAULT_GREETING } from '../domain/tutor/settings.ts';
import { buildApp } from '../server/app.ts';
import { smtpTransport } from '../server/email/transport.ts';
import { startSendingEmails } from '../server/email/worker.ts';
import { openDatabase } from '../server/engine/database.ts';
import { createLogger } from '../server/http/logger.ts';
import { findOutdated } from '../server/lessons/reminders/reminders.ts';
import { connectStripe, type StripeSettings } from '../server/payments/stripe.ts';
import { createBackground } from '../server/process/background.ts';
import { limitGrowth } from '../server/process/heap.ts';
import { createSiteWords } from '../server/site/words.ts';

const { BENCH_STRIPE, BENCH_SMTP, DATABASE_URL, DATA_DIR = '' } = process.env;
/** So high that no benchmark reaches a limit. */
const LIMITS_SCALE = 1_000_000;

limitGrowth();

const logger = createLogger('info');
const database = await openDatabase({ databaseUrl: DATABASE_URL ?? null, dataDir: DATA_DIR });
const appUrl = 'http://localhost';
const seller = { name: 'Bench', address: [], tax: null };
const sender = {
  name: 'Bench',
  tutor: null,
  address: 'lessons@bench.test',
  replyTo: null,
  siteUrl: appUrl,
  seller,
  greeting: DEFAULT_GREETING,
};
const readSender = async () => sender;
const app = await buildApp({
  background: createBackground(logger),
  database,
  clock: Date.now,
  appUrl,
  sender: readSender,
  words: createSiteWords(SAMPLE_CONTENT),
  // The payment provider's stand-in and its keys, if there is one.
  provider:
    BENCH_STRIPE === undefined ? null : connectStripe(JSON.parse(BENCH_STRIPE) as StripeSettings),
  mailServer: null,
  rateLimitScale: LIMITS_SCALE,
  logger,
  build: null,
});
const url = await app.listen({ port: 0, host: '127.0.0.1' });
const stopSendingEmails =
  BENCH_SMTP === undefined
    ? async () => undefined
    : startSendingEmails({
        database,
        findOutdated,
        clock: Date.now,
        transport: smtpTransport(BENCH_SMTP, readSender),
        log: logger,
      });

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ rss: process.memoryUsage.rss(), cpuUs: user + system });
});
process.once('disconnect', () => {
  void stopSendingEmails()
    .then(() => app.close())
    .then(() => database.close())
    .then(() => process.exit(0));
});
process.send?.({ url });
