// Server processes under load: starts them on a filled database, requests lists and bookings, and
// measures them.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import autocannon from 'autocannon';

import type { StripeSettings } from '../server/payments/stripe.ts';
import { HEAP_FLAG } from '../server/process/heap.ts';
import type { FilledDatabase } from './engines.ts';
import type { Pair } from './fill.ts';
import type { Order } from './limit.ts';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 2);

export interface Load {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly count: number;
}

export interface Usage {
  /** Resident memory in bytes. */
  readonly rss: number;
  /** Processor time so far, in microseconds. */
  readonly cpuUs: number;
}

interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

export interface App extends Server {
  readonly startMs: number;
  usage(): Promise<Usage>;
}

export interface Limit extends Server {
  /** Makes the bookings in a bare loop; returns the bookings per second. */
  book(order: Order): Promise<number>;
}

async function startChild(
  file: string,
  { options: { databaseUrl, dataDir } }: FilledDatabase,
  execArgv: string[],
  env: Readonly<Record<string, string>>,
): Promise<{ child: ChildProcess; url: string; stop: () => Promise<void> }> {
  const child = fork(join(import.meta.dirname, file), {
    execArgv: [...execArgv],
    // Each writes its log as in production; the output is discarded.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: dataDir,
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
      ...env,
    },
  });
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  const stop = async () => {
    child.disconnect();
    await once(child, 'exit');
  };
  return { child, url, stop };
}

/** The services that the app uses. */
export interface Outside {
  readonly stripe?: StripeSettings;
  /** If set, the app sends its queued emails there. */
  readonly smtpUrl?: string;
}

/** Starts the product's app with its production flags. */
export async function startApp(
  database: FilledDatabase,
  { stripe, smtpUrl }: Outside = {},
): Promise<App> {
  const begun = performance.now();
  const { child, url, stop } = await startChild('serve.ts', database, [HEAP_FLAG], {
    ...(stripe === undefined ? {} : { BENCH_STRIPE: JSON.stringify(stripe) }),
    ...(smtpUrl === undefined ? {} : { BENCH_SMTP: smtpUrl }),
  });
  await (await fetch(`${url}/api/health`)).text();
  return {
    url,
    startMs: performance.now() - begun,
    async usage() {
      child.send('usage');
      const [usage] = (await once(child, 'message')) as [Usage];
      return usage;
    },
    stop,
  };
}

/** Starts so many processes of the app on one database. */
export async function startApps(processes: number, database: FilledDatabase, outside?: Outside) {
  const apps: App[] = [];
  for (let n = 0; n < processes; n += 1) apps.push(await startApp(database, outside));
  return apps;
}

/** Starts the limit, with V8's default flags. */
export async function startLimit(database: FilledDatabase): Promise<Limit> {
  const { tokens, week } = database.filled;
  const { child, url, stop } = await startChild('limit.ts', database, [], {
    BENCH_TOKEN: tokens[0] ?? '',
    BENCH_MONDAY: week.from,
  });
  return {
    url,
    async book(order) {
      child.send(order);
      const [{ ms }] = (await once(child, 'message')) as [{ ms: number }];
      return (order.pairs.length / ms) * 1000;
    },
    stop,
  };
}

type Requests = Parameters<typeof autocannon>[0]['requests'];

async function load({ url }: Server, connections: number, requests: Requests): Promise<Load> {
  const begun = performance.now();
  const found = await autocannon({ url, connections, duration: SECONDS, requests });
  const seconds = (performance.now() - begun) / 1000;
  const { non2xx, errors, latency, '2xx': count } = found;
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests failed`);
  return { perSecond: count / seconds, p50: latency.p50, p99: latency.p99, count };
}

/** Requests the week's lessons for a while. */
export function list(
  server: Server,
  { filled }: FilledDatabase,
  connections: number,
): Promise<Load> {
  const { tokens, week } = filled;
  return load(server, connections, [
    {
      path: `/api/lessons?from=${week.from}&to=${week.to}`,
      headers: { authorization: `Bearer ${tokens[0] ?? ''}` },
    },
  ]);
}

/** Makes bookings for a while. */
export function book(
  server: Server,
  pairs: Iterator<Pair, never>,
  connections: number,
): Promise<Load> {
  return load(server, connections, [
    {
      method: 'POST',
      path: '/api/bookings',
      setupRequest(request) {
        const { token, lesson } = pairs.next().value;
        return {
          ...request,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ Lesson_ID: lesson }),
        };
      },
    },
  ]);
}
