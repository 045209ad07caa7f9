// Payments of an older version get their invoices: numbered in the order in which they were granted, year by year.
import { expect, onTestFinished, test } from 'vitest';

import { issueInvoice } from '../payments/invoice-store.ts';
import { createTestDatabase, startTestApp } from '../testing/app.ts';
import { makeOlderDatabase } from '../testing/older-database.ts';
import { transact } from './context.ts';

interface Older {
  readonly id: string;
  readonly status: string;
  readonly created: string;
  readonly refunded?: number;
  /** When its row was last touched, by whatever. */
  readonly updated?: string;
}

/** In no order that counts. */
const purchases: readonly Older[] = [
  { id: 'b', status: 'paid', created: '2025-06-30T23:30:00Z' },
  { id: 'z', status: 'paid', created: '2025-01-01T00:00:00Z' },
  { id: 'a', status: 'paid', created: '2025-12-31T23:00:00Z' },
  { id: 'e', status: 'paid', created: '2025-12-31T23:59:59Z' },
  // Granted in the same moment: by id.
  { id: 'd', status: 'paid', created: '2026-02-03T10:00:00Z' },
  { id: 'c', status: 'paid', created: '2026-02-03T10:30:00Z' },
  // Begun before those two, paid after them.
  {
    id: 'f',
    status: 'refunded',
    created: '2026-01-02T00:00:00Z',
    refunded: 3000,
    updated: '2026-05-01T00:00:00Z',
  },
  // Too little for a credit.
  { id: 'g', status: 'paid', created: '2026-03-05T00:00:00Z', refunded: 10, updated: '2026-03-06T00:00:00Z' },
  ...['pending', 'failed', 'expired', 'mismatched'].map((status) => ({
    id: status,
    status,
    created: '2026-01-01T00:00:00Z',
  })),
];

/** Which credits came and went when; one that came back of a lesson has a reason. */
const entries: readonly (readonly [purchase: string, kind: string, at: string, reason?: string])[] = [
  ['z', 'purchase', '2025-01-01T00:00:00Z'],
  ['b', 'purchase', '2025-06-30T23:30:00Z'],
  ['e', 'purchase', '2025-12-31T23:59:59.999Z'],
  ['a', 'purchase', '2026-01-01T00:00:00Z'],
  ['d', 'purchase', '2026-02-03T11:00:00Z'],
  ['c', 'purchase', '2026-02-03T11:00:00Z'],
  ['f', 'purchase', '2026-03-01T00:00:00Z'],
  ['f', 'reversal', '2026-03-02T00:00:00Z'],
  ['g', 'purchase', '2026-03-05T00:00:00Z'],
  ['f', 'reversal', '2026-04-05T00:00:00Z', 'Returned credit of a refunded payment'],
];

const at = (instant: string) => Date.parse(instant);

function rows(): string[] {
  let balance = 0;
  const ledger = entries.flatMap(([purchase, kind, when, reason], place) => {
    const [before, amount] = [balance, kind === 'purchase' ? 1 : -1];
    balance += amount;
    const entry = `insert into credit_ledger (family_id, seq, previous, kind, amount, balance_before, balance_after, purchase_id, created_at)
      values ('family', ${place + 1}, ${place === 0 ? 'null' : place}, '${kind}', ${amount}, ${before}, ${balance}, '${purchase}', ${at(when)})`;
    return reason === undefined
      ? [entry]
      : [
          entry,
          `insert into ledger_reasons (family_id, seq, reason) values ('family', ${place + 1}, '${reason}')`,
        ];
  });
  return [
    `insert into families (id, created_at) values ('family', 0)`,
    ...purchases.map(
      ({ id, status, created, refunded = 0, updated = created }) =>
        `insert into purchases (id, family_id, credits, amount, currency, status, refunded_amount, created_at, updated_at)
         values ('${id}', 'family', 1, 3000, 'gbp', '${status}', ${refunded}, ${at(created)}, ${at(updated)})`,
    ),
    ...ledger,
    `insert into balances (family_id, credits, last_entry) values ('family', ${balance}, ${entries.length})`,
  ];
}

async function openOlder(statements: readonly string[]) {
  const { options, drop } = await createTestDatabase();
  await makeOlderDatabase(options, 24, ['begin', ...statements, 'commit']);
  const api = await startTestApp({ on: options, now: '2026-06-01T00:00:00Z' });
  onTestFinished(async () => {
    await api.close();
    await drop();
  });
  return api;
}

test('payments that were granted are numbered year by year, in the order of their grants, and the next one goes on', async () => {
  const api = await openOlder(rows());
  const listed = async () =>
    (
      await api.database.db
        .selectFrom('invoices')
        .select(['purchase_id', 'year', 'number', 'issued_at'])
        .orderBy('year')
        .orderBy('number')
        .execute()
    ).map(({ purchase_id, year, number, issued_at }) => [purchase_id, year, number, issued_at]);
  const before = [
    ['z', 2025, 1, at('2025-01-01T00:00:00Z')],
    ['b', 2025, 2, at('2025-06-30T23:30:00Z')],
    ['e', 2025, 3, at('2025-12-31T23:59:59.999Z')],
    ['a', 2026, 1, at('2026-01-01T00:00:00Z')],
    ['c', 2026, 2, at('2026-02-03T11:00:00Z')],
    ['d', 2026, 3, at('2026-02-03T11:00:00Z')],
    ['f', 2026, 4, at('2026-03-01T00:00:00Z')],
    ['g', 2026, 5, at('2026-03-05T00:00:00Z')],
  ];
  expect(await listed()).toEqual(before);
  await transact(api.context(null), (work) => issueInvoice(work, 'pending'));
  expect(await listed()).toEqual([...before, ['pending', 2026, 6, api.clock.now]]);
});

test('what had been refunded is dated by the credits that went back with it, or else by the last word of it', async () => {
  const { database } = await openOlder(rows());
  const refunds = await database.db
    .selectFrom('purchase_refunds')
    .selectAll()
    .orderBy('purchase_id')
    .execute();
  expect(refunds).toEqual([
    { purchase_id: 'f', total: 3000, refunded_at: at('2026-03-02T00:00:00Z') },
    { purchase_id: 'g', total: 10, refunded_at: at('2026-03-06T00:00:00Z') },
  ]);
});

test('a database without payments begins at 1', async () => {
  const api = await openOlder([]);
  expect(await api.database.db.selectFrom('invoice_years').selectAll().execute()).toEqual([]);
});
