// `npm run bench:flags`: what V8's flags cost and save, each against V8 as it comes, in rounds that alternate. See
// docs/performance.md. ROUNDS chooses how many.
import { openDatabase } from '../server/db/database.ts';
import { HEAP_FLAG, YOUNG_GENERATION } from '../server/heap.ts';
import { type Make, onEachEngine } from './engines.ts';
import { fill, type Filled, pairs, type Pairs } from './fill.ts';
import { bookPerSecond, type Flags, list, start } from './load.ts';
import { machine, median, tableOf, today, writeReport } from './report.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 7);
const PAST_BOOKINGS = 100_000;
const BOOKINGS = 400;

const atStart = (flag: string): Flags => ({ atStart: [flag] });
/** What V8 reads again and again can be set by the running process; the rest it takes at its start alone. */
const running = (flag: string): Flags => ({ atStart: [], running: [flag] });

const candidates: Readonly<Record<string, Flags>> = {
  'V8 as it comes': { atStart: [] },
  [HEAP_FLAG]: atStart(HEAP_FLAG),
  ...Object.fromEntries(
    [`${YOUNG_GENERATION}=2`, '--max-old-space-size=256', '--v8-pool-size=2', '--optimize-for-size'].map(
      (flag) => [flag, atStart(flag)],
    ),
  ),
  '--optimize-for-size while it runs': running('--optimize-for-size'),
  '--memory-saver-mode while it runs': running('--memory-saver-mode'),
};

interface Figures {
  /** Microseconds of the processor, on all threads. */
  readonly perList: number;
  readonly perBooking: number;
  readonly megabytes: number;
}

async function measure(
  flags: Flags,
  options: Parameters<typeof openDatabase>[0],
  filled: Filled,
  queue: Pairs,
): Promise<Figures> {
  const app = await start('app', options, filled.familyIds[0] ?? '', flags);
  const before = await app.usage();
  const { count } = await list(app, filled);
  const between = await app.usage();
  await bookPerSecond(app, filled, queue, BOOKINGS);
  const after = await app.usage();
  await app.stop();
  return {
    perList: (between.cpuUs - before.cpuUs) / count,
    perBooking: (after.cpuUs - between.cpuUs) / BOOKINGS,
    megabytes: after.rss / 2 ** 20,
  };
}

async function benchFlags(make: Make): Promise<Map<string, Figures[]>> {
  const { options, drop } = await make();
  const database = await openDatabase(options);
  const filled = await fill(database, PAST_BOOKINGS, Date.now());
  await database.close();
  const queue = pairs(filled);
  const found = new Map<string, Figures[]>(Object.keys(candidates).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    const inTurn = Object.entries(candidates);
    for (const [name, flags] of round % 2 === 0 ? inTurn : inTurn.toReversed())
      found.get(name)?.push(await measure(flags, options, filled, queue));
  }
  await drop();
  return found;
}

const columns = new Map<string, string[]>(Object.keys(candidates).map((name) => [name, []]));
const head = [today()];
await onEachEngine(async (engine, make) => {
  head.push(`${engine}: list`, 'book', 'resident');
  for (const [name, rounds] of await benchFlags(make)) {
    const of = (key: keyof Figures) => median(rounds.map((figures) => figures[key]));
    columns
      .get(name)
      ?.push(
        `${Math.round(of('perList'))} µs`,
        `${Math.round(of('perBooking'))} µs`,
        `${Math.round(of('megabytes'))} MB`,
      );
  }
});
writeReport(
  'bench:flags',
  "V8's flags",
  `${tableOf([head, ...[...columns].map(([name, cells]) => [name, ...cells])])}\n\nTime of the processor for one list and one booking, and memory after both; ${machine}; medians of ${ROUNDS} rounds that alternate.`,
);
