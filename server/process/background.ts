// Work that runs after its answer was sent, so that the response time reveals nothing about it.
// Runs one task at a time, because no client waits for it.
import type { FastifyBaseLogger } from 'fastify';

export interface Background {
  /** Schedules the work; it begins when the returned function is called. A failure is logged. */
  plan(work: () => Promise<void>): () => void;
  /** Resolves once all scheduled work is done; a closing server waits for it. */
  settled(): Promise<void>;
}

export function createBackground(log: Pick<FastifyBaseLogger, 'error'>): Background {
  const planned = new Set<Promise<void>>();
  let last = Promise.resolve();
  return {
    plan(work) {
      const { promise, resolve } = Promise.withResolvers<void>();
      planned.add(promise);
      return () => {
        last = last
          .then(work)
          .catch((error: unknown) => {
            log.error({ err: error }, 'work after an answer failed');
          })
          .finally(() => {
            planned.delete(promise);
            resolve();
          });
      };
    },
    async settled() {
      while (planned.size > 0) await Promise.all(planned);
    },
  };
}
