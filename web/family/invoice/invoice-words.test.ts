// The texts of an invoice.
import { expect, test } from 'vitest';

import { paymentStatuses } from '../../../domain/payments/payment.ts';
import {
  describeItem,
  describeReturned,
  howPaid,
  refundNotice,
  returnTerms,
  whyNoInvoice,
} from './invoice-words.ts';

test.each([
  [1, '1 credit', 3000, { title: '1 lesson credit', detail: '' }],
  [
    5,
    '5 credits',
    14_000,
    { title: '5 lesson credits', detail: 'Package of 5 credits, £28.00 each' },
  ],
  [7, null, 19_600, { title: '7 lesson credits', detail: '£28.00 each' }],
  [3, null, 10_000, { title: '3 lesson credits', detail: '' }],
])('describes %d credits of the package %s for %d pence', (credits, name, amount, item) => {
  expect(describeItem({ credits, package: name, amount, currency: 'gbp' })).toEqual(item);
});

const refund = { how: 'refund', amount: 2800, at: '2026-12-31T23:59:59.000Z' } as const;

test('says when and by whom money was refunded', () => {
  expect(describeReturned(refund)).toBe('Paid back to the card on Thursday 31 December 2026');
  expect(describeReturned({ ...refund, how: 'dispute' })).toBe(
    'Returned by the bank on Thursday 31 December 2026',
  );
});

test.each([
  [[], null],
  [[refund], 'Paid back in part: £28.00 of £140.00.'],
  [[refund, { ...refund, amount: 11_200 }], 'Paid back in full.'],
])('describes %j as %j', (returned, notice) => {
  expect(refundNotice({ paid: 14_000, currency: 'gbp', returned })).toBe(notice);
});

test('says how it was paid', () => {
  const { at: issued_at } = refund;
  expect(howPaid({ paid: 1, issued_at })).toMatch(/^Paid in full by card through Stripe on /);
  expect(howPaid({ paid: 0, issued_at })).toBe(
    'A promotion code paid for everything on Thursday 31 December 2026.',
  );
});

test('says why a payment has no invoice, for each status', () => {
  const reasons = paymentStatuses.map(whyNoInvoice);
  for (const words of reasons) expect(words).toMatch(/\.$/);
  expect(whyNoInvoice('pending')).toMatch(/not been confirmed yet/);
  expect(whyNoInvoice('expired')).toMatch(/nothing was charged/);
});

test('says until when unused credits can be returned, if anything was paid and is left', () => {
  const invoice = { paid: 14_000, returned: [], issued_at: '2026-11-25T10:00:00.000Z' };
  const back = { how: 'refund', amount: 14_000, at: invoice.issued_at } as const;
  expect(returnTerms(invoice)).toBe(
    'Unused credits can be returned until Wednesday 9 December 2026.',
  );
  expect(returnTerms({ ...invoice, returned: [{ ...back, amount: 1 }] })).not.toBeNull();
  expect(returnTerms({ ...invoice, returned: [back] })).toBeNull();
  expect(returnTerms({ ...invoice, paid: 0 })).toBeNull();
});
