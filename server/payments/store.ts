// Purchases, from checkout to refund. Each function is one transaction's part; every fact that Stripe tells
// may arrive again, late or out of order, and changes nothing then.
import { sql } from 'kysely';

import type { Payment, PaymentStatus } from '../../domain/payment.ts';
import { reversalTarget } from '../../domain/payment.ts';
import { Refusal } from '../../domain/errors.ts';
import { holdAccount } from '../accounts/credentials-store.ts';
import { adminEmails } from '../accounts/store.ts';
import { takeBack } from '../credits/return-store.ts';
import { changeCredits } from '../credits/store.ts';
import { type Db, transact, type Tx } from '../db/index.ts';
import { newId } from '../ids.ts';
import { paymentMismatch, paymentWithoutAccount, refundShortfall } from '../mail/admin-messages.ts';
import { receipt } from '../mail/messages.ts';
import { queueMail } from '../mail/store.ts';
import type { CheckoutOrder, RefundFacts, SessionFacts } from './stripe.ts';

const PENDING_LOOK_BACK_MS = 3 * 24 * 3_600_000;
const PENDING_LOOK_AFTER_MS = 10 * 60_000;
/** More than can be open at once: a checkout session ends by itself after a day. */
const PENDING_BATCH = 500;

/**
 * Writes the pending purchase that a checkout session will point to. Amounts are in minor units. Throws unauthenticated
 * for an account that was left while this call was under way.
 */
export async function createPurchase(
  db: Db,
  now: number,
  studentId: string,
  order: Pick<CheckoutOrder, 'credits' | 'amount' | 'currency'>,
): Promise<CheckoutOrder> {
  const id = newId();
  return transact(db, async (tx) => {
    const account = await holdAccount(tx, { audience: 'student', id: studentId });
    if (account === null) throw new Refusal('unauthenticated');
    await tx
      .insertInto('purchases')
      .values({
        id,
        student_id: studentId,
        ...order,
        status: 'pending',
        session_id: null,
        payment_intent: null,
        created_at: now,
        updated_at: now,
      })
      .execute();
    return { id, ...order, email: account.email };
  });
}

/** Notes which session was opened for a purchase, so that its family can ask for it. */
export async function attachSession(
  db: Db,
  now: number,
  purchaseId: string,
  sessionId: string,
): Promise<void> {
  await db
    .updateTable('purchases')
    .set({ session_id: sessionId, updated_at: now })
    .where('id', '=', purchaseId)
    .where('session_id', 'is', null)
    .execute();
}

/** A student's own payment; null for one that is not theirs. */
export async function findPayment(db: Db, studentId: string, sessionId: string): Promise<Payment | null> {
  const row = await db
    .selectFrom('purchases')
    .select(['status', 'credits', 'amount', 'currency', 'created_at'])
    .where('session_id', '=', sessionId)
    .where('student_id', '=', studentId)
    .executeTakeFirst();
  return row === undefined
    ? null
    : { session_id: sessionId, ...row, created_at: new Date(row.created_at).toISOString() };
}

/** Sessions that should have been settled by now, oldest first: their webhook may have been lost. */
export async function listOverdueSessions(db: Db, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('purchases')
    .select('session_id')
    // A literal, so that SQLite recognises the partial index.
    .where(sql<boolean>`status = 'pending'`)
    .where('created_at', '>', now - PENDING_LOOK_BACK_MS)
    .where('created_at', '<', now - PENDING_LOOK_AFTER_MS)
    .orderBy('created_at')
    .limit(PENDING_BATCH)
    .execute();
  return rows.flatMap(({ session_id }) => (session_id === null ? [] : [session_id]));
}

interface Purchase {
  readonly id: string;
  readonly student_id: string;
  readonly credits: number;
  readonly amount: number;
  readonly currency: string;
  readonly status: PaymentStatus;
  readonly session_id: string | null;
  readonly payment_intent: string | null;
  readonly refunded_amount: number;
  readonly reversed_credits: number;
}

/** The purchase, its row held until the commit: whoever comes second sees what the first one did. */
async function hold(
  tx: Tx,
  now: number,
  by: 'id' | 'payment_intent',
  value: string,
): Promise<Purchase | null> {
  const row = await tx
    .updateTable('purchases')
    .set({ updated_at: now })
    .where(by, '=', value)
    .returning([
      'id',
      'student_id',
      'credits',
      'amount',
      'currency',
      'status',
      'session_id',
      'payment_intent',
      'refunded_amount',
      'reversed_credits',
    ])
    .executeTakeFirst();
  return row ?? null;
}

/** Whether the credits of a purchase in this status have been granted. */
const isGranted = (status: PaymentStatus) => status === 'paid' || status === 'refunded';

/**
 * Takes in what a checkout session says of itself; credits are granted by the first paid word of it, and
 * only for the amount and currency that were asked. Answers whether the session belongs to a purchase here.
 */
export async function applySession(db: Db, now: number, session: SessionFacts): Promise<boolean> {
  const { purchaseId } = session;
  if (purchaseId === null) return false;
  return transact(db, async (tx) => {
    const purchase = await hold(tx, now, 'id', purchaseId);
    if (purchase === null || (purchase.session_id ?? session.sessionId) !== session.sessionId) return false;
    const status = nextStatus(purchase, session);
    await tx
      .updateTable('purchases')
      .set({
        status,
        session_id: session.sessionId,
        // A late word from before the payment knows of none yet.
        payment_intent: session.paymentIntent ?? purchase.payment_intent,
      })
      .where('id', '=', purchase.id)
      .execute();
    if (status === purchase.status) return true;
    if (status === 'mismatched') {
      const paid = { amount: session.amount, currency: session.currency, session: session.sessionId };
      for (const email of await adminEmails(tx))
        await queueMail(tx, now, paymentMismatch(purchase, paid, email));
    }
    if (status === 'paid') await grant(tx, now, purchase);
    return true;
  });
}

function nextStatus(purchase: Purchase, session: SessionFacts): PaymentStatus {
  if (isGranted(purchase.status) || purchase.status === 'mismatched') return purchase.status;
  if (session.outcome === 'paid')
    return session.amount === purchase.amount && session.currency === purchase.currency
      ? 'paid'
      : 'mismatched';
  return purchase.status === 'pending' && session.outcome !== 'open' ? session.outcome : purchase.status;
}

async function grant(tx: Tx, now: number, purchase: Purchase): Promise<void> {
  const balance = await changeCredits(tx, now, purchase.student_id, purchase.credits, {
    kind: 'purchase',
    purchaseId: purchase.id,
  });
  if (balance === null) throw new Error(`the account of purchase ${purchase.id} has no balance`);
  const family = await tx
    .selectFrom('students')
    .select(['id as student_id', 'parent_email', 'parent_name', 'student_name', 'deleted_at'])
    .where('id', '=', purchase.student_id)
    .executeTakeFirstOrThrow();
  if (family.deleted_at === null)
    await queueMail(tx, now, receipt({ ...purchase, paid_at: now }, family, balance));
  else
    for (const email of await adminEmails(tx))
      await queueMail(tx, now, paymentWithoutAccount(purchase, email));
  // A refund may have been announced before the payment it belongs to.
  await settleRefund(tx, now, { ...purchase, status: 'paid' }, purchase.refunded_amount);
}

/** Takes in the sum refunded so far. Answers whether it belongs to a purchase here. */
export async function applyRefund(db: Db, now: number, refund: RefundFacts): Promise<boolean> {
  return transact(db, async (tx) => {
    const purchase =
      (refund.purchaseId !== null ? await hold(tx, now, 'id', refund.purchaseId) : null) ??
      (refund.paymentIntent !== null ? await hold(tx, now, 'payment_intent', refund.paymentIntent) : null);
    if (purchase === null) return false;
    const refunded = Math.max(purchase.refunded_amount, refund.refunded);
    await tx
      .updateTable('purchases')
      .set({ refunded_amount: refunded })
      .where('id', '=', purchase.id)
      .execute();
    if (isGranted(purchase.status)) await settleRefund(tx, now, purchase, refunded);
    return true;
  });
}

/** Takes back what `refunded` stands for and was not yet accounted for; what is already spent is told to the admin. */
async function settleRefund(tx: Tx, now: number, purchase: Purchase, refunded: number): Promise<void> {
  const target = reversalTarget(purchase.credits, refunded, purchase.amount);
  const due = target - purchase.reversed_credits;
  if (due > 0) {
    const missing = await takeBack(tx, now, purchase.student_id, purchase.id, due);
    if (missing > 0)
      for (const email of await adminEmails(tx))
        await queueMail(tx, now, refundShortfall(purchase.id, refunded, missing, email));
  }
  await tx
    .updateTable('purchases')
    .set({
      reversed_credits: Math.max(target, purchase.reversed_credits),
      status: refunded >= purchase.amount ? 'refunded' : purchase.status,
    })
    .where('id', '=', purchase.id)
    .execute();
}
