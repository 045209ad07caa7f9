// A card payment for credits, from checkout to refund.
import * as z from 'zod/mini';

import { entityId } from '../entity-id.ts';
import { RESERVATION_MINUTES } from '../lessons/booking.ts';
import { clashesField } from '../lessons/student-day.ts';
import { instant } from '../text.ts';
import { DAY_MS, MINUTE_MS } from '../time.ts';

export const PAYMENT_REFRESH_MS = 2000;
export const TRANSACTION_ID_CHARS = 20;

export const paymentStatuses = [
  'pending',
  'paid',
  'failed',
  'expired',
  'refunded',
  'mismatched',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** The bank's decision on a disputed payment; 'open' until it decides. */
export const disputeOutcomes = ['open', 'won', 'lost'] as const;
export type DisputeOutcome = (typeof disputeOutcomes)[number];

/** Why a paid lesson was not booked. */
const unbookedReasons = [
  'lesson_not_found',
  'lesson_started',
  'already_booked',
  'insufficient_credits',
  'lesson_full',
  'student_not_found',
  'not_paid',
  'reservation_expired',
] as const;
export type UnbookedReason = (typeof unbookedReasons)[number];

/** Used mid-sentence: 'GCSE Waves was not booked: no spot was left.' */
export const unbookedWords: Readonly<Record<UnbookedReason, string>> = {
  lesson_not_found: 'it was taken off the plan',
  lesson_started: 'it had already started',
  already_booked: 'it was booked already',
  insufficient_credits: 'no credit was left for it',
  lesson_full: 'no spot was left',
  student_not_found: 'the student is not with the family any more',
  not_paid: 'it was not paid for',
  reservation_expired: `its spot was reserved for ${RESERVATION_MINUTES.asTold} minutes and is open to all again`,
};

export const paidLessonSchema = z.object({
  Lesson_ID: z.string(),
  Lesson_Name: z.string(),
  Lesson_Starts_At: instant,
  Student_ID: z.string(),
  state: z.enum(['reserved', 'booked', 'not_booked']),
  /** Null unless it was booked. */
  bookingId: z.nullable(z.string()),
  /** Null if it was booked. */
  reason: z.nullable(z.enum(unbookedReasons)),
});
export type PaidLesson = z.infer<typeof paidLessonSchema>;

export const paymentSchema = z.object({
  session_id: z.string(),
  id: z.string(),
  /** The invoice number; null until it is paid. */
  invoice: z.nullable(z.string()),
  status: z.enum(paymentStatuses),
  credits: z.int(),
  /** The price, in minor units of `currency`. */
  amount: z.int(),
  /** The price less what a promotion code took off; null until it is paid. */
  paid: z.nullable(z.int()),
  currency: z.string(),
  created_at: instant,
  /** The lessons chosen with the credits, in the order chosen. */
  lessons: z.optional(z.array(paidLessonSchema)),
  /** Those of these lessons that are booked or reserved. */
  ...clashesField,
});
export type Payment = z.infer<typeof paymentSchema>;

/**
 * How many credits must have been taken back in total once `refunded` of `paid` has been returned,
 * rounded down.
 */
export function reversalTarget(credits: number, refunded: number, paid: number): number {
  if (paid <= 0) return 0;
  return Math.floor((credits * Math.min(refunded, paid)) / paid);
}

const FIRST_PAYMENT_CHECK_MS = 10 * MINUTE_MS;
const LONGEST_PAUSE_MS = DAY_MS;
/** The provider closes a session some moments after it expires. */
const CLOSING_MS = MINUTE_MS;

/** When an unpaid session is certainly closed at the provider. All times are epoch milliseconds. */
export function closedBy(expiresAt: number): number {
  return expiresAt + CLOSING_MS;
}

/**
 * When to ask the provider about a pending payment after `checks` checks (0: it has just started).
 * The intervals grow to once a day, but one check always follows the closing of the session. All
 * times are epoch milliseconds.
 */
export function nextCheckAt(now: number, checks: number, expiresAt: number): number {
  const next = now + Math.min(FIRST_PAYMENT_CHECK_MS * 2 ** checks, LONGEST_PAUSE_MS);
  const closed = closedBy(expiresAt);
  return now < closed ? Math.min(next, closed) : next;
}

const LONGEST_FAMILY_PAUSE_MS = 15_000;

/**
 * How long after a check caused by the family the next one may ask the provider again, after
 * `checks` checks: about half as long as the family's page waits. In milliseconds.
 */
export function familyPauseMs(checks: number): number {
  return Math.min((PAYMENT_REFRESH_MS / 2) * Math.max(1, checks / 5), LONGEST_FAMILY_PAUSE_MS);
}

/** The transaction id as shown: its first 20 characters and an ellipsis. */
export function shortTransactionId(sessionId: string): string {
  return `${sessionId.slice(0, TRANSACTION_ID_CHARS)}…`;
}

export const paymentIdSchema = entityId('Payment');
