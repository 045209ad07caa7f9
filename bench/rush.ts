// `npm run bench:rush`: simulates a lesson that sells out in seconds. 2,000 signed-in families open
// the week and compete for 40 spots, each on its own connection; half of them buy the credit at the
// same time. See docs/performance.md.
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { errorCatalogue } from '../domain/errors.ts';
import { startStripeSandbox, type StripeSandbox } from '../sandbox/stripe.ts';
import { openDatabase } from '../server/engine/database.ts';
import { at, call, sorted } from './calls.ts';
import { type Engine, type FilledDatabase, runOnEveryEngine } from './engines.ts';
import { FAMILIES } from './fill.ts';
import { type App, startApps } from './load.ts';
import { machine, tableOf, today, writeReport } from './report.ts';

const SPOTS = 40;
/** The families arrive evenly within this time; 0 is all at once. */
const WITHIN_MS = [10_000, 0] as const;
/** The status of a full lesson. */
const REFUSED = errorCatalogue.lesson_full.status;

interface Rush {
  readonly accepted: number;
  readonly refused: number;
  /** Milliseconds, sorted. */
  readonly lists: readonly number[];
  readonly bookings: readonly number[];
  readonly checkouts: readonly number[];
  readonly megabytes: readonly number[];
}

async function rush(
  apps: readonly App[],
  sandbox: StripeSandbox,
  { filled, options }: FilledDatabase,
  lesson: string,
  withinMs: number,
): Promise<Rush> {
  const { tokens, week } = filled;
  const database = await openDatabase({ ...options, exclusive: false });
  const { db } = database;
  await db.updateTable('lessons').set({ max_students: SPOTS }).where('id', '=', lesson).execute();
  const families = await Promise.all(
    tokens.map(async (token, index) => {
      await sleep((index / tokens.length) * withinMs);
      const url = apps[index % apps.length]?.url ?? '';
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const answer = await call({
        agent,
        token,
        address: `${url}/api/lessons?from=${week.from}&to=${week.to}`,
      });
      const isBuying = index % 2 === 1;
      const [path, body] = isBuying
        ? ['payments/create-checkout', { credits_quantity: 1, Lesson_IDs: [lesson] }]
        : ['bookings', { Lesson_ID: lesson }];
      const taken = await call({ agent, token, address: `${url}/api/${path}`, body });
      agent.destroy();
      if (answer.status !== 200 || ![200, 201, REFUSED].includes(taken.status))
        throw new Error(`unexpected answers ${answer.status} and ${taken.status}: ${taken.body}`);
      const isIn = taken.status !== REFUSED;
      if (isBuying && isIn)
        sandbox.pay((JSON.parse(taken.body) as { session_id: string }).session_id);
      return { listed: answer, taken, isBuying, isIn };
    }),
  );
  // Waits until every payment has been reported.
  await sandbox.idle();
  const rows = await db
    .selectFrom('bookings')
    .select('id')
    .where('lesson_id', '=', lesson)
    .execute();
  await database.close();
  const accepted = families.filter(({ isIn }) => isIn).length;
  if (accepted !== SPOTS || rows.length !== SPOTS)
    throw new Error(`${accepted} bookings accepted, ${rows.length} stored, for ${SPOTS} spots`);
  return {
    accepted,
    refused: families.length - accepted,
    lists: sorted(families.map(({ listed }) => listed.ms)),
    bookings: sorted(families.filter(({ isBuying }) => !isBuying).map(({ taken }) => taken.ms)),
    checkouts: sorted(families.filter(({ isBuying }) => isBuying).map(({ taken }) => taken.ms)),
    megabytes: await Promise.all(apps.map(async (app) => (await app.usage()).rss / 2 ** 20)),
  };
}

async function benchEngine(engine: Engine, processes: number): Promise<string[][]> {
  const database = await engine.make('usual');
  const sandbox = await startStripeSandbox();
  const { url: apiUrl, secretKey, webhookSecret } = sandbox;
  const stripe = { apiUrl, secretKey, webhookSecret };
  const apps = await startApps(processes, database, { stripe });
  sandbox.setWebhook(`${apps[0]?.url ?? ''}/api/payments/webhook`);
  const rows: string[][] = [];
  for (const [index, withinMs] of WITHIN_MS.entries()) {
    const lesson = database.filled.openLessons[index] ?? '';
    const { accepted, refused, lists, bookings, checkouts, megabytes } = await rush(
      apps,
      sandbox,
      database,
      lesson,
      withinMs,
    );
    rows.push([
      `${engine.name}, ${processes === 1 ? 'one process' : 'two processes'}, ${withinMs === 0 ? 'all at once' : `within ${withinMs / 1000} s`}`,
      String(accepted),
      String(refused),
      `${at(lists, 0.5)}, ${at(lists, 0.99)}`,
      `${at(bookings, 0.5)}, ${at(bookings, 0.99)}`,
      `${at(checkouts, 0.5)}, ${at(checkouts, 0.99)}`,
      megabytes.map((each) => `${Math.round(each)} MB`).join(', '),
    ]);
  }
  for (const app of apps) await app.stop();
  await sandbox.close();
  await database.drop();
  return rows;
}

const rows = (await runOnEveryEngine(benchEngine)).flat();

writeReport(
  'bench:rush',
  'The rush',
  `${tableOf([[`${FAMILIES.toLocaleString('en')} families, ${SPOTS} spots`, 'booked', 'refused', 'the week: p50, p99', 'the booking: p50, p99', 'the checkout: p50, p99', 'resident'], ...rows])}\n\n${today()}, ${machine}. Each family has a connection of its own; the load generator runs on the same machine.`,
);
