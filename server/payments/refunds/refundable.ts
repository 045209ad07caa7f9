// What can be refunded of payments, from the ledger, the refunds and the disputes of their families.
import { sql } from 'kysely';

import { unusedCredits } from '../../../domain/credit-sources.ts';
import type { DisputeOutcome, PaymentStatus } from '../../../domain/payment.ts';
import {
  creditsOfRefunds,
  type Refund,
  type Refundable,
  refundableOf,
  type RefundedPayment,
} from '../../../domain/refund.ts';
import { RETURN_DAYS } from '../../../domain/limits.ts';
import { addDays, toIso, ukDate } from '../../../domain/time.ts';
import type { Db } from '../../engine/database.ts';
import { instantsOf } from '../../windows.ts';
import { isGranted } from '../locked-payment.ts';
import { type KnownRefund, refundRows } from './apply.ts';

export interface PaymentFigures {
  readonly id: string;
  readonly family_id: string;
  readonly credits: number;
  /** Null until its credits are granted. */
  readonly paid: number | null;
  readonly status: PaymentStatus;
  readonly reversed_credits: number;
}

/** What is known of a payment's refunds. */
export interface RefundFacts {
  readonly figures: RefundedPayment;
  readonly dispute: DisputeOutcome | null;
  readonly refundable: Refundable;
  /** As the API shows them, oldest first. */
  readonly refunds: Refund[];
}

export const NOTHING: Refundable = { credits: 0, amount: 0 };

/** The facts of these payments, by id. */
export async function readRefundFacts(
  db: Db,
  payments: readonly PaymentFigures[],
): Promise<ReadonlyMap<string, RefundFacts>> {
  const facts = new Map<string, RefundFacts>();
  // Few enough for one statement each.
  for (let from = 0; from < payments.length; from += BATCH) {
    const batch = payments.slice(from, from + BATCH);
    const ids = batch.map(({ id }) => id);
    const refunds = Map.groupBy(
      await refundRows(db).where('payment_id', 'in', ids).execute(),
      ({ payment_id }) => payment_id,
    );
    const disputes = Map.groupBy(await readDisputes(db, ids), ({ payment_id }) => payment_id);
    const unused = await readUnused(db, [...new Set(batch.map(({ family_id }) => family_id))]);
    for (const payment of batch)
      facts.set(
        payment.id,
        factsOf(payment, {
          refunds: refunds.get(payment.id) ?? [],
          disputes: disputes.get(payment.id) ?? [],
          unused: unused.get(payment.id) ?? 0,
        }),
      );
  }
  return facts;
}

const BATCH = 500;

const readDisputes = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('disputes')
    .select(['payment_id', 'amount', 'status'])
    .where('payment_id', 'in', ids)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** The unused credits of all payments of these families. */
async function readUnused(
  db: Db,
  familyIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const entries = await db
    .selectFrom('credit_ledger')
    .select(['family_id', 'kind', 'amount', 'booking_id', 'payment_id'])
    .where('family_id', 'in', familyIds)
    .orderBy('family_id')
    .orderBy('seq')
    .execute();
  const byFamily = Map.groupBy(entries, ({ family_id }) => family_id);
  return new Map([...byFamily.values()].flatMap((moves) => [...unusedCredits(moves)]));
}

interface Known {
  readonly refunds: readonly KnownRefund[];
  readonly disputes: readonly { readonly amount: number; readonly status: DisputeOutcome }[];
  readonly unused: number;
}

function factsOf(payment: PaymentFigures, { refunds, disputes, unused }: Known): RefundFacts {
  const { credits, reversed_credits: takenBack } = payment;
  const paid = payment.paid ?? 0;
  const counted = refunds.filter(({ state }) => state !== 'failed');
  const lost = disputes.filter(({ status }) => status === 'lost');
  const returned = [...counted, ...lost].reduce((total, { amount }) => total + amount, 0);
  const isDisputed = disputes.some(({ status }) => status === 'open');
  const figures = { credits, paid, takenBack, returned, unused, isDisputed };
  const shares = creditsOfRefunds({ credits, paid }, refunds);
  return {
    figures,
    dispute: isDisputed ? 'open' : lost.length > 0 ? 'lost' : (disputes.at(-1)?.status ?? null),
    refundable: isGranted(payment.status) ? refundableOf(figures) : NOTHING,
    refunds: refunds.map(({ id, made_by, amount, state, created_at }, position) => ({
      id: made_by === 'provider' ? null : id,
      credits: shares[position] ?? 0,
      amount,
      state,
      by: made_by,
      created_at: toIso(created_at),
    })),
  };
}

/** Until when a family can return credits granted at this instant: the end of a UK day. */
export function returnableUntil(grantedAt: number): number {
  const last = addDays(ukDate(grantedAt), RETURN_DAYS);
  return instantsOf({ from: last, to: last }).until;
}

/** The figures that the facts of a payment need. */
export const paymentFigures = (db: Db) =>
  db
    .selectFrom('payments')
    .leftJoin('invoices', 'invoices.payment_id', 'payments.id')
    .select([
      'payments.id as id',
      'family_id',
      'session_id',
      'status',
      'credits',
      'amount',
      'paid',
      'currency',
      'reversed_credits',
      'payments.created_at as created_at',
      'year',
      'number',
      'issued_at',
    ])
    .select((eb) =>
      eb
        .selectFrom('people')
        .select('name')
        .whereRef('people.family_id', '=', 'payments.family_id')
        .where(sql<boolean>`people.role = 'parent'`)
        .orderBy('people.created_at')
        .orderBy('people.id')
        .limit(1)
        .as('parent'),
    );
