// A server process to measure: the product's app, or bare routes with the same SQL and nothing around it.
import { setFlagsFromString } from 'node:v8';

import Fastify from 'fastify';
import pino from 'pino';

import { buildApp } from '../server/app.ts';
import { createBackground } from '../server/background.ts';
import { openDatabase } from '../server/db/database.ts';
import { listFamilyLessons } from '../server/lessons/store.ts';
import { lessonWindow } from '../server/windows.ts';

const { BENCH_MODE, BENCH_FLAGS = '', DATABASE_URL, DATA_DIR = '', BENCH_FAMILY = '' } = process.env;

for (const flag of BENCH_FLAGS.split(' ').filter(Boolean)) setFlagsFromString(flag);

const logger = pino({ level: 'warn' });
const database = await openDatabase({ databaseUrl: DATABASE_URL ?? null, dataDir: DATA_DIR });

function bareApp() {
  const app = Fastify();
  app.get('/api/lessons', (request) => {
    const dates = request.query as { from: string; to: string };
    return listFamilyLessons(database.db, BENCH_FAMILY, lessonWindow(dates, Date.now())).then((lessons) => ({
      success: true,
      lessons,
    }));
  });
  return app;
}

const app =
  BENCH_MODE === 'bare'
    ? bareApp()
    : await buildApp({
        background: createBackground(logger),
        database,
        clock: Date.now,
        appUrl: 'http://localhost',
        payments: null,
        rateLimitScale: null,
        logger,
        dist: null,
      });
const url = await app.listen({ port: 0, host: '127.0.0.1' });

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ rss: process.memoryUsage.rss(), cpuUs: user + system });
});
process.once('disconnect', () => {
  void app
    .close()
    .then(() => database.close())
    .then(() => process.exit(0));
});
process.send?.({ url });
