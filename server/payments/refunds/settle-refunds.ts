// Sends refunds to the provider, and checks those that it has not decided yet until they are
// settled.
import { sql } from 'kysely';

import { HOUR_MS, MINUTE_MS } from '../../../domain/time.ts';
import { type Context, transact } from '../../engine/context.ts';
import type { Db } from '../../engine/database.ts';
import type { Job } from '../../process/repeat.ts';
import { checkEach } from '../check-each.ts';
import { lockPayment, withPaymentAndFamily } from '../locked-payment.ts';
import type { PaymentProvider } from '../stripe.ts';
import { alignPayment } from './align-payment.ts';
import { applyRefunds, FIRST_REFUND_CHECK_MS, reportOutcome } from './apply.ts';
import {
  createRefund,
  listRefunds,
  type ProviderRefund,
  type RefundHint,
  type RefundRequest,
} from './provider.ts';
import { readRefunds } from './stored-refunds.ts';

const EVERY_MS = MINUTE_MS;
const PER_ROUND = 100;
const LONGEST_PAUSE_MS = 6 * HOUR_MS;

/** Sends a refund to the provider and applies its answer. False if the outcome is unclear. */
export async function sendRefund(
  context: Context,
  provider: PaymentProvider,
  refund: RefundRequest,
): Promise<boolean> {
  const answer = await createRefund(provider, refund);
  if (answer === 'away') return false;
  const { paymentId } = refund;
  if (!('refusal' in answer)) {
    await applyRefunds(context, paymentId, [answer]);
    return true;
  }
  // The reason may be a refund in the dashboard that nobody has reported: its money counts before
  // any credit comes back.
  const refunds = await listRefunds(provider, refund.paymentIntent);
  if (refunds === 'away') return false;
  await applyRefunds(context, paymentId, allOf(refunds));
  await failRefund(context, refund, answer.refusal);
  return true;
}

/** The whole list of a payment that the provider may not know. */
const allOf = (refunds: ProviderRefund[] | 'unknown'): ProviderRefund[] =>
  refunds === 'unknown' ? [] : refunds;

/** Records that the provider refuses a refund for good, and returns its credits once. */
async function failRefund(context: Context, { id, paymentId }: RefundRequest, reason: string) {
  await transact(context, (work) =>
    withPaymentAndFamily(
      work,
      () => lockPayment(work, 'id', paymentId),
      async (payment, locks) => {
        if (payment === null) return;
        const { tx, now } = work;
        const failed = await tx
          .updateTable('refunds')
          .set({ state: 'failed', next_check_at: null, updated_at: now })
          .where('id', '=', id)
          .where('state', '=', 'asked')
          .where('provider_id', 'is', null)
          .executeTakeFirstOrThrow();
        if (failed.numUpdatedRows === 0n) return;
        await alignPayment(work, locks, payment);
        const stored = (await readRefunds(tx, paymentId)).find((refund) => refund.id === id);
        if (stored !== undefined)
          await reportOutcome(work, payment, stored, { before: 'asked', reason });
      },
    ),
  );
}

/**
 * Applies the provider's present refunds of a payment. Returns false if there is no such payment,
 * 'away' if the provider does not answer.
 */
export async function syncRefunds(
  context: Context,
  provider: PaymentProvider,
  { paymentId, paymentIntent }: RefundHint,
): Promise<boolean | 'away'> {
  const { db } = context.database;
  const payment =
    (paymentId === null ? undefined : await findPayment(db, 'id', paymentId)) ??
    (paymentIntent === null ? undefined : await findPayment(db, 'payment_intent', paymentIntent));
  const intent = paymentIntent ?? payment?.payment_intent ?? null;
  if (payment === undefined || intent === null) return false;
  const refunds = await listRefunds(provider, intent);
  if (refunds === 'away') return 'away';
  return applyRefunds(context, payment.id, allOf(refunds));
}

const findPayment = (db: Db, by: 'id' | 'payment_intent', value: string) =>
  db
    .selectFrom('payments')
    .select(['id', 'payment_intent'])
    .where(by, '=', value)
    .executeTakeFirst();

/** Refunds that the provider is to be asked about, longest waiting first. */
const listDue = ({ database: { db }, now }: Context) =>
  db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select([
      'refunds.id as id',
      'payment_id',
      'payment_intent',
      'refunds.amount as amount',
      'made_by',
      'provider_id',
      'refunds.next_check_at as next_check_at',
      'refunds.checks as checks',
    ])
    // A literal, so that SQLite uses the partial index.
    .where(sql<boolean>`refunds.state = 'asked'`)
    .where('refunds.next_check_at', '<=', now)
    .orderBy('refunds.next_check_at')
    .orderBy('refunds.id')
    .limit(PER_ROUND)
    .execute();

type DueRefund = Awaited<ReturnType<typeof listDue>>[number];

/** Checks each refund that is due once, as `checkEach` does. */
export const checkDueRefunds = async (
  context: Context,
  provider: PaymentProvider,
  signal?: AbortSignal,
): Promise<void> =>
  checkEach(await listDue(context), {
    what: 'refunds',
    claim: (refund) => claimRefund(context, refund),
    check: (refund) => resendIfMissing(context, provider, refund),
    signal,
  });

/** Claims a refund for this process until its next check. False if another process has it. */
async function claimRefund({ database: { db }, now }: Context, refund: DueRefund) {
  const { id, next_check_at, checks } = refund;
  const pause = Math.min(FIRST_REFUND_CHECK_MS * 2 ** checks, LONGEST_PAUSE_MS);
  const { numUpdatedRows } = await db
    .updateTable('refunds')
    .set({ checks: checks + 1, next_check_at: now + pause })
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .where('next_check_at', '=', next_check_at)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Looks for the refund before sending it again, because the provider forgets idempotency keys after
 * a day. Returns whether the provider answered.
 */
async function resendIfMissing(
  context: Context,
  provider: PaymentProvider,
  { id, payment_id: paymentId, payment_intent: paymentIntent, ...refund }: DueRefund,
): Promise<boolean> {
  if (paymentIntent === null) throw new Error(`the payment of refund ${id} has no payment intent`);
  const refunds = await listRefunds(provider, paymentIntent);
  if (refunds === 'away') return false;
  const all = allOf(refunds);
  await applyRefunds(context, paymentId, all);
  const isListed = refund.provider_id !== null || all.some(({ refundId }) => refundId === id);
  if (isListed || refund.made_by === 'provider') return true;
  return sendRefund(context, provider, { id, paymentId, paymentIntent, amount: refund.amount });
}

export const checkRefundsJob = (provider: PaymentProvider): Job => ({
  everyMs: EVERY_MS,
  work: (context, signal) => checkDueRefunds(context, provider, signal),
  complaint: 'failed to ask about refunds; will retry',
});
