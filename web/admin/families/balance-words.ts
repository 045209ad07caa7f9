// How a family's balance came about, in one sentence.
import type { LedgerEntry } from '../../../domain/payments/credits.ts';

/** '5 bought, 1 given, 2 spent: 4 left'. `entries` are all of the family's. */
export function balanceWords(entries: readonly LedgerEntry[], credits: number): string {
  const sum = (passes: (entry: LedgerEntry) => boolean) =>
    entries.filter(passes).reduce((total, { amount }) => total + amount, 0);
  // What a cancelled or missed lesson returned was never spent.
  const isOfLesson = ({ kind, Lesson_Name: lessonName }: LedgerEntry) =>
    kind === 'booking' || kind === 'refund' || (kind === 'adjustment' && lessonName !== null);
  const given = sum((entry) => entry.kind === 'adjustment' && !isOfLesson(entry));
  const parts = [
    [sum(({ kind }) => kind === 'purchase'), 'bought'],
    [Math.max(0, given), 'given'],
    [Math.max(0, -given), 'taken'],
    [-sum(({ kind }) => kind === 'reversal'), 'taken back'],
    [-sum(isOfLesson), 'spent'],
  ] as const;
  const told = parts.filter(([count]) => count !== 0).map(([count, verb]) => `${count} ${verb}`);
  return told.length === 0
    ? 'No credits have come or gone yet.'
    : `${told.join(', ')}: ${credits} left`;
}
