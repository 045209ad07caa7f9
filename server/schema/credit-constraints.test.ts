// Database constraints on balances, the ledger, payments and refunds, each tested in plain SQL.
import { expect } from 'vitest';

import {
  APPEND_ONLY,
  CHECK,
  constraintTest as test,
  type Ids,
  KEY,
  testViolations,
  UNIQUE,
} from '../testing/database/constraints.ts';
import { brokenInvariants } from '../testing/database/invariants.ts';

test.override('settings', { mayBreakInvariants: true });

/** `numbers`: its own, the previous entry's, the amount, and the balance before and after. */
const entry = (ids: Ids, kind: string, numbers: string, source?: 'booking' | 'payment') =>
  `insert into credit_ledger (seq, previous, amount, balance_before, balance_after, kind, family_id, booking_id, payment_id, created_at)
   values (${numbers}, '${kind}', '${ids.family}',
     ${source === 'booking' ? `'${ids.booking}'` : 'null'}, ${source === 'payment' ? `'${ids.payment}'` : 'null'}, 0)`;
const balance = ({ family }: Ids, credits: number, last: number | null) =>
  `update balances set credits = ${credits}, last_entry = ${last} where family_id = '${family}'`;

/** 'another': a second payment. */
const invoice = ({ family }: Ids, payment: string, year: number, number: number) => [
  `insert into payments (id, family_id, credits, amount, currency, status, created_at, updated_at)
   values ('another', '${family}', 1, 3000, 'gbp', 'pending', 0, 0)`,
  `insert into invoices (payment_id, year, number, issued_at) values ('${payment}', ${year}, ${number}, 0)`,
];
const shortfall = ({ payment, student }: Ids, credits: number, taken: number) => [
  `insert into refund_shortfalls (payment_id, after_entry, family_id, credits, taken)
   values ('${payment}', 3, '${student}', ${credits}, ${taken})`,
];

testViolations(CHECK, {
  'a balance below 0': (ids) => balance(ids, -1, 3),
  'a balance without its ledger entry': (ids) => balance(ids, 6, null),
  'a ledger entry whose sum is wrong': (ids) => [
    entry(ids, 'adjustment', '4, 3, 1, 6, 8'),
    balance(ids, 8, 4),
  ],
  'a ledger entry that leaves a gap': (ids) => [
    entry(ids, 'adjustment', '5, 3, 1, 6, 7'),
    balance(ids, 7, 5),
  ],
  'a ledger entry below 0': (ids) => entry(ids, 'adjustment', '4, 3, -7, 6, -1'),
  'a ledger entry that changes nothing': (ids) => entry(ids, 'adjustment', '4, 3, 0, 6, 6'),
  'a grant without a payment': (ids) => entry(ids, 'purchase', '4, 3, 1, 6, 7'),
  'a booking that gives credits': (ids) => entry(ids, 'booking', '4, 3, 1, 6, 7', 'booking'),
  'a booking that returns its credit twice, in different ways': (ids) => [
    entry(ids, 'adjustment', '4, 3, 1, 6, 7', 'booking'),
    entry(ids, 'refund', '5, 4, 1, 7, 8', 'booking'),
    balance(ids, 8, 5),
  ],
  'a booking that returns more than it cost': (ids) => [
    entry(ids, 'refund', '4, 3, 2, 6, 8', 'booking'),
    balance(ids, 8, 4),
  ],
  'a booking that costs twice, in different ways': (ids) => [
    entry(ids, 'adjustment', '4, 3, -1, 6, 5', 'booking'),
    balance(ids, 5, 4),
  ],
  'more credits taken than a refund was short of': (ids) => shortfall(ids, 1, 2),
  'a refund that was short of nothing': (ids) => shortfall(ids, 0, 0),
  'an invoice numbered 0': (ids) => invoice(ids, 'another', 1970, 0),
  'a refund of nothing': ({ payment }) =>
    `insert into refunds (id, payment_id, made_by, amount, state, settled_at, created_at, updated_at)
      values ('r', '${payment}', 'provider', 0, 'done', 0, 0, 0)`,
  'a refund that is done at no time': ({ payment }) =>
    `insert into refunds (id, payment_id, made_by, amount, state, created_at, updated_at)
      values ('r', '${payment}', 'provider', 1, 'done', 0, 0)`,
  'a payment that was paid at no time': ({ payment }) =>
    `update payments set paid_at = null where id = '${payment}'`,
  'what the provider charged for nothing that is known': ({ payment }) =>
    `insert into balance_transactions (id, payment_id, kind, object_id, amount, fee, currency, created_at, recorded_at)
      values ('t', '${payment}', 'payout', 'po', -1, 0, 'gbp', 0, 0)`,
  'a payment paid with more than its price': ({ payment }) =>
    `update payments set paid = 14001 where id = '${payment}'`,
  'a discount that its checkout did not offer': ({ payment }) =>
    `update payments set paid = 13999 where id = '${payment}'`,
  'a payment paid with less than nothing': ({ payment }) =>
    `update payments set accepts_codes = 1, paid = -1 where id = '${payment}'`,
  'a paid payment without what was paid': ({ payment }) =>
    `update payments set paid = null where id = '${payment}'`,
  'a failed payment that was paid': ({ payment }) =>
    `update payments set status = 'failed' where id = '${payment}'`,
  'more credits taken back than were bought': ({ payment }) =>
    `update payments set reversed_credits = 6 where id = '${payment}'`,
});

testViolations(KEY, {
  'a balance changed without a ledger entry': (ids) => balance(ids, 7, 3),
  'a balance that names a missing entry': (ids) => balance(ids, 7, 4),
  'a ledger entry that does not start from the previous balance': (ids) => [
    entry(ids, 'adjustment', '4, 3, 1, 9, 10'),
    balance(ids, 10, 4),
  ],
  'an invoice of a year without a counter': (ids) => invoice(ids, 'another', 1971, 1),
});

testViolations(UNIQUE, {
  'a second ledger beside the first': (ids) => [
    entry(ids, 'adjustment', '1, null, 9, 0, 9'),
    balance(ids, 9, 1),
  ],
  'a fork in the middle of the ledger': (ids) => [
    entry(ids, 'adjustment', '3, 2, 9, 1, 10'),
    balance(ids, 10, 3),
  ],
  'a second grant for one payment': (ids) => [
    entry(ids, 'purchase', '4, 3, 5, 6, 11', 'payment'),
    balance(ids, 11, 4),
  ],
  'a second charge for one booking': (ids) => [
    entry(ids, 'booking', '4, 3, -1, 6, 5', 'booking'),
    balance(ids, 5, 4),
  ],
  'a second refund of one booking': (ids) => [
    entry(ids, 'refund', '4, 3, 1, 6, 7', 'booking'),
    entry(ids, 'refund', '5, 4, 1, 7, 8', 'booking'),
    balance(ids, 8, 5),
  ],
  'the same invoice number twice in a year': (ids) => invoice(ids, 'another', 1970, 1),
  'a second invoice for one payment': (ids) => invoice(ids, ids.payment, 1970, 2),
});

testViolations(APPEND_ONLY, {
  'an invoice with another number': ({ payment }) =>
    `update invoices set number = 2 where payment_id = '${payment}'`,
  'a removed invoice': ({ payment }) => `delete from invoices where payment_id = '${payment}'`,
  'an edited ledger entry': ({ family }) =>
    `update credit_ledger set created_at = 1 where family_id = '${family}'`,
  'a removed ledger entry': ({ family }) =>
    `delete from credit_ledger where family_id = '${family}' and seq = 3`,
});

test('accepts a valid entry that continues the ledger', async ({ api, run, ids }) => {
  await run(entry(ids, 'refund', '4, 3, 1, 6, 7', 'booking'), balance(ids, 7, 4));
  await run(`update bookings set cancelled_at = 1, join_token = null where id = '${ids.booking}'`);
  await run(`update lessons set booked = 0 where id = '${ids.lesson}'`);
  const broken = await brokenInvariants(api.database.db);
  expect(broken).toEqual(['every grant has its receipt: 1']);
});
