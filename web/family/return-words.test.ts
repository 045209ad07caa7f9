// Tests what a family reads about returning credits, around the last day and after it.
import { expect, test } from 'vitest';

import { refundOf } from '../../domain/testing/payment.ts';
import { isReturnable, lastDayOf, offerWords, refundWords, returnDay } from './return-words.ts';

/** The end of Wednesday 9 December in the UK. */
const END = '2026-12-10T00:00:00.000Z';
const at = (instant: string) => Date.parse(instant);
const offer = (credits: number) => ({
  refundable: { credits, amount: 2800 * credits },
  returnable_until: END,
  currency: 'gbp',
});

test.each([
  [
    3,
    '2026-12-09T23:59:59.999Z',
    true,
    'You can return 3 credits for £84.00 until Wed 9 Dec 2026.',
  ],
  [1, '2026-12-09T23:59:59.999Z', true, 'You can return 1 credit for £28.00 until Wed 9 Dec 2026.'],
  [0, '2026-12-09T23:59:59.999Z', false, 'No credits of it are left to return.'],
  [3, END, false, 'Credits could be returned until Wed 9 Dec 2026.'],
  [0, END, false, 'Credits could be returned until Wed 9 Dec 2026.'],
])('with %d credits left at %s', (credits, now, isPossible, words) => {
  expect(isReturnable(offer(credits), at(now))).toBe(isPossible);
  expect(offerWords(offer(credits), at(now))).toBe(words);
});

test.each([
  ['2026-12-10T00:00:00.000Z', '2026-12-09'],
  // The end of a day in British Summer Time.
  ['2026-07-09T23:00:00.000Z', '2026-07-09'],
])('ends at %s with the day %s', (until, day) => {
  expect(lastDayOf(until)).toBe(day);
});

test('counts 14 days from the UK date of the payment', () => {
  expect(returnDay('2026-11-25T23:30:00.000Z')).toBe('2026-12-09');
  expect(returnDay('2026-10-24T23:30:00.000Z')).toBe('2026-11-08');
});

const AFTER = '2026-12-03T10:00:01.000Z';
const LATER = '2026-12-13T10:00:00.000Z';
test.each([
  [
    'asked',
    AFTER,
    '£56.00 is on its way back to your card. Your bank usually shows it within 5 to 10 days.',
  ],
  [
    'asked',
    LATER,
    '£56.00 is on its way back to your card. Your bank usually shows it within 5 to 10 days.',
  ],
  [
    'done',
    AFTER,
    '£56.00 is on its way back to your card. Your bank usually shows it within 5 to 10 days.',
  ],
  ['done', LATER, '£56.00 went back to your card on Thu 3 Dec 2026.'],
  [
    'failed',
    AFTER,
    '£56.00 could not be returned to your card on Thu 3 Dec 2026. The credits are back in your balance.',
  ],
] as const)('says of a return that is %s at %s: %s', (state, now, words) => {
  expect(refundWords(refundOf({ state }), 'gbp', at(now))).toBe(words);
});
