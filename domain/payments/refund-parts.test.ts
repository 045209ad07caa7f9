// Tests which parts of a payment can be chosen, and that their money is what the server returns.
import { expect, test } from 'vitest';

import { amountFor, chosenCredits } from './refund-parts.ts';
import { type Refund, refundableOf, refundAmount, returnedBy, takenBackBy } from './refund.ts';

/** Payments with every number of credits taken back and unused, at prices that do not divide. */
const payments = [1, 3, 5, 7, 10].flatMap((credits) =>
  [100, 2800, 13_999, 14_000].flatMap((paid) =>
    Array.from({ length: credits }, (_, takenBack) =>
      Array.from({ length: credits - takenBack }, (_unused, less) => ({
        credits,
        paid,
        takenBack,
        returned: Math.floor((paid * takenBack) / credits),
        unused: credits - takenBack - less,
        isDisputed: false,
      })),
    ).flat(),
  ),
);

test('says the same money for every part as the server', () => {
  for (const payment of payments) {
    const parts = { ...payment, refundable: refundableOf(payment) };
    for (let credits = 1; credits <= parts.refundable.credits; credits += 1)
      expect([payment, credits, amountFor(parts, credits)]).toEqual([
        payment,
        credits,
        refundAmount(payment, credits),
      ]);
  }
  expect(payments.length).toBeGreaterThan(300);
});

test('says the same money after a refund in the dashboard that does not divide', () => {
  const payment = { credits: 3, paid: 10_000, takenBack: 1, returned: 5000, unused: 2 };
  const whole = { ...payment, isDisputed: false };
  const parts = { ...payment, refundable: refundableOf(whole) };
  expect([1, 2].map((credits) => amountFor(parts, credits))).toEqual([1666, 5000]);
  expect([1, 2].map((credits) => refundAmount(whole, credits))).toEqual([1666, 5000]);
});

const parts = { credits: 5, paid: 14_000, takenBack: 0, refundable: { credits: 3, amount: 8400 } };

test.each([
  [1, null],
  [3, null],
  [0, 'Credits must be a whole number of at least 1'],
  [1.5, 'Credits must be a whole number of at least 1'],
  [Number.NaN, 'Credits must be a whole number of at least 1'],
  [4, '3 of 5 credits can be refunded'],
])('of %d chosen credits it says: %s', (credits, fault) => {
  const { error } = chosenCredits(parts, 'refunded').safeParse({ credits });
  expect(error?.issues[0]?.message ?? null).toBe(fault);
});

test('counts what refunds return and take back, except those that failed', () => {
  const refund = (credits: number, state: Refund['state']): Refund => ({
    id: '1',
    credits,
    amount: 2800 * credits,
    state,
    by: 'family',
    created_at: '2026-12-03T10:00:00.000Z',
  });
  const refunds = [refund(1, 'done'), refund(2, 'asked'), refund(4, 'failed')];
  expect([takenBackBy(refunds), returnedBy(refunds)]).toEqual([3, 8400]);
});
