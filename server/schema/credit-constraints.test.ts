// Database constraints on balances, the ledger, payments and refunds, each tested in plain SQL.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { brokenInvariants } from '../testing/invariants.ts';
import { CHECK, KEY, UNIQUE, startWalled, type Wall, type Walled } from '../testing/constraints.ts';

let ids: Walled['ids'];
let run: Walled['run'];
let api: Walled['api'];
beforeAll(async () => {
  ({ api, ids, run } = await startWalled());
});
afterAll(() => api.close());

const entry = (values: string) =>
  `insert into credit_ledger (family_id, seq, previous, kind, amount, balance_before, balance_after, booking_id, payment_id, created_at) values (${values}, 0)`;
const setBalance = (credits: number, last: string) =>
  `update balances set credits = ${credits}, last_entry = ${last} where family_id = '${ids.family}'`;

/** 'another': a second payment. */
const invoice = (payment: string, year: number, number: number) => [
  `insert into payments (id, family_id, credits, amount, currency, status, created_at, updated_at)
   values ('another', '${ids.family}', 1, 3000, 'gbp', 'pending', 0, 0)`,
  `insert into invoices (payment_id, year, number, issued_at) values ('${payment}', ${year}, ${number}, 0)`,
];

const violations: readonly Wall[] = [
  {
    what: 'a balance below 0',
    how: () => [setBalance(-1, '3')],
    refusal: CHECK,
  },
  {
    what: 'a balance changed without a ledger entry',
    how: () => [setBalance(7, '3')],
    refusal: KEY,
  },
  {
    what: 'a balance that names a missing entry',
    how: () => [setBalance(7, '4')],
    refusal: KEY,
  },
  {
    what: 'a balance without its ledger entry',
    how: () => [setBalance(6, 'null')],
    refusal: CHECK,
  },
  {
    what: 'a ledger entry whose sum is wrong',
    how: () => [
      entry(`'${ids.family}', 4, 3, 'adjustment', 1, 6, 8, null, null`),
      setBalance(8, '4'),
    ],
    refusal: CHECK,
  },
  {
    what: 'a ledger entry that does not start from the previous balance',
    how: () => [
      entry(`'${ids.family}', 4, 3, 'adjustment', 1, 9, 10, null, null`),
      setBalance(10, '4'),
    ],
    refusal: KEY,
  },
  {
    what: 'a ledger entry that leaves a gap',
    how: () => [
      entry(`'${ids.family}', 5, 3, 'adjustment', 1, 6, 7, null, null`),
      setBalance(7, '5'),
    ],
    refusal: CHECK,
  },
  {
    what: 'a second ledger beside the first',
    how: () => [
      entry(`'${ids.family}', 1, null, 'adjustment', 9, 0, 9, null, null`),
      setBalance(9, '1'),
    ],
    refusal: UNIQUE,
  },
  {
    what: 'a fork in the middle of the ledger',
    how: () => [
      entry(`'${ids.family}', 3, 2, 'adjustment', 9, 1, 10, null, null`),
      setBalance(10, '3'),
    ],
    refusal: UNIQUE,
  },
  {
    what: 'a ledger entry below 0',
    how: () => [entry(`'${ids.family}', 4, 3, 'adjustment', -7, 6, -1, null, null`)],
    refusal: CHECK,
  },
  {
    what: 'a ledger entry that changes nothing',
    how: () => [entry(`'${ids.family}', 4, 3, 'adjustment', 0, 6, 6, null, null`)],
    refusal: CHECK,
  },
  {
    what: 'a grant without a payment',
    how: () => [entry(`'${ids.family}', 4, 3, 'purchase', 1, 6, 7, null, null`)],
    refusal: CHECK,
  },
  {
    what: 'a booking that gives credits',
    how: () => [entry(`'${ids.family}', 4, 3, 'booking', 1, 6, 7, '${ids.booking}', null`)],
    refusal: CHECK,
  },
  {
    what: 'a second grant for one payment',
    how: () => [
      entry(`'${ids.family}', 4, 3, 'purchase', 5, 6, 11, null, '${ids.payment}'`),
      setBalance(11, '4'),
    ],
    refusal: UNIQUE,
  },
  {
    what: 'a second charge for one booking',
    how: () => [
      entry(`'${ids.family}', 4, 3, 'booking', -1, 6, 5, '${ids.booking}', null`),
      setBalance(5, '4'),
    ],
    refusal: UNIQUE,
  },
  {
    what: 'a second refund of one booking',
    how: () => [
      entry(`'${ids.family}', 4, 3, 'refund', 1, 6, 7, '${ids.booking}', null`),
      entry(`'${ids.family}', 5, 4, 'refund', 1, 7, 8, '${ids.booking}', null`),
      setBalance(8, '5'),
    ],
    refusal: UNIQUE,
  },
  {
    what: 'a booking that returns its credit twice, in different ways',
    how: () => [
      entry(`'${ids.family}', 4, 3, 'adjustment', 1, 6, 7, '${ids.booking}', null`),
      entry(`'${ids.family}', 5, 4, 'refund', 1, 7, 8, '${ids.booking}', null`),
      setBalance(8, '5'),
    ],
    refusal: CHECK,
  },
  {
    what: 'a booking that returns more than it cost',
    how: () => [
      entry(`'${ids.family}', 4, 3, 'refund', 2, 6, 8, '${ids.booking}', null`),
      setBalance(8, '4'),
    ],
    refusal: CHECK,
  },
  {
    what: 'a booking that costs twice, in different ways',
    how: () => [
      entry(`'${ids.family}', 4, 3, 'adjustment', -1, 6, 5, '${ids.booking}', null`),
      setBalance(5, '4'),
    ],
    refusal: CHECK,
  },
  {
    what: 'more credits taken than a refund was short of',
    how: () => [
      `insert into refund_shortfalls (payment_id, after_entry, family_id, credits, taken) values ('${ids.payment}', 3, '${ids.student}', 1, 2)`,
    ],
    refusal: CHECK,
  },
  {
    what: 'a refund that was short of nothing',
    how: () => [
      `insert into refund_shortfalls (payment_id, after_entry, family_id, credits) values ('${ids.payment}', 3, '${ids.student}', 0)`,
    ],
    refusal: CHECK,
  },
  {
    what: 'the same invoice number twice in a year',
    how: () => invoice('another', 1970, 1),
    refusal: UNIQUE,
  },
  {
    what: 'a second invoice for one payment',
    how: () => invoice(ids.payment, 1970, 2),
    refusal: UNIQUE,
  },
  {
    what: 'an invoice of a year without a counter',
    how: () => invoice('another', 1971, 1),
    refusal: KEY,
  },
  {
    what: 'an invoice numbered 0',
    how: () => invoice('another', 1970, 0),
    refusal: CHECK,
  },
  {
    what: 'an invoice with another number',
    how: () => [`update invoices set number = 2 where payment_id = '${ids.payment}'`],
    refusal: /append-only/,
  },
  {
    what: 'a removed invoice',
    how: () => [`delete from invoices where payment_id = '${ids.payment}'`],
    refusal: /append-only/,
  },
  {
    what: 'a refund of nothing',
    how: () => [
      `insert into payment_refunds (payment_id, total, refunded_at) values ('${ids.payment}', 0, 0)`,
    ],
    refusal: CHECK,
  },
  {
    what: 'an edited ledger entry',
    how: () => [`update credit_ledger set created_at = 1 where family_id = '${ids.family}'`],
    refusal: /append-only/,
  },
  {
    what: 'a removed ledger entry',
    how: () => [`delete from credit_ledger where family_id = '${ids.family}' and seq = 3`],
    refusal: /append-only/,
  },
  {
    what: 'more credits taken back than were bought',
    how: () => [`update payments set reversed_credits = 6 where id = '${ids.payment}'`],
    refusal: CHECK,
  },
];

test.each(violations)('rejects $what', async ({ how, refusal }) => {
  await expect(run(...how())).rejects.toThrow(refusal);
});

test('accepts a valid entry that continues the ledger', async () => {
  await run(
    entry(`'${ids.family}', 4, 3, 'refund', 1, 6, 7, '${ids.booking}', null`),
    setBalance(7, '4'),
  );
  await run(`update bookings set cancelled_at = 1, join_token = null where id = '${ids.booking}'`);
  await run(`update lessons set booked = 0 where id = '${ids.lesson}'`);
  const broken = await brokenInvariants(api.database.db);
  expect(broken).toEqual(['every grant has its receipt: 1']);
});
