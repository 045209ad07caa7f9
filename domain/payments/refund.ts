// Refunds of card payments: which credits can be returned, how much money that is, and what the API
// says about it. Amounts are in minor units of the payment's currency.
import * as z from 'zod/mini';

import { instant } from '../text.ts';
import { creditCount, type LedgerKind } from './credits.ts';
import { invoicedPaymentSchema } from './invoice.ts';
import { reversalTarget } from './payment.ts';

/** For how many UK days after the grant a family can return unused credits. */
export const RETURN_DAYS = 14;

/** 'asked' until the provider has decided. */
export const refundStates = ['asked', 'done', 'failed'] as const;
export type RefundState = (typeof refundStates)[number];

/** 'provider' for refunds made in its dashboard. */
export const refundMakers = ['tutor', 'family', 'provider'] as const;
export type RefundMaker = (typeof refundMakers)[number];

const CREDITS_MESSAGE = 'Credits must be a whole number of at least 1';
export const newRefundSchema = z.object({
  credits: z.int({ error: CREDITS_MESSAGE }).check(z.minimum(1, { error: CREDITS_MESSAGE })),
});

/** What can be returned at most, and the money for it. */
export const refundableSchema = z.object({ credits: z.int(), amount: z.int() });
export type Refundable = z.infer<typeof refundableSchema>;

export const refundSchema = z.object({
  /** Null for a refund made in the provider's dashboard. */
  id: z.nullable(z.string()),
  credits: z.int(),
  amount: z.int(),
  state: z.enum(refundStates),
  by: z.enum(refundMakers),
  created_at: instant,
});
export type Refund = z.infer<typeof refundSchema>;

/** A confirmed payment in the family's list. */
export const familyPaymentSchema = z.extend(invoicedPaymentSchema, {
  /** What the family can return until `returnable_until`. */
  refundable: refundableSchema,
  returnable_until: instant,
  /** Oldest first. */
  refunds: z.array(refundSchema),
});
export type FamilyPayment = z.infer<typeof familyPaymentSchema>;

/**
 * A granted payment, as far as refunds go. docs/glossary.md says what else its parts are called.
 */
export interface RefundedPayment {
  readonly credits: number;
  /** What was paid. */
  readonly paid: number;
  /** Credits taken back so far, including those of refunds that are asked for. */
  readonly takenBack: number;
  /** Money returned or asked for so far, including lost disputes. */
  readonly returned: number;
  /** Its credits that are neither used nor taken back; see refundable.ts. */
  readonly unused: number;
  readonly isDisputed: boolean;
}

/** The money for `credits` more credits, so that all parts add up to what was paid. */
export function refundAmount(
  payment: Pick<RefundedPayment, 'credits' | 'paid' | 'takenBack' | 'returned'>,
  credits: number,
): number {
  const { paid, takenBack, returned } = payment;
  return Math.floor((paid * (takenBack + credits)) / payment.credits) - returned;
}

/** What can be refunded at most; no credits if there is no money for them. */
export function refundableOf(payment: RefundedPayment): Refundable {
  const credits = Math.max(0, Math.min(payment.unused, payment.credits - payment.takenBack));
  const amount = credits === 0 || payment.isDisputed ? 0 : refundAmount(payment, credits);
  return amount > 0 ? { credits, amount } : { credits: 0, amount: 0 };
}

/** Why this many credits cannot be refunded; null if they can. */
export function refuseRefund(
  payment: RefundedPayment,
  credits: number,
): { readonly message: string; readonly isAboutCredits: boolean } | null {
  if (payment.paid === 0) return { message: WHY_NOT.free, isAboutCredits: false };
  if (payment.isDisputed) return { message: WHY_NOT.disputed, isAboutCredits: false };
  const refundable = refundableOf(payment);
  if (refundable.credits === 0) return { message: WHY_NOT.nothingLeft, isAboutCredits: false };
  if (credits <= refundable.credits)
    return refundAmount(payment, credits) > 0
      ? null
      : { message: WHY_NOT.noMoney, isAboutCredits: false };
  const message = `${refundable.credits} of ${creditCount(payment.credits)} can be refunded`;
  return { message, isAboutCredits: true };
}

export const WHY_NOT = {
  notGranted: 'This payment has not added any credits.',
  free: 'Nothing was paid for these credits.',
  disputed: "The family's bank disputes this payment. It decides where the money goes.",
  nothingLeft: 'No unused credit of this payment is left.',
  noMoney: 'More money has been returned already than these credits cost.',
} as const;

/** What the rules need of a refund; only refunds made here have credits of their own. */
export interface RefundFacts {
  readonly credits: number | null;
  readonly amount: number;
  readonly state: RefundState;
}

/**
 * How many credits must have been taken back in total: those of the refunds made here, and a share
 * of all credits for other returned money, `lost` disputes included, rounded down. All of them once
 * all money was returned.
 */
export function creditsTakenBack(
  { credits, paid }: Pick<RefundedPayment, 'credits' | 'paid'>,
  refunds: RefundFacts[],
  lost: number,
): number {
  if (paid === 0) return 0;
  const isOther = (refund: RefundFacts) => refund.credits === null;
  const other = lost + returnedBy(refunds.filter(isOther));
  if (lost + returnedBy(refunds) >= paid) return credits;
  return Math.min(credits, takenBackBy(refunds) + reversalTarget(credits, other, paid));
}

/**
 * The credits of each refund, in the order given. Those of a refund made in the provider's
 * dashboard are what it has added to the total.
 */
export function creditsOfRefunds(
  payment: Pick<RefundedPayment, 'credits' | 'paid'>,
  refunds: readonly RefundFacts[],
): number[] {
  return refunds.map((refund, position) => {
    if (refund.credits !== null) return refund.credits;
    if (refund.state === 'failed') return 0;
    const before = creditsTakenBack(payment, refunds.slice(0, position), 0);
    return creditsTakenBack(payment, refunds.slice(0, position + 1), 0) - before;
  });
}

/** The money that these refunds return: done or asked for, unless they have failed. */
export const returnedBy = (refunds: readonly Pick<RefundFacts, 'amount' | 'state'>[]): number =>
  sum(withoutFailed(refunds).map(({ amount }) => amount));

/** The credits that these refunds take back. */
export const takenBackBy = (refunds: Pick<RefundFacts, 'credits' | 'state'>[]): number =>
  sum(withoutFailed(refunds).map(({ credits }) => credits ?? 0));

const withoutFailed = <Some extends Pick<RefundFacts, 'state'>>(refunds: readonly Some[]): Some[] =>
  refunds.filter(({ state }) => state !== 'failed');

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** A ledger entry, reduced to what moves credits. */
export interface CreditMove {
  readonly kind: LedgerKind;
  /** Credits added; negative when taken. */
  readonly amount: number;
  readonly booking_id: string | null;
  readonly payment_id: string | null;
}

interface Source {
  /** Null for a gift. */
  readonly paymentId: string | null;
  left: number;
  /** The sources whose credits were taken back in place of its own, which were spent. */
  readonly owes: Source[];
}

/**
 * The credits of each payment that are neither used nor taken back, by the payment's id. `moves`
 * are all entries of one family's ledger in order. The values add up to at most the balance; the
 * rest of it are gifts.
 */
export function unusedCredits(moves: CreditMove[]): ReadonlyMap<string, number> {
  const sources: Source[] = [];
  const ofBooking = new Map<string, Source>();
  for (const { kind, amount, booking_id, payment_id } of moves) {
    const own = sources.find(({ paymentId }) => paymentId !== null && paymentId === payment_id);
    if (kind === 'purchase' || (amount > 0 && booking_id === null && own === undefined)) {
      sources.push({ paymentId: payment_id, left: amount, owes: [] });
      continue;
    }
    for (let credit = 0; credit < Math.abs(amount); credit += 1)
      if (amount > 0) giveBack(own ?? ofBooking.get(booking_id ?? ''));
      else {
        const used = take(sources, own);
        if (booking_id !== null && used !== undefined) ofBooking.set(booking_id, used);
      }
  }
  return new Map(
    sources.flatMap(({ paymentId, left }) => (paymentId === null ? [] : [[paymentId, left]])),
  );
}

/** Takes a credit: of `own` if it has one left, otherwise the oldest, which `own` then owes. */
function take(sources: readonly Source[], own: Source | undefined): Source | undefined {
  const used = own !== undefined && own.left > 0 ? own : sources.find(({ left }) => left > 0);
  if (used === undefined) return undefined;
  used.left -= 1;
  if (own !== undefined && used !== own) own.owes.push(used);
  return used;
}

/** Returns a credit to a source, or to the one that has given a credit in its place. */
function giveBack(source: Source | undefined): void {
  const creditor = source?.owes.shift();
  if (creditor !== undefined) giveBack(creditor);
  else if (source !== undefined) source.left += 1;
}
