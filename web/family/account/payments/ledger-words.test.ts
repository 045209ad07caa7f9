// Every kind of balance change reads as a sentence that a family understands.
import { expect, test } from 'vitest';

import type { LedgerEntry } from '../../../../domain/payments/credits.ts';
import { byMonth, describeEntry, lessonLinkOf, signedAmount } from './ledger-words.ts';

const entry: LedgerEntry = {
  number: 1,
  kind: 'purchase',
  amount: 5,
  balance: 5,
  created_at: '2026-11-21T09:00:00.000Z',
  Lesson_ID: null,
  Student_ID: null,
  Student_Name: null,
  Lesson_Name: null,
  Lesson_Date: null,
  Lesson_Time: null,
  price: null,
  currency: null,
  invoice: null,
  reason: null,
};
const lesson = { Lesson_Name: 'GCSE: Waves', Lesson_Date: '2026-11-28', Lesson_Time: '09:00:00' };

test.each<[Partial<LedgerEntry>, string, string]>([
  [{ price: 14_000, currency: 'gbp' }, 'Bought 5 credits', 'For £140.00'],
  [
    { price: 14_000, currency: 'gbp', invoice: '2026-0001' },
    'Bought 5 credits',
    'For £140.00, invoice 2026-0001',
  ],
  [{ amount: 1, price: 3000, currency: 'gbp' }, 'Bought 1 credit', 'For £30.00'],
  [{ amount: 1, price: 0, currency: 'gbp' }, 'Bought 1 credit', 'Free with a promotion code'],
  [{ kind: 'booking', amount: -1, ...lesson }, 'GCSE: Waves', 'Booked'],
  [{ kind: 'refund', amount: 1, ...lesson }, 'GCSE: Waves', 'Booking cancelled, credit refunded'],
  [
    { kind: 'reversal', amount: -2, price: 14_000, currency: 'gbp' },
    'Took back 2 credits because the money went back',
    'Paid with £140.00',
  ],
  [
    {
      kind: 'reversal',
      amount: -1,
      price: 14_000,
      currency: 'gbp',
      reason: 'Returned credit of a refunded payment',
    },
    'Took back 1 credit because the money went back',
    'Returned credit of a refunded payment. Paid with £140.00',
  ],
  [{ kind: 'adjustment', amount: 1, reason: 'Welcome' }, 'Given 1 credit by the tutor', 'Welcome'],
  [
    { kind: 'adjustment', amount: 1, reason: 'Absent', ...lesson },
    'GCSE: Waves',
    'Given 1 credit by the tutor. Absent',
  ],
  [{ kind: 'adjustment', amount: -2 }, 'Adjusted by the tutor: 2 credits less', ''],
])('describes a change in plain words (%#)', (changes, title, detail) => {
  const when = changes.Lesson_Date === undefined ? null : 'Sat 28 Nov, 09:00';
  expect(describeEntry({ ...entry, ...changes })).toEqual({ title, lesson: when, detail });
});

test('links only to a booked lesson that is ahead', () => {
  const booked = { ...entry, ...lesson, kind: 'booking', Lesson_ID: 'a' } as const;
  expect(lessonLinkOf(booked, '2026-11-28')).toBe('/user-home?week=2026-11-23&lesson=a');
  expect(lessonLinkOf(booked, '2026-11-29')).toBeNull();
  expect(lessonLinkOf({ ...booked, Lesson_ID: null }, '2026-11-28')).toBeNull();
  expect(lessonLinkOf({ ...booked, kind: 'refund' }, '2026-11-28')).toBeNull();
});

test('groups entries by the month in the UK', () => {
  const at = (created_at: string) => ({ ...entry, created_at });
  const entries = [at('2026-06-30T23:30:00.000Z'), at('2026-06-30T22:30:00.000Z')];
  expect(byMonth(entries).map(({ name }) => name)).toEqual(['July 2026', 'June 2026']);
});

test('shows credits with their sign', () => {
  expect([signedAmount(5), signedAmount(-1)]).toEqual(['+5', '−1']);
});
