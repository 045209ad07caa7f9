// Work repeated in the background, without blocking requests.
import type { FastifyBaseLogger } from 'fastify';

import type { Context } from '../engine/context.ts';

interface RepeatedJob {
  readonly everyMs: number;
  /** The signal is aborted if the repetition stops while this runs. */
  readonly work: (signal: AbortSignal) => Promise<void>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  /** The log message of a failure; the work is retried at the next interval. */
  readonly complaint: string;
}

/**
 * Does the work now and every `everyMs`. Runs never overlap. The returned function stops the
 * repetition and waits for the current run.
 */
export function repeat({ everyMs, work, log, complaint }: RepeatedJob): () => Promise<void> {
  const stopping = new AbortController();
  let current: Promise<void> | null = null;
  const turn = () => {
    current ??= work(stopping.signal)
      .catch((error: unknown) => {
        log.error({ err: error }, complaint);
      })
      .finally(() => {
        current = null;
      });
  };
  turn();
  const timer = setInterval(turn, everyMs);
  timer.unref();
  return async () => {
    stopping.abort();
    clearInterval(timer);
    await current;
  };
}

/** What jobs are started with. */
export interface JobBase {
  readonly database: Context['database'];
  readonly clock: () => number;
  readonly log: RepeatedJob['log'];
}

/** Work that every process repeats, now and every `everyMs`. */
export interface Job extends Pick<RepeatedJob, 'everyMs' | 'complaint'> {
  work: (context: Context<null>, signal: AbortSignal) => Promise<void>;
}

/** Repeats work on the database, each time with a context of its own. */
export const repeatJob = (
  { database, clock, log }: JobBase,
  { work, ...job }: Job,
): (() => Promise<void>) =>
  repeat({
    ...job,
    work: (signal) => work({ database, now: clock(), actor: null }, signal),
    log,
  });
