// Creates the pending payment that a checkout page is opened for, with the spots that it reserves.
import { Refusal } from '../../../domain/errors.ts';
import { RESERVATION_MINUTES } from '../../../domain/lessons/booking.ts';
import type { Clash } from '../../../domain/lessons/student-day.ts';
import { paths } from '../../../domain/paths.ts';
import { describeLessons } from '../../../domain/payments/checkout.ts';
import { nextCheckAt } from '../../../domain/payments/payment.ts';
import { MINUTE_MS } from '../../../domain/time.ts';
import { newId } from '../../base/ids.ts';
import { requireLesson } from '../../booking/locks.ts';
import { reservedUntil } from '../../booking/reservations.ts';
import { type Context, transact, type Work, runGuarded } from '../../engine/context.ts';
import { throwRefusal } from '../../lessons/bookings/book.ts';
import { lockAccount } from '../../sessions/credentials.ts';
import type { FamilyActor } from '../../sessions/sessions.ts';
import {
  replaceReservation,
  reserveLessons,
  type LessonChoice,
} from '../reservations/reserve-lessons.ts';
import type { CheckoutRequest } from '../stripe.ts';

/** How long a checkout page can be paid. */
const CHECKOUT_MINUTES = 60;

/** A pending payment, ready for its checkout page. */
export interface PendingPayment extends CheckoutRequest {
  /** The checkout session of the reservation that it replaced; null if there was none. */
  readonly replacedSession: string | null;
  /** The path of the page that a parent returns to after abandoning checkout. */
  readonly page: string;
  /** The clashes of the reserved lessons. */
  readonly clashes: readonly Clash[];
}

/** The parent who pays. */
type PayingParent = Pick<FamilyActor, 'id' | 'familyId'>;

/** What is bought. */
export type NewPayment = Pick<CheckoutRequest, 'credits' | 'amount' | 'currency'> & {
  /** Omitted or null for a quantity that is no package. */
  readonly packageName?: string | null;
  /** False by default. */
  readonly acceptsCodes?: boolean;
};

/**
 * Creates the pending payment that a checkout session will point to. If it is for lessons, it
 * reserves their spots and ends the family's previous reservation. Amounts are in minor units.
 * Throws unauthenticated if the account was deleted during the call. With lessons, also throws
 * lesson_not_found, any booking refusal but insufficient_credits, reservations_full, rate_limited,
 * and validation_failed if the credits would not suffice or the student is unclear.
 */
export async function createPayment(
  context: Context<PayingParent>,
  payment: NewPayment,
  choice: LessonChoice | null = null,
): Promise<PendingPayment> {
  if (choice !== null) return createPaymentForLessons(context, payment, choice);
  const pending = await transact(context, (work) => insertPending(work, payment, CREDITS_ALONE));
  return { ...pending, replacedSession: null, page: paths.familyHome, clashes: [] };
}

function createPaymentForLessons(
  context: Context<PayingParent>,
  payment: NewPayment,
  choice: LessonChoice,
): Promise<PendingPayment> {
  const reserve = (work: Work<PayingParent>) =>
    replaceReservation(work, choice, async (locks, { freed, ...replacement }) => {
      const lessons = choice.lessonIds.map((lesson) => requireLesson(locks, lesson));
      const pending = await insertPending(work, payment, {
        description: describeLessons(lessons),
        minutes: RESERVATION_MINUTES.checkout,
        reserved_until: reservedUntil(work.now),
      });
      const { id, credits } = pending;
      const clashes = await reserveLessons(work, locks, choice, { id, credits, freed });
      return { ...pending, ...replacement, clashes };
    });
  return runGuarded(context, reserve, () =>
    // The family's own reservation does not count: the new one replaces it.
    throwRefusal(context, choice.requested, choice.lessonIds, {
      isList: true,
      reservedFor: 'family',
    }),
  );
}

const CREDITS_ALONE = { description: null, minutes: CHECKOUT_MINUTES, reserved_until: null };

/** Inserts the payment; its checkout page can be paid for `minutes`. Throws unauthenticated. */
async function insertPending(
  { tx, now, actor }: Work<PayingParent>,
  { packageName = null, acceptsCodes = false, ...price }: NewPayment,
  terms: { description: string | null; minutes: number; reserved_until: number | null },
): Promise<CheckoutRequest> {
  const account = await lockAccount(tx, { audience: 'family', id: actor.id });
  if (account === null) throw new Refusal('unauthenticated');
  const { description, minutes, reserved_until } = terms;
  // The provider counts in whole seconds.
  const expires_at = Math.floor(now / 1000) * 1000 + minutes * MINUTE_MS;
  const id = newId();
  await tx
    .insertInto('payments')
    .values({
      id,
      family_id: actor.familyId,
      ...price,
      package_name: packageName,
      accepts_codes: Number(acceptsCodes),
      status: 'pending',
      session_id: null,
      payment_intent: null,
      expires_at,
      next_check_at: nextCheckAt(now, 0, expires_at),
      reserved_until,
      created_at: now,
      updated_at: now,
    })
    .execute();
  const { email } = account;
  return { id, ...price, email, description, acceptsCodes, expiresAt: expires_at };
}
