// How bookings end, whoever ends them: the spot becomes free, the booking is marked, its credit
// comes back, and whoever waits for the spot gets it. Rows are held in the order lessons by id,
// then bookings, then balances by family.
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

/** Marks those live bookings as cancelled that the query is narrowed to. */
const markCancelled = ({ tx, now }: Work) =>
  tx
    .updateTable('bookings')
    .set({ cancelled_at: now, join_token: null, former_join_hashes: null })
    .where(isActive)
    .returning(['id', 'family_id', 'charged']);

/**
 * Frees the spot of a live booking and marks it as cancelled. Its credit is the caller's to return,
 * the lesson's line to serve. 'too late' when the lesson starts within `noticeMinutes`, has started
 * or is gone; 'ended before' when the booking is no longer live, and then the transaction has to be
 * undone.
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
 * Marks every live booking of a lesson that will not take place as cancelled, returns the credits
 * and emails the families. The caller has deleted the lesson, with all its spots.
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
 * A student who was removed, alone or with the family, once a lesson had begun keeps no place in it
 * when it is moved ahead. Returns how many bookings ended. The caller holds the lesson.
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
 * Ends all that a family has booked ahead, however late, and returns what it cost: the family is
 * leaving, and waits for nothing any more. Serves the lines of these lessons, and of those that it
 * has `released`.
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
 * The lessons that a family, or one of its students, has booked, over or not, waits for or has
 * places kept of.
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
  const awaited = await tx
    .selectFrom('waiting_list_entries')
    .select('lesson_id')
    .where('family_id', '=', familyId)
    .$if(isOne, (own) => own.where('student_id', '=', studentId ?? ''))
    .execute();
  const kept = await listReservedLessons(tx, familyId);
  return new Set([...[...booked, ...awaited].map(({ lesson_id }) => lesson_id), ...kept]);
}

/**
 * Holds all lessons that are the family's, or one of its students', and returns them: until the
 * commit none of them is moved, and none is waited for once the family's own row is held.
 */
export async function lockOwnLessons(work: Work, owner: Owner): Promise<ReadonlySet<string>> {
  const lessons = await listOwnLessons(work, owner);
  for (const id of [...lessons].toSorted()) await lockLesson(work, id);
  return lessons;
}

/**
 * Throws Overtaken where another lesson has become theirs before their row was held: lessons are
 * held before families.
 */
export async function requireOwnLocked(
  work: Work,
  owner: Owner,
  reserved: ReadonlySet<string>,
): Promise<void> {
  const lessons = await listOwnLessons(work, owner);
  if (!lessons.isSubsetOf(reserved)) throw new Overtaken();
}

/**
 * Closes the doors of bookings that stay as attendance: their lesson was deleted once it had begun,
 * or their student or family has left.
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
 * Ends the bookings, in the order of their lessons, but for those whose lessons have begun, and
 * serves the lines of these lessons and of those that were `released` besides. Returns how many
 * ended.
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
    // Cancelled by its own family in the very same moment: the transaction is undone and can be
    // asked for again.
    if (outcome === 'ended before') throw new Refusal('service_unavailable');
    all.push(outcome.ended);
    lessons.add(booking.lessonId);
  }
  const lines = await lockWaitingLists(
    work,
    [...lessons],
    all.map(({ family_id }) => family_id),
  );
  await returnCredits(work, all);
  await promoteFromWaitingLists(work, lines);
  return all.length;
}

/** Returns the credits of ended bookings, and what became of each, by the booking's id. */
async function returnCredits(
  work: Work,
  ended: readonly EndedBooking[],
): Promise<ReadonlyMap<string, ReturnedCredit>> {
  const credits = new Map<string, ReturnedCredit>();
  for (const booking of ended.toSorted((a, b) => (a.family_id < b.family_id ? -1 : 1)))
    credits.set(booking.id, (await returnCredit(work, booking, { kind: 'refund' })).credit);
  return credits;
}
