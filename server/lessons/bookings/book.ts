// Books lessons: one, or several at once, all of them or none. A refusal is explained afterwards.
import { fieldRefusal, Refusal } from '../../../domain/errors.ts';
import { type Booking, LESSON_CREDITS, refuseBooking } from '../../../domain/lessons/booking.ts';
import type { WithClashes } from '../../../domain/lessons/student-day.ts';
import { creditCount } from '../../../domain/payments/credits.ts';
import {
  type BookingActor,
  type LessonAttendee,
  type RequestedStudent,
  requestedStudent,
  withOpenSpots,
  chooseAttending,
} from '../../booking/attending.ts';
import { bookingConfirmedEmail, bookingsConfirmedEmail } from '../../booking/booking-emails.ts';
import { readBookable, type ReservedFor } from '../../booking/lessons.ts';
import { familyOf, type Locks, requireLesson } from '../../booking/locks.ts';
import { releaseExpired } from '../../booking/reservations.ts';
import { lessonRefusal } from '../../booking/slips.ts';
import {
  bookSpot,
  clashesOfBookings,
  type MadeBooking,
  type SpotRequest,
  toBooking,
} from '../../booking/spots.ts';
import { readBalance } from '../../credits/ledger.ts';
import { queueEmail } from '../../email/queue.ts';
import { type Context, type Work, runGuarded } from '../../engine/context.ts';
import { answerOnce, NEW_REQUEST, type RequestKey } from '../../engine/idempotency.ts';

/**
 * Books one spot for one credit. Throws validation_failed when the student is unclear, otherwise
 * the first refusal in the order of the booking rules. creditsRemaining is null for a student, who
 * is not shown the balance.
 */
export async function bookLesson(
  context: Context<BookingActor>,
  { lessonId, studentId }: { lessonId: string; studentId?: string | undefined },
  requestKey: RequestKey = NEW_REQUEST,
): Promise<{ booking: Booking; creditsRemaining: number | null } & WithClashes> {
  const requested = requestedStudent(context.actor, studentId);
  const act = async (work: Work<BookingActor>) => {
    const made = await withOpenSpots(work, requested, [lessonId], (locks) =>
      bookOne(work, locks, requested, lessonId, {
        email: (booking, lesson, to) => bookingConfirmedEmail(booking, lesson, to, work.now),
      }),
    );
    return {
      booking: toBooking(made, work),
      creditsRemaining: creditsAfter(made, work),
      ...clashesOfBookings([made]),
    };
  };
  return runGuarded(
    context,
    (work) => answerOnce(work, requestKey, () => act(work)),
    () => throwRefusal(context, requested, [lessonId], { isPaid: true }),
  );
}

/**
 * Books a spot in each of these lessons for one credit each, or none of them. Throws
 * validation_failed when the student is unclear. Otherwise throws the code of the first lesson that
 * cannot be booked, with a detail for each such lesson. Credits are checked last.
 */
export async function bookSeveral(
  context: Context<BookingActor>,
  { lessonIds, studentId }: { lessonIds: readonly string[]; studentId?: string | undefined },
  requestKey: RequestKey = NEW_REQUEST,
): Promise<{ bookings: Booking[]; creditsRemaining: number | null } & WithClashes> {
  const requested = requestedStudent(context.actor, studentId);
  const act = async (work: Work<BookingActor>) => {
    const made = await withOpenSpots(work, requested, lessonIds, async (locks) => {
      const all: MadeBooking[] = [];
      for (const id of lessonIds)
        all.push(await bookOne(work, locks, requested, id, { thread: all[0]?.id ?? null }));
      return all;
    });
    await queueConfirmation(work, made);
    return {
      bookings: made.map((one) => toBooking(one, work)),
      creditsRemaining: creditsAfter(made.at(-1) ?? { creditsRemaining: 0 }, work),
      ...clashesOfBookings(made),
    };
  };
  return runGuarded(
    context,
    (work) => answerOnce(work, requestKey, () => act(work)),
    () => explainSeveral(context, requested, lessonIds),
  );
}

/**
 * Queues one email per recipient about bookings that were made together. They all share the thread
 * of the first booking.
 */
export async function queueConfirmation(work: Work, made: readonly MadeBooking[]): Promise<void> {
  const [first] = made;
  if (first === undefined) return;
  const inOrder = made
    .map(({ id, join_token, lesson }) => ({
      booking: { id, thread: first.id, uid: null, join_token },
      lesson,
    }))
    .toSorted((one, other) => one.lesson.starts_at - other.lesson.starts_at);
  for (const to of first.recipients)
    await queueEmail(work, bookingsConfirmedEmail(inOrder, to, work.now));
}

/** Books one of the locked lessons. Throws GuardError if it cannot be booked. */
function bookOne(
  work: Work,
  locks: Locks<unknown, LessonAttendee>,
  { familyId }: RequestedStudent,
  lessonId: string,
  options: Pick<SpotRequest, 'thread' | 'email'>,
): Promise<MadeBooking> {
  const lesson = requireLesson(locks, lessonId);
  const family = familyOf(locks, familyId);
  const attending = locks.underLocks;
  return bookSpot(work, { lesson, family, attending, paidBy: 'credit', ...options });
}

const creditsAfter = (
  { creditsRemaining }: Pick<MadeBooking, 'creditsRemaining'>,
  { actor }: Work<BookingActor>,
) => (actor.student === null ? creditsRemaining : null);

/**
 * Throws the reason why these lessons cannot be booked together: that of the first refused lesson,
 * otherwise insufficient_credits if the family has too few for all. Throws validation_failed when
 * the student is unclear. Returns if no reason applies any more.
 */
async function explainSeveral(
  context: Context,
  requested: RequestedStudent,
  lessonIds: readonly string[],
): Promise<void> {
  await throwRefusal(context, requested, lessonIds, { isList: true });
  const credits = await readBalance(context.database.db, requested.familyId);
  const needed = lessonIds.length * LESSON_CREDITS;
  if (credits >= needed) return;
  const message =
    requested.ownStudent === null
      ? `You need ${creditCount(needed)} to book these lessons and have ${creditCount(credits)}.`
      : ASK_A_PARENT;
  throw fieldRefusal('Lesson_IDs', 'insufficient_credits', message);
}

/** A student never sees the balance of the family. */
const ASK_A_PARENT = 'These lessons cannot be booked now. Please ask a parent to book them.';

interface BookingRefusalOptions {
  /** Whether each lesson takes a credit that the family must have. */
  isPaid?: boolean;
  /** Whether the refusal has a detail for each lesson that cannot be booked. */
  isList?: boolean;
  reservedFor?: ReservedFor;
}

/**
 * Throws the reason why the first of these lessons cannot be booked, and validation_failed when the
 * student is unclear. Expired reservations are released first. Returns if no reason applies any
 * more.
 */
export async function throwRefusal(
  context: Context,
  requested: RequestedStudent,
  lessonIds: readonly string[],
  { isPaid = false, isList = false, reservedFor = 'student' }: BookingRefusalOptions,
): Promise<void> {
  const { now } = context;
  const { db } = context.database;
  const { familyId } = requested;
  const { studentId } = await chooseAttending(db, requested);
  await releaseExpired(context, lessonIds);
  const credits = isPaid ? await readBalance(db, familyId) : null;
  const refused: { readonly reason: Refusal; readonly field: string }[] = [];
  for (const [position, id] of lessonIds.entries()) {
    const lesson = await readBookable(db, { id, familyId, studentId, reservedFor, now });
    const code = lesson === null ? 'lesson_not_found' : refuseBooking(lesson, { credits }, now);
    if (code === null) continue;
    refused.push({
      reason: lessonRefusal(code, { now, lesson: lesson?.stored }),
      field: `Lesson_IDs.${position}`,
    });
  }
  const [first] = refused;
  if (first === undefined) return;
  if (!isList) throw first.reason;
  const { code, message } = first.reason;
  const details = refused.map(({ reason, field }) => ({ field, message: reason.message }));
  throw new Refusal(code, { message, details });
}
