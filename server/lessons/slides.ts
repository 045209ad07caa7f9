// The email that leads families to the slides of a lesson, once it is over and its topic has some,
// unless the letter after the lesson does.
import { sql } from 'kysely';

import { startsWithLetterAt } from '../../domain/rooms/letter.ts';
import { ROOM_MINUTES } from '../../domain/rooms/room.ts';
import { DAY_MS, MINUTE_MS } from '../../domain/time.ts';
import { activeBookings } from '../booking/active-bookings.ts';
import { withLesson } from '../booking/locks.ts';
import { isSettled } from '../booking/slips.ts';
import { queueEmail } from '../email/queue.ts';
import { type Context, transactEach, type Work } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { isTold, recipientColumns } from '../people/recipients.ts';
import type { Job } from '../process/repeat.ts';
import { readSettings } from '../settings/settings.ts';
import { lessonSlidesEmail, SLIDES } from './reminders/reminder-emails.ts';

/** How long after a lesson its slides are announced, if they are added late. */
const SLIDES_DAYS = 7;

const EVERY_MS = MINUTE_MS;

/** The lesson's topic has slides that were not deleted. */
export const hasSlides = sql<boolean>`exists (select 1 from topic_items
  where topic_items.topic_id = lessons.topic_id and kind = 'slides'
  and topic_items.deleted_at is null)`;

/**
 * The letter after the lesson neither led this person to the slides nor is going to. It goes to
 * confirmed addresses alone.
 */
const hasNoLetter = (now: number, hasLetters: boolean) => sql<boolean>`case
  when email_confirmed_at is null then true
  when letter_at is not null then letter_has_slides = 0
  else ${hasLetters ? sql`letters = 0 or letter_off = 1 or excused_at is not null` : sql`true`}
    or starts_at <= ${startsWithLetterAt(now).from} end`;

/**
 * Active bookings of lessons that ended in the last days, with each person who has not been sent
 * the slides.
 */
function dueSlides(db: Db, now: number, hasLetters: boolean) {
  const over = now - ROOM_MINUTES.after * MINUTE_MS;
  return (
    activeBookings(db)
      .innerJoin('families', 'families.id', 'bookings.family_id')
      .innerJoin('students', 'students.id', 'bookings.student_id')
      .innerJoin('people', 'people.family_id', 'bookings.family_id')
      .select([
        'bookings.id as booking_id',
        'bookings.student_id as student_id',
        'bookings.thread as thread',
        'uid',
        'lesson_id',
        ...recipientColumns,
      ])
      // The booking of a lesson that had begun outlives its student.
      .where('students.removed_at', 'is', null)
      .where('starts_at', '<=', over)
      .where('starts_at', '>', over - SLIDES_DAYS * DAY_MS)
      .where(isSettled)
      .where('topic_id', 'is not', null)
      .where(hasSlides)
      .where(isTold)
      .where(hasNoLetter(now, hasLetters))
      .where(
        sql<boolean>`not exists (select 1 from emails
        where cause = ${SLIDES} || bookings.id || ':' || lessons.date || ':' || people.id)`,
      )
      .orderBy('people.created_at')
      .orderBy('people.id')
  );
}

/** Queues one email about the slides to each recipient of a booking. */
export async function queueSlides(context: Context): Promise<void> {
  const { now } = context;
  const { db } = context.database;
  const { letters: hasLetters } = await readSettings(db);
  const due = await dueSlides(db, now, hasLetters).execute();
  const lessons = new Map(due.map(({ booking_id, lesson_id }) => [booking_id, lesson_id]));
  const send = (work: Work, [booking_id, lesson_id]: [string, string]) =>
    withLesson(work, lesson_id, async (lesson) => {
      if (lesson === null) return;
      // Query again: before the lock, the booking could end or the lesson change its topic.
      const still = await dueSlides(work.tx, now, hasLetters)
        .where('bookings.id', '=', booking_id)
        .execute();
      for (const to of still)
        await queueEmail(work, lessonSlidesEmail({ ...to, id: booking_id }, lesson, to));
    });
  await transactEach(context, lessons, { complaint: 'emails about slides were not queued' }, send);
}

export const sendSlidesJob: Job = {
  everyMs: EVERY_MS,
  work: queueSlides,
  complaint: 'failed to queue emails about slides; will retry',
};
