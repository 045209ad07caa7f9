// Two-factor authentication, the first admin, and what expires of sessions, links and keys.
import type { FastifyBaseLogger } from 'fastify';

import { HOUR_MS } from '../../domain/time.ts';
import type { SenderSource } from '../email/sender.ts';
import { type Context, transact } from '../engine/context.ts';
import { deleteExpiredKeys } from '../engine/idempotency.ts';
import type { Api } from '../http/mount.ts';
import type { Job } from '../process/repeat.ts';
import { deleteExpiredSessions } from '../sessions/sessions.ts';
import { deleteExpiredLinks } from './links.ts';
import { showSetupJob } from './show-setup.ts';
import { mountTwoFactorRoutes } from './two-factor-routes.ts';

export const auth = {
  routes: (api: Api, { sender }: { sender: SenderSource }) => mountTwoFactorRoutes(api, sender),
  jobs: (operator: { appUrl: string; dataDir: string; log: FastifyBaseLogger }) => [
    showSetupJob({ ...operator, terminal: process.stdout.isTTY ? process.stdout : null }),
    deleteExpiredJob,
  ],
};

/** Each in a transaction of its own, so that one that waits does not delay the others. */
export async function deleteExpired(context: Context): Promise<void> {
  await transact(context, deleteExpiredLinks);
  await transact(context, deleteExpiredSessions);
  await transact(context, deleteExpiredKeys);
}

const deleteExpiredJob: Job = {
  everyMs: HOUR_MS,
  work: deleteExpired,
  complaint: 'failed to delete expired links, sessions and keys; will retry',
};
