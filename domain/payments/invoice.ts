// The invoice of a payment: its number, seller, buyer, items and the money returned since.
import * as z from 'zod/mini';

import { instant } from '../text.ts';
import { ukDate } from '../time.ts';
import { paymentStatuses } from './payment.ts';

/** The seller as named on invoices and receipts. */
const sellerSchema = z.object({
  name: z.string(),
  /** The postal address, one entry per line. */
  address: z.array(z.string()),
  /** The tax notice, such as 'Not VAT registered'; null for none. */
  tax: z.nullable(z.string()),
});
export type Seller = z.infer<typeof sellerSchema>;

/** A seller's name, address and tax notice, line by line. */
export function sellerLines({ name, address, tax }: Seller): string[] {
  return [name, ...address, ...(tax === null ? [] : [tax])];
}

/** Money returned by the seller, or by the bank that decided a dispute. */
const returnedMoneySchema = z.object({
  how: z.enum(['refund', 'dispute']),
  /** In minor units. */
  amount: z.int(),
  at: instant,
});
export type ReturnedMoney = z.infer<typeof returnedMoneySchema>;

const invoiceSchema = z.object({
  /** The payment's id. */
  id: z.string(),
  number: z.string(),
  /** When the payment was confirmed and its credits were added. */
  issued_at: instant,
  seller: sellerSchema,
  /** The parent who has been in the family longest; null once the family has left. */
  buyer: z.nullable(z.object({ name: z.string(), email: z.string() })),
  credits: z.int(),
  /** The package's name; null for any other quantity. */
  package: z.nullable(z.string()),
  /** The price, in minor units of `currency`. */
  amount: z.int(),
  /** What a promotion code took off the price. */
  discount: z.int(),
  /** The price less the discount. */
  paid: z.int(),
  currency: z.string(),
  /** Oldest first. */
  returned: z.array(returnedMoneySchema),
});
export type Invoice = z.infer<typeof invoiceSchema>;

/** A payment's invoice, or why it has none. */
export const invoiceAnswer = {
  status: z.enum(paymentStatuses),
  /** Null until it is paid. */
  invoice: z.nullable(invoiceSchema),
};

/** A confirmed payment in the family's list. */
export const invoicedPaymentSchema = z.object({
  id: z.string(),
  /** The invoice number. */
  invoice: z.string(),
  status: z.enum(['paid', 'refunded']),
  credits: z.int(),
  /** The price, in minor units of `currency`. */
  amount: z.int(),
  /** The price less what a promotion code took off. */
  paid: z.int(),
  currency: z.string(),
  issued_at: instant,
  /** The lessons that were booked together with it, in the order they were chosen. */
  lessons: z.array(
    z.object({
      /** Null once the lesson has been deleted. */
      Lesson_ID: z.nullable(z.string()),
      Lesson_Name: z.string(),
      Lesson_Date: z.string(),
      Lesson_Time: z.string(),
      Student_ID: z.string(),
      Student_Name: z.string(),
    }),
  ),
});

/** The UK year in which an invoice issued at this instant (epoch milliseconds) is numbered. */
export function invoiceYear(issuedAt: number): number {
  return Number(ukDate(issuedAt).slice(0, 4));
}

const MIN_DIGITS = 4;

/** '2026-0001'; longer from number 10,000 on. */
export function invoiceNumber({ year, number }: { year: number; number: number }): string {
  return `${year}-${String(number).padStart(MIN_DIGITS, '0')}`;
}

interface JoinedNumber {
  year: number | null;
  number: number | null;
}

/** The invoice number of a payment; null if it has none yet. */
export function invoiceNumberOf({ year, number }: JoinedNumber): string | null {
  return year === null || number === null ? null : invoiceNumber({ year, number });
}

/** Minor units per credit; null if the amount cannot be split evenly. */
export function priceEach({ amount, credits }: Pick<Invoice, 'amount' | 'credits'>): number | null {
  return amount % credits === 0 ? amount / credits : null;
}

/** How much of an invoice was returned: nothing, some of it or all. */
export function returnedOf({ paid, returned }: Pick<Invoice, 'paid' | 'returned'>): {
  readonly sum: number;
  readonly share: 'none' | 'part' | 'all';
} {
  const sum = returned.reduce((total, one) => total + one.amount, 0);
  return { sum, share: sum === 0 ? 'none' : sum >= paid ? 'all' : 'part' };
}
