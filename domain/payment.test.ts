// How many credits a refund takes back, and how a transaction id is shown.
import { expect, test } from 'vitest';

import { paymentStatuses, reversalTarget, shortTransactionId } from './payment.ts';

test.each([
  [10, 0, 27_000, 0],
  [10, 2699, 27_000, 0],
  [10, 2700, 27_000, 1],
  [10, 13_500, 27_000, 5],
  [10, 26_999, 27_000, 9],
  [10, 27_000, 27_000, 10],
  [10, 30_000, 27_000, 10],
  [5, 0, 0, 0],
])('of %d credits, refunding %d of %d pence takes back %d', (credits, refunded, paid, target) => {
  expect(reversalTarget(credits, refunded, paid)).toBe(target);
});

test('a transaction id is its first 20 characters and an ellipsis', () => {
  expect(shortTransactionId('cs_test_a1b2c3d4e5f6g7h8i9')).toBe('cs_test_a1b2c3d4e5f6…');
});

test('the statuses are those that a purchase can have', () => {
  expect(paymentStatuses).toEqual(['pending', 'paid', 'failed', 'expired', 'refunded', 'mismatched']);
});
