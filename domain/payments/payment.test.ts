// Tests how many credits a refund takes back, when a pending payment is polled, and how a
// transaction id is shown.
import { expect, test } from 'vitest';

import { MINUTE_MS } from '../time.ts';
import {
  familyPauseMs,
  nextCheckAt,
  paymentStatuses,
  reversalTarget,
  shortTransactionId,
} from './payment.ts';

test.each([
  [10, 0, 27_000, 0],
  [10, 2699, 27_000, 0],
  [10, 2700, 27_000, 1],
  [10, 13_500, 27_000, 5],
  [10, 26_999, 27_000, 9],
  [10, 27_000, 27_000, 10],
  [10, 30_000, 27_000, 10],
  [5, 0, 0, 0],
])('of %d credits, a refund of %d of %d pence takes back %d', (credits, refunded, paid, target) => {
  expect(reversalTarget(credits, refunded, paid)).toBe(target);
});

test.each([
  [0, 0, 10],
  [10, 1, 30],
  [30, 2, 61],
  // The session has been closed, so the payment is pending for another reason.
  [60, 3, 61],
  [61, 3, 141],
  [141, 4, 301],
  [10_000, 8, 10_000 + 24 * 60],
  [10_000, 5000, 10_000 + 24 * 60],
])(
  'checks a payment of minute 0 that is pending in minute %d after %d checks again in minute %d',
  (now, checks, next) => {
    expect(nextCheckAt(now * MINUTE_MS, checks, 60 * MINUTE_MS)).toBe(next * MINUTE_MS);
  },
);

test.each([
  [0, 1000],
  [5, 1000],
  [6, 1200],
  [20, 4000],
  [75, 15_000],
  [76, 15_000],
  [5000, 15_000],
])('after %d polls by its family, polls a payment again %d ms later', (checks, ms) => {
  expect(familyPauseMs(checks)).toBe(ms);
});

test('shows the first 20 characters of a transaction id and an ellipsis', () => {
  expect(shortTransactionId('cs_test_a1b2c3d4e5f6g7h8i9')).toBe('cs_test_a1b2c3d4e5f6…');
});

test('lists the statuses of a payment', () => {
  expect(paymentStatuses).toEqual([
    'pending',
    'paid',
    'failed',
    'expired',
    'refunded',
    'mismatched',
  ]);
});
