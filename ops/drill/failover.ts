// The drill of failovers: kills, freezes and isolates the primary of a cluster in turns, while
// families book through two processes, and then counts what became of their bookings.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { openDatabase } from '../../server/engine/database.ts';
import { brokenInvariants } from '../../server/testing/database/invariants.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { judge, longestPause, median, type Verdict } from './counting.ts';
import { fill } from './fill.ts';
import { reservePorts } from './free-ports.ts';
import type { Node, Programs } from './node.ts';
import { type BookingRun, bookUntilOver, type ClientRecord, nothingTold } from './people.ts';
import { PROBE_TABLE } from './probe.ts';
import { startProcess } from './processes.ts';
import { LESSONS } from './samples.ts';
import { tryLogin } from './strangers.ts';

const FAMILIES = 6;
const LESSON_COUNT = 12;
const SUCCESSOR_MS = 120_000;
const WHOLE_MS = 180_000;
/** Until families have booked after a failover, and until the last of them has an answer. */
const BOOKED_MS = 60_000;
/** Until a former primary says that it is none. */
const RETURN_MS = 60_000;
const CLIENT_MS = 30_000;
/** People book undisturbed before each failover. */
const CALM_MS = 3000;
/** How long acknowledged bookings reach no other node before a careless failover. */
const HELD_BACK_MS = 2000;

const FAULTS = ['kill', 'freeze', 'isolate'] as const;
type Fault = (typeof FAULTS)[number];

interface FailoverOptions {
  folder: string;
  programs: Programs;
  failovers: number;
  /** Asynchronous replication that lags behind, which must lose bookings: the drill can count. */
  isCareless: boolean;
}

interface FailoverReport extends Verdict {
  readonly record: ClientRecord;
  readonly failovers: number;
  readonly pausesMs: readonly number[];
  /** The nodes that were still primaries although there was another. */
  readonly stale: readonly string[];
  /** The nodes that did not come back by themselves, and were copied anew. */
  readonly reinitialised: readonly string[];
  readonly broken: readonly string[];
}

interface Failover {
  fault: Fault;
  former: Node;
  /** Waits for the next primary, and until it has acknowledged a booking. */
  successor: () => Promise<Node>;
  /** Whether an isolated node is cut off from the site's servers too. */
  fromClients: boolean;
}

/** Waits for this; throws what it says if it takes longer. */
async function withinTime<T>(work: Promise<T>, withinMs: number, what: string): Promise<T> {
  const done = new AbortController();
  try {
    return await Promise.race([
      work,
      sleep(withinMs, undefined, { signal: done.signal }).then(() => {
        throw new Error(`${what} within ${withinMs / 1000} s`);
      }),
    ]);
  } finally {
    done.abort();
  }
}

/** Whether a former primary that comes back acknowledges a write before it refuses one. */
async function takesWriteAgain(former: Node): Promise<boolean> {
  for (const deadline = Date.now() + RETURN_MS; Date.now() < deadline; await sleep(100)) {
    const outcome = await former.tryWrite();
    if (outcome !== 'away') return outcome === 'done';
  }
  return false;
}

/**
 * Breaks the primary, waits for another one, and brings the former back. `isStale` if that
 * acknowledged a write although there was another, or was still a primary after being isolated.
 */
async function breakDown({ fault, former, successor, fromClients }: Failover) {
  if (fault === 'kill') {
    await former.kill();
    const next = await successor();
    former.start();
    return { next, isStale: await takesWriteAgain(former) };
  }
  if (fault === 'freeze') {
    former.freeze();
    const next = await successor();
    former.thaw();
    return { next, isStale: await takesWriteAgain(former) };
  }
  former.isolate({ fromClients });
  const [next, atOnce] = await Promise.all([successor(), former.tryWrite()]);
  const isStale =
    atOnce === 'done' || (await former.tryWrite()) === 'done' || (await former.isPrimaryItself());
  return { next, isStale };
}

/** Makes the database, with a table in which the drill tries to write. */
async function makeDatabase({ superuserUrl, lessonsUrl, lessonsPassword }: Cluster): Promise<void> {
  const client = new pg.Client({
    connectionString: superuserUrl,
    connectionTimeoutMillis: CLIENT_MS,
    query_timeout: CLIENT_MS,
  });
  await client.connect();
  await client.query(`create table ${PROBE_TABLE} (at timestamptz default now())`);
  await client.query(`create role ${LESSONS} login password '${lessonsPassword}'`);
  await client.query(`create database ${LESSONS} owner ${LESSONS}`);
  await client.end();
  await tryLogin(lessonsUrl.replace(/[^/]+$/, 'postgres'));
}

/** The next primary. If the former does not come back by itself, it is copied anew. */
async function makeWhole(
  cluster: Cluster,
  { former, next }: { former: Node; next: Node },
  reinitialised: string[],
): Promise<Node> {
  try {
    return await cluster.whole(WHOLE_MS);
  } catch (error) {
    console.log(`${former.name} did not come back by itself and is copied anew: ${String(error)}`);
    reinitialised.push(former.name);
    await next.reinitialise(former.name);
    return cluster.whole(WHOLE_MS);
  }
}

/** Goes through the failovers; returns the pause of each. */
async function failOver(
  cluster: Cluster,
  { failovers, isCareless }: FailoverOptions,
  { record }: BookingRun,
  { stale, reinitialised }: { stale: string[]; reinitialised: string[] },
): Promise<number[]> {
  const pausesMs: number[] = [];
  let primary = await cluster.whole(WHOLE_MS);
  for (let turn = 0; turn < failovers; turn += 1) {
    const fault = isCareless ? 'kill' : (FAULTS[turn % FAULTS.length] ?? 'kill');
    await sleep(CALM_MS);
    const former = primary;
    // Otherwise a later refusal proves nothing.
    const before = await former.tryWrite();
    if (before !== 'done')
      throw new Error(`the primary ${former.name} does not take the write of the drill: ${before}`);
    if (isCareless) {
      former.holdBack();
      await sleep(HELD_BACK_MS);
    }
    const from = Date.now();
    const { next, isStale } = await breakDown({
      fault,
      former,
      async successor() {
        const node = await cluster.successorOf(former, SUCCESSOR_MS);
        const booked = record.times.length;
        const deadline = Date.now() + BOOKED_MS;
        while (record.times.length <= booked + FAMILIES) {
          if (Date.now() > deadline)
            throw new Error(
              `${node.name} is the primary, but nobody booked in ${BOOKED_MS / 1000} s`,
            );
          await sleep(50);
        }
        return node;
      },
      fromClients: Math.floor(turn / FAULTS.length) % 2 === 0,
    });
    former.rejoin();
    if (isStale) stale.push(`${former.name} in turn ${turn + 1}`);
    primary = await makeWhole(cluster, { former, next }, reinitialised);
    const pauseMs = longestPause(record.times, from, Date.now());
    pausesMs.push(pauseMs);
    console.log(
      `${turn + 1}/${failovers} ${fault} ${former.name}, then ${next.name}: pause ${(pauseMs / 1000).toFixed(1)} s, whole after ${((Date.now() - from) / 1000).toFixed(1)} s`,
    );
  }
  return pausesMs;
}

/** Reads the end of it from the database. */
async function count(databaseUrl: string, record: ClientRecord) {
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
    return { ...judge(record.requested, stored), broken: await brokenInvariants(database.db) };
  } finally {
    await database.close();
  }
}

async function prepare(databaseUrl: string) {
  const database = await openDatabase({ databaseUrl, dataDir: '' });
  try {
    return await fill(database, { families: FAMILIES, lessons: LESSON_COUNT });
  } finally {
    await database.close();
  }
}

export async function drillFailovers(options: FailoverOptions): Promise<FailoverReport> {
  const { folder, programs, failovers, isCareless } = options;
  const cluster = await startCluster(folder, { programs, isCareless });
  const [over, serversGone] = [new AbortController(), new AbortController()];
  try {
    await makeDatabase(cluster);
    const databaseUrl = cluster.lessonsUrl;
    const { students, lessons } = await prepare(databaseUrl);
    const { ports, release } = await reservePorts(2);
    await release();
    const servers = [];
    for (const port of ports)
      servers.push(await startProcess(path.join(folder, `server-${port}`), port, databaseUrl));
    const record = nothingTold();
    const booking = {
      servers,
      lessons,
      record,
      over: over.signal,
      serversGone: serversGone.signal,
    };
    const people = students.map((student) => bookUntilOver(booking, student));
    const [stale, reinitialised]: [string[], string[]] = [[], []];
    // Whichever fails first ends the drill: nobody books without an end.
    const pausesMs = await Promise.race([
      failOver(cluster, options, booking, { stale, reinitialised }),
      Promise.all(people).then(() => {
        throw new Error('the families stopped booking');
      }),
    ]);
    over.abort();
    await withinTime(Promise.all(people), BOOKED_MS, 'not every family had its last answer');
    const counted = await count(databaseUrl, record);
    return { ...counted, record, failovers, pausesMs, stale, reinitialised };
  } finally {
    over.abort();
    serversGone.abort();
    await cluster.close();
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** What was seen, in words and numbers. */
export function describeFailovers(report: FailoverReport): string {
  const { record, failovers, pausesMs, lost, doubled, undone, stale, reinitialised, broken } =
    report;
  return [
    `${failovers} failover${failovers === 1 ? '' : 's'}`,
    `${record.times.length} acknowledged bookings: ${lost.length} lost, ${doubled.length} doubled`,
    `${record.cancelled} acknowledged cancellations: ${undone.length} undone`,
    `${stale.length} former primaries took writes`,
    `${reinitialised.length} nodes copied anew`,
    `${broken.length} broken rules`,
    `${record.away} answers of ${record.requests} were 503, ${record.unexpected.length} unexpected`,
    `longest pause ${seconds(Math.max(...pausesMs))}, median ${seconds(median(pausesMs))}`,
    `slowest answer ${seconds(record.slowestMs)}`,
  ].join('; ');
}

export const isWell = ({ lost, doubled, undone, stale, broken, record }: FailoverReport): boolean =>
  [lost, doubled, undone, stale, broken, record.unexpected].every(({ length }) => length === 0);
