// Payments, from checkout to fulfilment. Each function is one transaction or part of one. Stripe
// may report any fact again, late or out of order; a repeated report changes nothing.
import { Refusal } from '../../domain/errors.ts';
import { RESERVATION_MINUTES } from '../../domain/lessons/booking.ts';
import type { Clash } from '../../domain/lessons/student-day.ts';
import { paths } from '../../domain/paths.ts';
import { describeLessons, paidFor } from '../../domain/payments/checkout.ts';
import { nextCheckAt, type PaymentStatus } from '../../domain/payments/payment.ts';
import { MINUTE_MS } from '../../domain/time.ts';
import { queueForAdmins } from '../auth/admin-notices.ts';
import { newId } from '../base/ids.ts';
import { type Locks, requireLesson } from '../booking/locks.ts';
import { releaseExpired, releaseReservedSpots, reservedUntil } from '../booking/reservations.ts';
import { changeCredits, readBalance } from '../credits/ledger.ts';
import { queueEmail } from '../email/queue.ts';
import { type Context, transact, type Work, runGuarded } from '../engine/context.ts';
import { throwRefusal } from '../lessons/bookings/book.ts';
import { readParents } from '../people/recipients.ts';
import { lockAccount } from '../sessions/credentials.ts';
import type { FamilyActor } from '../sessions/sessions.ts';
import { findMovedAt } from './books/balance.ts';
import { paymentMismatchEmail, paymentWithoutAccountEmail, receiptEmail } from './emails.ts';
import { issueInvoice } from './invoices/invoices.ts';
import { isGranted, type LockedPayment, lockPayment } from './locked-payment.ts';
import { alignPayment } from './refunds/align-payment.ts';
import {
  bookRequestedLessons,
  listLessonIds,
  findPaidClashes,
  listPaidLessons,
  releaseReservation,
  withPaidLessons,
} from './reservations/paid-lessons.ts';
import {
  replaceReservation,
  reserveLessons,
  type LessonChoice,
} from './reservations/reserve-lessons.ts';
import type { CheckoutRequest, SessionFacts } from './stripe.ts';

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
  context: Context<Pick<FamilyActor, 'id' | 'familyId'>>,
  { packageName = null, acceptsCodes = false, ...price }: NewPayment,
  choice: LessonChoice | null = null,
): Promise<PendingPayment> {
  const { now, actor } = context;
  // The provider counts in whole seconds.
  const minutes = choice === null ? CHECKOUT_MINUTES : RESERVATION_MINUTES.checkout;
  const expires_at = Math.floor(now / 1000) * 1000 + minutes * MINUTE_MS;
  const id = newId();
  const insertPending = async ({ tx }: Work, description: string | null) => {
    const account = await lockAccount(tx, { audience: 'family', id: actor.id });
    if (account === null) throw new Refusal('unauthenticated');
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
        reserved_until: choice === null ? null : reservedUntil(now),
        created_at: now,
        updated_at: now,
      })
      .execute();
    const { email } = account;
    return { id, ...price, email, description, acceptsCodes, expiresAt: expires_at };
  };
  if (choice === null) {
    const pending = await transact(context, (work) => insertPending(work, null));
    return { ...pending, replacedSession: null, page: paths.familyHome, clashes: [] };
  }
  const reserve = (work: Work) =>
    replaceReservation(work, choice, async (locks, replacement) => {
      const lessons = choice.lessonIds.map((lesson) => requireLesson(locks, lesson));
      const pending = await insertPending(work, describeLessons(lessons));
      const clashes = await reserveLessons(work, locks, choice, { id, credits: price.credits });
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

/** Releases a payment's reservation, even if the payment can still be paid. */
export async function releaseReservationOfPayment(
  context: Context,
  by: 'id' | 'session_id',
  value: string,
): Promise<void> {
  await transact(context, (work) =>
    withPaidLessons(
      work,
      () => lockPayment(work, by, value),
      ({ id }, locks) => releaseReservation(work, locks, id),
    ),
  );
}

/**
 * Records the session that was opened for a payment, so that its family can look it up. Returns
 * false when the payment no longer has a reservation.
 */
export async function attachSession(
  { database: { db }, now }: Context,
  { paymentId, sessionId }: { paymentId: string; sessionId: string },
): Promise<boolean> {
  const attached = await db
    .updateTable('payments')
    .set({ session_id: sessionId, updated_at: now })
    .where('id', '=', paymentId)
    .where('session_id', 'is', null)
    .returning('reserved_until')
    .executeTakeFirst();
  return attached?.reserved_until !== null;
}

/**
 * Applies a checkout session reported by Stripe. The first 'paid' report grants the credits, if the
 * amount and currency are those asked for, and books the payment's lessons. Returns whether the
 * session belongs to a payment in this database.
 */
export async function applySession(context: Context, session: SessionFacts): Promise<boolean> {
  const { paymentId } = session;
  if (paymentId === null) return false;
  const apply = async (work: Work) => {
    const applied = await withPaidLessons(
      work,
      () => lockPayment(work, 'id', paymentId),
      async (payment, locks) =>
        isOwn(payment, session)
          ? { granted: await changePayment(work, locks, payment, session) }
          : null,
      (payment) => isOwn(payment, session) && nextStatus(payment, session) !== payment.status,
    );
    if (applied === null) return false;
    if (applied.granted !== null) await confirmPayment(work, applied.granted);
    return true;
  };
  const releaseOverdue = async () =>
    releaseExpired(context, await listLessonIds(context.database.db, paymentId));
  if (session.outcome === 'paid') await releaseOverdue();
  return runGuarded(context, apply, releaseOverdue);
}

const isOwn = (payment: LockedPayment, session: SessionFacts) =>
  (payment.session_id ?? session.sessionId) === session.sessionId;

/** Changes a payment as its session reports. Returns it if this has granted its credits. */
async function changePayment(
  work: Work,
  locks: Locks,
  payment: LockedPayment,
  session: SessionFacts,
): Promise<LockedPayment | null> {
  const status = nextStatus(payment, session);
  const paid = status === 'paid' ? (payment.paid ?? paidIn(payment, session)) : payment.paid;
  await work.tx
    .updateTable('payments')
    .set({
      status,
      paid,
      ...(status === payment.status ? {} : { updated_at: work.now }),
      ...(payment.paid === null && paid !== null
        ? { paid_at: (await findMovedAt(work.tx, 'payment', payment.id)) ?? work.now }
        : {}),
      session_id: session.sessionId,
      // A late event from before the payment has no payment intent.
      payment_intent: session.paymentIntent ?? payment.payment_intent,
    })
    .where('id', '=', payment.id)
    .execute();
  if (status === payment.status) return null;
  if (status === 'paid') {
    const granted = { ...payment, paid };
    await grant(work, locks, granted);
    return granted;
  }
  if (status === 'mismatched') await reportMismatch(work, payment, session);
  await releaseReservation(work, locks, payment.id);
  return null;
}

function nextStatus(payment: LockedPayment, session: SessionFacts): PaymentStatus {
  if (isGranted(payment.status) || payment.status === 'mismatched') return payment.status;
  if (session.outcome === 'paid') return paidIn(payment, session) === null ? 'mismatched' : 'paid';
  return payment.status === 'pending' && session.outcome !== 'open'
    ? session.outcome
    : payment.status;
}

/** What a paid session has brought in; null if it is not for what was asked. */
const paidIn = ({ amount, currency, accepts_codes }: LockedPayment, session: SessionFacts) =>
  paidFor({ amount, currency, acceptsCodes: accepts_codes === 1 }, session);

const reportMismatch = (work: Work, payment: LockedPayment, session: SessionFacts) =>
  queueForAdmins(work, (email) =>
    paymentMismatchEmail(
      payment,
      { amount: session.amount, currency: session.currency, session: session.sessionId },
      email,
    ),
  );

/** Grants the credits of a payment and books its lessons. */
async function grant(work: Work, locks: Locks, payment: LockedPayment): Promise<void> {
  // No other transaction can take these spots until the commit. Unused ones go to the waiting
  // lists.
  await releaseReservedSpots(work, locks.lessons, payment.id);
  const balance = await changeCredits(work, {
    familyId: payment.family_id,
    amount: payment.credits,
    kind: 'purchase',
    paymentId: payment.id,
  });
  if (balance === null) throw new Error(`the account of payment ${payment.id} has no balance`);
  // Stripe may report a refund or a lost dispute before the payment it belongs to.
  await alignPayment(work, locks, { ...payment, status: 'paid' });
  await bookRequestedLessons(work, locks, payment);
}

/** Issues the invoice of a payment and emails the receipt, once the waiting lists are served. */
async function confirmPayment(work: Work, payment: LockedPayment): Promise<void> {
  const { tx, now } = work;
  const lessons = await listPaidLessons(tx, payment.id, now);
  const clashes = await findPaidClashes(tx, payment.family_id, { lessons, now });
  const credits = await readBalance(tx, payment.family_id);
  const parents = await readParents(tx, payment.family_id);
  // This is the transaction's last lock: only emails follow.
  const invoice = await issueInvoice(work, payment.id);
  for (const to of parents)
    await queueEmail(
      work,
      receiptEmail({ ...payment, invoice, lessons, clashes, issued_at: now }, to, credits),
    );
  if (parents.length === 0)
    await queueForAdmins(work, (email) => paymentWithoutAccountEmail(payment, email));
}
