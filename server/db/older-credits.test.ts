// Bookings, refunds and open payments of an older version: all come through, whatever they hold.
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';

import { listOverdue } from '../payments/overdue-store.ts';
import { createTestDatabase } from '../testing/app.ts';
import { makeOlderDatabase } from '../testing/older-database.ts';
import { openDatabase } from './database.ts';

type Entry = readonly [kind: string, amount: number, about: string | null];

/** The entries of one student, each at the instant of its number, and the balance that they make. */
function ledger(student: string, entries: readonly Entry[]): string[] {
  let balance = 0;
  const rows = entries.map(([kind, amount, about], index) => {
    const before = balance;
    balance += amount;
    const [booking, purchase] = ['purchase', 'reversal'].includes(kind) ? [null, about] : [about, null];
    const quoted = [booking, purchase].map((id) => (id === null ? 'null' : `'${id}'`)).join(', ');
    return `insert into credit_ledger (student_id, seq, previous, kind, amount, balance_before, balance_after, booking_id, purchase_id, created_at)
      values ('${student}', ${index + 1}, ${index === 0 ? 'null' : index}, '${kind}', ${amount}, ${before}, ${balance}, ${quoted}, ${index + 1})`;
  });
  return [
    ...rows,
    `insert into balances (student_id, credits, last_entry) values ('${student}', ${balance}, ${entries.length === 0 ? 'null' : entries.length})`,
  ];
}

const student = (id: string) =>
  `insert into students (id, parent_name, parent_email, parent_phone, student_name, password_hash, created_at)
   values ('${id}', 'Parent', '${id}@example.com', '07700900123', 'Student', '', 0)`;
const lesson = (id: string) =>
  `insert into lessons (id, date, time, starts_at, name, meeting_link, max_students, booked, created_at, updated_at)
   values ('${id}', '2026-11-21', '09:00:00', 0, 'Waves', '', 10, 0, 0, 0)`;
const booking = (id: string, by: string, cancelled: number | null = null, absent: number | null = null) =>
  `insert into bookings (id, lesson_id, student_id, created_at, cancelled_at, absent_at)
   values ('${id}', 'lesson of ${id}', '${by}', 0, ${cancelled}, ${absent})`;
const purchase = (id: string, by: string, { credits = 5, reversed = 0, updated = 0 }) =>
  `insert into purchases (id, student_id, credits, amount, currency, status, refunded_amount, reversed_credits, created_at, updated_at)
   values ('${id}', '${by}', ${credits}, ${credits * 2800}, 'gbp', '${reversed === credits ? 'refunded' : 'paid'}', ${reversed * 2800}, ${reversed}, 0, ${updated})`;

async function openOlder(statements: readonly string[]) {
  const { options, drop } = await createTestDatabase();
  onTestFinished(drop);
  await makeOlderDatabase(options, 10, ['begin', ...statements, 'commit']);
  const database = await openDatabase(options);
  onTestFinished(() => database.close());
  return database;
}

test('what each booking costs is read from its ledger, and one that returned its credit twice is left as it was', async () => {
  const names = ['booked', 'cancelled', 'absent', 'present', 'doubled'];
  const database = await openOlder([
    student('ann'),
    ...names.map((name) => lesson(`lesson of ${name}`)),
    booking('booked', 'ann'),
    booking('cancelled', 'ann', 1),
    booking('absent', 'ann', null, 1),
    booking('present', 'ann'),
    booking('doubled', 'ann', 2, 1),
    ...ledger('ann', [
      ['adjustment', 10, null],
      ...names.map((name): Entry => ['booking', -1, name]),
      ['refund', 1, 'cancelled'],
      ['adjustment', 1, 'absent'],
      ['adjustment', 1, 'present'],
      ['adjustment', -1, 'present'],
      ['adjustment', 1, 'doubled'],
      ['refund', 1, 'doubled'],
    ]),
  ]);
  const { db } = database;
  const rows = await db.selectFrom('bookings').select(['id', 'charged']).execute();
  expect(Object.fromEntries(rows.map(({ id, charged }) => [id, charged]))).toEqual({
    booked: 1,
    cancelled: 0,
    absent: 0,
    present: 1,
    doubled: 0,
  });
  const { credits } = await db.selectFrom('balances').select('credits').executeTakeFirstOrThrow();
  expect(credits).toBe(9);
  const { rows: entries } = await sql<{ amount: number }>`
    select amount from credit_ledger where booking_id = 'doubled' order by seq`.execute(db);
  expect(entries.map(({ amount }) => amount)).toEqual([-1, 1, 1]);
});

test('what refunds could not take back before is remembered, as of the refund', async () => {
  const database = await openOlder([
    student('ann'),
    student('ben'),
    ...['a', 'b', 'c'].map((name) => lesson(`lesson of ${name}`)),
    ...['a', 'b', 'c'].map((name) => booking(name, name === 'c' ? 'ben' : 'ann')),
    purchase('half', 'ann', { credits: 2, reversed: 2, updated: 9 }),
    purchase('later', 'ann', { updated: 9 }),
    purchase('none', 'ben', { credits: 1, reversed: 1, updated: 2 }),
    purchase('after', 'ben', { updated: 3 }),
    ...ledger('ann', [
      ['purchase', 2, 'half'],
      ['booking', -1, 'a'],
      ['reversal', -1, 'half'],
      ['purchase', 5, 'later'],
      ['booking', -1, 'b'],
    ]),
    ...ledger('ben', [
      ['purchase', 1, 'none'],
      ['booking', -1, 'c'],
      ['purchase', 5, 'after'],
    ]),
  ]);
  const { db } = database;
  const rows = await db.selectFrom('refund_shortfalls').selectAll().orderBy('purchase_id').execute();
  expect(rows).toEqual([
    { purchase_id: 'half', after_entry: 3, family_id: 'ann', credits: 1, taken: 0 },
    { purchase_id: 'none', after_entry: 2, family_id: 'ben', credits: 1, taken: 0 },
  ]);
});

test('payments that an older version left open are due to be looked at', async () => {
  const database = await openOlder([
    student('ann'),
    purchase('open', 'ann', {}),
    `update purchases set status = 'pending', session_id = 'cs_open' where id = 'open'`,
  ]);
  const DAY_MS = 86_400_000;
  expect(await listOverdue({ database, now: 1, actor: null })).toMatchObject([
    { id: 'open', session_id: 'cs_open', expires_at: DAY_MS },
  ]);
});
