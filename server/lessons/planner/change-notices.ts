// Emails everybody who has booked a lesson.
import { isTold, recipientColumns } from '../../families/recipients.ts';
import type { Work } from '../../engine/context.ts';
import type { Tx } from '../../engine/database.ts';
import { countedBookings } from '../bookings/active-bookings.ts';
import type { LessonFacts } from '../lessons.ts';
import { queueEmail } from '../../email/queue.ts';
import { lessonChanged } from '../bookings/booking-emails.ts';

/** Lists the bookings of one lesson with each email recipient. The lesson may be deleted. */
export function listBooked(tx: Tx, lessonId: string) {
  return countedBookings(tx)
    .innerJoin('students', 'students.id', 'bookings.student_id')
    .innerJoin('people', 'people.family_id', 'bookings.family_id')
    .select([
      'bookings.id as bookingId',
      'bookings.thread as thread',
      'uid',
      'join_token',
      ...recipientColumns,
    ])
    .where('lesson_id', '=', lessonId)
    .where('students.removed_at', 'is', null)
    .where(isTold)
    .orderBy('bookings.family_id')
    .orderBy('people.created_at')
    .orderBy('people.id')
    .execute();
}

/** Queues an email to each recipient of a booking of the lesson, showing it before and after. */
export async function emailChange(
  work: Work,
  before: LessonFacts,
  after: LessonFacts,
): Promise<void> {
  for (const booked of await listBooked(work.tx, after.id))
    await queueEmail(
      work,
      lessonChanged({ ...booked, id: booked.bookingId }, before, after, booked, work.now),
    );
}
