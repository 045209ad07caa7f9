// Deletes the files of erased emails from this process's data folder, whichever process erased
// them.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { FastifyBaseLogger } from 'fastify';

import { DAY_MS, MINUTE_MS } from '../../domain/time.ts';
import { actOnEach } from '../engine/context.ts';
import type { Database } from '../engine/database.ts';
import { repeat } from '../process/repeat.ts';
import { EMAIL_FOLDER } from './transport.ts';

const CHECK_EVERY_MS = 5000;
/**
 * An email that was being sent when it was erased may be written to its file after that was
 * deleted.
 */
const LOOK_BACK_MS = 10 * MINUTE_MS;
/**
 * How long erasures stay recorded, so that a process on another machine can be down and still learn
 * of them.
 */
const RETENTION_MS = 30 * DAY_MS;

interface FileDeletion {
  readonly database: Pick<Database, 'db' | 'eraseDeleted'>;
  readonly clock: () => number;
  readonly dataDir: string;
}

/**
 * Deletes the files of emails erased since `since` (epoch milliseconds), and their remains in the
 * database's own files. False if this must be retried.
 */
export async function deleteErasedFiles(
  { database, clock, dataDir }: FileDeletion,
  since: number,
): Promise<boolean> {
  const { db } = database;
  const erased = await db
    .selectFrom('erased_emails')
    .select('email_id')
    .where('erased_at', '>=', since)
    .orderBy('erased_at')
    .execute();
  if (erased.length === 0) return true;
  const folder = join(dataDir, EMAIL_FOLDER);
  const ids = erased.map(({ email_id }) => email_id);
  // First, so that no file prevents it.
  const isErased = await database.eraseDeleted();
  await removeFiles(folder, ids);
  await db
    .deleteFrom('erased_emails')
    .where('erased_at', '<', clock() - RETENTION_MS)
    .execute();
  return isErased;
}

async function removeFiles(folder: string, ids: string[]): Promise<void> {
  await actOnEach(ids, { complaint: 'files of erased emails stay' }, (id) =>
    rm(join(folder, `${id}.eml`), { force: true }),
  );
}

/**
 * Does so now and every few seconds. The returned function stops it and waits for the current run.
 */
export function startDeletingErasedFiles(
  deleting: FileDeletion & { log: Pick<FastifyBaseLogger, 'error'> },
): () => Promise<void> {
  let since = 0;
  return repeat({
    everyMs: CHECK_EVERY_MS,
    async work() {
      const begun = deleting.clock();
      if (await deleteErasedFiles(deleting, since)) since = begun - LOOK_BACK_MS;
    },
    log: deleting.log,
    complaint: 'failed to remove the remains of erased emails; will retry',
  });
}
