// Locked payments. withLocks (server/booking/locks.ts) takes this lock before all others.
import type { PaymentStatus } from '../../domain/payments/payment.ts';
import { type Locks, withLocks } from '../booking/locks.ts';
import type { Work } from '../engine/context.ts';
import { hasRowLocks } from '../engine/row-locks.ts';

/** Only this module can make a LockedPayment. */
const lock = Symbol('lock');

/** A payment that nobody else can change until the commit. */
export interface LockedPayment {
  readonly [lock]: true;
  readonly id: string;
  readonly family_id: string;
  readonly credits: number;
  /** In minor units of `currency`. */
  readonly amount: number;
  /** What was paid, in minor units; null until its credits are granted. */
  readonly paid: number | null;
  /** 0 or 1. */
  readonly accepts_codes: number;
  readonly currency: string;
  readonly status: PaymentStatus;
  readonly session_id: string | null;
  readonly payment_intent: string | null;
  readonly refunded_amount: number;
  readonly reversed_credits: number;
}

/** Locks the payment, which changes nothing; null when it does not exist. */
export async function lockPayment(
  { tx }: Work,
  by: 'id' | 'session_id' | 'payment_intent',
  value: string,
): Promise<LockedPayment | null> {
  const row = await tx
    .updateTable('payments')
    .set((eb) => ({ status: eb.ref('status') }))
    .where(by, '=', value)
    .returning([
      'id',
      'family_id',
      'credits',
      'amount',
      'paid',
      'accepts_codes',
      'currency',
      'status',
      'session_id',
      'payment_intent',
      'refunded_amount',
      'reversed_credits',
    ])
    .executeTakeFirst();
  return row === undefined ? null : { ...row, [lock]: true };
}

/**
 * Locks all payments of a family without changing them, those of lower ids first. Waits for every
 * transaction that has locked one of them.
 */
export async function lockPaymentsOf({ tx }: Work, familyId: string): Promise<void> {
  await tx
    .selectFrom('payments')
    .select('id')
    .where('family_id', '=', familyId)
    .orderBy('id')
    .$if(hasRowLocks(tx), (rows) => rows.forNoKeyUpdate())
    .execute();
}

/** What has been paid, in minor units: nothing until the credits are granted. */
export const paidOf = ({ paid }: Pick<LockedPayment, 'paid'>): number => paid ?? 0;

/** The statuses of payments whose credits have been granted. */
export const GRANTED = ['paid', 'refunded'] as const satisfies readonly PaymentStatus[];

/** The statuses of checkouts for which no money has come. */
export const UNPAID = ['pending', 'expired', 'failed'] as const satisfies readonly PaymentStatus[];

/** Whether a payment in this status has had its credits granted. */
export const isGranted = (status: PaymentStatus) => GRANTED.some((granted) => granted === status);

/** Locks a payment and its family and runs `run` with them; null if there is no such payment. */
export function withPaymentAndFamily<Outcome>(
  work: Work,
  lockIt: () => Promise<LockedPayment | null>,
  run: (payment: LockedPayment | null, locks: Locks) => Promise<Outcome>,
): Promise<Outcome> {
  return withLocks(
    work,
    {
      payment: lockIt,
      families: ({ payment }) => (payment === null ? [] : [payment.family_id]),
    },
    (locks) => run(locks.payment, locks),
  );
}
