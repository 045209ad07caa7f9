// Applies what the provider reports about refunds, and informs the people who wait for them.
// Reports may come late, repeated or out of order. Once the provider has named a refund, its state
// only moves forward; one that failed here without a name takes the first state that is reported.
import type { RefundState } from '../../../domain/payments/refund.ts';
import { MINUTE_MS } from '../../../domain/time.ts';
import { queueForAdmins } from '../../auth/admin-notices.ts';
import { newId } from '../../base/ids.ts';
import type { Recipient } from '../../email/compose.ts';
import { type Email, queueEmail } from '../../email/queue.ts';
import { type Context, transact, type Work } from '../../engine/context.ts';
import { readParents } from '../../people/recipients.ts';
import { type LockedPayment, lockPayment, withPaymentAndFamily } from '../locked-payment.ts';
import { alignPayment } from './align-payment.ts';
import { refundedEmail, refundFailedEmail, refundNotPossibleEmail } from './emails.ts';
import type { ProviderRefund } from './provider.ts';
import { readRefunds, type StoredRefund } from './stored-refunds.ts';

/** The first check of a refund that the provider has not decided yet. */
export const FIRST_REFUND_CHECK_MS = 2 * MINUTE_MS;

/**
 * Applies the provider's present refunds of a payment. A refund that was asked for here and is done
 * is reported to the parents, one that has failed to every admin and to parents who wait for it.
 * False if there is no such payment.
 */
export async function applyRefunds(
  context: Context,
  paymentId: string,
  reports: ProviderRefund[],
): Promise<boolean> {
  return transact(context, (work) =>
    withPaymentAndFamily(
      work,
      () => lockPayment(work, 'id', paymentId),
      async (payment, locks) => {
        if (payment === null) return false;
        const refunds = await readRefunds(work.tx, payment.id);
        for (const report of reports) await applyReport(work, payment, refunds, report);
        await alignPayment(work, locks, payment);
        return true;
      },
    ),
  );
}

async function applyReport(
  work: Work,
  payment: LockedPayment,
  refunds: StoredRefund[],
  report: ProviderRefund,
): Promise<void> {
  const { tx, now } = work;
  const stored =
    refunds.find(({ provider_id }) => provider_id === report.providerId) ??
    refunds.find(({ id, provider_id }) => provider_id === null && id === report.refundId);
  const isDone = report.state === 'done';
  const columns = {
    state: report.state,
    next_check_at: report.state === 'asked' ? now + FIRST_REFUND_CHECK_MS : null,
  };
  if (stored === undefined) {
    await tx
      .insertInto('refunds')
      .values({
        id: newId(),
        payment_id: payment.id,
        made_by: 'provider',
        amount: report.amount,
        provider_id: report.providerId,
        created_at: report.createdAt,
        updated_at: now,
        ...columns,
        settled_at: isDone ? report.createdAt : null,
      })
      .execute();
    return;
  }
  if (!movesForward(stored, report)) return;
  await tx
    .updateTable('refunds')
    .set({
      provider_id: report.providerId,
      updated_at: now,
      ...columns,
      ...(isDone ? { settled_at: stored.provider_id === null ? report.createdAt : now } : {}),
    })
    .where('id', '=', stored.id)
    .execute();
  if (stored.state !== report.state)
    await reportOutcome(work, payment, { ...stored, ...columns }, { before: stored.state });
}

const RANKS: Readonly<Record<RefundState, number>> = { asked: 0, done: 1, failed: 2 };

/** A refund that nobody had answered may turn out to exist after all. */
const movesForward = (stored: StoredRefund, report: ProviderRefund): boolean =>
  stored.provider_id === null || RANKS[report.state] > RANKS[stored.state];

interface Outcome {
  /** The refund's state before. */
  before: RefundState;
  /** Why the provider refused it, in its own words; null if it has given none. */
  reason?: string | null;
}

/** Emails the people who wait for the outcome of a refund that was requested here. */
export async function reportOutcome(
  work: Work,
  payment: LockedPayment,
  { id, made_by, credits, amount, state }: StoredRefund,
  { before, reason = null }: Outcome,
): Promise<void> {
  if (made_by === 'provider' || credits === null) return;
  const refund = { id, credits, amount, currency: payment.currency };
  if (state === 'failed') {
    const failed = { ...refund, wasDone: before === 'done' };
    await queueForAdmins(work, (email) => refundFailedEmail(failed, payment.id, email, reason));
    // Of the tutor's refunds, parents have only read if they were done.
    if (made_by === 'family' || failed.wasDone)
      await queueForParents(work, payment, (parent) => refundNotPossibleEmail(failed, parent));
  }
  if (state === 'done') {
    const by = await findRefundingAdmin(work, id);
    await queueForParents(work, payment, (parent) => refundedEmail(refund, parent, by));
  }
}

/** The name of the admin who asked for a refund; null for a return by the family. */
async function findRefundingAdmin({ tx }: Work, refundId: string): Promise<string | null> {
  const admin = await tx
    .selectFrom('refunds')
    .innerJoin('admins', 'admins.id', 'admin_id')
    .select('name')
    .where('refunds.id', '=', refundId)
    .executeTakeFirst();
  return admin?.name ?? null;
}

async function queueForParents(
  work: Work,
  payment: LockedPayment,
  emailTo: (parent: Recipient) => Email,
): Promise<void> {
  for (const parent of await readParents(work.tx, payment.family_id))
    await queueEmail(work, emailTo(parent));
}
