// Reminders of lessons: who is due one, and when one that was queued has nothing to remind of any more.
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';

import { REMINDER_HOURS } from '../../domain/limits.ts';
import { isTold, recipientColumns } from '../accounts/recipient-store.ts';
import { type Context, transact } from '../db/context.ts';
import type { Database, Db } from '../db/database.ts';
import { liveBookings } from '../lessons/booked-store.ts';
import { holdLesson } from '../lessons/spot-store.ts';
import type { LeasedMail } from '../mail/queue-store.ts';
import { queueMail } from '../mail/store.ts';
import { repeat } from '../repeat.ts';
import { lessonReminder } from './messages.ts';

const LOOK_EVERY_MS = 5000;
const HOUR_MS = 3_600_000;

/**
 * Queues a reminder for everybody who hears of a booking whose lesson starts within the next day; each of them is reminded of
 * each start once.
 */
export async function queueReminders(context: Context): Promise<void> {
  const { now } = context;
  const window = { from: now, until: now + REMINDER_HOURS * HOUR_MS };
  const due = await toRemind(context.database.db, window).execute();
  const lessons = new Map(due.map(({ booking_id, lesson_id }) => [booking_id, lesson_id]));
  for (const [booking_id, lesson_id] of lessons)
    await transact(context, async (work) => {
      const lesson = await holdLesson(work, lesson_id);
      if (lesson === null) return;
      // Asked again: until the lesson was held it could move, the booking end and its family change an address.
      const still = await toRemind(work.tx, window).where('bookings.id', '=', booking_id).execute();
      for (const to of still) await queueMail(work, lessonReminder({ ...to, id: booking_id }, lesson, to));
    });
}

/** Live bookings of lessons that start after `from` and up to `until`, with each person who was not reminded of that start yet. */
function toRemind(db: Db, { from, until }: { readonly from: number; readonly until: number }) {
  return liveBookings(db)
    .innerJoin('students', 'students.id', 'bookings.student_id')
    .innerJoin('people', 'people.family_id', 'bookings.family_id')
    .select([
      'bookings.id as booking_id',
      'bookings.thread as thread',
      'uid',
      'door',
      'lesson_id',
      ...recipientColumns,
    ])
    .where('starts_at', '>', from)
    .where('starts_at', '<=', until)
    .where(isTold)
    .where(
      sql<boolean>`not exists (select 1 from mails
        where cause = 'reminder:' || bookings.id || ':' || starts_at || ':' || people.id)`,
    )
    .orderBy('people.created_at')
    .orderBy('people.id');
}

/**
 * Why an email is not to be sent any more: 'withdrawn' for a reminder whose booking has ended or whose lesson has
 * moved, 'late' for one whose lesson has begun; null for all others.
 */
export async function findOutdated(
  { db, now }: { readonly db: Db; readonly now: number },
  { booking_id, lesson_start }: Pick<LeasedMail, 'booking_id' | 'lesson_start'>,
): Promise<'withdrawn' | 'late' | null> {
  if (booking_id === null || lesson_start === null) return null;
  const live = await liveBookings(db)
    .select('bookings.id')
    .where('bookings.id', '=', booking_id)
    .where('starts_at', '=', lesson_start)
    .executeTakeFirst();
  if (live === undefined) return 'withdrawn';
  return lesson_start <= now ? 'late' : null;
}

interface Reminding {
  readonly database: Database;
  readonly clock: () => number;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/** Queues what is due now and every few seconds. The returned function stops it and waits for what is under way. */
export function startReminding({ database, clock, log }: Reminding): () => Promise<void> {
  return repeat({
    everyMs: LOOK_EVERY_MS,
    work: () => queueReminders({ database, now: clock(), actor: null }),
    log,
    complaint: 'reminders could not be queued; will try again',
  });
}
