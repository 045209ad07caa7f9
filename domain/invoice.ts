// The invoice of a payment: its number, what was sold to whom by whom, and what was returned since.
import * as z from 'zod/mini';

import { paymentStatuses } from './payment.ts';
import { instant } from './text.ts';
import { ukDate } from './time.ts';

/** Who sells, as invoices and receipts name them. */
export const sellerSchema = z.object({
  name: z.string(),
  /** The postal address, line by line. */
  address: z.array(z.string()),
  /** What is to be said of tax, such as 'Not VAT registered'; null: nothing. */
  tax: z.nullable(z.string()),
});
export type Seller = z.infer<typeof sellerSchema>;

/** The lines of a seller's name, address and tax, in the order in which they are written. */
export function sellerLines({ name, address, tax }: Seller): string[] {
  return [name, ...address, ...(tax === null ? [] : [tax])];
}

/** Money that went back: by the seller, or by the bank that decided a dispute. */
export const returnedMoneySchema = z.object({
  how: z.enum(['refund', 'dispute']),
  /** In minor units. */
  amount: z.int(),
  at: instant,
});
export type ReturnedMoney = z.infer<typeof returnedMoneySchema>;

export const invoiceSchema = z.object({
  /** The payment's. */
  id: z.string(),
  number: z.string(),
  /** When the payment was confirmed and its credits were added. */
  issued_at: instant,
  seller: sellerSchema,
  /** The parent who has been there longest; null once the family has left. */
  buyer: z.nullable(z.object({ name: z.string(), email: z.string() })),
  credits: z.int(),
  /** The name of the package that it was; null for any other quantity. */
  package: z.nullable(z.string()),
  /** In minor units of `currency`. */
  amount: z.int(),
  currency: z.string(),
  /** Oldest first. */
  returned: z.array(returnedMoneySchema),
});
export type Invoice = z.infer<typeof invoiceSchema>;

/** What there is to show of a payment: its invoice, or why it has none. */
export const invoiceAnswer = {
  status: z.enum(paymentStatuses),
  /** Null until it is paid. */
  invoice: z.nullable(invoiceSchema),
};

/** A payment that was confirmed, as its family's list shows it. */
export const invoicedPaymentSchema = z.object({
  id: z.string(),
  /** The number of its invoice. */
  invoice: z.string(),
  status: z.enum(['paid', 'refunded']),
  credits: z.int(),
  amount: z.int(),
  currency: z.string(),
  issued_at: instant,
});
export type InvoicedPayment = z.infer<typeof invoicedPaymentSchema>;

/**
 * The year that counts an invoice of this instant (epoch milliseconds): the one that it is in the
 * UK.
 */
export function invoiceYear(issuedAt: number): number {
  return Number(ukDate(issuedAt).slice(0, 4));
}

const MIN_DIGITS = 4;

/** '2026-0001'; longer from the ten thousandth on. */
export function invoiceNumber({
  year,
  number,
}: {
  readonly year: number;
  readonly number: number;
}): string {
  return `${year}-${String(number).padStart(MIN_DIGITS, '0')}`;
}

interface JoinedNumber {
  readonly year: number | null;
  readonly number: number | null;
}

/** The same of a payment that may have none yet: null then. */
export function invoiceNumberOf({ year, number }: JoinedNumber): string | null {
  return year === null || number === null ? null : invoiceNumber({ year, number });
}

/** Minor units for each credit, where the price can be split evenly; null where it cannot. */
export function priceEach({ amount, credits }: Pick<Invoice, 'amount' | 'credits'>): number | null {
  return amount % credits === 0 ? amount / credits : null;
}

/** How much of an invoice went back: nothing, some of it or all. */
export function returnedOf({ amount, returned }: Pick<Invoice, 'amount' | 'returned'>): {
  readonly sum: number;
  readonly share: 'none' | 'part' | 'all';
} {
  const sum = returned.reduce((total, one) => total + one.amount, 0);
  return { sum, share: sum === 0 ? 'none' : sum >= amount ? 'all' : 'part' };
}
