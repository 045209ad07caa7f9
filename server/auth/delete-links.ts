// Deletes links and invitations that have expired unused, even if nobody requests another one.
import { HOUR_MS } from '../../domain/time.ts';
import { transact } from '../engine/context.ts';
import { type JobBase, repeatJob } from '../repeat.ts';
import { deleteExpiredLinks } from './links.ts';

/**
 * Deletes them now and every hour. The returned function stops it and waits for the current run.
 */
export const startDeletingExpiredLinks = (base: JobBase): (() => Promise<void>) =>
  repeatJob(base, {
    everyMs: HOUR_MS,
    work: (context) => transact(context, deleteExpiredLinks),
    complaint: 'failed to delete expired links; will retry',
  });
