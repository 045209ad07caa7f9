// Tests what the tutor reads of a payment, and the rows of the export.
import { expect, test } from 'vitest';

import { toCsv } from '../../domain/csv.ts';
import type { AdminPayment } from '../../domain/payments/tutor-payment.ts';
import { adminPayment, refundOf } from '../../domain/testing/payment.ts';
import {
  dayWords,
  monthWords,
  inquiryAdvice,
  stateOf,
  storyOf,
  toRows,
  whoPaid,
  whyNotRefundable,
} from './payment-words.ts';

const NOW = Date.parse('2026-12-05T12:00:00.000Z');

const tell = (changes: Partial<AdminPayment>): string => {
  const payment = adminPayment(changes);
  const { before, after, since } = storyOf(payment, NOW);
  return [before + whoPaid(payment) + after, ...since.map(({ text }) => text)].join(' ');
};
const returned = { returned: 5600, returned_credits: 2 };
const unpaid = { granted_at: null, paid: null, invoice: null } as const;

test.each<[string, Partial<AdminPayment>]>([
  ['Paid £140.00 by Sarah Khan, 5 credits.', {}],
  [
    'Paid £140.00 by Sarah Khan, 5 credits. £56.00 paid back on 3 Dec.',
    { ...returned, refunds: [refundOf()] },
  ],
  [
    "Paid £140.00 by Sarah Khan, 5 credits. £56.00 paid back on 3 Dec, at the family's request.",
    { ...returned, refunds: [refundOf({ by: 'family' })] },
  ],
  [
    'Paid £140.00 by Sarah Khan, 5 credits. £56.00 paid back on 3 Dec, in Stripe.',
    { ...returned, refunds: [refundOf({ by: 'provider', id: null })] },
  ],
  [
    'Paid £140.00 by Sarah Khan, 5 credits. £56.00 is to be paid back since 3 Dec. Stripe has not answered yet; the server keeps asking.',
    { ...returned, refunds: [refundOf({ state: 'asked' })] },
  ],
  [
    'Paid £140.00 by Sarah Khan, 5 credits. £56.00 could not be paid back on 3 Dec. Stripe refused; the credits are back.',
    { refunds: [refundOf({ state: 'failed' })] },
  ],
  [
    'Paid £140.00 by Sarah Khan, 5 credits. £28.00 could not be paid back on 3 Dec. Stripe refused; the credit is back.',
    { refunds: [refundOf({ state: 'failed', credits: 1, amount: 2800 })] },
  ],
  ['Paid £126.00 by Sarah Khan, 5 credits, £14.00 less with a promotion code.', { paid: 12_600 }],
  ['Free with a promotion code for Sarah Khan, 5 credits.', { paid: 0 }],
  ['Paid £140.00 by a family that has left, 5 credits.', { family: null }],
  [
    'Paid £140.00 by Sarah Khan, 5 credits. The bank disputes £140.00.',
    { dispute: 'open', refundable: { credits: 0, amount: 0 } },
  ],
  ['Paid £140.00 by Sarah Khan, 5 credits. The bank decided for you.', { dispute: 'won' }],
  [
    'Paid £140.00 by Sarah Khan, 5 credits. The bank asks about £140.00 and wants an answer by 10 Dec. No money has moved.',
    { inquiry: 'open', inquiry_due_at: '2026-12-10T23:59:59.000Z' },
  ],
  [
    'Paid £140.00 by Sarah Khan, 5 credits. The bank asks about £140.00. No money has moved.',
    { inquiry: 'open' },
  ],
  ["Paid £140.00 by Sarah Khan, 5 credits. The bank's inquiry is over.", { inquiry: 'closed' }],
  [
    'Paid £140.00 by Sarah Khan, 5 credits. The bank disputes £140.00.',
    { inquiry: 'closed', dispute: 'open', refundable: { credits: 0, amount: 0 } },
  ],
  [
    'Paid £140.00 by Sarah Khan, 5 credits. £56.00 paid back on 3 Dec. The bank decided for the family: £84.00 went back.',
    { dispute: 'lost', returned: 14_000, returned_credits: 5, refunds: [refundOf()] },
  ],
  ['Waiting for £140.00 from Sarah Khan, 5 credits.', { ...unpaid, status: 'pending' }],
  ['The bank did not accept £140.00 from Sarah Khan, 5 credits.', { ...unpaid, status: 'failed' }],
  ['Nothing was paid by Sarah Khan: 5 credits for £140.00.', { ...unpaid, status: 'expired' }],
  [
    'Not the £140.00 that was asked came from Sarah Khan, so the 5 credits were not added.',
    { ...unpaid, status: 'mismatched' },
  ],
])('tells: %s', (words, changes) => {
  expect(tell(changes)).toBe(words);
});

test.each<[string, Partial<AdminPayment>]>([
  ['Paid', {}],
  ['Part paid back', { ...returned, refunds: [refundOf()] }],
  ['Paid back', { status: 'refunded', returned: 14_000, refunds: [refundOf({ amount: 14_000 })] }],
  ['Paying back', { ...returned, refunds: [refundOf({ state: 'asked' })] }],
  ['Not paid back', { refunds: [refundOf({ state: 'failed' })] }],
  [
    'Part paid back',
    { ...returned, refunds: [refundOf({ state: 'failed' }), refundOf({ id: 'r2' })] },
  ],
  ['Inquiry', { inquiry: 'open' }],
  ['Paid', { inquiry: 'closed' }],
  ['Disputed', { dispute: 'open', refunds: [refundOf({ state: 'asked' })] }],
  ['Pending', { ...unpaid, status: 'pending' }],
  ['Not paid', { ...unpaid, status: 'expired' }],
])('calls the state of a payment %s', (label, changes) => {
  expect(stateOf(adminPayment(changes)).label).toBe(label);
});

const nothing = { refundable: { credits: 0, amount: 0 } };
test.each<[string | null, Partial<AdminPayment>]>([
  [null, {}],
  ['This payment has not added any credits.', { ...unpaid, ...nothing }],
  ['Nothing was paid for these credits.', { paid: 0, ...nothing }],
  [
    "The family's bank disputes this payment. It decides where the money goes.",
    { dispute: 'open', ...nothing },
  ],
  ['No unused credit of this payment is left.', nothing],
])('says why nothing can be refunded: %s', (why, changes) => {
  expect(whyNotRefundable(adminPayment(changes))).toBe(why);
});

test.each([
  ['2026-12-03T23:59:00.000Z', '3 Dec'],
  // A day later in British Summer Time.
  ['2026-07-03T23:30:00.000Z', '4 Jul'],
  ['2025-12-31T12:00:00.000Z', '31 Dec 2025'],
])('names the day of %s: %s', (instant, words) => {
  expect(dayWords(instant, NOW)).toBe(words);
});

test('names a month', () => {
  expect(monthWords('2026-12')).toBe('December 2026');
});

test('exports a row for each payment, in which no name is a formula', () => {
  const evil = adminPayment({
    ...returned,
    family: { id: 'f1', Parent_Name: '=HYPERLINK("https://example.com","Sarah")' },
    refunds: [refundOf()],
  });
  const [header, row, empty] = toRows([evil, adminPayment({ ...unpaid, family: null })], NOW);
  expect(Object.fromEntries((header ?? []).map((name, at) => [name, row?.[at]]))).toEqual({
    Date: '01/12/2026, 09:30',
    Family: '=HYPERLINK("https://example.com","Sarah")',
    Credits: '5',
    Price: '140.00',
    Paid: '140.00',
    Returned: '56.00',
    Kept: '84.00',
    Currency: 'GBP',
    State: 'Part paid back',
    'Credits returned': '2',
    'What became of it': '£56.00 paid back on 3 Dec.',
    Invoice: '2026-0041',
    'Stripe session': 'cs_test_a1b2',
    Payment: 'p1',
  });
  expect(empty?.slice(1, 7)).toEqual(['', '5', '140.00', '', '0.00', '']);
  expect(toCsv([row ?? []])).toContain(`,"'=HYPERLINK(""https://example.com"",""Sarah"")",5,`);
});

const ENDS = "Paying it all back ends the bank's inquiry without a fee.";

test.each<[string | null, Partial<AdminPayment>]>([
  [null, {}],
  [null, { inquiry: 'closed' }],
  [ENDS, { inquiry: 'open' }],
  [ENDS, { ...returned, inquiry: 'open', refundable: { credits: 3, amount: 8400 } }],
  [
    `${ENDS} £56.00 of it cannot be paid back here, because credits of it are used: pay that back in your Stripe dashboard.`,
    { inquiry: 'open', refundable: { credits: 3, amount: 8400 } },
  ],
  [
    `${ENDS} £140.00 of it cannot be paid back here, because credits of it are used: pay that back in your Stripe dashboard.`,
    { inquiry: 'open', refundable: { credits: 0, amount: 0 } },
  ],
])('advises %s', (advice, changes) => {
  expect(inquiryAdvice(adminPayment(changes))).toBe(advice);
});
