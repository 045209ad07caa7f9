// `npm run bench:api`: what the guard, the schemas and a growing table cost. Ratios within one run; see docs/performance.md.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import autocannon from 'autocannon';
import pg from 'pg';

import { bookLesson } from '../server/bookings/store.ts';
import { type DatabaseOptions, openDatabase } from '../server/db/database.ts';
import { startPostgres } from '../server/testing/postgres.ts';
import { fill, type Filled, pairs } from './fill.ts';
import { machine, tableOf, today, writeReport } from './report.ts';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4);
const ROUNDS = 3;
const CONNECTIONS = 10;
const SIZES = { small: 1000, usual: 100_000, large: 1_000_000 };

/** As `npm start` runs the server. */
const { serverFlags } = (
  JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')) as {
    config: { serverFlags: string[] };
  }
).config;

interface Child {
  readonly url: string;
  readonly startMs: number;
  rss(): Promise<number>;
  stop(): Promise<void>;
}

async function start(
  mode: 'app' | 'bare',
  { databaseUrl, dataDir }: DatabaseOptions,
  student: string,
): Promise<Child> {
  const begun = performance.now();
  const child = fork(join(import.meta.dirname, 'serve.ts'), {
    execArgv: serverFlags,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      BENCH_MODE: mode,
      BENCH_STUDENT: student,
      DATA_DIR: dataDir,
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    },
  });
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  await (await fetch(`${url}${mode === 'app' ? '/api/health' : '/'}`)).text();
  return {
    url,
    startMs: performance.now() - begun,
    async rss() {
      child.send('rss');
      const [{ rss }] = (await once(child, 'message')) as [{ rss: number }];
      return rss;
    },
    async stop() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function listPerSecond(child: Child, { tokens, week }: Filled): Promise<number> {
  const result = await autocannon({
    url: child.url,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: [
      {
        path: `/api/lessons?from=${week.from}&to=${week.to}`,
        headers: { authorization: `Bearer ${tokens[0] ?? ''}` },
      },
    ],
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} lists failed`);
  return result.requests.average;
}

async function bookPerSecond(
  child: Child,
  { tokens }: Filled,
  queue: ReturnType<typeof pairs>,
  amount: number,
): Promise<number> {
  const begun = performance.now();
  const result = await autocannon({
    url: child.url,
    connections: CONNECTIONS,
    amount,
    requests: [
      {
        method: 'POST',
        path: '/api/bookings',
        setupRequest(request) {
          const next = queue.next();
          if (next.done === true) throw new Error('all spots are taken');
          const { family, lesson } = next.value;
          return {
            ...request,
            headers: { authorization: `Bearer ${tokens[family] ?? ''}`, 'content-type': 'application/json' },
            body: JSON.stringify({ Lesson_ID: lesson }),
          };
        },
      },
    ],
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} bookings failed`);
  return (amount / (performance.now() - begun)) * 1000;
}

/** The same transactions without HTTP around them, as many at once. */
async function bookInLoop(
  options: DatabaseOptions,
  filled: Filled,
  queue: ReturnType<typeof pairs>,
  amount: number,
): Promise<number> {
  const database = await openDatabase(options);
  const begun = performance.now();
  let left = amount;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (left > 0) {
        left -= 1;
        const next = queue.next();
        if (next.done === true) throw new Error('all spots are taken');
        const actor = { familyId: filled.familyIds[next.value.family] ?? '' };
        await bookLesson({ database, now: Date.now(), actor }, next.value.lesson);
      }
    }),
  );
  const perSecond = (amount / (performance.now() - begun)) * 1000;
  const over = await database.db
    .selectFrom('lessons')
    .select('id')
    .whereRef('booked', '>', 'max_students')
    .execute();
  await database.close();
  if (over.length > 0) throw new Error(`${over.length} lessons are overbooked`);
  return perSecond;
}

interface Figures {
  readonly list: number;
  readonly bareList: number;
  readonly book: number;
  readonly bareBook: number;
  readonly startMs: number;
  readonly rssMb: number;
}

async function measure(options: DatabaseOptions, filled: Filled): Promise<Figures> {
  const student = filled.familyIds[0] ?? '';
  const queue = pairs(filled);
  const rounds: Figures[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = await start('bare', options, student);
    const bareList = await listPerSecond(bare, filled);
    await bare.stop();
    const app = await start('app', options, student);
    const list = await listPerSecond(app, filled);
    const book = await bookPerSecond(app, filled, queue, 5000);
    const rssMb = (await app.rss()) / 2 ** 20;
    await app.stop();
    const bareBook = await bookInLoop(options, filled, queue, 5000);
    rounds.push({ list, bareList, book, bareBook, startMs: app.startMs, rssMb });
  }
  const of = (key: keyof Figures) => median(rounds.map((figures) => figures[key]));
  return {
    list: of('list'),
    bareList: of('bareList'),
    book: of('book'),
    bareBook: of('bareBook'),
    startMs: of('startMs'),
    rssMb: of('rssMb'),
  };
}

type Make = () => Promise<{ options: DatabaseOptions; drop: () => Promise<void> }>;

async function benchEngine(name: string, make: Make): Promise<string[][]> {
  const bySize: Partial<Record<keyof typeof SIZES, Figures>> = {};
  for (const size of ['small', 'usual', 'large'] as const) {
    const { options, drop } = await make();
    const database = await openDatabase(options);
    const filled = await fill(database, SIZES[size], Date.now());
    await database.close();
    bySize[size] = await measure(options, filled);
    await drop();
  }
  const { small, usual, large } = bySize;
  if (small === undefined || usual === undefined || large === undefined)
    throw new Error('a size was not measured');
  const percent = (part: number, whole: number) => `${Math.round((part / whole) * 100)} %`;
  const times = (before: number, after: number) => `${(before / after).toFixed(2)} x`;
  const perSecond = (value: number) => `${Math.round(value)}/s`;
  return [
    [
      `${name}: list a week, 100,000 bookings`,
      perSecond(usual.list),
      `${perSecond(usual.bareList)} bare`,
      percent(usual.list, usual.bareList),
      '≥ 60 %',
    ],
    [
      `${name}: book a lesson`,
      perSecond(usual.book),
      `${perSecond(usual.bareBook)} in a loop`,
      percent(usual.book, usual.bareBook),
      '≥ 50 %',
    ],
    [
      `${name}: cost of a list at 1,000,000 bookings against 1,000`,
      perSecond(large.list),
      perSecond(small.list),
      times(small.list, large.list),
      '≤ 1.2 x',
    ],
    [
      `${name}: cost of a booking at 1,000,000 against 1,000`,
      perSecond(large.book),
      perSecond(small.book),
      times(small.book, large.book),
      '≤ 1.2 x',
    ],
    [`${name}: first answer after the start`, `${Math.round(large.startMs)} ms`, '', '', '≤ 1000 ms'],
    [`${name}: resident under load`, `${Math.round(large.rssMb)} MB`, '', '', '≤ 150 MB'],
  ];
}

const rows = await benchEngine('SQLite', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lessons-bench-'));
  return { options: { databaseUrl: null, dataDir }, drop: () => rm(dataDir, { recursive: true }) };
});
const postgres = await startPostgres();
let serial = 0;
rows.push(
  ...(await benchEngine('PostgreSQL', async () => {
    serial += 1;
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query(`create database bench_${serial}`);
    await client.end();
    const url = new URL(postgres.url);
    url.pathname = `/bench_${serial}`;
    return { options: { databaseUrl: url.href, dataDir: tmpdir() }, drop: async () => {} };
  })),
);
await postgres.stop();

writeReport(
  'bench:api',
  'The API',
  `${tableOf([['what', 'the app', 'compared with', 'result', 'must'], ...rows])}\n\n${today()}, ${machine}; median of ${ROUNDS} rounds. "Bare" is a Fastify route with the same SQL and neither guard, schemas nor logging.`,
);
