// Undoes what an excuse link has done, for some minutes: the student gets the spot back if there
// is one, and the booking that the reminder was about is replaced by a new one.
import { Refusal } from '../../../domain/errors.ts';
import { type Excuse, refuseUndo } from '../../../domain/lessons/excuse.ts';
import { queueForAdmins } from '../../auth/admin-notices.ts';
import { isActive } from '../../booking/active-bookings.ts';
import { chooseAttending } from '../../booking/attending.ts';
import { bookingConfirmedEmail, bookingMovedEmail } from '../../booking/booking-emails.ts';
import { familyOf, requireLesson, withLocks } from '../../booking/locks.ts';
import { earlierStart, lessonRefusal } from '../../booking/slips.ts';
import { bookSpot } from '../../booking/spots.ts';
import { isWithoutCredit } from '../../credits/return-credit.ts';
import { queueEmail } from '../../email/queue.ts';
import { type Context, type Work, GuardError, runGuarded } from '../../engine/context.ts';
import type { Db } from '../../engine/database.ts';
import { readLessonRecipients } from '../../people/recipients.ts';
import { throwRefusal } from '../bookings/book.ts';
import { type ActiveBooking, findActive } from '../bookings/find-booking.ts';
import { moveOne, throwMoveRefusal } from '../bookings/move.ts';
import { absenceTakenBackEmail, studentComesAfterAllEmail } from './excuse-emails.ts';
import { type ExcuseLink, findExcuseLink, releaseExcuseLink } from './excuse-links.ts';
import { absenceOf, readAfter } from './excuse.ts';

const CREDIT_IS_SPENT = 'There is no credit left to book it again. Please sign in to buy one.';
const TARGET_HAS_STARTED = 'The lesson that the booking was moved to has started.';

/**
 * Takes back what a link has done. Does nothing if that was undone before. Throws excuse_not_found,
 * undo_over, or the reason why the student cannot be booked again.
 */
export async function undoExcuse(context: Context, token: string): Promise<Excuse> {
  const { database, now } = context;
  await runGuarded(
    context,
    async (work) => applyUndo(work, await requireUndoable(work.tx, token, now)),
    async () => throwUndoRefusal(context, await requireUndoable(database.db, token, now)),
  );
  return readAfter(database.db, token, now);
}

/** Throws excuse_not_found or undo_over. */
async function requireUndoable(db: Db, token: string, now: number): Promise<ExcuseLink> {
  const link = await findExcuseLink(db, token);
  if (link === null) throw new Refusal('excuse_not_found');
  const refusal = refuseUndo(link, now);
  if (refusal !== null) throw new Refusal(refusal);
  return link;
}

/** Throws GuardError if anything has changed before the locks were taken, or no spot is left. */
async function applyUndo(work: Work, link: ExcuseLink): Promise<void> {
  if (link.act === 'tell') return withdrawAbsence(work, link);
  if (link.act === 'cancel') return bookAgain(work, link);
  if (link.act === 'move') return moveBack(work, link);
}

async function withdrawAbsence(work: Work, link: ExcuseLink): Promise<void> {
  const { tx, now } = work;
  await withLocks(work, { lessons: [link.lesson_id] }, async (locks) => {
    const lesson = requireLesson(locks, link.lesson_id);
    await releaseExcuseLink(work, link, link.id);
    const { numUpdatedRows } = await tx
      .updateTable('bookings')
      .set({ excused_at: null })
      .where('id', '=', link.id)
      .where(isActive)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new GuardError();
    const absence = absenceOf(link, lesson, now);
    await queueForAdmins(work, (email) => studentComesAfterAllEmail(absence, email));
    for (const to of await readLessonRecipients(tx, link.student_id))
      await queueEmail(work, absenceTakenBackEmail(absence, to));
  });
}

/** The credit that came back is taken again, by an entry of its own. */
async function bookAgain(work: Work, link: ExcuseLink): Promise<void> {
  const { tx, now } = work;
  const { family_id: familyId, student_id: studentId } = link;
  const [thread, uid] = [link.thread ?? link.id, link.uid ?? link.id];
  const request = {
    lessons: [link.lesson_id],
    families: [familyId],
    readUnderLocks: () => chooseAttending(tx, { familyId, ownStudent: null, studentId }),
  };
  await withLocks(work, request, async (locks) => {
    const made = await bookSpot(work, {
      lesson: requireLesson(locks, link.lesson_id),
      family: familyOf(locks, familyId),
      attending: locks.underLocks,
      paidBy: isWithoutCredit(link) ? 'gift' : 'credit',
      thread,
      takenOver: { uid, paidEntry: null },
      email: (booking, lesson, to) =>
        bookingConfirmedEmail(booking, lesson, to, now, ['The cancellation has been undone.']),
    });
    await releaseExcuseLink(work, link, made.id);
  });
}

/** Leaves the lesson that the booking was moved to without a notice period. */
async function moveBack(work: Work, link: ExcuseLink): Promise<void> {
  const { tx, now } = work;
  const moved = await findMoved(tx, link);
  if (moved === null) throw new GuardError();
  const { id } = await moveOne(work, moved, {
    lessonId: link.lesson_id,
    noticeMinutes: 0,
    email: (booking, lessons, to) => bookingMovedEmail(booking, lessons, to, now),
  });
  await releaseExcuseLink(work, link, id);
}

const findMoved = async (db: Db, { moved_to }: ExcuseLink): Promise<ActiveBooking | null> =>
  moved_to === null ? null : findActive(db, moved_to);

/** Throws the reason why the student cannot be booked again, if there is one. */
async function throwUndoRefusal(context: Context, link: ExcuseLink): Promise<void> {
  const { family_id: familyId, student_id: studentId, lesson_id } = link;
  if (link.act === 'move') {
    const moved = await findMoved(context.database.db, link);
    if (moved === null) throw new Refusal('excuse_not_found');
    const { now } = context;
    if (earlierStart(moved) <= now)
      throw lessonRefusal('lesson_started', { now, lesson: moved, message: TARGET_HAS_STARTED });
    return throwMoveRefusal(context, moved, lesson_id);
  }
  if (link.act !== 'cancel') return;
  try {
    await throwRefusal(context, { familyId, ownStudent: null, studentId }, [lesson_id], {
      isPaid: !isWithoutCredit(link),
    });
  } catch (error) {
    const isSpent = error instanceof Refusal && error.code === 'insufficient_credits';
    if (isSpent) throw new Refusal(error.code, { message: CREDIT_IS_SPENT });
    throw error;
  }
}
