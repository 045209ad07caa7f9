// Requests refunds: takes the credits first, in one transaction, then sends the refund to the
// provider. One that is not decided then stays asked for, and settle-refunds.ts checks it again.
import { fieldRefusal, Refusal } from '../../../domain/errors.ts';
import { creditCount, formatMoney } from '../../../domain/payments/credits.ts';
import { refundAmount, refuseRefund, WHY_NOT } from '../../../domain/payments/refund.ts';
import { MINUTE_MS } from '../../../domain/time.ts';
import { recordActivity } from '../../activity/activities.ts';
import { newId } from '../../base/ids.ts';
import { familyOf, type Locks } from '../../booking/locks.ts';
import type { LockedFamily } from '../../credits/ledger.ts';
import { type Context, transact, type Work } from '../../engine/context.ts';
import { actOnce, type RequestKey } from '../../engine/idempotency.ts';
import {
  isGranted,
  type LockedPayment,
  lockPayment,
  withPaymentAndFamily,
} from '../locked-payment.ts';
import type { PaymentProvider } from '../stripe.ts';
import { alignPayment } from './align-payment.ts';
import { FIRST_REFUND_CHECK_MS } from './apply.ts';
import type { RefundRequest } from './provider.ts';
import { readPaymentRefunds, returnableUntil } from './refundable.ts';
import { sendRefund } from './settle-refunds.ts';

/** How often a family can return credits. */
const RETURNS = { max: 3, minutes: 60 } as const;

/** Who requests a refund: the tutor, or a parent for a payment of their own family. */
type Requester =
  | { readonly by: 'tutor'; readonly adminId: string }
  | { readonly by: 'family'; readonly familyId: string };

interface NewRefund {
  paymentId: string;
  credits: number;
  requester: Requester;
}

/**
 * Refunds credits of a payment. Returns once the provider has answered or its answer is unclear.
 * Throws payment_not_found, payments_unavailable, return_period_over, not_refundable, rate_limited.
 */
export async function requestRefund(
  context: Context,
  provider: PaymentProvider | null,
  newRefund: NewRefund,
  key: RequestKey,
): Promise<void> {
  const refund = await transact(context, (work) =>
    actOnce(work, key, () =>
      withPaymentAndFamily(
        work,
        () => lockRequested(work, newRefund),
        async (payment, locks) => {
          if (payment === null) throw new Refusal('payment_not_found');
          if (provider === null) throw new Refusal('payments_unavailable');
          return takeCredits(work, locks, payment, newRefund);
        },
      ),
    ),
  );
  // A repeated request leaves the refund to the first one, and to settle-refunds.ts if that has
  // died.
  if (refund !== null && provider !== null) await sendRefund(context, provider, refund);
}

async function lockRequested(work: Work, { paymentId, requester }: NewRefund) {
  if (requester.by === 'tutor') return lockPayment(work, 'id', paymentId);
  const payment = await work.tx
    .selectFrom('payments')
    .select('id')
    .where('id', '=', paymentId)
    .where('family_id', '=', requester.familyId)
    .executeTakeFirst();
  return payment === undefined ? null : lockPayment(work, 'id', paymentId);
}

/** Stores the refund and takes its credits. */
async function takeCredits(
  work: Work,
  locks: Locks,
  payment: LockedPayment,
  { credits, requester }: NewRefund,
): Promise<RefundRequest> {
  const { tx, now } = work;
  const { payment_intent } = payment;
  const refunds = (await readPaymentRefunds(tx, [payment])).get(payment.id);
  if (!isGranted(payment.status) || refunds === undefined) throw notRefundable(WHY_NOT.notGranted);
  if (requester.by === 'family') await requireInReturnPeriod(work, payment);
  const fault = refuseRefund(refunds.payment, credits);
  if (fault?.isAboutCredits === true)
    throw fieldRefusal('credits', 'not_refundable', fault.message);
  if (fault !== null) throw notRefundable(fault.message);
  if (payment_intent === null) throw notRefundable(WHY_NOT.notGranted);
  if (requester.by === 'family') await requireFewReturns(work, familyOf(locks, payment.family_id));
  const amount = refundAmount(refunds.payment, credits);
  const id = newId();
  await tx
    .insertInto('refunds')
    .values({
      id,
      payment_id: payment.id,
      made_by: requester.by,
      admin_id: requester.by === 'tutor' ? requester.adminId : null,
      credits,
      amount,
      state: 'asked',
      next_check_at: now + FIRST_REFUND_CHECK_MS,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await alignPayment(work, locks, payment);
  if (requester.by === 'tutor')
    await recordActivity(work, {
      adminId: requester.adminId,
      kind: 'payment_refunded',
      familyId: payment.family_id,
      detail: `${formatMoney(amount, payment.currency)}, ${creditCount(credits)}`,
    });
  return { id, paymentId: payment.id, paymentIntent: payment_intent, amount };
}

const notRefundable = (message: string) => new Refusal('not_refundable', { message });

/** Throws return_period_over. The payment's credits have been granted. */
async function requireInReturnPeriod({ tx, now }: Work, payment: LockedPayment): Promise<void> {
  const invoice = await tx
    .selectFrom('invoices')
    .select('issued_at')
    .where('payment_id', '=', payment.id)
    .executeTakeFirst();
  if (invoice === undefined) throw new Error(`the granted payment ${payment.id} has no invoice`);
  if (now >= returnableUntil(invoice.issued_at)) throw new Refusal('return_period_over');
}

/** Throws rate_limited. Two returns at once are counted one after the other. */
async function requireFewReturns({ tx, now }: Work, { id }: LockedFamily): Promise<void> {
  const since = now - RETURNS.minutes * MINUTE_MS;
  const recent = await tx
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select('refunds.created_at as created_at')
    .where('payments.family_id', '=', id)
    .where('made_by', '=', 'family')
    .where('state', '<>', 'failed')
    .where('refunds.created_at', '>', since)
    .orderBy('refunds.created_at')
    .execute();
  const [oldest] = recent;
  if (oldest === undefined || recent.length < RETURNS.max) return;
  const seconds = Math.max(1, Math.ceil((oldest.created_at - since) / 1000));
  throw new Refusal('rate_limited', { headers: { 'retry-after': String(seconds) } });
}
