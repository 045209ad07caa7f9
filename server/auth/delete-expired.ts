// Deletes links and invitations that have expired unused, expired sessions, and the expired keys of
// repeated requests, even if nobody requests another one.
import { HOUR_MS } from '../../domain/time.ts';
import { type Context, transact } from '../engine/context.ts';
import { deleteExpiredKeys } from '../engine/idempotency.ts';
import { type JobBase, repeatJob } from '../process/repeat.ts';
import { deleteExpiredSessions } from '../sessions/sessions.ts';
import { deleteExpiredLinks } from './links.ts';

/** Each in a transaction of its own, so that one that waits does not delay the others. */
export async function deleteExpired(context: Context): Promise<void> {
  await transact(context, deleteExpiredLinks);
  await transact(context, deleteExpiredSessions);
  await transact(context, deleteExpiredKeys);
}

/**
 * Deletes them now and every hour. The returned function stops it and waits for the current run.
 */
export const startDeletingExpired = (base: JobBase): (() => Promise<void>) =>
  repeatJob(base, {
    everyMs: HOUR_MS,
    work: deleteExpired,
    complaint: 'failed to delete expired links, sessions and keys; will retry',
  });
