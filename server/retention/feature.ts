// Deletes what has stayed long enough, once a day over all processes: what the trap for bots has
// caught, accounts that nobody has confirmed or used, the text of emails that could not be
// delivered, enquiries that led nowhere, checkouts that nobody paid, and what is left of families
// that left years ago.
import { DAY_MS, MINUTE_MS, ukDate } from '../../domain/time.ts';
import {
  enquiriesStayFrom,
  recordsStayFrom,
  type Retention,
} from '../../domain/tutor/retention.ts';
import type { AccountListeners } from '../accounts/listeners.ts';
import { closeUnusedFamilies } from '../accounts/personal-data/close-unused.ts';
import { startsAt } from '../base/windows.ts';
import { clearFailedEmails } from '../email/erasure.ts';
import { UNDELIVERED_DAYS } from '../email/undelivered.ts';
import { actOnEach, type Context } from '../engine/context.ts';
import { deleteOldCaughtForms } from '../enquiries/caught.ts';
import { eraseOldEnquiries } from '../enquiries/erasure.ts';
import { deleteUnpaid } from '../payments/delete-unpaid.ts';
import type { Job } from '../process/repeat.ts';
import { readSettings } from '../settings/settings.ts';
import { forgetFamilies } from './forget-families.ts';

interface Parts {
  readonly listeners: AccountListeners;
}

export const retention = { jobs: ({ listeners }: Parts) => [forgetOldDataJob(listeners)] };

/** From this UK time on, what has stayed long enough is deleted, once a day. */
const RETENTION_TIME = '03:30:00';

const atMidnight = (date: string) => startsAt(date, '00:00:00');

type Deletion = (context: Context<null>, signal?: AbortSignal) => Promise<void>;

/**
 * After half past three in the UK, deletes what the settings no longer keep, unless a process has
 * begun to do so today. A server that was down then catches up when it starts; whatever a killed
 * process left is deleted the next day. One that has failed is tried again at the next call.
 */
export function createDeletion(listeners: AccountListeners): Deletion {
  let hasBegun = false;
  return async (context, signal) => {
    const today = ukDate(context.now);
    if (context.now < startsAt(today, RETENTION_TIME)) return;
    hasBegun ||= await claimDailyDeletion(context, today);
    if (!hasBegun) return;
    // Read at each try: the tutor may want to keep more than at the first one.
    const limits = (await readSettings(context.database.db)).retention;
    await deleteOld(context, { limits, listeners }, signal);
    hasBegun = false;
    // Empties the write-ahead log of the embedded database, so that a copy of its file alone is not
    // a day old. A backup that is reading the file prevents it.
    await context.database.eraseDeleted();
  };
}

/**
 * Claims the deletion of old data on a UK date, so that one of several processes does it; false if
 * it has been claimed.
 */
async function claimDailyDeletion({ database: { db } }: Context, date: string) {
  const claimed = await db
    .updateTable('settings')
    .set({ forgotten_on: date })
    .where((eb) => eb.or([eb('forgotten_on', 'is', null), eb('forgotten_on', '<', date)]))
    .executeTakeFirstOrThrow();
  return claimed.numUpdatedRows > 0n;
}

async function deleteOld(
  context: Context<null>,
  { limits, listeners }: { limits: Retention; listeners: AccountListeners },
  signal: AbortSignal | undefined,
): Promise<void> {
  const { now } = context;
  const enquiriesFrom = atMidnight(enquiriesStayFrom(now, limits));
  const parts = [
    () => deleteOldCaughtForms(context),
    () => clearFailedEmails(context, now - UNDELIVERED_DAYS * DAY_MS),
    () => closeUnusedFamilies(context, { enquiriesFrom, listeners }, signal),
    () => eraseOldEnquiries(context, enquiriesFrom, signal),
    () => deleteUnpaid(context, signal),
    () => forgetFamilies(context, atMidnight(recordsStayFrom(now, limits)), signal),
  ];
  await actOnEach<() => Promise<unknown>>(parts, { complaint: 'deletions failed' }, (part) =>
    part(),
  );
}

const forgetOldDataJob = (listeners: AccountListeners): Job => ({
  everyMs: MINUTE_MS,
  work: createDeletion(listeners),
  complaint: 'failed to delete data that has stayed long enough; will try again in a minute',
});
