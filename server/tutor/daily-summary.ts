// The daily summary: one email to every admin about what needs attention, and none if nothing does.
import { responseClock } from '../../domain/enquiries/enquiry-list.ts';
import { yearAt } from '../../domain/school-year.ts';
import { addDays, DAY_MS, ukDate } from '../../domain/time.ts';
import { DAILY_SUMMARY, type Settings, settingsFrom } from '../../domain/tutor/settings.ts';
import { absencesToConfirm, lessonsNext } from '../../domain/tutor/today.ts';
import { queueForAdmins } from '../auth/admin-notices.ts';
import { startsAt, lessonWindow } from '../base/windows.ts';
import { listAdminLessons } from '../booking/lessons.ts';
import { type Context, transact, type Work } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { listUnansweredEnquiries } from '../enquiries/enquiries.ts';
import { listAdminBookings } from '../lessons/planner/admin-bookings.ts';
import { countDifferences } from '../payments/comparison/result.ts';
import { listPaymentsToLookAt } from '../payments/tutor-view/attention.ts';
import type { Job } from '../process/repeat.ts';
import { dailySummaryEmail, isNothing, type WaitingWork } from './emails.ts';
import { listUndelivered } from './undelivered.ts';

/** How long the summary mentions a payment that only the tutor can settle. */
const DAILY_SUMMARY_PAYMENT_DAYS = 7;

const CHECK_EVERY_MS = 5000;

/**
 * Between 07:00 and noon UK time, checks once a day what needs attention and emails every admin.
 * Anything later is reported the next day.
 */
export async function queueDailySummary(context: Context): Promise<void> {
  const { now, database } = context;
  const today = ukDate(now);
  if (now < startsAt(today, DAILY_SUMMARY.from) || now >= startsAt(today, DAILY_SUMMARY.until))
    return;
  if (await isDailySummaryClaimed(database.db, today)) return;
  await transact(context, async (work) => {
    const claimed = await claimDailySummary(work, today);
    if (claimed?.daily_summary !== true) return;
    const waiting = await readWaiting(work.tx, now);
    if (!isNothing(waiting))
      await queueForAdmins(work, (email) => dailySummaryEmail(today, waiting, email));
  });
}

/** Whether the daily summary of a UK date has been claimed. */
export async function isDailySummaryClaimed(db: Db, date: string): Promise<boolean> {
  const { summary_sent_on } = await db
    .selectFrom('settings')
    .select('summary_sent_on')
    .executeTakeFirstOrThrow();
  return summary_sent_on !== null && summary_sent_on >= date;
}

/**
 * Claims the daily summary of a UK date; null if any process has claimed it already. It is queued
 * in the same transaction, so that only one of two processes sends it and a crash leaves it
 * unclaimed.
 */
async function claimDailySummary({ tx }: Work, date: string): Promise<Settings | null> {
  const claimed = await tx
    .updateTable('settings')
    .set({ summary_sent_on: date })
    .where((eb) => eb.or([eb('summary_sent_on', 'is', null), eb('summary_sent_on', '<', date)]))
    .returning('overrides')
    .executeTakeFirst();
  return claimed === undefined ? null : settingsFrom(claimed.overrides);
}

async function readWaiting(db: Db, now: number): Promise<WaitingWork> {
  const today = ukDate(now);
  const yesterday = addDays(today, -1);
  const lessons = await listAdminLessons(
    db,
    lessonWindow({ from: yesterday, to: today }, now),
    now,
  );
  const { bookings } = await listAdminBookings(
    db,
    lessonWindow({ from: yesterday, to: today }, now),
  );
  const enquiries = await listUnansweredEnquiries(db);
  // Those due later are in a later summary.
  const until = now + DAY_MS;
  return {
    enquiries: enquiries
      .map((enquiry) => ({ year_class: yearAt(enquiry, now), ...responseClock(enquiry, now) }))
      .filter(({ dueAt }) => dueAt <= until),
    lessons: lessonsNext(lessons, now).filter(({ Date: date }) => date === today),
    attendance: absencesToConfirm(bookings, now),
    undelivered: (await listUndelivered(db, now)).filter(({ state }) => state === 'failed'),
    differences: await countDifferences(db),
    payments: await listPaymentsToLookAt(db, now - DAILY_SUMMARY_PAYMENT_DAYS * DAY_MS),
  };
}

export const dailySummaryJob: Job = {
  everyMs: CHECK_EVERY_MS,
  work: queueDailySummary,
  complaint: 'failed to queue the daily summary; will retry',
};
