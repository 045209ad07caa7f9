// Limits what families can reserve without paying: how often, for how long, and how much of a
// lesson.
import { errorCatalogue, Refusal } from '../../../domain/errors.ts';
import {
  maxUnpaidReservations,
  reservableAgainAt,
  unpaidSince,
  UNPAID_RESERVATIONS,
} from '../../../domain/payments/unpaid-reservations.ts';
import { MINUTE_MS } from '../../../domain/time.ts';
import type { LockedLesson } from '../../booking/locks.ts';
import { isReserved } from '../../booking/reservation-lookup.ts';
import type { LockedFamily } from '../../credits/ledger.ts';
import { runTogether, type Work } from '../../engine/context.ts';
import type { Db } from '../../engine/database.ts';
import { type Param, prepare } from '../../engine/prepared.ts';
import { GRANTED, isGranted } from '../locked-payment.ts';

/** Checkouts with lessons that a family may start: each reserves spots that others want. */
export const CHECKOUTS_WITH_LESSONS = { max: 6, minutes: 60 } as const;

/** Throws rate_limited if another checkout with lessons would exceed the limit. */
export async function requireFewCheckouts({ tx, now }: Work, family: LockedFamily): Promise<void> {
  const checkouts = await tx
    .selectFrom('payments')
    .select(['created_at', 'updated_at', 'reserved_until', 'status'])
    .where('family_id', '=', family.id)
    .where('created_at', '>', unpaidSince(now))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('payment_lessons')
          .select('position')
          .whereRef('payment_id', '=', 'payments.id'),
      ),
    )
    .orderBy('created_at')
    .execute();
  const { max, minutes } = CHECKOUTS_WITH_LESSONS;
  const windowMs = minutes * MINUTE_MS;
  const recent = checkouts.filter(({ created_at }) => created_at > now - windowMs);
  const [oldest] = recent;
  if (recent.length >= max && oldest !== undefined)
    throw rateLimitRefusal(oldest.created_at + windowMs, now);
  const unpaid = checkouts.filter(({ status }) => !isGranted(status));
  const again = reservableAgainAt(
    unpaid.map(({ created_at, updated_at, reserved_until }) => ({
      begun: created_at,
      ended: reserved_until === null ? updated_at : null,
    })),
    now,
  );
  if (again !== null) throw rateLimitRefusal(again, now, RESERVED_TOO_LONG);
}

const HOURS_A_DAY = UNPAID_RESERVATIONS.minutesADay / 60;
const RESERVED_TOO_LONG =
  `Spots have been reserved for you for ${HOURS_A_DAY} hours without a payment. ` +
  'Please buy credits first, then book.';

function rateLimitRefusal(instant: number, now: number, message?: string): Refusal {
  const headers = { 'retry-after': String(Math.ceil((instant - now) / 1000)) };
  return new Refusal('rate_limited', message === undefined ? { headers } : { headers, message });
}

const grantedPayment = prepare((db, param: Param<{ familyId: string }>) =>
  db
    .selectFrom('payments')
    .select('id')
    .where('family_id', '=', param('familyId'))
    .where('status', 'in', GRANTED)
    .limit(1),
);

/** Whether the family has ever paid, refunded payments included. */
export async function hasPaid(db: Db, familyId: string): Promise<boolean> {
  return (await grantedPayment.first(db, { familyId })) !== undefined;
}

/** A lesson's spots, and how many of them are reserved by families that have never paid. */
const reservedUnpaid = prepare((db, param: Param<{ lessonId: string; now: number }>) =>
  db
    .selectFrom('lessons')
    .select((eb) => [
      'max_students',
      eb
        .selectFrom('payment_lessons as reserved')
        .innerJoin('payments as open', 'open.id', 'reserved.payment_id')
        .select((of) => of.fn.countAll<number>().as('count'))
        .where('reserved.lesson_id', '=', param('lessonId'))
        .where(isReserved)
        .where('open.reserved_until', '>', param('now'))
        .where((of) =>
          of.not(
            of.exists(
              of
                .selectFrom('payments as paid')
                .select('paid.id')
                .whereRef('paid.family_id', '=', 'reserved.family_id')
                .where('paid.status', 'in', GRANTED),
            ),
          ),
        )
        .as('reserved'),
    ])
    .where('id', '=', param('lessonId')),
);

/**
 * Throws reservations_full when a family that has never paid asks for more of a lesson than such
 * families may reserve.
 */
export async function requireFewUnpaidReservations(
  { tx, now }: Work,
  family: LockedFamily,
  lessons: LockedLesson[],
): Promise<void> {
  if (await hasPaid(tx, family.id)) return;
  const counts = await runTogether(
    lessons.map(({ id }) => reservedUnpaid.first(tx, { lessonId: id, now })),
  );
  const details = counts.flatMap((lesson, position) =>
    lesson !== undefined && Number(lesson.reserved) >= maxUnpaidReservations(lesson.max_students)
      ? [{ field: `Lesson_IDs.${position}`, message: errorCatalogue.reservations_full.text }]
      : [],
  );
  if (details.length > 0) throw new Refusal('reservations_full', { details });
}
