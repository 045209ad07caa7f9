// Ends bookings: frees the spot, cancels the booking, returns its credit and promotes from the
// waiting list. Locks rows in the order lessons by id, then bookings, then balances by family.
import type { ReturnedCredit } from '../../domain/credits.ts';
import { Refusal } from '../../domain/errors.ts';
import { Overtaken, type Work } from '../engine/context.ts';
import { type EndedBooking, returnCredit } from '../credits/return-credit.ts';
import { isActive, activeBookings } from './active-bookings.ts';
import { freeSpot, lockLesson } from './spots.ts';
import type { LessonFacts } from './lessons.ts';
import { queueEmail } from '../email/queue.ts';
import { listReservedLessons } from './reservations.ts';
import { lessonCancelled } from './booking-emails.ts';
import { listBooked } from './change-notices.ts';
import { lockWaitingLists, promoteFromWaitingLists } from './promotion.ts';

/** Cancels the active bookings that match the conditions that the caller adds. */
const markCancelled = ({ tx, now }: Work) =>
  tx
    .updateTable('bookings')
    .set({ cancelled_at: now, join_token: null, former_join_hashes: null })
    .where(isActive)
    .returning(['id', 'family_id', 'charged']);

/**
 * Frees the spot of an active booking and cancels it. The caller returns the credit and promotes
 * from the waiting list. Returns 'too late' when the lesson starts within `noticeMinutes`, has
 * started or does not exist. Returns 'ended before' when the booking is no longer active; the
 * caller must then roll back.
 */
export async function endBooking(
  work: Work,
  booking: { readonly id: string; readonly lessonId: string; readonly noticeMinutes: number },
): Promise<{ ended: EndedBooking; lesson: LessonFacts } | 'too late' | 'ended before'> {
  const lesson = await freeSpot(work, booking.lessonId, booking.noticeMinutes);
  if (lesson === null) return 'too late';
  const ended = await markCancelled(work).where('id', '=', booking.id).executeTakeFirst();
  return ended === undefined ? 'ended before' : { ended, lesson };
}

/**
 * Cancels every active booking of a lesson that will not take place, returns the credits and emails
 * the families. The caller has already deleted the lesson and reset its spots.
 */
export async function endBookingsOfDeleted(work: Work, lesson: LessonFacts): Promise<void> {
  const recipients = await listBooked(work.tx, lesson.id);
  const ended = await markCancelled(work).where('lesson_id', '=', lesson.id).execute();
  const credits = await returnCredits(work, ended);
  for (const to of recipients) {
    const credit = credits.get(to.bookingId);
    if (credit !== undefined)
      await queueEmail(
        work,
        lessonCancelled({ ...to, id: to.bookingId }, lesson, to, credit, work.now),
      );
  }
}

/**
 * Ends the bookings of removed students when a lesson that had started is moved to a later time.
 * Returns how many bookings ended. The caller has locked the lesson.
 */
export async function endBookingsOfRemoved(work: Work, lessonId: string): Promise<number> {
  const bookings = await activeBookings(work.tx)
    .innerJoin('students', 'students.id', 'bookings.student_id')
    .select('bookings.id')
    .where('lesson_id', '=', lessonId)
    .where('removed_at', 'is not', null)
    .execute();
  return endAhead(
    work,
    bookings.map(({ id }) => ({ id, lessonId })),
  );
}

/**
 * Ends all future bookings of a family that is leaving, without a notice period, and returns their
 * credits. Promotes from the waiting lists of these lessons and of the lessons in `released`, where
 * its reservations ended. The family must have left its own waiting lists.
 */
export async function endBookingsOfFamily(
  work: Work,
  familyId: string,
  released: readonly string[],
): Promise<void> {
  const ahead = await activeBookings(work.tx)
    .select(['bookings.id as id', 'lesson_id as lessonId'])
    .where('family_id', '=', familyId)
    .where('starts_at', '>', work.now)
    .orderBy('lesson_id')
    .execute();
  await endAhead(work, ahead, released);
}

interface Owner {
  readonly familyId: string;
  readonly studentId?: string;
}

/**
 * Lists the lessons, past ones included, that a family or one of its students has booked, waits for
 * or has reserved.
 */
async function listOwnLessons(
  { tx }: Work,
  { familyId, studentId }: Owner,
): Promise<ReadonlySet<string>> {
  const isOne = studentId !== undefined;
  const booked = await activeBookings(tx)
    .select('lesson_id')
    .where('family_id', '=', familyId)
    .$if(isOne, (own) => own.where('student_id', '=', studentId ?? ''))
    .execute();
  const waiting = await tx
    .selectFrom('waiting_list_entries')
    .select('lesson_id')
    .where('family_id', '=', familyId)
    .$if(isOne, (own) => own.where('student_id', '=', studentId ?? ''))
    .execute();
  const reservedLessons = await listReservedLessons(tx, familyId);
  return new Set([
    ...[...booked, ...waiting].map(({ lesson_id }) => lesson_id),
    ...reservedLessons,
  ]);
}

/**
 * Locks all lessons that a family, or one of its students, has booked, waits for or has reserved,
 * and returns them. None of them can move until the commit. No waiting list can be joined once the
 * family's own row is locked too.
 */
export async function lockOwnLessons(work: Work, owner: Owner): Promise<ReadonlySet<string>> {
  const lessons = await listOwnLessons(work, owner);
  for (const id of [...lessons].toSorted()) await lockLesson(work, id);
  return lessons;
}

/**
 * Throws Overtaken when the family or student got another lesson before their own row was locked:
 * that lesson is not locked, and lessons must be locked before families.
 */
export async function requireOwnLocked(
  work: Work,
  owner: Owner,
  locked: ReadonlySet<string>,
): Promise<void> {
  const lessons = await listOwnLessons(work, owner);
  if (!lessons.isSubsetOf(locked)) throw new Overtaken();
}

/**
 * Revokes the join links of bookings that stay as a record of attendance: the lesson was deleted
 * after its start, or the student or family has left.
 */
export async function endJoinLinks(
  { tx }: Work,
  of: { readonly lesson_id: string } | { readonly family_id: string; readonly student_id?: string },
): Promise<void> {
  await tx
    .updateTable('bookings')
    .set({ join_token: null, former_join_hashes: null })
    .where((eb) => eb.and(of))
    .where(isActive)
    .where('join_token', 'is not', null)
    .execute();
}

/**
 * Ends the bookings in the order of their lessons, except those whose lessons have started.
 * Promotes from the waiting lists of these lessons and of the lessons in `released`. Returns how
 * many bookings ended.
 */
async function endAhead(
  work: Work,
  bookings: readonly { readonly id: string; readonly lessonId: string }[],
  released: readonly string[] = [],
): Promise<number> {
  const all: EndedBooking[] = [];
  const lessons = new Set(released);
  for (const booking of bookings) {
    const outcome = await endBooking(work, { ...booking, noticeMinutes: 0 });
    if (outcome === 'too late') continue;
    // The family cancelled it at the same time: roll back, so that the caller can retry.
    if (outcome === 'ended before') throw new Refusal('service_unavailable');
    all.push(outcome.ended);
    lessons.add(booking.lessonId);
  }
  const waitingLists = await lockWaitingLists(
    work,
    [...lessons],
    all.map(({ family_id }) => family_id),
  );
  await returnCredits(work, all);
  await promoteFromWaitingLists(work, waitingLists);
  return all.length;
}

/**
 * Returns the credits of ended bookings. The result says, by booking id, where each credit went.
 */
async function returnCredits(
  work: Work,
  ended: readonly EndedBooking[],
): Promise<ReadonlyMap<string, ReturnedCredit>> {
  const credits = new Map<string, ReturnedCredit>();
  for (const booking of ended.toSorted((a, b) => (a.family_id < b.family_id ? -1 : 1)))
    credits.set(booking.id, (await returnCredit(work, booking, { kind: 'refund' })).credit);
  return credits;
}
