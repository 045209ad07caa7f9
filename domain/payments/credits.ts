// Lesson credits: their prices, what a package saves and the kinds of ledger entries.
import * as z from 'zod/mini';

import {
  CURRENCY,
  FALLBACK_CREDIT_PRICE_PENCE,
  MAX_CREDITS_PER_PAYMENT,
  MIN_CREDITS_PER_PAYMENT,
} from '../business-words.ts';
import type { Business } from '../business.ts';
import { lessonIdsSchema, newBookingSchema } from '../lessons/booking.ts';
import { instant } from '../text.ts';

export const MAX_LESSONS_PER_CHECKOUT = 12;

const ledgerKinds = ['purchase', 'booking', 'refund', 'adjustment', 'reversal'] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

export const ledgerEntrySchema = z.object({
  /** Counts an account's entries from 1. */
  number: z.int(),
  kind: z.enum(ledgerKinds),
  /** Credits added; negative when taken. */
  amount: z.int(),
  balance: z.int(),
  created_at: instant,
  /** The lesson of the booking, refund or absence, and its student. A deleted lesson has no id. */
  Lesson_ID: z.nullable(z.string()),
  Student_ID: z.nullable(z.string()),
  Student_Name: z.nullable(z.string()),
  Lesson_Name: z.nullable(z.string()),
  Lesson_Date: z.nullable(z.string()),
  Lesson_Time: z.nullable(z.string()),
  /** What was paid, in minor units of `currency`. */
  price: z.nullable(z.int()),
  currency: z.nullable(z.string()),
  /** The payment's invoice number. */
  invoice: z.nullable(z.string()),
  /** The tutor's own words for an adjustment. */
  reason: z.nullable(z.string()),
});
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;

/**
 * Where a cancelled booking's credit goes. It may already have been returned, or be owed to a
 * refund.
 */
export type ReturnedCredit =
  | 'to the family'
  | 'towards a refund'
  | 'returned before'
  | 'took none'
  | 'stays spent';

export const creditPackageSchema = z.object({
  id: z.string(),
  name: z.string(),
  credits: z.int(),
  /** Pence (minor units of `currency`) for the whole package. */
  price: z.int(),
  currency: z.string(),
});
export type CreditPackage = z.infer<typeof creditPackageSchema>;

/** What families can buy. */
export const packagesOf = ({ packages }: Pick<Business, 'packages'>): CreditPackage[] =>
  packages.map(({ credits, price_pence, name }) => ({
    id: creditCount(credits).replace(' ', '-'),
    name,
    credits,
    price: price_pence,
    currency: CURRENCY,
  }));
export const MOST_POPULAR_PACKAGE = '5-credits';

export const buyCreditsSchema = z.object({
  credits_quantity: z.int({ error: 'Credits must be a whole number' }).check(
    z.minimum(MIN_CREDITS_PER_PAYMENT, { error: 'Must purchase at least 1 credit' }),
    z.maximum(MAX_CREDITS_PER_PAYMENT, {
      error: 'Cannot purchase more than 100 credits at once',
    }),
  ),
  /** Lessons to book with the credits once they are paid. Their spots are reserved until then. */
  Lesson_IDs: z.optional(lessonIdsSchema(MAX_LESSONS_PER_CHECKOUT)),
  Student_ID: newBookingSchema.shape.Student_ID,
});

const singlePrice = (packages: readonly CreditPackage[]) =>
  packages.find(({ credits }) => credits === 1)?.price ?? FALLBACK_CREDIT_PRICE_PENCE;

/**
 * Pence for any quantity: the price of the matching package, or else the per-credit price of the
 * largest package that is smaller than the quantity.
 */
export function priceOf(quantity: number, packages: readonly CreditPackage[]): number {
  const rate = packages
    .filter(({ credits }) => credits <= quantity)
    .reduce<CreditPackage | null>(
      (best, next) => (best === null || next.credits > best.credits ? next : best),
      null,
    );
  if (rate === null) return quantity * singlePrice(packages);
  return rate.credits === quantity
    ? rate.price
    : Math.round((quantity * rate.price) / rate.credits);
}

/**
 * What `credits` credits for `price` pence save against single credits; never below 0. `percent`
 * is rounded.
 */
export function savingsOf(
  { credits, price }: Pick<CreditPackage, 'credits' | 'price'>,
  packages: readonly CreditPackage[],
): { amount: number; percent: number } {
  const single = singlePrice(packages) * credits;
  const amount = Math.max(0, single - price);
  return { amount, percent: single === 0 ? 0 : Math.round((amount / single) * 100) };
}

/** Pence as en-GB money: '£140.00'. */
export function formatMoney(pence: number, currency: string = CURRENCY): string {
  return new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency: currency.toUpperCase(),
  }).format(pence / 100);
}

/** '1 lesson credit', '5 lesson credits': the product's name on checkouts and invoices. */
export function lessonCredits(credits: number): string {
  return `${credits} lesson ${credits === 1 ? 'credit' : 'credits'}`;
}

/** '1 credit', '5 credits'. */
export function creditCount(credits: number): string {
  return `${credits} ${credits === 1 ? 'credit' : 'credits'}`;
}
