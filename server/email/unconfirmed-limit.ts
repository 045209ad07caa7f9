// Limits the emails of each kind to an unconfirmed address, across all accounts: anybody can sign
// up with, enquire for or invite a stranger's address.
import type { FastifyBaseLogger } from 'fastify';

import { Refusal } from '../../domain/errors.ts';
import { HOUR_MS, MINUTE_MS } from '../../domain/time.ts';
import { hashOf, newId } from '../base/ids.ts';
import type { Work } from '../engine/context.ts';
import type { Database } from '../engine/database.ts';
import { type Param, prepare } from '../engine/prepared.ts';
import { repeat } from '../process/repeat.ts';

/**
 * Emails of one kind to an unconfirmed address, counted for all senders. `email_counts` has one
 * column for each.
 */
export const UNCONFIRMED_EMAILS = { max: 5, hours: 24 } as const;

const PERIOD_MS = UNCONFIRMED_EMAILS.hours * HOUR_MS;
const CHECK_EVERY_MS = MINUTE_MS;

/**
 * Counts one more email, unless this column's instant is later than `limit`. PostgreSQL serialises
 * concurrent calls: each rereads the row once the previous one has committed.
 */
const countQuery = (column: 'sent_1' | 'sent_5') =>
  prepare((db, param: Param<{ hash: string; now: number; limit: number }>) =>
    db
      .insertInto('email_counts')
      .values({
        address_hash: param('hash'),
        sent_1: 0,
        sent_2: 0,
        sent_3: 0,
        sent_4: 0,
        sent_5: param('now'),
      })
      .onConflict((conflict) =>
        conflict
          .column('address_hash')
          .doUpdateSet((eb) => ({
            sent_1: eb.ref('email_counts.sent_2'),
            sent_2: eb.ref('email_counts.sent_3'),
            sent_3: eb.ref('email_counts.sent_4'),
            sent_4: eb.ref('email_counts.sent_5'),
            sent_5: eb.ref('excluded.sent_5'),
          }))
          .where(`email_counts.${column}`, '<=', param('limit')),
      ),
  );
const countByEarliest = countQuery('sent_1');
const countByLatest = countQuery('sent_5');

/** The kind of an email, from its cause. */
const kindOf = (cause: string) => cause.split(':', 1)[0] ?? cause;

/**
 * Counts an email to an unconfirmed address. False if the limit of the last 24 hours is reached;
 * that is logged later.
 */
export async function countEmail(
  { tx, now }: Work,
  message: { cause: string; to: string; familyId?: string; isEachFamilysFirst?: boolean },
): Promise<boolean> {
  const kind = kindOf(message.cause);
  const hash = hashOf(`${kind} to ${message.to}`);
  const limit = now - PERIOD_MS;
  if (message.isEachFamilysFirst === true) {
    const ofFamily = hashOf(`${kind} of ${message.familyId} to ${message.to}`);
    if ((await countByLatest.run(tx, { hash: ofFamily, now, limit })) > 0) {
      // The email still counts towards the limit that all families share.
      await countByEarliest.run(tx, { hash, now, limit: Number.MAX_SAFE_INTEGER });
      return true;
    }
  }
  if ((await countByEarliest.run(tx, { hash, now, limit })) > 0) return true;
  await tx.insertInto('dropped_emails').values({ id: newId(), kind }).execute();
  return false;
}

/**
 * For calls where a dropped email would leave somebody waiting. The response always gives the full
 * period, because the exact time would reveal whether others had written to the address.
 */
export const enoughEmails = () =>
  new Refusal('rate_limited', { headers: { 'retry-after': String(PERIOD_MS / 1000) } });

interface CountDeletion {
  database: Pick<Database, 'db'>;
  clock: () => number;
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
}

/**
 * Logs the emails dropped since the last run, by kind and without addresses, and deletes counts
 * older than a day.
 */
export async function deleteEmailCounts({ database: { db }, clock, log }: CountDeletion) {
  // Each row is returned to one process only.
  const dropped = await db.deleteFrom('dropped_emails').returning('kind').execute();
  for (const [kind, emails] of Map.groupBy(dropped, (email) => email.kind))
    log.warn(
      { kind, count: emails.length },
      'dropped emails to unconfirmed addresses: daily limit reached',
    );
  await db
    .deleteFrom('email_counts')
    .where('sent_5', '<=', clock() - PERIOD_MS)
    .execute();
}

/** Runs now and every minute. The returned function stops it and waits for the current run. */
export function startDeletingEmailCounts(deleting: CountDeletion): () => Promise<void> {
  return repeat({
    everyMs: CHECK_EVERY_MS,
    work: () => deleteEmailCounts(deleting),
    log: deleting.log,
    complaint: 'failed to delete old email counts; will retry',
  });
}
