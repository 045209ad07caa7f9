// Booking and cancelling, one transaction each. Rows are always held in the order lessons by id, then booking, then
// balance, so that no two of these can wait for each other.
import { type Booking, refuseBooking, refuseCancellation } from '../../domain/booking.ts';
import { creditCount } from '../../domain/credits.ts';
import {
  CANCEL_AFTER_START,
  type ErrorCode,
  errorCatalogue,
  Refusal,
  refuseField,
} from '../../domain/errors.ts';
import { CANCEL_NOTICE_MINUTES, LESSON_CREDITS } from '../../domain/limits.ts';
import { toIso } from '../../domain/time.ts';
import { readLessonRecipients } from '../accounts/recipient-store.ts';
import type { FamilyActor } from '../accounts/session-store.ts';
import { type Context, transact, type Work } from '../db/context.ts';
import { readPaidEntry, returnCredit, takeCreditAlong } from '../credits/return-store.ts';
import { readBalance } from '../credits/store.ts';
import { type Db, isMissingReference, isUniqueViolation } from '../db/database.ts';
import { NEW_REQUEST, once, type RequestKey } from '../idempotency/store.ts';
import { liveBookings } from '../lessons/booked-store.ts';
import { holdLesson } from '../lessons/spot-store.ts';
import { readBookable } from '../lessons/store.ts';
import { queueMail } from '../mail/store.ts';
import { endBooking } from './end-store.ts';
import { bookingCancelled, bookingConfirmed, bookingMoved, bookingsConfirmed } from './messages.ts';
import { chooseAttending, takeBooking, type TakenBooking, type Whom } from './take-store.ts';

/** A guarded write found that it may not: the transaction is undone and the rules are asked why. */
class Guarded extends Error {
  override name = 'Guarded';
}

const ATTEMPTS = 5;

/**
 * Runs the transaction; when a guard stopped it, `explain` throws the Refusal. If it finds none, the
 * reason has just gone away (a spot was given back), so the transaction is tried again.
 */
async function guarded<A, T>(
  context: Context<A>,
  act: (work: Work<A>) => Promise<T>,
  explain: () => Promise<void>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact(context, act);
    } catch (error) {
      // A student who is removed in this very moment, and of whom nothing stays.
      const isGuarded = error instanceof Guarded || isUniqueViolation(error) || isMissingReference(error);
      if (!isGuarded) throw error;
      await explain();
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

/** Who books or cancels. */
type Booker = Pick<FamilyActor, 'familyId' | 'student'>;

/**
 * Books one spot for one credit. Throws validation_failed where it is unclear for whom, else the first reason against it, in
 * the order of the booking rules. The credits are null for a student, who is shown none.
 */
export async function bookLesson(
  context: Context<Booker>,
  { lessonId, studentId }: { readonly lessonId: string; readonly studentId?: string | undefined },
  requestKey: RequestKey = NEW_REQUEST,
): Promise<{ booking: Booking; creditsRemaining: number | null }> {
  const { db } = context.database;
  const { familyId, student } = context.actor;
  const whom: Whom = { familyId, ownStudent: student?.id ?? null, studentId };
  const book = async (work: Work) => {
    const taken = await takeBooking(work, { lessonId, ...whom });
    if (taken === null) throw new Guarded();
    const { id, lesson, recipients, creditsRemaining } = taken;
    for (const to of recipients)
      await queueMail(work, bookingConfirmed({ id, thread: null, uid: null }, lesson, to, work.now));
    return {
      booking: { id, Lesson_ID: lessonId, created_at: toIso(work.now) },
      creditsRemaining: student === null ? creditsRemaining : null,
    };
  };
  return guarded(
    context,
    (work) => once(work, requestKey, () => book(work)),
    async () => {
      const attending = await chooseAttending(db, whom);
      const lesson = await readBookable(db, { id: lessonId, studentId: attending });
      if (lesson === null) throw new Refusal('lesson_not_found');
      const reason = refuseBooking(lesson, { Credits: await readBalance(db, familyId) }, context.now);
      if (reason !== null) throw new Refusal(reason);
    },
  );
}

/**
 * Books a spot in each of these lessons for one credit each, or none of them. Throws validation_failed where it is unclear for
 * whom, else a refusal with the code of the first lesson in the way and a detail for each of them; credits are asked for last.
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
    // All lessons before any balance, as everywhere.
    for (const id of lessonIds.toSorted()) if ((await holdLesson(work, id)) === null) throw new Guarded();
    const made: TakenBooking[] = [];
    for (const lessonId of lessonIds) {
      const taken = await takeBooking(work, { lessonId, ...whom, thread: made[0]?.id ?? null });
      if (taken === null) throw new Guarded();
      made.push(taken);
    }
    const thread = made[0]?.id ?? null;
    const inOrder = made
      .map(({ id, lesson }) => ({ booking: { id, thread, uid: null }, lesson }))
      .toSorted((a, b) => a.lesson.starts_at - b.lesson.starts_at);
    for (const to of made[0]?.recipients ?? [])
      await queueMail(work, bookingsConfirmed(inOrder, to, work.now));
    return {
      bookings: made.map(({ id, lesson }) => ({ id, Lesson_ID: lesson.id, created_at: toIso(work.now) })),
      creditsRemaining: student === null ? (made.at(-1)?.creditsRemaining ?? 0) : null,
    };
  };
  return guarded(
    context,
    (work) => once(work, requestKey, () => book(work)),
    () => explainSeveral(context, whom, lessonIds),
  );
}

/** Throws the refusal of a booking of several lessons, unless its reasons have gone away. */
async function explainSeveral(context: Context, whom: Whom, lessonIds: readonly string[]): Promise<void> {
  const { db } = context.database;
  const studentId = await chooseAttending(db, whom);
  const inTheWay: { readonly code: ErrorCode; readonly field: string }[] = [];
  for (const [place, id] of lessonIds.entries()) {
    const lesson = await readBookable(db, { id, studentId });
    const code = lesson === null ? 'lesson_not_found' : refuseBooking(lesson, { Credits: null }, context.now);
    if (code !== null) inTheWay.push({ code, field: `Lesson_IDs.${place}` });
  }
  const [first] = inTheWay;
  if (first !== undefined)
    throw new Refusal(first.code, {
      details: inTheWay.map(({ code, field }) => ({ field, message: errorCatalogue[code].text })),
    });
  const credits = await readBalance(db, whom.familyId);
  if (credits < lessonIds.length * LESSON_CREDITS)
    throw refuseField(
      'Lesson_IDs',
      'insufficient_credits',
      `You need ${creditCount(lessonIds.length * LESSON_CREDITS)} to book these lessons and have ${creditCount(credits)}.`,
    );
}

/** A live booking of the family; for a student one of their own. Throws booking_not_found. */
async function requireOwn(db: Db, { familyId, student }: Booker, bookingId: string) {
  const own = await liveBookings(db)
    .select([
      'bookings.id as id',
      'lesson_id',
      'student_id',
      'bookings.thread as thread',
      'uid',
      'charged',
      'starts_at',
    ])
    .where('bookings.id', '=', bookingId)
    .where('bookings.family_id', '=', familyId)
    .$if(student !== null, (all) => all.where('student_id', '=', student?.id ?? ''))
    .executeTakeFirst();
  if (own === undefined) throw new Refusal('booking_not_found');
  return own;
}

/**
 * Cancels a family's own booking and returns its credit, unless that came back before. Throws booking_not_found,
 * lesson_started or too_late_to_cancel.
 */
export async function cancelBooking(
  context: Context<Booker>,
  bookingId: string,
  requestKey: RequestKey = NEW_REQUEST,
): Promise<{ creditsRemaining: number | null }> {
  const { actor } = context;
  const cancel = async (work: Work) => {
    const own = await requireOwn(work.tx, actor, bookingId);
    const noticeMinutes = CANCEL_NOTICE_MINUTES;
    const outcome = await endBooking(work, { id: bookingId, lessonId: own.lesson_id, noticeMinutes });
    if (typeof outcome === 'string') throw new Guarded();
    const { creditsRemaining, credit } = await returnCredit(work, outcome.ended, { kind: 'refund' });
    const recipients = await readLessonRecipients(work.tx, own.student_id);
    for (const to of recipients)
      await queueMail(work, bookingCancelled(own, outcome.lesson, to, credit, work.now));
    return { creditsRemaining: actor.student === null ? creditsRemaining : null };
  };
  return guarded(
    context,
    (work) => once(work, requestKey, () => cancel(work)),
    async () => {
      const { starts_at } = await requireOwn(context.database.db, actor, bookingId);
      const reason = refuseCancellation({ starts_at: toIso(starts_at) }, context.now);
      if (reason === 'lesson_started') throw new Refusal(reason, { message: CANCEL_AFTER_START });
      if (reason !== null) throw new Refusal(reason);
    },
  );
}

/**
 * Moves a booking to another lesson: both rules hold, first the one of cancelling, then the one of booking, but for the credit,
 * which goes along. One that came back before has to be there again. Throws booking_not_found, lesson_started,
 * too_late_to_cancel, lesson_not_found, already_booked, insufficient_credits or lesson_full.
 */
export async function moveBooking(
  context: Context<Booker>,
  { bookingId, lessonId }: { readonly bookingId: string; readonly lessonId: string },
  requestKey: RequestKey = NEW_REQUEST,
): Promise<{ booking: Booking; creditsRemaining: number | null }> {
  const { actor } = context;
  const move = async (work: Work) => {
    const own = await requireOwn(work.tx, actor, bookingId);
    if (own.lesson_id === lessonId) throw new Guarded();
    // Of two lessons the one with the lower id first, as everywhere.
    for (const id of [own.lesson_id, lessonId].toSorted())
      if ((await holdLesson(work, id)) === null) throw new Guarded();
    const paidEntry = await readPaidEntry(work.tx, bookingId);
    const noticeMinutes = CANCEL_NOTICE_MINUTES;
    const outcome = await endBooking(work, { id: bookingId, lessonId: own.lesson_id, noticeMinutes });
    if (typeof outcome === 'string') throw new Guarded();
    const { ended, lesson: before } = outcome;
    if (ended.charged > 0) await takeCreditAlong(work, ended);
    const taken = await takeBooking(work, {
      lessonId,
      familyId: actor.familyId,
      ownStudent: null,
      studentId: own.student_id,
      thread: own.thread ?? own.id,
      takenOver: { uid: own.uid ?? own.id, paidEntry: ended.charged > 0 ? paidEntry : null },
    });
    if (taken === null) throw new Guarded();
    const { id, lesson, recipients, creditsRemaining } = taken;
    const booking = { id, thread: own.thread ?? own.id, uid: own.uid ?? own.id };
    for (const to of recipients)
      await queueMail(work, bookingMoved(booking, { before, lesson }, to, work.now));
    return {
      booking: { id, Lesson_ID: lessonId, created_at: toIso(work.now) },
      creditsRemaining: actor.student === null ? creditsRemaining : null,
    };
  };
  return guarded(
    context,
    (work) => once(work, requestKey, () => move(work)),
    async () => {
      const { db } = context.database;
      const own = await requireOwn(db, actor, bookingId);
      const refusal = refuseCancellation({ starts_at: toIso(own.starts_at) }, context.now);
      if (refusal === 'lesson_started') throw new Refusal(refusal, { message: CANCEL_AFTER_START });
      if (refusal !== null) throw new Refusal(refusal);
      const lesson = await readBookable(db, { id: lessonId, studentId: own.student_id });
      if (lesson === null) throw new Refusal('lesson_not_found');
      const Credits = own.charged > 0 ? null : await readBalance(db, actor.familyId);
      const reason = refuseBooking(lesson, { Credits }, context.now);
      if (reason !== null) throw new Refusal(reason);
    },
  );
}
