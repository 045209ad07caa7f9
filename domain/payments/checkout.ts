// What the payment provider's page says, and whether what was paid there is what was asked.
import { formatDate, shortTime, ukDate, ukTime } from '../time.ts';

/** The provider refuses a description of 500 characters or more on some of its calls. */
const MAX_DESCRIPTION_CHARS = 499;

interface BoughtLesson {
  readonly name: string;
  /** Epoch milliseconds. */
  readonly starts_at: number;
}

/**
 * Names the lessons in this order, as many as fit: 'For GCSE: Waves (Sat 21 Nov, 09:00).'. Null
 * without lessons.
 */
export function describeLessons(lessons: readonly BoughtLesson[]): string | null {
  if (lessons.length === 0) return null;
  for (let count = lessons.length; count > 0; count -= 1) {
    const words = describe(lessons, count);
    if (words.length <= MAX_DESCRIPTION_CHARS) return words;
  }
  return describe(lessons, 0);
}

function describe(lessons: readonly BoughtLesson[], count: number): string {
  const rest = lessons.length - count;
  const labels = lessons
    .slice(0, count)
    .map(
      ({ name, starts_at }) =>
        `${name} (${formatDate(ukDate(starts_at), 'short')}, ${shortTime(ukTime(starts_at))})`,
    );
  if (count === 0) return rest === 1 ? 'For 1 lesson' : `For ${rest} lessons`;
  const more = rest === 0 ? [] : [`and ${rest} more`];
  return `For ${[...labels, ...more].join(', ')}. All times are UK time.`;
}

interface CheckoutPrice {
  /** In minor units of `currency`, before any promotion code. */
  amount: number;
  currency: string;
  /** Whether the checkout accepted promotion codes when it began. */
  acceptsCodes: boolean;
}

/** Amounts are in minor units of `currency`. */
interface CollectedAmount {
  /** What was paid. */
  amount: number | null;
  /** The price before promotion codes. */
  subtotal?: number | null;
  currency: string | null;
}

/** What was paid, in minor units; null if it is not for what was asked. */
export function paidFor(
  price: CheckoutPrice,
  { amount, subtotal = null, currency }: CollectedAmount,
): number | null {
  if (amount === null || currency !== price.currency) return null;
  if (amount === price.amount) return amount;
  const isDiscounted = price.acceptsCodes && subtotal === price.amount;
  return isDiscounted && amount >= 0 && amount < price.amount ? amount : null;
}
