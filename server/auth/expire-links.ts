// Links and invitations that nobody has followed in time are forgotten, also where nobody asks for
// another one.
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
 * Forgets them now and every hour. The returned function stops it and waits for what is under way.
 */
export function startForgetting({ database, clock, log }: Forgetting): () => Promise<void> {
  return repeat({
    everyMs: HOUR_MS,
    work: () => transact({ database, now: clock(), actor: null }, forgetExpiredLinks),
    log,
    complaint: 'links that have run out were not forgotten; will try again',
  });
}
