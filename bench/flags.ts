// `npm run bench:flags`: measures what V8's flags cost and save against V8's defaults, in
// alternating rounds. See docs/performance.md. ROUNDS sets their number.
import { GROWTH_FLAG, HEAP_FLAG, YOUNG_GENERATION } from '../server/process/heap.ts';
import { type Engine, type FilledDatabase, onPostgres, onSqlite } from './engines.ts';
import { type Pair, pairsOf } from './fill.ts';
import { book, type Flags, list, startApp } from './load.ts';
import { machine, median, tableOf, today, writeReport } from './report.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 7);
const CONNECTIONS = 10;

const atStart = (flag: string): Flags => ({ atStart: [flag], running: [] });
/**
 * A running process can set the flags that V8 reads repeatedly; the others only work at the start.
 */
const running = (flag: string): Flags => ({ atStart: [], running: [flag] });

const candidates: Readonly<Record<string, Flags>> = {
  'V8 as it comes': { atStart: [], running: [] },
  'as shipped': {},
  [HEAP_FLAG]: atStart(HEAP_FLAG),
  [`${GROWTH_FLAG} while it runs`]: running(GROWTH_FLAG),
  [`${YOUNG_GENERATION}=2`]: atStart(`${YOUNG_GENERATION}=2`),
  '--optimize-for-size': atStart('--optimize-for-size'),
};

interface Figures {
  /** Processor time of all threads, in microseconds. */
  readonly perList: number;
  readonly perBooking: number;
  readonly megabytes: number;
}

async function measure(
  flags: Flags,
  database: FilledDatabase,
  pairs: Iterator<Pair, never>,
): Promise<Figures> {
  const app = await startApp(database, flags);
  const before = await app.usage();
  const lists = await list(app, database, CONNECTIONS);
  const between = await app.usage();
  const bookings = await book(app, pairs, CONNECTIONS);
  const after = await app.usage();
  await app.stop();
  return {
    perList: (between.cpuUs - before.cpuUs) / lists.count,
    perBooking: (after.cpuUs - between.cpuUs) / bookings.count,
    megabytes: after.rss / 2 ** 20,
  };
}

async function benchFlags(engine: Engine): Promise<Map<string, Figures[]>> {
  const database = await engine.make('usual');
  const pairs = pairsOf(database.filled);
  const found = new Map<string, Figures[]>(Object.keys(candidates).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    const inTurn = Object.entries(candidates);
    for (const [name, flags] of round % 2 === 0 ? inTurn : inTurn.toReversed())
      found.get(name)?.push(await measure(flags, database, pairs));
  }
  await database.drop();
  return found;
}

const columns = new Map<string, string[]>(Object.keys(candidates).map((name) => [name, []]));
const head = [today()];
for (const open of [onSqlite, onPostgres]) {
  const engine = await open();
  head.push(`${engine.name}: list`, 'book', 'resident');
  for (const [name, rounds] of await benchFlags(engine)) {
    const of = (key: keyof Figures) => median(rounds.map((figures) => figures[key]));
    columns
      .get(name)
      ?.push(
        `${Math.round(of('perList'))} µs`,
        `${Math.round(of('perBooking'))} µs`,
        `${Math.round(of('megabytes'))} MB`,
      );
  }
  await engine.stop();
}
writeReport(
  'bench:flags',
  "V8's flags",
  `${tableOf([head, ...[...columns].map(([name, cells]) => [name, ...cells])])}\n\nProcessor time of one list and one booking, and memory after both; ${machine}; medians of ${ROUNDS} alternating rounds.`,
);
