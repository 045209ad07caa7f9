// How a family's balance came about.
import { expect, test } from 'vitest';

import type { LedgerEntry, LedgerKind } from '../../../domain/payments/credits.ts';
import { balanceWords } from './family-record.tsx';

const entry = (
  kind: LedgerKind,
  amount: number,
  lessonName: string | null = null,
): LedgerEntry => ({
  number: 1,
  kind,
  amount,
  balance: 0,
  created_at: '2026-11-21T09:00:00.000Z',
  Lesson_Name: lessonName,
  Lesson_ID: null,
  Student_ID: null,
  Student_Name: null,
  Lesson_Date: null,
  Lesson_Time: null,
  price: null,
  currency: null,
  invoice: null,
  reason: null,
});
const booked = entry('booking', -1, 'Waves');

test.each<[string, LedgerEntry[], number]>([
  ['No credits have come or gone yet.', [], 0],
  ['5 given, 2 spent: 3 left', [entry('adjustment', 5), booked, booked], 3],
  ['5 bought, 1 given, 1 spent: 5 left', [entry('purchase', 5), entry('adjustment', 1), booked], 5],
  ['1 bought: 1 left', [entry('purchase', 1), booked, entry('refund', 1, 'Waves')], 1],
  // An absence returns the credit.
  ['1 given: 1 left', [entry('adjustment', 1), booked, entry('adjustment', 1, 'Waves')], 1],
  [
    '5 bought, 1 taken, 4 taken back: 0 left',
    [entry('purchase', 5), entry('adjustment', -1), entry('reversal', -4)],
    0,
  ],
])('says: %s', (words, entries, credits) => {
  expect(balanceWords(entries, credits)).toBe(words);
});
