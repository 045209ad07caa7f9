// Payments, from an open checkout page to fulfilment. Each function is one transaction or part of
// one. Stripe may report any fact again, late or out of order; a repeated report changes nothing.
import { paidFor } from '../../domain/payments/checkout.ts';
import type { PaymentStatus } from '../../domain/payments/payment.ts';
import { queueForAdmins } from '../auth/admin-notices.ts';
import type { Locks } from '../booking/locks.ts';
import { releaseExpired, releaseReservedSpots } from '../booking/reservations.ts';
import { changeCredits, readBalance } from '../credits/ledger.ts';
import { queueEmail } from '../email/queue.ts';
import { type Context, transact, type Work, runGuarded } from '../engine/context.ts';
import { readParents } from '../people/recipients.ts';
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
import type { SessionFacts } from './stripe.ts';

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
  const reserved = await releaseReservedSpots(work, locks.lessons, payment.id);
  const balance = await changeCredits(work, {
    familyId: payment.family_id,
    amount: payment.credits,
    kind: 'purchase',
    paymentId: payment.id,
  });
  if (balance === null) throw new Error(`the account of payment ${payment.id} has no balance`);
  // Stripe may report a refund or a lost dispute before the payment it belongs to.
  await alignPayment(work, locks, { ...payment, status: 'paid' });
  await bookRequestedLessons(work, locks, payment, reserved);
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
