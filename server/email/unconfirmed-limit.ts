// Few emails of each kind go to an address that nobody has confirmed, whichever accounts cause
// them: anybody can sign up with, enquire for or invite a stranger's address.
import type { FastifyBaseLogger } from 'fastify';

import { Refusal } from '../../domain/errors.ts';
import { UNCONFIRMED_EMAILS } from '../../domain/limits.ts';
import type { Work } from '../engine/context.ts';
import type { Database } from '../engine/database.ts';
import { type Param, prepare } from '../engine/prepared.ts';
import { hashOf, newId } from '../ids.ts';
import { repeat } from '../repeat.ts';

const PERIOD_MS = UNCONFIRMED_EMAILS.hours * 3_600_000;
const LOOK_EVERY_MS = 60_000;

interface Counted {
  readonly cause: string;
  readonly to: string;
  readonly familyId?: string;
  readonly isEachFamilysFirst?: boolean;
}

/**
 * Notes one more, unless this column's instant is later than `limit`. Of several at once PostgreSQL
 * reads the row anew for each, once the one before has committed.
 */
const noting = (column: 'sent_1' | 'sent_5') =>
  prepare(
    (db, param: Param<{ readonly hash: string; readonly now: number; readonly limit: number }>) =>
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
const noteByEarliest = noting('sent_1');
const noteByLatest = noting('sent_5');

/** The kind of an email, by its cause. */
const kindOf = (cause: string) => cause.split(':', 1)[0] ?? cause;

/**
 * Counts an email to an unconfirmed address. False where there were enough in the last 24 hours;
 * the log will say so.
 */
export async function countEmail({ tx, now }: Work, message: Counted): Promise<boolean> {
  const kind = kindOf(message.cause);
  const hash = hashOf(`${kind} to ${message.to}`);
  const limit = now - PERIOD_MS;
  if (message.isEachFamilysFirst === true) {
    const ofFamily = hashOf(`${kind} of ${message.familyId} to ${message.to}`);
    if ((await noteByLatest.run(tx, { hash: ofFamily, now, limit })) > 0) {
      // It counts for the others all the same.
      await noteByEarliest.run(tx, { hash, now, limit: Number.MAX_SAFE_INTEGER });
      return true;
    }
  }
  if ((await noteByEarliest.run(tx, { hash, now, limit })) > 0) return true;
  await tx.insertInto('dropped_emails').values({ id: newId(), kind }).execute();
  return false;
}

/**
 * Where a dropped email would leave somebody waiting for it. When the address has had less is not
 * said: others may have written to it.
 */
export const enoughEmails = () =>
  new Refusal('rate_limited', { headers: { 'retry-after': String(PERIOD_MS / 1000) } });

interface Forgetting {
  readonly database: Pick<Database, 'db'>;
  readonly clock: () => number;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
}

/**
 * Logs what was dropped since the last look, by kind and without an address, and forgets what is a
 * day old.
 */
export async function forgetCounts({ database: { db }, clock, log }: Forgetting): Promise<void> {
  // Each row goes to one process.
  const dropped = await db.deleteFrom('dropped_emails').returning('kind').execute();
  for (const [kind, emails] of Map.groupBy(dropped, (email) => email.kind))
    log.warn(
      { kind, count: emails.length },
      'emails to unconfirmed addresses were dropped: too many in a day',
    );
  await db
    .deleteFrom('email_counts')
    .where('sent_5', '<=', clock() - PERIOD_MS)
    .execute();
}

/** Does so now and every minute. The returned function stops it and waits for what is under way. */
export function startForgettingCounts(forgetting: Forgetting): () => Promise<void> {
  return repeat({
    everyMs: LOOK_EVERY_MS,
    work: () => forgetCounts(forgetting),
    log: forgetting.log,
    complaint: 'counts of emails were not forgotten; will try again',
  });
}
