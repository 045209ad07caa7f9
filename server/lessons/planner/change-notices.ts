// Emails everybody who has booked a lesson.
import { findClashes } from '../../../domain/lessons/student-day.ts';
import { readActingAdmin } from '../../auth/admins.ts';
import type { AdminActor } from '../../auth/sessions.ts';
import { queueEmail } from '../../email/queue.ts';
import type { Work } from '../../engine/context.ts';
import { listBooked } from '../bookings/active-bookings.ts';
import type { LessonFacts } from '../lessons.ts';
import { asDayLesson, readDaysAround } from '../student-days.ts';
import { lessonChangedEmail } from './change-emails.ts';

/**
 * Queues an email to each recipient of a booking of the lesson, showing it before and after. If it
 * was moved onto another lesson of the student, the email names that one.
 */
export async function notifyOfChange(
  work: Work<AdminActor>,
  before: LessonFacts,
  after: LessonFacts,
): Promise<void> {
  const { tx, now } = work;
  const acting = { by: await readActingAdmin(work), now };
  const all = await listBooked(tx, after.id);
  const isMoved = before.starts_at !== after.starts_at;
  const studentIds = isMoved ? all.map(({ studentId }) => studentId) : [];
  const dayOf = await readDaysAround(tx, after, { studentIds, now });
  for (const booked of all) {
    const clashes = findClashes([asDayLesson(after)], dayOf(booked.studentId));
    const booking = { ...booked, id: booked.bookingId };
    await queueEmail(
      work,
      lessonChangedEmail(booking, { before, lesson: after, clashes }, booked, acting),
    );
  }
}
