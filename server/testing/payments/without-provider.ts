// Payments started and reported through the product's own operations, without a provider.
import type { Insertable } from 'kysely';

import { newId } from '../../base/ids.ts';
import type { Context } from '../../engine/context.ts';
import { createPayment, type PendingPayment } from '../../payments/checkout/create-payment.ts';
import { isGranted } from '../../payments/locked-payment.ts';
import { applySession, attachSession } from '../../payments/payments.ts';
import { applyRefunds } from '../../payments/refunds/apply.ts';
import { readRefunds } from '../../payments/refunds/stored-refunds.ts';
import type { SessionFacts } from '../../payments/stripe.ts';
import type { Tables } from '../../schema/tables.ts';
import type { FamilyActor } from '../../sessions/sessions.ts';
import type { TestApp } from '../app.ts';
import type { TestFamily } from '../caller.ts';

type Payment = Pick<PendingPayment, 'id' | 'amount' | 'currency'>;

/** Starts a payment for credits, or for lessons with one credit for each. */
export function startPayment(
  context: Context<FamilyActor>,
  lessons: number | readonly string[],
  studentId?: string,
): Promise<PendingPayment> {
  const credits = typeof lessons === 'number' ? lessons : lessons.length;
  const price = { credits, amount: credits * 3000, currency: 'gbp' };
  if (typeof lessons === 'number') return createPayment(context, price);
  const requested = { familyId: context.actor.familyId, ownStudent: null, studentId };
  return createPayment(context, price, { lessonIds: lessons, requested });
}

/** Reports the outcome of a payment, as the provider does; by default it is paid in full. */
export const reportPayment = (
  context: Context,
  { id, amount, currency }: Payment,
  outcome: SessionFacts['outcome'] = 'paid',
  paid = amount,
) =>
  applySession(context, {
    sessionId: `cs_${id}`,
    paymentId: id,
    paymentIntent: `pi_${id}`,
    amount: paid,
    subtotal: amount,
    currency,
    outcome,
  });

/**
 * Buys credits for £30, or this many pence, as the provider reports it. Returns the payment's id.
 */
export async function buyCredits(
  api: TestApp,
  parent: FamilyActor,
  { credits = 1, amount = 3000 } = {},
): Promise<string> {
  const payment = await createPayment(api.context(parent), { credits, amount, currency: 'gbp' });
  await attachSession(api.context(null), { paymentId: payment.id, sessionId: `cs_${payment.id}` });
  await reportPayment(api.context(null), payment);
  return payment.id;
}

/** Makes the family pay for a credit and get its money back, so that it has paid before. */
export async function payBefore(family: TestFamily): Promise<void> {
  const context = family.context();
  const payment = await startPayment(context, 1);
  await reportPayment(context, payment);
  await reportRefunded(context, payment.id, payment.amount);
}

/**
 * Reports a refund in the provider's dashboard that brings the total refunded to this amount,
 * unless it is reached already.
 */
export async function reportRefunded(
  context: Context,
  paymentId: string,
  total: number,
): Promise<boolean> {
  const refunds = await readRefunds(context.database.db, paymentId);
  const sum = refunds
    .filter(({ state }) => state !== 'failed')
    .reduce((all, { amount }) => all + amount, 0);
  const report = {
    providerId: `re_${paymentId}_${total}`,
    refundId: null,
    amount: total - sum,
    state: 'done' as const,
    createdAt: context.now,
  };
  const reports = total > sum ? [report] : [];
  return applyRefunds(context, paymentId, reports);
}

/** A row for a payment of 140.00 for five credits, as it may be found. */
export function paymentRow(
  { clock }: TestApp,
  { id: family_id }: Pick<TestFamily, 'id'>,
  changes: Partial<Insertable<Tables['payments']>>,
): Insertable<Tables['payments']> {
  const facts = { credits: 5, amount: 14_000, currency: 'gbp', status: 'pending' } as const;
  const times = { created_at: clock.now, updated_at: clock.now };
  const references = { session_id: null, payment_intent: null };
  const row = { id: newId(), family_id, ...facts, ...references, ...times, ...changes };
  const isPaid = isGranted(row.status);
  return { paid: isPaid ? row.amount : null, paid_at: isPaid ? row.created_at : null, ...row };
}

/** Stores such a payment; returns its id. */
export async function insertPayment(
  api: TestApp,
  family: TestFamily,
  changes: Partial<Insertable<Tables['payments']>>,
): Promise<string> {
  const row = paymentRow(api, family, changes);
  await api.database.db.insertInto('payments').values(row).execute();
  return row.id;
}
