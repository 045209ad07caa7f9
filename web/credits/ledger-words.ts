// Describes a change of the balance for a family.
import { creditCount, formatMoney, type LedgerEntry } from '../../domain/credits.ts';
import { lessonPath } from '../../domain/paths.ts';
import { formatDate, mondayOf, shortTime, ukDate } from '../../domain/time.ts';

export interface LedgerWords {
  /** 'Bought 5 credits', or the lesson: 'A-level: Particles, Sat 5 Dec'. */
  readonly title: string;
  /** 'For £140.00, invoice 2026-0001', or what happened: 'Booked'. */
  readonly detail: string;
}

export function describeEntry(entry: LedgerEntry): LedgerWords {
  const { kind, amount, price, invoice, reason } = entry;
  const credits = creditCount(Math.abs(amount));
  const title = lessonOf(entry);
  switch (kind) {
    case 'purchase':
      return {
        title: `Bought ${credits}`,
        detail: [
          price === null ? null : `For ${moneyOf(entry)}`,
          invoice === null ? null : `invoice ${invoice}`,
        ]
          .filter(Boolean)
          .join(', '),
      };
    case 'booking':
      return { title: title ?? 'A lesson', detail: 'Booked' };
    case 'refund':
      return { title: title ?? 'A lesson', detail: 'Booking cancelled, credit refunded' };
    case 'reversal':
      return {
        title: `Took back ${credits} because the payment was refunded`,
        detail: [reason, price === null ? null : `Paid with ${moneyOf(entry)}`]
          .filter(Boolean)
          .join('. '),
      };
    case 'adjustment': {
      const what =
        amount > 0 ? `Given ${credits} by the tutor` : `Adjusted by the tutor: ${credits} less`;
      return title === null
        ? { title: what, detail: reason ?? '' }
        : { title, detail: [what, reason].filter(Boolean).join('. ') };
    }
  }
}

/** The dialog of the booked lesson while it is ahead of `today`, a UK date; otherwise null. */
export function lessonLinkOf(
  { kind, Lesson_ID, Lesson_Date }: LedgerEntry,
  today: string,
): string | null {
  return kind === 'booking' && Lesson_ID !== null && Lesson_Date !== null && Lesson_Date >= today
    ? lessonPath(mondayOf(Lesson_Date), Lesson_ID)
    : null;
}

export interface MonthOfEntries {
  /** 'November 2026' */
  readonly name: string;
  readonly entries: readonly LedgerEntry[];
}

const monthFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  month: 'long',
  year: 'numeric',
});

/** The entries by UK month, in their order. */
export function byMonth(entries: readonly LedgerEntry[]): readonly MonthOfEntries[] {
  const months = Map.groupBy(entries, ({ created_at }) =>
    monthFormat.format(Date.parse(ukDate(Date.parse(created_at)))),
  );
  return [...months].map(([name, ofMonth]) => ({ name, entries: ofMonth }));
}

/** '+5' or '−1', with a true minus sign. */
export function signedAmount(amount: number): string {
  return amount > 0 ? `+${amount}` : `−${Math.abs(amount)}`;
}

function moneyOf({ price, currency }: LedgerEntry): string {
  return formatMoney(price ?? 0, currency ?? undefined);
}

function lessonOf({ Lesson_Name, Lesson_Date, Lesson_Time }: LedgerEntry): string | null {
  if (Lesson_Name === null || Lesson_Date === null || Lesson_Time === null) return Lesson_Name;
  return `${Lesson_Name}, ${formatDate(Lesson_Date, 'short')} ${shortTime(Lesson_Time)}`;
}
