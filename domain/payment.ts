// A card payment for credits, from checkout to refund.
import * as z from 'zod/mini';

import { RESERVATION_MINUTES, PAYMENT_REFRESH_MS, TRANSACTION_ID_CHARS } from './limits.ts';
import { instant } from './text.ts';

export const paymentStatuses = [
  'pending',
  'paid',
  'failed',
  'expired',
  'refunded',
  'mismatched',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** How the bank has decided a disputed payment, or that it has not yet. */
export const disputeOutcomes = ['open', 'won', 'lost'] as const;
export type DisputeOutcome = (typeof disputeOutcomes)[number];

/** Why a lesson that was to be bought has not been booked. */
export const unbookedReasons = [
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

/** In the middle of a sentence: 'GCSE Waves was not booked: no spot was left.' */
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
  /** Null unless it was not. */
  reason: z.nullable(z.enum(unbookedReasons)),
});
export type PaidLesson = z.infer<typeof paidLessonSchema>;

export const paymentSchema = z.object({
  session_id: z.string(),
  id: z.string(),
  /** The number of its invoice; null until it is paid. */
  invoice: z.nullable(z.string()),
  status: z.enum(paymentStatuses),
  credits: z.int(),
  /** What was asked for, in minor units of `currency`. */
  amount: z.int(),
  currency: z.string(),
  created_at: instant,
  /** What the credits are for, in the order asked, where lessons were. */
  lessons: z.optional(z.array(paidLessonSchema)),
});
export type Payment = z.infer<typeof paymentSchema>;

/**
 * Credits to have been taken back once `refunded` of `paid` has been returned: an absolute target,
 * rounded down.
 */
export function reversalTarget(credits: number, refunded: number, paid: number): number {
  if (paid <= 0) return 0;
  return Math.floor((credits * Math.min(refunded, paid)) / paid);
}

const FIRST_LOOK_MS = 10 * 60_000;
const LAST_LOOKS_MS = 24 * 3_600_000;
/** The provider closes a session some moments after its time. */
const CLOSING_MS = 60_000;

/**
 * From when on a session that was not paid is closed at the provider. All are epoch milliseconds.
 */
export function closedBy(expiresAt: number): number {
  return expiresAt + CLOSING_MS;
}

/**
 * When to ask the provider about a pending payment after `looks` looks (0: it has just begun):
 * later each time, once a day in the end, but in any case when its session has been closed. All are
 * epoch milliseconds.
 */
export function nextLookAt(now: number, looks: number, expiresAt: number): number {
  const next = now + Math.min(FIRST_LOOK_MS * 2 ** looks, LAST_LOOKS_MS);
  const closed = closedBy(expiresAt);
  return now < closed ? Math.min(next, closed) : next;
}

const LONGEST_FAMILY_PAUSE_MS = 15_000;

/**
 * How long after a look of its family, before which there were `looks`, the next one asks the
 * provider about a pending payment again: about half as long as the family's page waits. In
 * milliseconds.
 */
export function familyPauseMs(looks: number): number {
  return Math.min((PAYMENT_REFRESH_MS / 2) * Math.max(1, looks / 5), LONGEST_FAMILY_PAUSE_MS);
}

/** The transaction id as shown: the first 20 characters and an ellipsis. */
export function shortTransactionId(sessionId: string): string {
  return `${sessionId.slice(0, TRANSACTION_ID_CHARS)}…`;
}
