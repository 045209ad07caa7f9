// What can be refunded of payments, from the ledger, the refunds and the disputes of their
// families.
import type { InquiryState } from '../../../domain/payments/dispute.ts';
import type { DisputeOutcome, PaymentStatus } from '../../../domain/payments/payment.ts';
import {
  creditsOfRefunds,
  type Refund,
  type Refundable,
  refundableOf,
  type RefundedPayment,
  returnedBy,
  RETURN_DAYS,
  unusedCredits,
} from '../../../domain/payments/refund.ts';
import { addDays, toIso, ukDate } from '../../../domain/time.ts';
import { instantsOf } from '../../base/windows.ts';
import type { Db } from '../../engine/database.ts';
import { isGranted, paidOf } from '../locked-payment.ts';
import { type StoredRefund, refundRows } from './stored-refunds.ts';

/** The columns of a payment that its refunds depend on. */
interface RefundableRow {
  readonly id: string;
  readonly family_id: string;
  readonly credits: number;
  /** Null until its credits are granted. */
  readonly paid: number | null;
  readonly status: PaymentStatus;
  readonly reversed_credits: number;
}

/** What became of a payment, and what can still be refunded of it. */
export interface PaymentRefunds {
  readonly payment: RefundedPayment;
  readonly dispute: DisputeOutcome | null;
  readonly inquiry: InquiryState | null;
  /** By when an open inquiry wants an answer, in epoch milliseconds. */
  readonly inquiryDueAt: number | null;
  readonly refundable: Refundable;
  /** The refunds in the form of the API, oldest first. */
  readonly refunds: Refund[];
}

export const NOTHING: Refundable = { credits: 0, amount: 0 };

/** The refunds of these payments, by id. */
export async function readPaymentRefunds(
  db: Db,
  payments: readonly RefundableRow[],
): Promise<ReadonlyMap<string, PaymentRefunds>> {
  const byPayment = new Map<string, PaymentRefunds>();
  // Few enough for one statement each.
  for (let from = 0; from < payments.length; from += BATCH) {
    const batch = payments.slice(from, from + BATCH);
    const ids = batch.map(({ id }) => id);
    const refunds = Map.groupBy(
      await refundRows(db).where('payment_id', 'in', ids).execute(),
      ({ payment_id }) => payment_id,
    );
    const disputes = Map.groupBy(await readDisputes(db, ids), ({ payment_id }) => payment_id);
    const inquiries = Map.groupBy(await readInquiries(db, ids), ({ payment_id }) => payment_id);
    const unused = await readUnusedCredits(db, [
      ...new Set(batch.map(({ family_id }) => family_id)),
    ]);
    for (const payment of batch)
      byPayment.set(
        payment.id,
        refundsOf(payment, {
          refunds: refunds.get(payment.id) ?? [],
          disputes: disputes.get(payment.id) ?? [],
          inquiries: inquiries.get(payment.id) ?? [],
          unused: unused.get(payment.id) ?? 0,
        }),
      );
  }
  return byPayment;
}

const BATCH = 500;

const readDisputes = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('disputes')
    .select(['payment_id', 'amount', 'status', 'is_appealed'])
    .where('payment_id', 'in', ids)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

type StoredDispute = Awaited<ReturnType<typeof readDisputes>>[number];

const readInquiries = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('inquiries')
    .select(['payment_id', 'state', 'due_at'])
    .where('payment_id', 'in', ids)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

type StoredInquiry = Awaited<ReturnType<typeof readInquiries>>[number];

/** The unused credits of all payments of these families. */
async function readUnusedCredits(db: Db, familyIds: readonly string[]) {
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

interface PaymentHistory {
  refunds: readonly StoredRefund[];
  disputes: readonly StoredDispute[];
  inquiries: readonly StoredInquiry[];
  unused: number;
}

function refundsOf(row: RefundableRow, { refunds, disputes, inquiries, unused }: PaymentHistory) {
  const { credits, reversed_credits: takenBack } = row;
  const paid = paidOf(row);
  const lost = disputes.filter(({ status }) => status === 'lost');
  const returned = lost.reduce((total, { amount }) => total + amount, returnedBy(refunds));
  const isDisputed = disputes.some(
    ({ status, is_appealed }) => status === 'open' || is_appealed === 1,
  );
  const inquiry = inquiries.find(({ state }) => state === 'open') ?? inquiries[0];
  const payment = { credits, paid, takenBack, returned, unused, isDisputed };
  const shares = creditsOfRefunds({ credits, paid }, refunds);
  return {
    payment,
    dispute: isDisputed ? 'open' : lost.length > 0 ? 'lost' : (disputes.at(-1)?.status ?? null),
    inquiry: inquiry?.state ?? null,
    inquiryDueAt: inquiry?.state === 'open' ? inquiry.due_at : null,
    refundable: isGranted(row.status) ? refundableOf(payment) : NOTHING,
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
