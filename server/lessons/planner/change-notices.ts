// Emails everybody who has booked a lesson.
import { readActingAdmin } from '../../auth/admins.ts';
import type { AdminActor } from '../../auth/sessions.ts';
import { queueEmail } from '../../email/queue.ts';
import type { Work } from '../../engine/context.ts';
import { listBooked } from '../bookings/active-bookings.ts';
import type { LessonFacts } from '../lessons.ts';
import { lessonChangedEmail } from './change-emails.ts';

/** Queues an email to each recipient of a booking of the lesson, showing it before and after. */
export async function notifyOfChange(
  work: Work<AdminActor>,
  before: LessonFacts,
  after: LessonFacts,
): Promise<void> {
  const acting = { by: await readActingAdmin(work), now: work.now };
  for (const booked of await listBooked(work.tx, after.id))
    await queueEmail(
      work,
      lessonChangedEmail({ ...booked, id: booked.bookingId }, before, after, booked, acting),
    );
}
