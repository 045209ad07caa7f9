// Work that is done again and again beside the requests, and never in their way.
import type { FastifyBaseLogger } from 'fastify';

interface Repeated {
  readonly everyMs: number;
  /** The signal is aborted when the repetition is stopped while this is under way. */
  readonly work: (signal: AbortSignal) => Promise<void>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  /** What the log says when it fails; it is tried again at its next turn. */
  readonly complaint: string;
}

/**
 * Does the work now and every `everyMs`; one that takes longer is not overtaken by the next. The
 * returned function stops it and waits for what is under way.
 */
export function repeat({ everyMs, work, log, complaint }: Repeated): () => Promise<void> {
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
