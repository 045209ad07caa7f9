// Deletes links and invitations that have expired unused, even if nobody requests another one.
import type { FastifyBaseLogger } from 'fastify';

import { transact } from '../engine/context.ts';
import type { Database } from '../engine/database.ts';
import { repeat } from '../repeat.ts';
import { forgetExpiredLinks } from './links.ts';

const HOUR_MS = 3_600_000;

interface Forgetting {
  readonly database: Database;
  readonly clock: () => number;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/**
 * Deletes them now and every hour. The returned function stops it and waits for the current run.
 */
export function startForgetting({ database, clock, log }: Forgetting): () => Promise<void> {
  return repeat({
    everyMs: HOUR_MS,
    work: () => transact({ database, now: clock(), actor: null }, forgetExpiredLinks),
    log,
    complaint: 'failed to delete expired links; will retry',
  });
}
