// Lesson credits: what they cost, what a package saves and how the ledger names each change.
import * as z from 'zod/mini';

import { lessonIdsSchema, newBookingSchema } from './booking.ts';
import {
  CURRENCY,
  FALLBACK_CREDIT_PRICE_PENCE,
  LESSON_PRICE_PENCE,
  MAX_CREDITS_PER_PURCHASE,
  MIN_CREDITS_PER_PURCHASE,
  MAX_LESSONS_PER_CHECKOUT,
} from './limits.ts';
import { instant } from './text.ts';

export const ledgerKinds = ['purchase', 'booking', 'refund', 'adjustment', 'reversal'] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

export const ledgerEntrySchema = z.object({
  /** 1 for an account's first entry, then one more each time. */
  number: z.int(),
  kind: z.enum(ledgerKinds),
  /** Credits added, or taken when negative. */
  amount: z.int(),
  balance: z.int(),
  created_at: instant,
  /** The lesson of a booking, a refund or an absence. */
  Lesson_Name: z.nullable(z.string()),
  Lesson_Date: z.nullable(z.string()),
  Lesson_Time: z.nullable(z.string()),
  /** What was paid for a purchase, in minor units of `currency`. */
  price: z.nullable(z.int()),
  currency: z.nullable(z.string()),
  /** The number of that purchase's invoice. */
  invoice: z.nullable(z.string()),
  /** The tutor's own words for an adjustment. */
  reason: z.nullable(z.string()),
});
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;

/**
 * Where a booking's credit goes when the booking ends: it may have come back before, or be owed to
 * a refund.
 */
export type ReturnedCredit = 'to the family' | 'towards a refund' | 'returned before';

export const creditPackageSchema = z.object({
  id: z.string(),
  name: z.string(),
  credits: z.int(),
  /** Pence (minor units of `currency`) for the whole package. */
  price: z.int(),
  currency: z.string(),
});
export type CreditPackage = z.infer<typeof creditPackageSchema>;

export const defaultPackages: readonly CreditPackage[] = [
  { id: '1-credit', name: '1 credit', credits: 1, price: LESSON_PRICE_PENCE, currency: CURRENCY },
  { id: '5-credits', name: '5 credits', credits: 5, price: 14_000, currency: CURRENCY },
  { id: '10-credits', name: '10 credits', credits: 10, price: 27_000, currency: CURRENCY },
];
export const MOST_POPULAR_PACKAGE = '5-credits';

export const purchaseSchema = z.object({
  credits_quantity: z.int({ error: 'Credits must be a whole number' }).check(
    z.minimum(MIN_CREDITS_PER_PURCHASE, { error: 'Must purchase at least 1 credit' }),
    z.maximum(MAX_CREDITS_PER_PURCHASE, {
      error: 'Cannot purchase more than 100 credits at once',
    }),
  ),
  /**
   * What the credits are for: lessons that are booked once they are paid, and kept free until then.
   */
  Lesson_IDs: z.optional(lessonIdsSchema(MAX_LESSONS_PER_CHECKOUT)),
  Student_ID: newBookingSchema.shape.Student_ID,
});

const singlePrice = (packages: readonly CreditPackage[]) =>
  packages.find(({ credits }) => credits === 1)?.price ?? FALLBACK_CREDIT_PRICE_PENCE;

/**
 * Pence for any quantity: a package's own price, or else the per-credit rate of the largest package
 * that is not above the quantity.
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
 * What `quantity` credits for `price` pence save against buying them one by one; never below 0.
 * `percent` is rounded.
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

/** '1 lesson credit', '5 lesson credits': what is sold. */
export function lessonCredits(credits: number): string {
  return `${credits} lesson ${credits === 1 ? 'credit' : 'credits'}`;
}

/** '1 credit', '5 credits'. */
export function creditCount(credits: number): string {
  return `${credits} ${credits === 1 ? 'credit' : 'credits'}`;
}
