// Describes a change of the balance for a family.
import { creditCount, formatMoney, type LedgerEntry } from '../../domain/credits.ts';
import { formatDate, shortTime } from '../../domain/time.ts';

export interface LedgerWords {
  /** 'Bought 5 credits'. */
  readonly title: string;
  /** 'For £140.00, invoice 2026-0001'; empty if there is nothing to add. */
  readonly detail: string;
}

export function describeEntry(entry: LedgerEntry): LedgerWords {
  const credits = creditCount(Math.abs(entry.amount));
  switch (entry.kind) {
    case 'purchase':
      return {
        title: `Bought ${credits}`,
        detail: [
          entry.price === null ? null : `For ${moneyOf(entry)}`,
          entry.invoice === null ? null : `invoice ${entry.invoice}`,
        ]
          .filter(Boolean)
          .join(', '),
      };
    case 'booking':
      return { title: 'Booked a lesson', detail: lessonOf(entry) };
    case 'refund':
      return { title: 'Booking cancelled, credit refunded', detail: lessonOf(entry) };
    case 'reversal':
      return {
        title: `Took back ${credits} because the payment was refunded`,
        detail: [entry.reason, entry.price === null ? null : `Paid with ${moneyOf(entry)}`]
          .filter(Boolean)
          .join('. '),
      };
    case 'adjustment':
      return {
        title:
          entry.amount > 0
            ? `Given ${credits} by the tutor`
            : `Adjusted by the tutor: ${credits} less`,
        detail: [entry.reason, lessonOf(entry)].filter(Boolean).join('. '),
      };
  }
}

/** '+5' or '−1', with a true minus sign. */
export function signedAmount(amount: number): string {
  return amount > 0 ? `+${amount}` : `−${Math.abs(amount)}`;
}

function moneyOf({ price, currency }: LedgerEntry): string {
  return formatMoney(price ?? 0, currency ?? undefined);
}

function lessonOf({ Lesson_Name, Lesson_Date, Lesson_Time }: LedgerEntry): string {
  if (Lesson_Name === null) return '';
  if (Lesson_Date === null || Lesson_Time === null) return Lesson_Name;
  return `${Lesson_Name}, ${formatDate(Lesson_Date, 'short')} at ${shortTime(Lesson_Time)} UK time`;
}
