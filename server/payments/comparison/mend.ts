// Mends a difference: asks the provider again and applies its answer as its webhook would.
import { Refusal } from '../../../domain/errors.ts';
import { formatMoney } from '../../../domain/payments/credits.ts';
import { isMendable } from '../../../domain/payments/reconciliation.ts';
import { recordActivity } from '../../activity/activities.ts';
import { type Context, transact, type Work } from '../../engine/context.ts';
import type { Db } from '../../engine/database.ts';
import type { AdminActor } from '../../sessions/sessions.ts';
import { applyDispute } from '../disputes/disputes.ts';
import { lookUpDispute } from '../disputes/provider.ts';
import { isGranted } from '../locked-payment.ts';
import { applySession } from '../payments.ts';
import { syncRefunds } from '../refunds/settle-refunds.ts';
import type { PaymentProvider } from '../stripe.ts';
import { lookUpPaidSession } from './provider.ts';

/**
 * Throws not_found if there is no such difference any more, not_mendable, payments_unavailable or
 * payment_provider_error.
 */
export async function mendDifference(
  context: Context<AdminActor>,
  provider: PaymentProvider | null,
  id: string,
): Promise<void> {
  const difference = await readDifference(context.database.db, id);
  if (difference === undefined) throw new Refusal('not_found');
  if (!isMendable(difference.kind)) throw new Refusal('not_mendable');
  if (provider === null) throw new Refusal('payments_unavailable');
  await applyAnswer(context, provider, difference);
  await transact(context, (work) => deleteDifference(work, id));
}

type StoredDifference = NonNullable<Awaited<ReturnType<typeof readDifference>>>;

const readDifference = (db: Db, id: string) =>
  db
    .selectFrom('differences')
    .select(['kind', 'session_id', 'payment_id', 'dispute_id'])
    .where('id', '=', id)
    .executeTakeFirst();

/** Every step may have happened before, here or by a webhook. */
async function applyAnswer(
  context: Context,
  provider: PaymentProvider,
  { kind, session_id, payment_id, dispute_id }: StoredDifference,
): Promise<void> {
  if (payment_id === null) throw new Refusal('not_mendable');
  if (dispute_id !== null) {
    const lookUp = () => lookUpDispute(provider, dispute_id);
    await applyDispute(context, await lookUp(), { paymentId: payment_id }, lookUp);
    return;
  }
  const session = await requireSession(provider, session_id);
  if (kind === 'refund_missing') {
    const { paymentIntent } = session;
    if ((await syncRefunds(context, provider, { paymentId: payment_id, paymentIntent })) === 'away')
      throw new Refusal('payment_provider_error');
    return;
  }
  await applySession(context, session);
  const { status } = await context.database.db
    .selectFrom('payments')
    .select('status')
    .where('id', '=', payment_id)
    .executeTakeFirstOrThrow();
  if (!isGranted(status)) throw new Refusal('not_mendable');
}

async function requireSession(provider: PaymentProvider, sessionId: string | null) {
  const session = sessionId === null ? 'unknown' : await lookUpPaidSession(provider, sessionId);
  if (session === 'away') throw new Refusal('payment_provider_error');
  if (session === 'unknown') throw new Refusal('not_mendable');
  return session;
}

/** Takes the difference off the result. Throws not_found if somebody else has just done so. */
async function deleteDifference(work: Work<AdminActor>, id: string): Promise<void> {
  const { tx, actor } = work;
  const mended = await tx
    .deleteFrom('differences')
    .where('id', '=', id)
    .returning(['about', 'payment_id', 'there_amount', 'there_currency'])
    .executeTakeFirst();
  if (mended === undefined) throw new Refusal('not_found');
  const { about, payment_id, there_amount, there_currency } = mended;
  await tx
    .updateTable('reconciliation')
    .set((eb) => ({ matched: eb('matched', '+', 1) }))
    .whereRef('matched', '<', 'compared')
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('differences').select('id').where('about', '=', about))),
    )
    .execute();
  const payment = await tx
    .selectFrom('payments')
    .select('family_id')
    .where('id', '=', payment_id ?? '')
    .executeTakeFirst();
  await recordActivity(work, {
    adminId: actor.id,
    kind: 'payment_mended',
    ...(payment === undefined ? {} : { familyId: payment.family_id }),
    detail: there_amount === null ? '' : formatMoney(there_amount, there_currency ?? undefined),
  });
}
