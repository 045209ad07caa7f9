// What the provider has charged: reads its balance transactions, and stores those of payments,
// refunds and disputes that are known here.
import type { Insertable } from 'kysely';
import type Stripe from 'stripe';

import { DAY_MS } from '../../../domain/time.ts';
import type { Work } from '../../engine/context.ts';
import type { Db } from '../../engine/database.ts';
import type { RefundTables } from '../../schema/refunds.ts';
import { idOf, PAYMENT_ID_KEY } from '../stripe.ts';

/** How far back what was read before is read again, because a fee may come days late. */
const AGAIN_MS = 3 * DAY_MS;

/** Since when the provider's balance is to be read: at first since the oldest payment. */
export async function balanceSince(db: Db): Promise<number | null> {
  const { balance_until } = await db
    .selectFrom('reconciliation')
    .select('balance_until')
    .executeTakeFirstOrThrow();
  if (balance_until !== null) return balance_until - AGAIN_MS;
  const oldest = await db
    .selectFrom('payments')
    .select('created_at')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return oldest?.created_at ?? null;
}

type Row = Insertable<RefundTables['balance_transactions']>;

/** A balance transaction of a charge, a refund or a dispute, and what names its payment. */
export interface BalanceFacts extends Omit<Row, 'payment_id' | 'recorded_at'> {
  readonly paymentId: string | null;
  readonly paymentIntent: string | null;
}

/** Null for what belongs to no payment, such as payouts and monthly bills. */
export function balanceFactsOf(transaction: Stripe.BalanceTransaction): BalanceFacts | null {
  const { id, source, amount, fee, currency, created } = transaction;
  if (source === null || typeof source === 'string') return null;
  const facts = { id, object_id: source.id, amount, fee, currency, created_at: created * 1000 };
  switch (source.object) {
    case 'charge': {
      const paymentId = source.metadata[PAYMENT_ID_KEY] ?? null;
      const paymentIntent = idOf(source.payment_intent);
      return amount < 0 ? null : { ...facts, kind: 'payment', paymentId, paymentIntent };
    }
    case 'refund': {
      const kind = amount > 0 ? 'refund_failure' : 'refund';
      return { ...facts, kind, paymentId: null, paymentIntent: idOf(source.payment_intent) };
    }
    case 'dispute': {
      const kind = amount > 0 ? 'dispute_return' : 'dispute';
      return { ...facts, kind, paymentId: null, paymentIntent: idOf(source.payment_intent) };
    }
    default:
      return null;
  }
}

/**
 * Stores the transactions of payments that are known here. A payment and a dispute then have the
 * provider's own time. Storing one again changes nothing.
 */
export async function storeBalance(
  { tx, now }: Work,
  transactions: readonly BalanceFacts[],
): Promise<void> {
  if (transactions.length === 0) return;
  const payments = await tx
    .selectFrom('payments')
    .select(['id', 'payment_intent'])
    .where((eb) =>
      eb.or([
        eb('id', 'in', idsOf(transactions, 'paymentId')),
        eb('payment_intent', 'in', idsOf(transactions, 'paymentIntent')),
      ]),
    )
    .execute();
  const ids = new Map(
    payments.flatMap(({ id, payment_intent }) => [
      [id, id],
      [payment_intent ?? id, id],
    ]),
  );
  for (const { paymentId, paymentIntent, ...facts } of transactions) {
    const payment_id = ids.get(paymentId ?? '') ?? ids.get(paymentIntent ?? '');
    if (payment_id === undefined) continue;
    await tx
      .insertInto('balance_transactions')
      .values({ ...facts, payment_id, recorded_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { kind, object_id, created_at } = facts;
    if (kind === 'payment')
      await tx
        .updateTable('payments')
        .set({ paid_at: created_at })
        .where('id', '=', payment_id)
        .where('paid_at', '<>', created_at)
        .execute();
    if (kind === 'dispute')
      await tx
        .updateTable('disputes')
        .set({ withdrawn_at: created_at })
        .where('id', '=', object_id)
        .where('withdrawn_at', '<>', created_at)
        .execute();
    if (kind === 'dispute_return')
      await tx
        .updateTable('disputes')
        .set({ returned_at: created_at })
        .where('id', '=', object_id)
        .where('returned_at', '<>', created_at)
        .execute();
  }
}

/**
 * When the provider moved the money, in epoch milliseconds, if its balance was read before the
 * payment was granted or the dispute was known; null if not. `about` is the payment or the dispute.
 */
export async function findMovedAt(
  db: Db,
  kind: 'payment' | 'dispute' | 'dispute_return',
  about: string,
): Promise<number | null> {
  const row = await db
    .selectFrom('balance_transactions')
    .select('created_at')
    .where(kind === 'payment' ? 'payment_id' : 'object_id', '=', about)
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at ?? null;
}

const idsOf = (transactions: readonly BalanceFacts[], by: 'paymentId' | 'paymentIntent') =>
  transactions.map((each) => each[by] ?? '');
