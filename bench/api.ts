// `npm run bench:api`: what the guard, the schemas and a growing table cost. Ratios within one run; see docs/performance.md.
import { bookLesson } from '../server/bookings/store.ts';
import { type DatabaseOptions, openDatabase } from '../server/db/database.ts';
import { type Make, onEachEngine } from './engines.ts';
import { fill, type Filled, pairs, type Pairs } from './fill.ts';
import { bookPerSecond, CONNECTIONS, list, start } from './load.ts';
import { machine, median, tableOf, today, writeReport } from './report.ts';

const ROUNDS = 3;
const SIZES = { small: 1000, usual: 100_000, large: 1_000_000 };

/** The same transactions without HTTP around them, as many at once. */
async function bookInLoop(
  options: DatabaseOptions,
  filled: Filled,
  queue: Pairs,
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
  const family = filled.familyIds[0] ?? '';
  const queue = pairs(filled);
  const rounds: Figures[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = await start('bare', options, family);
    const { perSecond: bareList } = await list(bare, filled);
    await bare.stop();
    const app = await start('app', options, family);
    const { perSecond } = await list(app, filled);
    const book = await bookPerSecond(app, filled, queue, 5000);
    const rssMb = (await app.usage()).rss / 2 ** 20;
    await app.stop();
    const bareBook = await bookInLoop(options, filled, queue, 5000);
    rounds.push({ list: perSecond, bareList, book, bareBook, startMs: app.startMs, rssMb });
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
    [`${name}: resident under load`, `${Math.round(large.rssMb)} MB`, '', '', '≤ 200 MB'],
  ];
}

const rows: string[][] = [];
await onEachEngine(async (name, make) => {
  rows.push(...(await benchEngine(name, make)));
});

writeReport(
  'bench:api',
  'The API',
  `${tableOf([['what', 'the app', 'compared with', 'result', 'must'], ...rows])}\n\n${today()}, ${machine}; median of ${ROUNDS} rounds. "Bare" is a Fastify route with the same SQL and neither guard, schemas nor logging.`,
);
