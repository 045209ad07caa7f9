// Describes a change of the balance for a family.
import { groupBy } from '../../../../domain/group-by.ts';
import { lessonPath } from '../../../../domain/paths.ts';
import { creditCount, formatMoney, type LedgerEntry } from '../../../../domain/payments/credits.ts';
import { shortNames } from '../../../../domain/people/student-rules.ts';
import type { Student } from '../../../../domain/people/student.ts';
import { formatDate, mondayOf, shortTime, ukDate } from '../../../../domain/time.ts';

interface LedgerWords {
  /** 'Bought 5 credits', or the lesson's name. */
  readonly title: string;
  /** When its lesson is: 'Sat 5 Dec, 09:00'; null without a lesson. */
  readonly lesson: string | null;
  /** 'For £140.00, invoice 2026-0001', or what happened to the lesson: 'Booked'. */
  readonly detail: string;
}

export const describeEntry = (entry: LedgerEntry): LedgerWords => ({
  lesson: whenOf(entry),
  ...describeChange(entry),
});

const FREE = 'Free with a promotion code';

function describeChange(entry: LedgerEntry): Pick<LedgerWords, 'title' | 'detail'> {
  const { kind, amount, price, invoice, reason } = entry;
  const credits = creditCount(Math.abs(amount));
  const title = entry.Lesson_Name;
  switch (kind) {
    case 'purchase':
      return {
        title: `Bought ${credits}`,
        detail: [
          price === null ? null : price === 0 ? FREE : `For ${moneyOf(entry)}`,
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
        title: `Took back ${credits} because the money went back`,
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
export function lessonLinkOf(entry: LedgerEntry, today: string): string | null {
  return entry.kind === 'booking' ? dialogOf(entry, today) : null;
}

/** The dialog of a lesson that is ahead of `today`, a UK date; otherwise null. */
export function dialogOf(
  { Lesson_ID: lessonId, Lesson_Date: lessonDate }: Pick<LedgerEntry, 'Lesson_ID' | 'Lesson_Date'>,
  today: string,
): string | null {
  return lessonId !== null && lessonDate !== null && lessonDate >= today
    ? lessonPath(mondayOf(lessonDate), lessonId)
    : null;
}

/**
 * The name on each student's chip, by id: those of today, and removed ones that `rows` name. Empty
 * where the family has only ever had one.
 */
export function chipNames(
  students: readonly Pick<Student, 'id' | 'Student_Name'>[],
  rows: readonly Pick<LedgerEntry, 'Student_ID' | 'Student_Name'>[],
): ReadonlyMap<string, string> {
  const names = new Map(shortNames(students));
  for (const { Student_ID: studentId, Student_Name: studentName } of rows)
    if (studentId !== null && studentName !== null && !names.has(studentId))
      names.set(studentId, studentName);
  return names.size > 1 ? names : new Map();
}

interface MonthOfEntries {
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
  const months = groupBy(entries, ({ created_at }) =>
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

function whenOf({ Lesson_Date: lessonDate, Lesson_Time: lessonTime }: LedgerEntry): string | null {
  if (lessonDate === null || lessonTime === null) return null;
  return `${formatDate(lessonDate, 'short')}, ${shortTime(lessonTime)}`;
}

/** 'A-level: Particles, Sat 5 Dec, 09:00' */
export function describeLesson({
  Lesson_Name: lessonName,
  Lesson_Date: lessonDate,
  Lesson_Time: lessonTime,
}: Readonly<Record<'Lesson_Name' | 'Lesson_Date' | 'Lesson_Time', string>>): string {
  return `${lessonName}, ${formatDate(lessonDate, 'short')}, ${shortTime(lessonTime)}`;
}
