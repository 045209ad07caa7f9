// `npm run bench:api -- --against <commit>`: the builds of two versions in alternating rounds.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { benchmarksOf, builtCommit, ratioOf } from './against.ts';
import type { Engine } from './engines.ts';
import { spreadOf, tableOf } from './report.ts';
import { startShipped } from './shipped.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const CONNECTIONS = 32;
const IDLE_MS = 10_000;
const ROOT = join(import.meta.dirname, '..');

interface Version {
  readonly root: string;
  readonly bench: Awaited<ReturnType<typeof benchmarksOf>>;
}

const MEASURED = {
  start: 'first answer after the start, ms',
  processor: '... of the processor, ms',
  resident: 'resident 10 s after the start and one list, MB',
  loaded: 'resident under load, MB',
  lists: 'list a week, 32 connections, per second',
  bookings: 'book a lesson, 32 connections, per second',
} as const;
type Figure = keyof typeof MEASURED;
// The keys are those of the type.
const FIGURES = Object.keys(MEASURED) as Figure[];
type Figures = Record<Figure, number[]>;

const noFigures = (): Figures => ({
  start: [],
  processor: [],
  resident: [],
  loaded: [],
  lists: [],
  bookings: [],
});

interface Run {
  readonly version: Version;
  readonly engine: Engine;
  readonly figures: Figures;
}

/** Measures a version once, on a database of its own: emails that wait would be sent meanwhile. */
async function measureRound({ version, engine, figures }: Run): Promise<void> {
  const { root } = version;
  const { load, fill } = version.bench;
  const database = await engine.make('usual');
  const pairs = fill.pairsOf(database.filled);
  const server = await startShipped(root, database);
  figures.start.push(server.start.ms);
  figures.processor.push(server.start.processorMs);
  const { tokens, week } = database.filled;
  const list = await fetch(`${server.url}/api/lessons?from=${week.from}&to=${week.to}`, {
    headers: { authorization: `Bearer ${tokens[0] ?? ''}` },
  });
  if (!list.ok) throw new Error(`the list was answered ${list.status}`);
  await pause(IDLE_MS);
  figures.resident.push(server.megabytes());
  // The first load compiles what the second one measures.
  for (const isMeasured of [false, true]) {
    const lists = await load.list(server, database, CONNECTIONS);
    const bookings = await load.book(server, pairs, CONNECTIONS);
    if (!isMeasured) continue;
    figures.lists.push(lists.perSecond);
    figures.bookings.push(bookings.perSecond);
  }
  figures.loaded.push(server.megabytes());
  await server.stop();
  await database.drop();
}

/** The rows of a table. */
async function compareOn(name: 'onSqlite' | 'onPostgres', versions: [Version, Version]) {
  const prepare = async (version: Version): Promise<Run> => ({
    version,
    engine: await version.bench.engines[name](),
    figures: noFigures(),
  });
  const [before, now] = [await prepare(versions[0]), await prepare(versions[1])];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const run of [before, now]) await measureRound(run);
  for (const { engine } of [before, now]) await engine.stop();
  return FIGURES.map((figure) => {
    const [old, own] = [before.figures[figure], now.figures[figure]];
    return [spreadOf(old), spreadOf(own), `${ratioOf(old, own).ratio.toFixed(2)} x`];
  });
}

/** Builds the commit and returns a table of its figures, those of this version and their ratio. */
export async function compareWith(commit: string): Promise<string> {
  const load = async (root: string): Promise<Version> => ({
    root,
    bench: await benchmarksOf(root),
  });
  const versions: [Version, Version] = [await load(builtCommit(commit)), await load(ROOT)];
  const onSqlite = await compareOn('onSqlite', versions);
  const onPostgres = await compareOn('onPostgres', versions);
  return tableOf([
    ['', `SQLite: ${commit}`, 'now', 'ratio', `PostgreSQL: ${commit}`, 'now', 'ratio'],
    ...FIGURES.map((figure, n) => [
      MEASURED[figure],
      ...(onSqlite[n] ?? []),
      ...(onPostgres[n] ?? []),
    ]),
  ]);
}
