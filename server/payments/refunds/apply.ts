// Applies what the provider reports about refunds, and takes back or returns credits for it.
// Reports may come late, repeated or out of order: the state of a refund only moves forward.
import {
  creditsTakenBack,
  type RefundMaker,
  type RefundState,
  returnedBy,
} from '../../../domain/payments/refund.ts';
import { MINUTE_MS } from '../../../domain/time.ts';
import { queueForAdmins } from '../../auth/admin-notices.ts';
import { giveBack, takeBack } from '../../credits/return-credit.ts';
import { queueEmail } from '../../email/queue.ts';
import { type Context, transact, type Work } from '../../engine/context.ts';
import type { Db, Tx } from '../../engine/database.ts';
import { readParents } from '../../families/recipients.ts';
import { newId } from '../../ids.ts';
import { familyOf, type Locks, withLocks } from '../../lessons/bookings/locks.ts';
import { refundShortfall } from '../emails.ts';
import { isGranted, type LockedPayment, lockPayment, paidOf } from '../locked-payment.ts';
import { refunded, refundFailed } from './emails.ts';
import type { ProviderRefund } from './provider.ts';

/** The first look at a refund that the provider has not decided yet. */
export const FIRST_LOOK_MS = 2 * MINUTE_MS;

/** Locks a payment and its family and runs `run`. False if there is no such payment. */
export function withPaymentAndFamily(
  work: Work,
  lockIt: () => Promise<LockedPayment | null>,
  run: (payment: LockedPayment, locks: Locks) => Promise<void>,
): Promise<boolean> {
  return withLocks(
    work,
    {
      payment: lockIt,
      families: ({ payment }) => (payment === null ? [] : [payment.family_id]),
    },
    async (locks) => {
      if (locks.payment === null) return false;
      await run(locks.payment, locks);
      return true;
    },
  );
}

/** A refund of a payment as it is stored. */
export interface KnownRefund {
  readonly id: string;
  readonly payment_id: string;
  readonly made_by: RefundMaker;
  readonly credits: number | null;
  readonly amount: number;
  readonly state: RefundState;
  readonly provider_id: string | null;
  readonly created_at: number;
}

/** The refunds of a payment, oldest first. */
export const readRefunds = (db: Db, paymentId: string): Promise<KnownRefund[]> =>
  refundRows(db).where('payment_id', '=', paymentId).execute();

/** The refunds of payments, oldest first. */
export const refundRows = (db: Db) =>
  db
    .selectFrom('refunds')
    .select(['id', 'payment_id', 'made_by', 'credits', 'amount', 'state', 'provider_id'])
    .select('created_at')
    .orderBy('created_at')
    .orderBy('id');

/** Refunds that the provider reports: all of a payment at this moment, or some. */
export interface Reports {
  readonly found: readonly ProviderRefund[];
  readonly isComplete: boolean;
}

/**
 * Applies the provider's present refunds of a payment. A refund that was asked for here and is done
 * is reported to the parents, one that has failed to every admin. False if there is no such
 * payment.
 */
export async function applyRefunds(
  context: Context,
  paymentId: string,
  { found, isComplete }: Reports,
): Promise<boolean> {
  return transact(context, (work) =>
    withPaymentAndFamily(
      work,
      () => lockPayment(work, 'id', paymentId),
      async (payment, locks) => {
        const known = await readRefunds(work.tx, payment.id);
        if (isComplete && found.length > 0) await deleteTotals(work.tx, known);
        for (const report of found) await applyReport(work, payment, known, report);
        await alignCredits(work, locks, payment);
      },
    ),
  );
}

/** Refunds of earlier versions are differences of totals; all of the provider's replace them. */
async function deleteTotals(tx: Tx, known: readonly KnownRefund[]): Promise<void> {
  const totals = known.filter(
    ({ made_by, provider_id }) => made_by === 'provider' && provider_id === null,
  );
  for (const { id } of totals) await tx.deleteFrom('refunds').where('id', '=', id).execute();
}

async function applyReport(
  work: Work,
  payment: LockedPayment,
  known: readonly KnownRefund[],
  report: ProviderRefund,
): Promise<void> {
  const { tx, now } = work;
  const own =
    known.find(({ provider_id }) => provider_id === report.providerId) ??
    known.find(({ id, provider_id }) => provider_id === null && id === report.refundId);
  const columns = {
    state: report.state,
    next_look_at: report.state === 'asked' ? now + FIRST_LOOK_MS : null,
  };
  if (own === undefined) {
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
      })
      .execute();
    return;
  }
  if (!isNews(own, report)) return;
  await tx
    .updateTable('refunds')
    .set({ provider_id: report.providerId, updated_at: now, ...columns })
    .where('id', '=', own.id)
    .execute();
  if (own.state !== report.state) await reportOutcome(work, payment, { ...own, ...columns });
}

const RANKS: Readonly<Record<RefundState, number>> = { asked: 0, done: 1, failed: 2 };

/** A refund that nobody had answered may turn out to exist after all. */
const isNews = (own: KnownRefund, report: ProviderRefund): boolean =>
  own.provider_id === null || RANKS[report.state] > RANKS[own.state];

/** Emails the people who wait for the outcome of a refund that was asked for here. */
export async function reportOutcome(
  work: Work,
  payment: LockedPayment,
  { id, made_by, credits, amount, state }: KnownRefund,
): Promise<void> {
  if (made_by === 'provider' || credits === null) return;
  const refund = { id, credits, amount, currency: payment.currency };
  if (state === 'failed')
    await queueForAdmins(work, (email) => refundFailed(refund, payment.id, email));
  if (state === 'done')
    for (const parent of await readParents(work.tx, payment.family_id))
      await queueEmail(work, refunded(refund, parent));
}

/**
 * Takes back the credits of returned money that were not taken back yet, and returns those of
 * refunds that have failed. Refunds and lost disputes add up to one absolute target. Credits that
 * are already spent are reported to the admins. A payment that is not granted yet has none to move:
 * `grant` calls this again.
 */
export async function alignCredits(
  work: Work,
  locks: Locks,
  payment: LockedPayment,
): Promise<void> {
  const { tx } = work;
  const refunds = await readRefunds(tx, payment.id);
  const lost = await readLost(tx, payment.id);
  const isReported = ({ made_by, provider_id }: KnownRefund) =>
    made_by === 'provider' || provider_id !== null;
  const refunded_amount = returnedBy(refunds.filter(isReported));
  const update = tx.updateTable('payments').set({ refunded_amount }).where('id', '=', payment.id);
  if (!isGranted(payment.status)) {
    await update.execute();
    return;
  }
  const paid = paidOf(payment);
  const takenBack = creditsTakenBack({ credits: payment.credits, paid }, refunds, lost);
  const returned = lost + returnedBy(refunds);
  await moveCredits(work, locks, payment, { due: takenBack - payment.reversed_credits, returned });
  const done = refunds.filter(({ state }) => state === 'done');
  // A free payment has nothing to refund.
  const isRefunded = paid > 0 && lost + returnedBy(done) >= paid;
  await update
    .set({ reversed_credits: takenBack, status: isRefunded ? 'refunded' : 'paid' })
    .execute();
}

const NOT_POSSIBLE = 'Refund not possible';

async function moveCredits(
  work: Work,
  locks: Locks,
  { id: paymentId, family_id }: LockedPayment,
  { due, returned }: { readonly due: number; readonly returned: number },
): Promise<void> {
  const family = familyOf(locks, family_id);
  if (due > 0) {
    const missing = await takeBack(work, family, { paymentId, due });
    if (missing > 0)
      await queueForAdmins(work, (email) => refundShortfall(paymentId, returned, missing, email));
  }
  if (due < 0) await giveBack(work, family, { paymentId, credits: -due, reason: NOT_POSSIBLE });
}

/** The total of lost disputes, in minor units. */
async function readLost(tx: Tx, paymentId: string): Promise<number> {
  const { lost } = await tx
    .selectFrom('disputes')
    .select(({ fn }) => fn.sum<number | null>('amount').as('lost'))
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'lost')
    .executeTakeFirstOrThrow();
  return lost ?? 0;
}
