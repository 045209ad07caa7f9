// Emails everybody who has booked a lesson about a change, and counts beforehand whom the change
// would give two lessons at one time.
import { Refusal } from '../../../domain/errors.ts';
import type { Slot } from '../../../domain/lessons/lesson-plan.ts';
import { findClashes } from '../../../domain/lessons/student-day.ts';
import { readActingAdmin } from '../../auth/admins.ts';
import { startsAt } from '../../base/windows.ts';
import { activeBookings, listBookingRecipients } from '../../booking/active-bookings.ts';
import type { LessonFacts } from '../../booking/lessons.ts';
import { asDayLesson, readDaysAround } from '../../booking/student-days.ts';
import { queueEmail } from '../../email/queue.ts';
import type { Work } from '../../engine/context.ts';
import type { Db } from '../../engine/database.ts';
import type { AdminActor } from '../../sessions/sessions.ts';
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
  const all = await listBookingRecipients(tx, after.id);
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

/**
 * How many students of a lesson would have another one if it were at this UK date and time. Throws
 * lesson_not_found.
 */
export async function countClashes(
  db: Db,
  { id, Date: date, Time: time, now }: Slot & { id: string; now: number },
): Promise<number> {
  const lesson = await db
    .selectFrom('lessons')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (lesson === undefined) throw new Refusal('lesson_not_found');
  const moved = { ...lesson, starts_at: startsAt(date, time) };
  const booked = await activeBookings(db)
    .select('student_id')
    .where('lesson_id', '=', id)
    .execute();
  const studentIds = booked.map(({ student_id }) => student_id);
  const dayOf = await readDaysAround(db, moved, { studentIds, now });
  return studentIds.filter((one) => findClashes([asDayLesson(moved)], dayOf(one)).length > 0)
    .length;
}
