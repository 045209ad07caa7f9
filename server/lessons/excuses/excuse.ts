// What an excuse link does: it moves or cancels the booking by the rules of the family's own
// calls, or tells the tutor that the student will be absent.
import { Refusal } from '../../../domain/errors.ts';
import { CANCEL_NOTICE_MINUTES } from '../../../domain/lessons/booking.ts';
import { type Excuse, type NewExcuse, refuseExcuse } from '../../../domain/lessons/excuse.ts';
import { queueForAdmins } from '../../auth/admin-notices.ts';
import { isActive } from '../../booking/active-bookings.ts';
import { bookingCancelledEmail, bookingMovedEmail } from '../../booking/booking-emails.ts';
import { requireLesson, withLocks } from '../../booking/locks.ts';
import { queueEmail } from '../../email/queue.ts';
import { type Context, type Work, GuardError, runGuarded } from '../../engine/context.ts';
import type { Db } from '../../engine/database.ts';
import { readLessonRecipients } from '../../people/recipients.ts';
import { cancelOne, requireCancellable } from '../bookings/cancel.ts';
import { moveOne, throwMoveRefusal } from '../bookings/move.ts';
import { absenceToldEmail, studentExcusedEmail } from './excuse-emails.ts';
import { claimExcuseLink, type ExcuseLink, findExcuseLink } from './excuse-links.ts';
import { describeExcuse } from './read-excuse.ts';

/**
 * Moves or cancels the booking of a link, or tells the tutor. Throws excuse_not_found, already_done
 * or forbidden, then the refusals of the family's own move or cancellation.
 */
export async function excuseStudent(
  context: Context,
  token: string,
  excuse: NewExcuse,
): Promise<Excuse> {
  const { database, now } = context;
  await runGuarded(
    context,
    async (work) => applyExcuse(work, await requireUsable(work.tx, token, excuse, now), excuse),
    async () => {
      const link = await requireUsable(database.db, token, excuse, now);
      if (excuse.do !== 'tell') requireCancellable(link, now);
      if (excuse.do === 'move') await throwMoveRefusal(context, link, excuse.Lesson_ID ?? '');
    },
  );
  return readAfter(database.db, token, now);
}

/** The link as its act or its undo has left it. Throws excuse_not_found. */
export async function readAfter(db: Db, token: string, now: number): Promise<Excuse> {
  const link = await findExcuseLink(db, token);
  if (link === null) throw new Refusal('excuse_not_found');
  return describeExcuse(db, link, now);
}

/** Throws excuse_not_found, already_done or forbidden. */
async function requireUsable(db: Db, token: string, excuse: NewExcuse, now: number) {
  const link = await findExcuseLink(db, token);
  if (link === null) throw new Refusal('excuse_not_found');
  const refusal = refuseExcuse(link, excuse.do, now);
  if (refusal !== null) throw new Refusal(refusal);
  return link;
}

/** Throws GuardError if the link or its booking has changed before the locks were taken. */
async function applyExcuse(work: Work, link: ExcuseLink, excuse: NewExcuse): Promise<void> {
  const { now } = work;
  const noticeMinutes = CANCEL_NOTICE_MINUTES;
  if (excuse.do === 'tell') return tellTutor(work, link);
  if (excuse.do === 'cancel') {
    await cancelOne(work, link, {
      noticeMinutes,
      returnsCredit: true,
      email: (lesson, to, credit) => bookingCancelledEmail(link, lesson, to, credit, now),
    });
    return claimExcuseLink(work, link, 'cancel');
  }
  const moved = await moveOne(work, link, {
    lessonId: excuse.Lesson_ID ?? '',
    noticeMinutes,
    email: (booking, lessons, to) => bookingMovedEmail(booking, lessons, to, now),
  });
  await claimExcuseLink(work, link, 'move', { movedTo: moved.id });
}

async function tellTutor(work: Work, link: ExcuseLink): Promise<void> {
  const { tx, now } = work;
  await withLocks(work, { lessons: [link.lesson_id] }, async (locks) => {
    const lesson = requireLesson(locks, link.lesson_id);
    if (lesson.starts_at <= now) throw new GuardError();
    const { numUpdatedRows } = await tx
      .updateTable('bookings')
      .set({ excused_at: now })
      .where('id', '=', link.id)
      .where(isActive)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new GuardError();
    await claimExcuseLink(work, link, 'tell', { told: lesson });
    const absence = absenceOf(link, lesson, now);
    await queueForAdmins(work, (email) => studentExcusedEmail(absence, email));
    for (const to of await readLessonRecipients(tx, link.student_id))
      await queueEmail(work, absenceToldEmail(absence, to));
  });
}

/** What the email to the tutor is about. */
export const absenceOf = <Lesson>(
  { id, family_id, student_name }: ExcuseLink,
  lesson: Lesson,
  now: number,
) => ({ bookingId: id, familyId: family_id, student: student_name, lesson, now });
