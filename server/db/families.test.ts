// A database of the release before families, people and students were told apart: every row comes through.
import { readFileSync } from 'node:fs';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { createTestDatabase, startTestApp, type TestApp } from '../testing/app.ts';
import { PASSWORD } from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { makeOlderDatabase } from '../testing/older-database.ts';
import { readTables, renamed, type Row, sorted } from '../testing/table-rows.ts';

/** What that release has written for five families, one of which has left. */
const DUMP = new URL('./releases/012.sql', import.meta.url);

/** What later migrations add to each row. */
const ADDED = {
  students: { year_class: null, may_book: 0 },
  people: { student_id: null, email_confirmed_at: null },
  purchases: { family_looks: 0, next_family_look_at: 0, held_until: null },
  lessons: { held: 0, waiting: 0 },
  enquiries: { invited_at: null, family_id: null },
  admins: {},
  disputes: {},
  // Who has a door, and which, is a test of its own.
  bookings: { thread: null, uid: null, paid_entry: null, joined_at: null },
} as const;

const OLD = [
  'students',
  'sessions',
  'password_resets',
  'email_changes',
  'bookings',
  'balances',
  'credit_ledger',
  'ledger_reasons',
  'purchases',
  'refund_shortfalls',
  'mails',
  'activities',
  'admins',
  'enquiries',
  'lessons',
  'disputes',
] as const;

let api: TestApp;
let before: Readonly<Record<(typeof OLD)[number], Row[]>>;
let after: Readonly<Record<(typeof OLD)[number] | 'families' | 'people', Row[]>>;
let drop: () => Promise<void>;

beforeAll(async () => {
  const created = await createTestDatabase();
  drop = created.drop;
  await makeOlderDatabase(created.options, 13, ['begin', readFileSync(DUMP, 'utf8'), 'commit']);
  before = await readTables(created.options, OLD);
  api = await startTestApp({ on: created.options, now: '2026-11-20T20:00:00.000Z' });
  after = await readTables(created.options, [...OLD, 'families', 'people']);
});
afterAll(async () => {
  await api.close();
  await drop();
});

test('the dump holds something of everything', () => {
  const empty = OLD.filter((table) => before[table].length === 0);
  // No family of it had a payment disputed.
  expect(empty).toEqual(['disputes']);
  expect(before.students.filter(({ deleted_at }) => deleted_at !== null)).toHaveLength(1);
});

test('each account has become a family, its student and, unless it was left, its parent', () => {
  expect(after.families).toEqual(
    sorted(
      before.students.map(({ id = '', created_at = 0, deleted_at = null }) => ({
        id,
        created_at,
        deleted_at,
        reminds_24h: 1,
        reminds_2h: 0,
      })),
    ),
  );
  expect(after.students).toEqual(
    sorted(
      before.students.map(({ id = '', student_name = '', created_at = 0, deleted_at = null }) => ({
        id,
        family_id: id,
        name: student_name,
        created_at,
        removed_at: deleted_at,
        ...ADDED.students,
      })),
    ),
  );
  expect(after.people).toEqual(
    sorted(
      before.students
        .filter(({ deleted_at }) => deleted_at === null)
        .map(
          ({
            id = '',
            parent_name = '',
            parent_email = '',
            parent_phone = '',
            password_hash = '',
            created_at = 0,
          }) => ({
            id,
            family_id: id,
            role: 'parent',
            name: parent_name,
            email: parent_email,
            phone: parent_phone,
            password_hash,
            created_at,
            ...ADDED.people,
          }),
        ),
    ),
  );
});

test.each(['sessions', 'password_resets', 'email_changes'] as const)(
  'all %s are those of the person',
  (table) => {
    expect(after[table]).toEqual(renamed(before[table], 'student_id', 'person_id'));
  },
);

test.each(['balances', 'credit_ledger', 'ledger_reasons', 'purchases', 'refund_shortfalls'] as const)(
  'all %s are those of the family, and say what they said',
  (table) => {
    const added = table === 'purchases' ? ADDED.purchases : {};
    const expected = renamed(before[table], 'student_id', 'family_id');
    expect(after[table]).toEqual(expected.map((row) => ({ ...row, ...added })));
  },
);

test('all mails are those of the family, and say what they said', () => {
  // What becomes of their causes and whose they are is the matter of a later migration.
  const without = (rows: readonly Row[]) => sorted(rows.map(({ cause: _, person_id: __, ...row }) => row));
  const expected = renamed(before.mails, 'student_id', 'family_id').map((row) => ({
    ...row,
    refused_at: null,
  }));
  expect(without(after.mails)).toEqual(without(expected));
});

test('all bookings are for the student and paid for by the family', () => {
  expect(sorted(after.bookings.map(({ door: _, ...row }) => row))).toEqual(
    sorted(
      before.bookings.map((row) => ({ ...row, family_id: row['student_id'] ?? null, ...ADDED.bookings })),
    ),
  );
});

test('what the tutor did is about the family, and an absence about its student too', () => {
  expect(after.activities).toEqual(
    sorted(
      before.activities.map(({ student_id = null, ...row }) => ({
        ...row,
        family_id: student_id,
        student_id: row['kind'] === 'attendance' ? student_id : null,
      })),
    ),
  );
});

test.each(['admins', 'enquiries', 'lessons', 'disputes'] as const)('nothing has become of %s', (table) => {
  expect(after[table]).toEqual(sorted(before[table].map((row) => ({ ...row, ...ADDED[table] }))));
});

test('sums are what they were, and nothing is broken', async () => {
  const sum = (rows: readonly Row[], column: string) =>
    rows.reduce((total, row) => total + Number(row[column]), 0);
  expect(sum(after.balances, 'credits')).toBe(sum(before.balances, 'credits'));
  expect(sum(after.credit_ledger, 'amount')).toBe(sum(after.balances, 'credits'));
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('the ledger and the record of what was done are still never rewritten', async () => {
  for (const table of ['credit_ledger', 'activities'])
    await expect(sql.raw(`delete from ${table}`).execute(api.database.db)).rejects.toThrow(/append-only/);
});

test('a family goes on where it was: signs in, books, cancels, and leaves', async () => {
  const { body } = await api.call(endpoints.login, {
    body: { email: 'cy@example.com', password: PASSWORD },
  });
  const token = body.session.access_token;
  const lessons = (await api.call(endpoints.listLessons, { token })).body.lessons;
  const free = lessons.find(({ isBooked, Lesson_Name }) => !isBooked && Lesson_Name === 'Waves');
  const booked = await api.call(endpoints.bookLesson, { token, body: { Lesson_ID: free?.id ?? '' } });
  expect(booked.body.creditsRemaining).toBe(Number(body.user.Credits) - 1);
  const kept = lessons.find(({ bookingId }) => bookingId !== null);
  await api.call(endpoints.cancelBooking, { token, params: { bookingId: kept?.bookingId ?? '' } });
  await api.call(endpoints.deleteAccount, { token, body: { current_password: PASSWORD } });
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});
