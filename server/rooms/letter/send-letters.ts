// Sends the letters after lessons: one to each person of a family, about all of its students whose
// lessons began at the same time, once for each booking.
import { startsWithLetterAt } from '../../../domain/rooms/letter.ts';
import { MINUTE_MS } from '../../../domain/time.ts';
import { readAttending } from '../../booking/attending.ts';
import type { LessonFacts } from '../../booking/lessons.ts';
import { withLocks } from '../../booking/locks.ts';
import { isSettled } from '../../booking/slips.ts';
import { queueEmail } from '../../email/queue.ts';
import { type Context, transactEach, type Work } from '../../engine/context.ts';
import type { Db } from '../../engine/database.ts';
import type { Job } from '../../process/repeat.ts';
import { readSettings } from '../../settings/settings.ts';
import { lessonLetterEmail } from './letter-emails.ts';
import { type LetterBooking, letterBookings, readLetterParts } from './letter-parts.ts';

/** The bookings that no letter has been sent about. */
export const unsentBookings = (db: Db) => letterBookings(db).where('letter_at', 'is', null);

/** Those whose letter goes by itself at `now`. */
function dueBookings(db: Db, now: number) {
  const { from, to } = startsWithLetterAt(now);
  return unsentBookings(db)
    .select('starts_at')
    .where('starts_at', '>', from)
    .where('starts_at', '<=', to)
    .where('letter_off', '=', 0)
    .where(isSettled)
    .where((eb) => eb.or([eb('topic_id', 'is not', null), eb('letter_sentence', '<>', '')]));
}

/** Queues the letters that are due. Each family is one transaction, so that writes hardly wait. */
export async function sendLetters(context: Context): Promise<void> {
  const { now } = context;
  const { db } = context.database;
  if (!(await readSettings(db)).letters) return;
  const due = Map.groupBy(
    await dueBookings(db, now).execute(),
    ({ family_id, starts_at }) => `${family_id} ${starts_at}`,
  );
  const send = async (work: Work, bookings: readonly { lesson_id: string; family_id: string }[]) =>
    withLocks(work, { lessons: bookings.map(({ lesson_id }) => lesson_id) }, async (locks) => {
      // Query again: before the lock, the lesson or the booking could change, or another process
      // could send the letter.
      const still = await dueBookings(work.tx, now)
        .where(
          'bookings.family_id',
          'in',
          bookings.map(({ family_id }) => family_id),
        )
        .where('lesson_id', 'in', [...locks.lessons.keys()])
        .execute();
      await queueLetters(work, locks.lessons, still);
    });
  await transactEach(context, due.values(), { complaint: 'letters were not sent' }, send);
}

/** Queues the letters about these bookings. Their lessons are locked and begin at the same time. */
export async function queueLetters(
  work: Work,
  lessons: ReadonlyMap<string, LessonFacts>,
  bookings: LetterBooking[],
): Promise<void> {
  for (const [familyId, own] of Map.groupBy(bookings, ({ family_id }) => family_id))
    await queueLetter(work, lessons, familyId, own);
}

async function queueLetter(
  work: Work,
  lessons: ReadonlyMap<string, LessonFacts>,
  familyId: string,
  bookings: LetterBooking[],
): Promise<void> {
  const { tx, now } = work;
  const parts = await readLetterParts(tx, lessons, bookings, now);
  const isWanted = bookings.every(({ letters }) => letters === 1);
  for (const { booking, hasSlides } of parts)
    await tx
      .updateTable('bookings')
      .set({ letter_at: now, letter_has_slides: Number(isWanted && hasSlides) })
      .where('id', '=', booking.id)
      .where('letter_at', 'is', null)
      .execute();
  if (!isWanted) return;
  const people = await readAttending(tx, familyId);
  for (const [to, ...same] of Map.groupBy(people, ({ person_id }) => person_id).values()) {
    if (to === undefined || to.email_confirmed_at === null) continue;
    const students = new Set([to, ...same].map(({ student_id }) => student_id));
    const [part, ...others] = parts.filter(({ booking }) => students.has(booking.student_id));
    if (part !== undefined) await queueEmail(work, lessonLetterEmail([part, ...others], to, now));
  }
}

export const sendLettersJob: Job = {
  everyMs: MINUTE_MS,
  work: sendLetters,
  complaint: 'failed to queue letters after lessons; will retry',
};
