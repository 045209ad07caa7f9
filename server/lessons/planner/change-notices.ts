// Emails everybody who has booked a lesson.
import { queueEmail } from '../../email/queue.ts';
import type { Work } from '../../engine/context.ts';
import { listBooked } from '../bookings/active-bookings.ts';
import type { LessonFacts } from '../lessons.ts';
import { lessonChanged } from './change-emails.ts';

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
