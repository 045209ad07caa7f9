// Emails to all who have booked a lesson.
import { isTold, recipientColumns } from '../accounts/recipient-store.ts';
import type { Work } from '../db/context.ts';
import type { Tx } from '../db/database.ts';
import { keptBookings } from '../lessons/booked-store.ts';
import type { LessonFacts } from '../lessons/store.ts';
import { queueMail } from '../mail/store.ts';
import { lessonChanged } from './messages.ts';

/** The bookings of one lesson, be it deleted by now, with each person who hears of them. */
export function listBooked(tx: Tx, lessonId: string) {
  return keptBookings(tx)
    .innerJoin('students', 'students.id', 'bookings.student_id')
    .innerJoin('people', 'people.family_id', 'bookings.family_id')
    .select(['bookings.id as bookingId', 'bookings.thread as thread', 'uid', 'door', ...recipientColumns])
    .where('lesson_id', '=', lessonId)
    .where('students.removed_at', 'is', null)
    .where(isTold)
    .orderBy('bookings.family_id')
    .orderBy('people.created_at')
    .orderBy('people.id')
    .execute();
}

/** Queues an email to everybody who hears of a booking of the lesson: how it was, and how it is now. */
export async function emailChange(work: Work, before: LessonFacts, after: LessonFacts): Promise<void> {
  for (const booked of await listBooked(work.tx, after.id))
    await queueMail(
      work,
      lessonChanged({ ...booked, id: booked.bookingId }, before, after, booked, work.now),
    );
}
