// The drill of failovers: kills, freezes and isolates the primary of a cluster in turns, while
// families book through two processes, and then counts what became of their bookings.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { openDatabase } from '../../server/engine/database.ts';
import { brokenInvariants } from '../../server/testing/invariants.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { judge, longestPause, median, type Verdict } from './counting.ts';
import { fill } from './fill.ts';
import { reservePorts } from './free-ports.ts';
import { type Node, PROBE_TABLE, type Programs } from './node.ts';
import { type Booking, bookUntilOver, nothingTold, type Student, type Told } from './people.ts';
import { startProcess } from './processes.ts';

const FAMILIES = 6;
const LESSONS = 12;
const DATABASE = 'lessons';
const SUCCESSOR_MS = 120_000;
const WHOLE_MS = 180_000;
/** People book undisturbed before each failover. */
const CALM_MS = 3000;
/** How long acknowledged bookings reach no other node before a careless failover. */
const HELD_BACK_MS = 2000;

export const FAULTS = ['kill', 'freeze', 'isolate'] as const;
type Fault = (typeof FAULTS)[number];

export interface FailoverOptions {
  readonly folder: string;
  readonly programs: Programs;
  readonly failovers: number;
  /** Asynchronous replication that lags behind, which must lose bookings: the drill can count. */
  readonly isCareless: boolean;
}

export interface FailoverReport extends Verdict {
  readonly told: Told;
  readonly failovers: number;
  readonly pausesMs: readonly number[];
  /** The nodes that were still primaries although there was another. */
  readonly stale: readonly string[];
  readonly broken: readonly string[];
}

interface Failover {
  readonly fault: Fault;
  readonly former: Node;
  /** Waits for the next primary, and until it has acknowledged a booking. */
  readonly successor: () => Promise<Node>;
  /** Whether an isolated node is cut off from the lessons' servers too. */
  readonly fromClients: boolean;
}

/**
 * Breaks the primary, waits for another one, and brings the former back. `isStale` if that
 * acknowledged a write although there was another, or was still a primary after being isolated.
 */
async function breakDown({
  fault,
  former,
  successor,
  fromClients,
}: Failover): Promise<{ readonly next: Node; readonly isStale: boolean }> {
  if (fault === 'kill') {
    await former.kill();
    const next = await successor();
    former.start();
    return { next, isStale: false };
  }
  if (fault === 'freeze') {
    former.freeze();
    const next = await successor();
    former.thaw();
    return { next, isStale: await former.takesWrite() };
  }
  former.isolate({ fromClients });
  const takesWrite = former.takesWrite();
  const next = await successor();
  const isStale =
    (await takesWrite) || (await former.takesWrite()) || (await former.isPrimaryItself());
  return { next, isStale };
}

/** Makes the database, with a table in which the drill tries to write. */
async function makeDatabase(cluster: Cluster): Promise<string> {
  const client = new pg.Client({ connectionString: cluster.urlOf('postgres') });
  await client.connect();
  await client.query(`create table ${PROBE_TABLE} (at timestamptz default now())`);
  await client.query(`create database ${DATABASE}`);
  await client.end();
  return cluster.urlOf(DATABASE);
}

/** Goes through the failovers; returns the pause of each. */
async function failOver(
  cluster: Cluster,
  { failovers, isCareless }: FailoverOptions,
  { told }: Booking,
  stale: string[],
): Promise<number[]> {
  const pausesMs: number[] = [];
  let primary = await cluster.whole(WHOLE_MS);
  for (let turn = 0; turn < failovers; turn += 1) {
    const fault = isCareless ? 'kill' : (FAULTS[turn % FAULTS.length] ?? 'kill');
    await sleep(CALM_MS);
    const former = primary;
    if (isCareless) {
      former.holdBack();
      await sleep(HELD_BACK_MS);
    }
    const from = Date.now();
    const { next, isStale } = await breakDown({
      fault,
      former,
      async successor() {
        const found = await cluster.successorOf(former, SUCCESSOR_MS);
        const booked = told.times.length;
        while (told.times.length <= booked + FAMILIES) await sleep(50);
        return found;
      },
      fromClients: Math.floor(turn / FAULTS.length) % 2 === 0,
    });
    former.rejoin();
    if (isStale) stale.push(`${former.name} in turn ${turn + 1}`);
    primary = await cluster.whole(WHOLE_MS);
    const pauseMs = longestPause(told.times, from, Date.now());
    pausesMs.push(pauseMs);
    console.log(
      `${turn + 1}/${failovers} ${fault} ${former.name}, then ${next.name}: pause ${(pauseMs / 1000).toFixed(1)} s, whole after ${((Date.now() - from) / 1000).toFixed(1)} s`,
    );
  }
  return pausesMs;
}

/** Reads the end of it from the database. */
async function count(
  databaseUrl: string,
  told: Told,
): Promise<Verdict & { readonly broken: readonly string[] }> {
  const database = await openDatabase({ databaseUrl, dataDir: '' });
  try {
    const rows = await database.db
      .selectFrom('bookings')
      .select(['id', 'student_id', 'lesson_id', 'cancelled_at'])
      .execute();
    const stored = rows.map(({ id, student_id, lesson_id, cancelled_at }) => ({
      id,
      student: student_id,
      lesson: lesson_id,
      isActive: cancelled_at === null,
    }));
    return { ...judge(told.asked, stored), broken: await brokenInvariants(database.db) };
  } finally {
    await database.close();
  }
}

async function prepare(
  databaseUrl: string,
): Promise<{ readonly students: Student[]; readonly lessons: string[] }> {
  const database = await openDatabase({ databaseUrl, dataDir: '' });
  try {
    return await fill(database, { families: FAMILIES, lessons: LESSONS });
  } finally {
    await database.close();
  }
}

export async function drillFailovers(options: FailoverOptions): Promise<FailoverReport> {
  const { folder, programs, failovers, isCareless } = options;
  const cluster = await startCluster(folder, { programs, isCareless });
  const [over, gone] = [new AbortController(), new AbortController()];
  try {
    const databaseUrl = await makeDatabase(cluster);
    const { students, lessons } = await prepare(databaseUrl);
    const { ports, release } = await reservePorts(2);
    await release();
    const servers = [];
    for (const port of ports)
      servers.push(await startProcess(path.join(folder, `server-${port}`), port, databaseUrl));
    const told = nothingTold();
    const booking = { servers, lessons, told, over: over.signal, gone: gone.signal };
    const people = students.map((student) => bookUntilOver(booking, student));
    const stale: string[] = [];
    // Whichever fails first ends the drill: nobody books without an end.
    const pausesMs = await Promise.race([
      failOver(cluster, options, booking, stale),
      Promise.all(people).then(() => {
        throw new Error('the families stopped booking');
      }),
    ]);
    over.abort();
    await Promise.all(people);
    return { ...(await count(databaseUrl, told)), told, failovers, pausesMs, stale };
  } finally {
    over.abort();
    gone.abort();
    await cluster.close();
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** What was seen, in words with figures. */
export function describeFailovers(report: FailoverReport): string {
  const { told, failovers, pausesMs, lost, doubled, undone, stale, broken } = report;
  return [
    `${failovers} failover${failovers === 1 ? '' : 's'}`,
    `${told.times.length} acknowledged bookings: ${lost.length} lost, ${doubled.length} doubled`,
    `${told.cancelled} acknowledged cancellations: ${undone.length} undone`,
    `${stale.length} former primaries took writes`,
    `${broken.length} broken rules`,
    `${told.away} answers of ${told.requests} were 503, ${told.unexpected.length} unexpected`,
    `longest pause ${seconds(Math.max(...pausesMs))}, median ${seconds(median(pausesMs))}`,
    `slowest answer ${seconds(told.slowestMs)}`,
  ].join('; ');
}

export const isWell = ({ lost, doubled, undone, stale, broken, told }: FailoverReport): boolean =>
  [lost, doubled, undone, stale, broken, told.unexpected].every(({ length }) => length === 0);
