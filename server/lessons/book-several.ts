// Booking several lessons in one transaction: all of them or none.
import { type Booking, refuseBooking } from '../../domain/booking.ts';
import { creditCount } from '../../domain/credits.ts';
import { type ErrorCode, errorCatalogue, Refusal, refuseField } from '../../domain/errors.ts';
import { LESSON_CREDITS } from '../../domain/limits.ts';
import { toIso } from '../../domain/time.ts';
import { readBalance } from '../credits/ledger.ts';
import type { Context, Work } from '../engine/context.ts';
import { NEW_REQUEST, once, type RequestKey } from '../idempotency.ts';
import { lockLesson } from './spots.ts';
import { type ReservedFor, readBookable } from './lessons.ts';
import { queueEmail } from '../email/queue.ts';
import { Guarded, guarded } from '../engine/guarded.ts';
import { releaseExpired } from './expired-reservations.ts';
import { bookingsConfirmed } from './booking-emails.ts';
import type { Booker } from './book.ts';
import { chooseAttending, takeBooking, type TakenBooking, type Whom } from './make-booking.ts';

/**
 * Books a spot in each of these lessons for one credit each, or none of them. Throws
 * validation_failed when the student is unclear. Otherwise throws the code of the first lesson that
 * cannot be booked, with a detail for each such lesson. Credits are checked last.
 */
export async function bookSeveral(
  context: Context<Booker>,
  {
    lessonIds,
    studentId,
  }: { readonly lessonIds: readonly string[]; readonly studentId?: string | undefined },
  requestKey: RequestKey = NEW_REQUEST,
): Promise<{ bookings: Booking[]; creditsRemaining: number | null }> {
  const { familyId, student } = context.actor;
  const whom: Whom = { familyId, ownStudent: student?.id ?? null, studentId };
  const book = async (work: Work) => {
    // Lock all lessons before any balance: every transaction locks in this order.
    for (const id of lessonIds.toSorted())
      if ((await lockLesson(work, id)) === null) throw new Guarded();
    const made: TakenBooking[] = [];
    for (const lessonId of lessonIds) {
      const taken = await takeBooking(work, { lessonId, ...whom, thread: made[0]?.id ?? null });
      if (taken === null) throw new Guarded();
      made.push(taken);
    }
    await confirmTogether(work, made);
    return {
      bookings: made.map(({ id, lesson }) => ({
        id,
        Lesson_ID: lesson.id,
        created_at: toIso(work.now),
      })),
      creditsRemaining: student === null ? (made.at(-1)?.creditsRemaining ?? 0) : null,
    };
  };
  return guarded(
    context,
    (work) => once(work, requestKey, () => book(work)),
    () => explainSeveral(context, whom, lessonIds),
  );
}

/**
 * Queues one email per recipient about bookings that were made together. They all share the thread
 * of the first booking.
 */
export async function confirmTogether(work: Work, made: readonly TakenBooking[]): Promise<void> {
  const [first] = made;
  if (first === undefined) return;
  const inOrder = made
    .map(({ id, join_token, lesson }) => ({
      booking: { id, thread: first.id, uid: null, join_token },
      lesson,
    }))
    .toSorted((a, b) => a.lesson.starts_at - b.lesson.starts_at);
  for (const to of first.recipients)
    await queueEmail(work, bookingsConfirmed(inOrder, to, work.now));
}

/**
 * Throws the reason why the lessons could not be booked. Returns if that reason no longer applies.
 */
async function explainSeveral(
  context: Context,
  whom: Whom,
  lessonIds: readonly string[],
): Promise<void> {
  await refuseSeveral(context, whom, lessonIds);
  const credits = await readBalance(context.database.db, whom.familyId);
  const needed = lessonIds.length * LESSON_CREDITS;
  if (credits >= needed) return;
  const message =
    whom.ownStudent === null
      ? `You need ${creditCount(needed)} to book these lessons and have ${creditCount(credits)}.`
      : ASK_A_PARENT;
  throw refuseField('Lesson_IDs', 'insufficient_credits', message);
}

/** A student never sees the balance of the family. */
const ASK_A_PARENT = 'These lessons cannot be booked now. Please ask a parent to book them.';

/**
 * Throws the refusal of the first lesson that cannot be booked for a reason other than credits,
 * with a detail for each such lesson. Throws validation_failed when the student is unclear.
 */
export async function refuseSeveral(
  context: Context,
  whom: Whom,
  lessonIds: readonly string[],
  reservedFor: ReservedFor = 'student',
): Promise<void> {
  const { now } = context;
  const { db } = context.database;
  const { familyId } = whom;
  const studentId = await chooseAttending(db, whom);
  await releaseExpired(context, lessonIds);
  const refused: { readonly code: ErrorCode; readonly field: string }[] = [];
  for (const [position, id] of lessonIds.entries()) {
    const lesson = await readBookable(db, { id, familyId, studentId, reservedFor, now });
    const code =
      lesson === null ? 'lesson_not_found' : refuseBooking(lesson, { Credits: null }, now);
    if (code !== null) refused.push({ code, field: `Lesson_IDs.${position}` });
  }
  const [first] = refused;
  if (first !== undefined)
    throw new Refusal(first.code, {
      details: refused.map(({ code, field }) => ({ field, message: errorCatalogue[code].text })),
    });
}
