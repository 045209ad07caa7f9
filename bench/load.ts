// A server process under load: started on a filled database, asked for lists and bookings, and what it took for them.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import autocannon from 'autocannon';

import type { DatabaseOptions } from '../server/db/database.ts';
import { HEAP_FLAG } from '../server/heap.ts';
import type { Filled, Pairs } from './fill.ts';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4);
export const CONNECTIONS = 10;

export interface Usage {
  /** Resident memory in bytes. */
  readonly rss: number;
  /** Time of the processor so far, in microseconds. */
  readonly cpuUs: number;
}

export interface Child {
  readonly url: string;
  readonly startMs: number;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

/** V8's flags: given to Node, in place of the server's own, or set by the running process. */
export interface Flags {
  readonly atStart?: readonly string[];
  readonly running?: readonly string[];
}

export async function start(
  mode: 'app' | 'bare',
  { databaseUrl, dataDir }: DatabaseOptions,
  family: string,
  { atStart = [HEAP_FLAG], running = [] }: Flags = {},
): Promise<Child> {
  const begun = performance.now();
  const child = fork(join(import.meta.dirname, 'serve.ts'), {
    execArgv: [...atStart],
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      BENCH_MODE: mode,
      BENCH_FAMILY: family,
      BENCH_FLAGS: running.join(' '),
      DATA_DIR: dataDir,
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    },
  });
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  await (await fetch(`${url}${mode === 'app' ? '/api/health' : '/'}`)).text();
  return {
    url,
    startMs: performance.now() - begun,
    async usage() {
      child.send('usage');
      const [usage] = (await once(child, 'message')) as [Usage];
      return usage;
    },
    async stop() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** Asks for the week's lessons for a while. */
export async function list(
  { url }: Child,
  { tokens, week }: Filled,
): Promise<{ perSecond: number; count: number }> {
  const { requests, non2xx, errors } = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: [
      {
        path: `/api/lessons?from=${week.from}&to=${week.to}`,
        headers: { authorization: `Bearer ${tokens[0] ?? ''}` },
      },
    ],
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} lists failed`);
  return { perSecond: requests.average, count: requests.total };
}

export async function bookPerSecond(
  { url }: Child,
  { tokens }: Filled,
  queue: Pairs,
  amount: number,
): Promise<number> {
  const begun = performance.now();
  const result = await autocannon({
    url,
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
