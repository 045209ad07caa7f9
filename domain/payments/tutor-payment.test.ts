// Tests what a search finds among payments.
import { expect, test } from 'vitest';

import { adminPayment, refundOf } from '../testing/payment.ts';
import { searchPayments } from './tutor-payment.ts';

const payments = [
  adminPayment({ id: 'khan', refunds: [refundOf()], returned: 5600 }),
  adminPayment({
    id: 'ortiz',
    family: { id: 'f2', Parent_Name: 'José Ortiz' },
    session_id: 'cs_test_zz99',
    amount: 120_000,
    paid: 108_050,
    invoice: '2026-0042',
  }),
  adminPayment({
    id: 'left',
    family: null,
    invoice: null,
    session_id: null,
    amount: 3000,
    paid: null,
  }),
];

test.each([
  ['', ['khan', 'ortiz', 'left']],
  ['  KHAN ', ['khan']],
  ['josé', ['ortiz']],
  ['2026-0042', ['ortiz']],
  ['2026-', ['khan', 'ortiz']],
  ['CS_TEST_ZZ', ['ortiz']],
  ['£140', ['khan']],
  ['140.00', ['khan']],
  ['£56.00', ['khan']],
  ['£1,200.00', ['ortiz']],
  ['1080.5', ['ortiz']],
  ['30', ['left']],
  ['.00', []],
  ['left', ['left']],
  ['nobody', []],
])('finds for %j: %j', (search, ids) => {
  expect(searchPayments(payments, search).map(({ id }) => id)).toEqual(ids);
});
