// A card payment for credits, from checkout to refund.
import * as z from 'zod/mini';

import { TRANSACTION_ID_CHARS } from './limits.ts';
import { instant } from './text.ts';

export const paymentStatuses = ['pending', 'paid', 'failed', 'expired', 'refunded', 'mismatched'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const paymentSchema = z.object({
  session_id: z.string(),
  status: z.enum(paymentStatuses),
  credits: z.int(),
  /** What was asked for, in minor units of `currency`. */
  amount: z.int(),
  currency: z.string(),
  created_at: instant,
});
export type Payment = z.infer<typeof paymentSchema>;

/** Credits to have been taken back once `refunded` of `paid` has been returned: an absolute target, rounded down. */
export function reversalTarget(credits: number, refunded: number, paid: number): number {
  if (paid <= 0) return 0;
  return Math.floor((credits * Math.min(refunded, paid)) / paid);
}

/** The transaction id as shown: the first 20 characters and an ellipsis. */
export function shortTransactionId(sessionId: string): string {
  return `${sessionId.slice(0, TRANSACTION_ID_CHARS)}…`;
}
