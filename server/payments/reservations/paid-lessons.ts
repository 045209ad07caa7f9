// The lessons that a payment is for: their spots are reserved until it is paid, then booked.
import { refuseBooking } from '../../../domain/lessons/booking.ts';
import { type Clash, findClashes } from '../../../domain/lessons/student-day.ts';
import type {
  PaidLesson,
  PaymentStatus,
  UnbookedReason,
} from '../../../domain/payments/payment.ts';
import { toIso } from '../../../domain/time.ts';
import { type LessonAttendee, readAttending } from '../../booking/attending.ts';
import { changeSpots } from '../../booking/change-spots.ts';
import { readBookable } from '../../booking/lessons.ts';
import { familyOf, type Locks } from '../../booking/locks.ts';
import { releaseReservedSpots } from '../../booking/reservations.ts';
import { earlierStart, laterStart } from '../../booking/slips.ts';
import { bookSpot, type MadeBooking } from '../../booking/spots.ts';
import { readDayAround } from '../../booking/student-days.ts';
import { type LockedFamily, readBalance } from '../../credits/ledger.ts';
import { runTogether, type Work } from '../../engine/context.ts';
import type { Db } from '../../engine/database.ts';
import { queueConfirmation } from '../../lessons/bookings/book.ts';

interface RequestedLesson {
  readonly lesson_id: string;
  readonly student_id: string;
  readonly position: number;
}

/** The lessons that a payment is for, in the order requested. */
function listRequestedLessons(db: Db, paymentId: string): Promise<RequestedLesson[]> {
  return db
    .selectFrom('payment_lessons')
    .select(['lesson_id', 'student_id', 'position'])
    .where('payment_id', '=', paymentId)
    .orderBy('position')
    .execute();
}

/** A payment, and the family that makes it. */
interface PaymentOfFamily {
  readonly id: string;
  readonly family_id: string;
}

/**
 * Locks a payment, its lessons and its family, and runs `run`. If `mayChange` returns false, only
 * the payment is locked.
 */
export function withPaidLessons<Payment extends PaymentOfFamily, Outcome>(
  work: Work,
  lock: () => Promise<Payment | null>,
  run: (payment: Payment, locks: Locks) => Promise<Outcome>,
  mayChange: (payment: Payment) => boolean = () => true,
): Promise<Outcome | null> {
  return changeSpots(
    work,
    {
      payment: lock,
      lessons: async (payment) =>
        payment !== null && mayChange(payment) ? listLessonIds(work.tx, payment.id) : [],
      frees: () => 1,
      families: ({ payment }) =>
        payment !== null && mayChange(payment) ? [payment.family_id] : [],
    },
    async (locks) => (locks.payment === null ? null : run(locks.payment, locks)),
  );
}

/** Releases the spots of a payment that will not be paid, and clears its `reserved_until`. */
export async function releaseReservation(work: Work, { lessons }: Locks, paymentId: string) {
  await releaseReservedSpots(work, lessons, paymentId);
  await clearReservedUntil(work, paymentId);
}

/** Clears the `reserved_until` of a payment, which no longer reserves spots. */
async function clearReservedUntil({ tx, now }: Work, paymentId: string): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ reserved_until: null, updated_at: now })
    .where('id', '=', paymentId)
    .where('reserved_until', 'is not', null)
    .execute();
}

/** The ids of a payment's lessons. */
export async function listLessonIds(db: Db, paymentId: string): Promise<string[]> {
  return (await listRequestedLessons(db, paymentId)).map(({ lesson_id }) => lesson_id);
}

/**
 * Books the lessons that a payment is for, in order and as far as its credits go, and emails the
 * bookings. The rules apply to each lesson on its own. The reason a lesson is not booked is stored
 * with it, and its credit stays in the account. The spots that it had reserved in the lessons
 * `reserved` have just been released, so that this transaction can take them. Throws GuardError
 * when an expired spot must be released first.
 */
export async function bookRequestedLessons(
  work: Work,
  locks: Locks,
  payment: PaymentOfFamily,
  reserved: ReadonlySet<string>,
) {
  const { tx } = work;
  const all = await listRequestedLessons(tx, payment.id);
  if (all.length === 0) return;
  const family = familyOf(locks, payment.family_id);
  const people = await readAttending(tx, family.id);
  const bookings: MadeBooking[] = [];
  const outcomes = new Map<number, { booking_id: string } | { reason: UnbookedReason }>();
  for (const { lesson_id, student_id: studentId, position } of all) {
    const recipients = people.filter(({ student_id }) => student_id === studentId);
    const attending = { studentId, recipients };
    const requested = { lesson_id, attending, passesList: reserved.has(lesson_id) };
    const outcome =
      recipients.length === 0
        ? 'student_not_found'
        : await bookPaid(work, locks, family, requested, bookings[0]?.id ?? null);
    if (typeof outcome === 'object') bookings.push(outcome);
    outcomes.set(
      position,
      typeof outcome === 'object' ? { booking_id: outcome.id } : { reason: outcome },
    );
  }
  await clearReservedUntil(work, payment.id);
  for (const [position, outcome] of outcomes)
    await tx
      .updateTable('payment_lessons')
      .set(outcome)
      .where('payment_id', '=', payment.id)
      .where('position', '=', position)
      .execute();
  await queueConfirmation(work, bookings);
}

interface PaidRequest {
  readonly lesson_id: string;
  readonly attending: LessonAttendee;
  /** Whether its spot was reserved until now, so that it is not kept for the waiting list. */
  readonly passesList: boolean;
}

async function bookPaid(
  work: Work,
  { lessons }: Locks,
  family: LockedFamily,
  { lesson_id: id, attending, passesList }: PaidRequest,
  thread: string | null,
): Promise<MadeBooking | UnbookedReason> {
  const { tx, now } = work;
  const { studentId } = attending;
  const row = await readBookable(tx, { id, familyId: family.id, studentId, now });
  const lesson = lessons.get(id);
  if (row === null || lesson === undefined) return 'lesson_not_found';
  // The family chose the lesson before it was moved, and cannot try again once that is settled.
  const starts_at = toIso(laterStart(lesson));
  const availableSpots = passesList ? row.stored.openSpots : row.availableSpots;
  const bookable = { ...row, starts_at, availableSpots };
  const reason = refuseBooking(bookable, { credits: await readBalance(tx, family.id) }, now);
  if (reason !== null) return reason;
  const startsAfter = Math.min(now, earlierStart(lesson) - 1);
  const request = { lesson, family, attending, paidBy: 'credit', thread } as const;
  // Throws if the only spot belongs to a reservation that expired just now.
  return bookSpot(work, { ...request, startsAfter, passesList });
}

/** The lessons that payments are for, in the order requested. */
const selectLessons = (db: Db) =>
  db
    .selectFrom('payment_lessons')
    .innerJoin('lessons', 'lessons.id', 'lesson_id')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select([
      'payment_id',
      'lesson_id',
      'lessons.name as name',
      'starts_at',
      'student_id',
      'booking_id',
      'reason',
      'is_reserved',
      'reserved_until',
      'status',
    ])
    .orderBy('payment_id')
    .orderBy('position');

type LessonRow = Awaited<ReturnType<ReturnType<typeof selectLessons>['execute']>>[number];

function toPaidLesson(row: LessonRow, now: number): PaidLesson {
  const isReserved = row.is_reserved === 1 && (row.reserved_until ?? 0) > now;
  const isBooked = row.booking_id !== null;
  return {
    Lesson_ID: row.lesson_id,
    Lesson_Name: row.name,
    Lesson_Starts_At: toIso(row.starts_at),
    Student_ID: row.student_id,
    state: isBooked ? 'booked' : isReserved ? 'reserved' : 'not_booked',
    bookingId: row.booking_id,
    reason: isBooked || isReserved ? null : (row.reason ?? reasonOf(row.status)),
  };
}

/**
 * The outcome of a payment's lessons at `now` (epoch milliseconds), in the order requested. Empty
 * if it is for no lessons.
 */
export async function listPaidLessons(
  db: Db,
  paymentId: string,
  now: number,
): Promise<PaidLesson[]> {
  const rows = await selectLessons(db).where('payment_id', '=', paymentId).execute();
  return rows.map((row) => toPaidLesson(row, now));
}

/** The clashes of a payment's lessons that are booked or reserved at `now`. */
export async function findPaidClashes(
  db: Db,
  familyId: string,
  { lessons, now }: { lessons: PaidLesson[]; now: number },
): Promise<Clash[]> {
  const days = await runTogether(
    lessons.map(({ Lesson_Starts_At: startsAt, Student_ID: studentId }) =>
      readDayAround(db, { starts_at: Date.parse(startsAt) }, { familyId, studentId, now }),
    ),
  );
  const day = days.flat();
  const ids = new Set(lessons.map(({ Lesson_ID: id }) => id));
  const distinct = new Map(day.map((one) => [one.Lesson_ID, one])).values();
  return findClashes(
    [...distinct].filter(({ Lesson_ID: id }) => ids.has(id)),
    day,
  );
}

/** Lists the lessons of all payments of a family, by payment id. */
export async function listLessonsByPayment(
  db: Db,
  familyId: string,
  now: number,
): Promise<ReadonlyMap<string, readonly PaidLesson[]>> {
  const rows = await selectLessons(db).where('payment_lessons.family_id', '=', familyId).execute();
  const payments = Map.groupBy(rows, ({ payment_id }) => payment_id);
  return new Map(
    [...payments].map(([id, ofPayment]) => [id, ofPayment.map((row) => toPaidLesson(row, now))]),
  );
}

const reasonOf = (status: PaymentStatus): UnbookedReason =>
  status === 'pending' ? 'reservation_expired' : 'not_paid';
