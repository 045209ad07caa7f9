// `npm run bench:api`: measures the app against what the machine itself allows (limit.ts), or with
// `-- --against <commit>` against the build of that commit; see docs/performance.md.
import { loadavg } from 'node:os';

import { openDatabase } from '../server/engine/database.ts';
import { readAgainst } from './against.ts';
import { compareWith } from './compare.ts';
import {
  type Engine,
  type FilledDatabase,
  onPostgres,
  onSqlite,
  type Size,
  SIZES,
} from './engines.ts';
import { measureFigures } from './figures.ts';
import { type Pair, pairsOf } from './fill.ts';
import { type App, book, type Limit, list, type Load, startApp, startLimit } from './load.ts';
import { machine, median, spreadOf, tableOf, today, writeReport } from './report.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const CONNECTIONS = [1, 32, 128] as const;
const USUAL_CONNECTIONS = 32;
const GROUPED = 16;
/**
 * How many bookings the limit makes in a round. Alone, each takes as long as a commit on a slow
 * disk.
 */
const LOOPED = { alone: 500, grouped: 4000 };
/** The maximum processor load of other programs at the start. */
const MAX_LOAD = 0.5;
/** The maximum spread of the limit's own figures. */
const MAX_SPREAD = 0.5;

const percent = (part: number, whole: number) => `${Math.round((part / whole) * 100)} %`;
const ms = (value: number) => (value < 1 ? '< 1 ms' : `${Math.round(value)} ms`);

const ratesOver = (values: number[]) => spreadOf(values, '/s');

const medianOf = (loads: Load[], of: (load: Load) => number) => median(loads.map(of));
const ratesOf = (loads: Load[]) => loads.map(({ perSecond: rate }) => rate);

function take(pairs: Iterator<Pair, never>, amount: number): Pair[] {
  return Array.from({ length: amount }, () => pairs.next().value);
}

interface Servers {
  app: App;
  limit: Limit;
  ofApp: FilledDatabase;
  ofLimit: FilledDatabase;
}

/** Runs `measure` with the app and the limit, each on a copy of the same database. */
async function withServers<T>(engine: Engine, measure: (servers: Servers) => Promise<T>) {
  const [ofApp, ofLimit] = [await engine.make('usual'), await engine.make('usual')];
  const app = await startApp(ofApp);
  const limit = await startLimit(ofLimit);
  try {
    return await measure({ app, limit, ofApp, ofLimit });
  } finally {
    await app.stop();
    await limit.stop();
    await ofApp.drop();
    await ofLimit.drop();
  }
}

/** The spread of the limit's own figures: a large one makes the results unreliable. */
const spreads: number[] = [];

function recordSpread(rates: number[]): void {
  spreads.push((Math.max(...rates) - Math.min(...rates)) / median(rates));
}

async function compareLists({ app, limit, ofApp, ofLimit }: Servers, name: string) {
  await list(app, ofApp, USUAL_CONNECTIONS);
  await list(limit, ofLimit, USUAL_CONNECTIONS);
  const rows: string[][] = [];
  for (const connections of CONNECTIONS) {
    const [ofLimits, ofApps]: [Load[], Load[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      ofLimits.push(await list(limit, ofLimit, connections));
      ofApps.push(await list(app, ofApp, connections));
    }
    recordSpread(ratesOf(ofLimits));
    rows.push([
      `${name}: list a week`,
      String(connections),
      ratesOver(ratesOf(ofLimits)),
      ...appCells(ofApps, ratesOf(ofLimits)),
    ]);
  }
  return rows;
}

async function compareBookings({ app, limit, ofApp, ofLimit }: Servers, name: string) {
  const [forApp, forLimit] = [pairsOf(ofApp.filled), pairsOf(ofLimit.filled)];
  await book(app, forApp, USUAL_CONNECTIONS);
  const rows: string[][] = [];
  for (const connections of CONNECTIONS) {
    const [alone, grouped, ofApps]: [number[], number[], Load[]] = [[], [], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      const inLoop = (amount: number, each: number) =>
        limit.book({ pairs: take(forLimit, amount), loops: connections, grouped: each });
      alone.push(await inLoop(LOOPED.alone, 1));
      if (name === 'SQLite') grouped.push(await inLoop(LOOPED.grouped, GROUPED));
      ofApps.push(await book(app, forApp, connections));
    }
    recordSpread(alone);
    rows.push([
      `${name}: book a lesson`,
      String(connections),
      ratesOver(alone) +
        (grouped.length === 0 ? '' : `, ${GROUPED} in a commit ${ratesOver(grouped)}`),
      ...appCells(ofApps, alone),
    ]);
  }
  await requireNoneOverbooked(ofApp);
  return rows;
}

/** The cells of a row about the app. */
function appCells(ofApps: Load[], ofLimit: number[]): string[] {
  return [
    ratesOver(ratesOf(ofApps)),
    percent(median(ratesOf(ofApps)), median(ofLimit)),
    ms(medianOf(ofApps, ({ p50 }) => p50)),
    ms(medianOf(ofApps, ({ p99 }) => p99)),
  ];
}

async function requireNoneOverbooked({ options }: FilledDatabase): Promise<void> {
  const database = await openDatabase({ ...options, exclusive: false });
  const over = await database.db
    .selectFrom('lessons')
    .select('id')
    .whereRef('booked', '>', 'max_students')
    .execute();
  await database.close();
  if (over.length > 0) throw new Error(`${over.length} lessons are overbooked`);
}

/**
 * Compares two processes on one database, each with half of the connections, with one process that
 * has all of them.
 */
async function compareProcesses(engine: Engine): Promise<string[]> {
  const database = await engine.make('usual');
  const pairs = pairsOf(database.filled);
  const [first, second] = [await startApp(database), await startApp(database)];
  const half = USUAL_CONNECTIONS / 2;
  const [ofOne, ofTwo]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    ofOne.push((await book(first, pairs, USUAL_CONNECTIONS)).perSecond);
    const both = await Promise.all([book(first, pairs, half), book(second, pairs, half)]);
    ofTwo.push(both.reduce((sum, { perSecond: rate }) => sum + rate, 0));
  }
  await first.stop();
  await second.stop();
  await requireNoneOverbooked(database);
  await database.drop();
  const times = `${(median(ofTwo) / median(ofOne)).toFixed(2)} x`;
  return [
    `${engine.name}: book a lesson, two processes`,
    `one ${ratesOver(ofOne)}, two ${ratesOver(ofTwo)}`,
    times,
    '≥ 1.6 x, with cores for both',
  ];
}

/** Starts the app on a database of this size. */
async function startGrown(engine: Engine, size: Size) {
  const database = await engine.make(size);
  const pairs = pairsOf(database.filled);
  const app = await startApp(database);
  await list(app, database, USUAL_CONNECTIONS);
  const [lists, books]: [number[], number[]] = [[], []];
  return {
    startMs: app.startMs,
    lists,
    books,
    async round() {
      lists.push((await list(app, database, USUAL_CONNECTIONS)).perSecond);
      books.push((await book(app, pairs, USUAL_CONNECTIONS)).perSecond);
    },
    /** Stops the app and returns its resident memory in MB. */
    async stop() {
      const { rss } = await app.usage();
      await app.stop();
      await database.drop();
      return rss / 2 ** 20;
    },
  };
}

/**
 * Measures how the cost of a booking and a list grows with the table, and the memory of the
 * process.
 */
async function measureGrowth(engine: Engine): Promise<string[][]> {
  const { name } = engine;
  const [small, large] = [await startGrown(engine, 'small'), await startGrown(engine, 'large')];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const each of [small, large]) await each.round();
  const memory = [await small.stop(), await large.stop()];
  const growth = (what: 'list' | 'booking', few: number[], many: number[]) => [
    `${name}: cost of a ${what} at ${SIZES.large.toLocaleString('en')} bookings against ${SIZES.small.toLocaleString('en')}`,
    `${ratesOver(many)} against ${ratesOver(few)}`,
    `${(median(few) / median(many)).toFixed(2)} x`,
    '≤ 1.2 x',
  ];
  const figures = await measureFigures(engine);
  return [
    [
      `${name}: figures of 800 days at ${SIZES.large.toLocaleString('en')} bookings`,
      `first ${ms(figures.first)}, up to ${ms(figures.max)}`,
      ms(figures.median),
      '≤ 300 ms',
    ],
    growth('list', small.lists, large.lists),
    growth('booking', small.books, large.books),
    [
      `${name}: first answer after the start`,
      '',
      `${Math.round(Math.max(small.startMs, large.startMs))} ms`,
      '≤ 1000 ms',
    ],
    [`${name}: resident under load`, '', `${Math.round(Math.max(...memory))} MB`, '≤ 200 MB'],
  ];
}

const against = readAgainst();
if (against !== null) {
  const table = await compareWith(against);
  const note = `${today()}, ${machine}; medians of alternating rounds, with the minimum and the maximum.`;
  writeReport('bench:api:against', 'The API, against an earlier commit', `${table}\n\n${note}`);
  process.exit();
}

const [loadBefore = 0] = loadavg();
const compared: string[][] = [];
const others: string[][] = [];
for (const open of [onSqlite, onPostgres]) {
  const engine = await open();
  try {
    const ofEngine = await withServers(engine, async (servers) => [
      ...(await compareLists(servers, engine.name)),
      ...(await compareBookings(servers, engine.name)),
    ]);
    compared.push(...ofEngine);
    if (engine.name === 'PostgreSQL') others.push(await compareProcesses(engine));
    others.push(...(await measureGrowth(engine)));
  } finally {
    await engine.stop();
  }
}

const spread = Math.max(...spreads);
const isBusy = loadBefore > MAX_LOAD || spread > MAX_SPREAD;
const verdict = isBusy
  ? `**The machine was too busy for reliable figures**: its load was ${loadBefore.toFixed(1)} at the start, and the limit's own rounds differed by up to ${percent(spread, 1)} of their median.`
  : `The machine was quiet: its load was ${loadBefore.toFixed(1)} at the start, and the limit's own rounds differed by at most ${percent(spread, 1)} of their median.`;

writeReport(
  'bench:api',
  'The API',
  [
    tableOf([['', 'connections', 'the machine', 'the app', 'share', 'p50', 'p99'], ...compared]),
    tableOf([['', 'measured', 'result', 'must'], ...others]),
    `${today()}, ${machine}; medians of ${ROUNDS} alternating rounds, with the minimum and the maximum. ${verdict}`,
  ].join('\n\n'),
);
