// Lesson reminders: who is due one, and when a queued one is outdated.
import { type RawBuilder, sql } from 'kysely';

import { REMINDER_HOURS, type ReminderHours } from '../../../domain/people/account.ts';
import { HOUR_MS } from '../../../domain/time.ts';
import { describePreparation } from '../../../domain/topics/lesson-topic.ts';
import { activeBookings } from '../../booking/active-bookings.ts';
import { withLesson } from '../../booking/locks.ts';
import type { LeasedEmail } from '../../email/leases.ts';
import { queueEmail } from '../../email/queue.ts';
import { type Context, transactEach, type Work } from '../../engine/context.ts';
import type { Db } from '../../engine/database.ts';
import { isTold, recipientColumns } from '../../people/recipients.ts';
import type { Job } from '../../process/repeat.ts';
import { listItems } from '../../topics/queries.ts';
import { makeExcuseLink } from '../excuses/excuse-links.ts';
import { hasSlides } from '../slides.ts';
import {
  bookingsOf,
  hoursOf,
  startOf,
  LETTER,
  lessonReminderEmail,
  reminderMark,
  SLIDES,
} from './reminder-emails.ts';

const CHECK_EVERY_MS = 5000;

/**
 * Queues a reminder to each recipient of a booking whose lesson starts within the hours that the
 * family has chosen. Each recipient gets one reminder per lesson start and chosen time.
 */
export async function queueReminders(context: Context): Promise<void> {
  const { database, now } = context;
  // Each booking once, however many people get its reminder.
  const due = new Map<string, DueReminder>();
  for (const hours of REMINDER_HOURS)
    for (const { booking_id, lesson_id } of await dueReminders(database.db, hours, now).execute())
      due.set(`${hours} ${booking_id}`, { hours, booking_id, lesson_id });
  const each = { complaint: 'reminders were not queued' };
  await transactEach(context, due.values(), each, queueReminder);
}

interface DueReminder {
  readonly hours: ReminderHours;
  readonly booking_id: string;
  readonly lesson_id: string;
}

const queueReminder = (work: Work, { hours, booking_id, lesson_id }: DueReminder) =>
  withLesson(work, lesson_id, async (lesson) => {
    if (lesson === null) return;
    // Query again: before the lock, the lesson could move, the booking end or the family change an
    // address.
    const still = await dueReminders(work.tx, hours, work.now)
      .where('bookings.id', '=', booking_id)
      .execute();
    if (still.length === 0) return;
    const preparation = await readPreparation(work.tx, still[0]?.topic_id ?? null);
    const excuse_token = await makeExcuseLink(work, booking_id, lesson);
    for (const to of still) {
      const booking = { ...to, id: booking_id, excuse_token };
      await queueEmail(work, lessonReminderEmail(booking, lesson, to, hours, preparation));
    }
  });

const readPreparation = async (db: Db, topicId: string | null): Promise<string | null> =>
  topicId === null ? null : describePreparation(await listItems(db, topicId));

/**
 * Whether the family has chosen this reminder, and has not told the tutor that the student cannot
 * come. When both are due at once, only the later one is sent.
 */
const isEnabled: Readonly<Record<ReminderHours, (now: number) => RawBuilder<boolean>>> = {
  24: (now) => sql<boolean>`excused_at is null and reminds_24h = 1 and
    case when reminds_2h = 1 then starts_at - ${2 * HOUR_MS} > ${now} else 1 = 1 end`,
  2: () => sql<boolean>`excused_at is null and reminds_2h = 1`,
};

/**
 * Active bookings with each person who is due this reminder, in the order in which they were made:
 * an unconfirmed address gets few emails. Bookings made after the reminder time are excluded: their
 * confirmation has just said the same.
 */
function dueReminders(db: Db, hours: ReminderHours, now: number) {
  return activeBookings(db)
    .innerJoin('families', 'families.id', 'bookings.family_id')
    .innerJoin('students', 'students.id', 'bookings.student_id')
    .innerJoin('people', 'people.family_id', 'bookings.family_id')
    .select([
      'bookings.id as booking_id',
      'bookings.thread as thread',
      'uid',
      'join_token',
      'lesson_id',
      'topic_id',
      'bookings.student_id as student_id',
      ...recipientColumns,
    ])
    .where('starts_at', '>', now)
    .where('starts_at', '<=', now + hours * HOUR_MS)
    .where((eb) => eb('bookings.created_at', '<=', eb('starts_at', '-', hours * HOUR_MS)))
    .where(isEnabled[hours](now))
    .where(isTold)
    .where(
      sql<boolean>`not exists (select 1 from emails
        where cause = 'reminder:' || bookings.id || ':' || starts_at || ${reminderMark(hours)} || ':' || people.id)`,
    )
    .orderBy('bookings.id')
    .orderBy('people.created_at')
    .orderBy('people.id');
}

interface BookingEmail {
  /** Whether the booking still wants an email with this cause, in SQL. */
  readonly isWanted: (cause: string, now: number) => RawBuilder<boolean>;
  /** Whether it is useless once the lesson has started. */
  readonly endsAtStart: boolean;
}

/**
 * A letter about several bookings ends with the first of them that ends. It is queued once, so it
 * stays while a lesson that began then has been moved and that is not settled.
 */
function isLetterWanted(cause: string): RawBuilder<boolean> {
  return sql<boolean>`letters = 1 and not exists (select 1 from bookings as told
    join lessons as taught on taught.id = told.lesson_id
    join students on students.id = told.student_id
    where told.id in (${sql.join(bookingsOf(cause))}) and (told.cancelled_at is not null
      or told.excused_at is not null or students.removed_at is not null
      or taught.deleted_at is not null or ${startOf(cause)}
        not in (taught.starts_at, coalesce(taught.moved_from, taught.starts_at))))`;
}

/** The emails with `reminderOf`, by how their causes begin. */
const bookingEmails: ReadonlyMap<string, BookingEmail> = new Map<string, BookingEmail>([
  ['reminder:', { isWanted: (cause, now) => isEnabled[hoursOf(cause)](now), endsAtStart: true }],
  [SLIDES, { isWanted: () => hasSlides, endsAtStart: false }],
  [LETTER, { isWanted: isLetterWanted, endsAtStart: false }],
]);

/** Throws for an email without a rule, which must not be withdrawn by that of another one. */
function bookingEmailOf(cause: string): BookingEmail {
  const kind = cause.slice(0, cause.indexOf(':') + 1);
  const email = bookingEmails.get(kind);
  if (email === undefined) throw new Error(`no rule says when the email '${kind}' is outdated`);
  return email;
}

/**
 * Returns why an email must no longer be sent. 'withdrawn': a reminder whose booking has ended,
 * whose lesson has moved, whose student is excused, that the family no longer wants, or that the
 * other reminder makes redundant, an email about slides that the lesson has no more, or a letter
 * whose family or student does not get one any more. 'late': a reminder of a lesson that has
 * started. Null for all other emails.
 */
export async function findOutdated(
  { db, now }: { db: Db; now: number },
  { cause, booking_id, lesson_start }: Pick<LeasedEmail, 'cause' | 'booking_id' | 'lesson_start'>,
): Promise<'withdrawn' | 'late' | null> {
  if (booking_id === null || lesson_start === null) return null;
  const email = bookingEmailOf(cause);
  const booking = await activeBookings(db)
    .innerJoin('families', 'families.id', 'bookings.family_id')
    .select('bookings.id')
    .where('bookings.id', '=', booking_id)
    .$if(!cause.startsWith(LETTER), (others) => others.where('starts_at', '=', lesson_start))
    .where(email.isWanted(cause, now))
    .executeTakeFirst();
  if (booking === undefined) return 'withdrawn';
  return lesson_start <= now && email.endsAtStart ? 'late' : null;
}

export const remindJob: Job = {
  everyMs: CHECK_EVERY_MS,
  work: queueReminders,
  complaint: 'failed to queue reminders; will retry',
};
