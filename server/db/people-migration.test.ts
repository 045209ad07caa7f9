// A database of the release before a family could have several people: every row comes through, and nobody is mailed twice.
import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { queueReminders } from '../bookings/reminder-store.ts';
import { createTestDatabase, startTestApp, type TestApp } from '../testing/app.ts';
import { PASSWORD } from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { confirmAddress, readMails, tokenTo } from '../testing/mails.ts';
import { makeOlderDatabase } from '../testing/older-database.ts';
import { readTables, type Row, sorted } from '../testing/table-rows.ts';

/** What that release has written for five families, one of which has left. */
const DUMP = new URL('./releases/014.sql', import.meta.url);
const NOW = '2026-11-20T20:00:00.000Z';

const SAME = [
  'admins',
  'families',
  'sessions',
  'password_resets',
  'email_changes',
  'enquiries',
  'idempotency_keys',
  'lessons',
  'purchases',
  'credit_ledger',
  'balances',
  'ledger_reasons',
  'refund_shortfalls',
  'activities',
  'erased_mails',
] as const;
/** What later migrations add to each row. */
const ADDED: Readonly<Record<string, Row>> = {
  families: { reminds_24h: 1, reminds_2h: 0 },
  enquiries: { invited_at: null, family_id: null },
  lessons: { held: 0, waiting: 0 },
  purchases: { held_until: null },
  bookings: { thread: null, uid: null, paid_entry: null, joined_at: null },
};
const ALL = [...SAME, 'bookings', 'people', 'students', 'mails'] as const;

let api: TestApp;
let before: Readonly<Record<(typeof ALL)[number], Row[]>>;
let after: typeof before;
let drop: () => Promise<void>;

beforeAll(async () => {
  const created = await createTestDatabase();
  drop = created.drop;
  await makeOlderDatabase(created.options, 15, ['begin', readFileSync(DUMP, 'utf8'), 'commit']);
  before = await readTables(created.options, ALL);
  api = await startTestApp({ on: created.options, now: NOW });
  after = await readTables(created.options, ALL);
});
afterAll(async () => {
  await api.close();
  await drop();
});

test('the dump holds something of everything', () => {
  expect(ALL.filter((table) => before[table].length === 0)).toEqual([]);
});

test.each(SAME)('nothing has become of %s', (table) => {
  expect(after[table]).toEqual(sorted(before[table].map((row) => ({ ...row, ...ADDED[table] }))));
});

test('everybody who signs in is the parent that they were, and no student is more than they were', () => {
  expect(after.people).toEqual(
    sorted(before.people.map((row) => ({ ...row, student_id: null, email_confirmed_at: null }))),
  );
  expect(after.students).toEqual(
    sorted(before.students.map((row) => ({ ...row, year_class: null, may_book: 0 }))),
  );
});

test('all bookings are what they were', () => {
  // Who has a door, and which, is a test of its own.
  expect(sorted(after.bookings.map(({ door: _, ...row }) => row))).toEqual(
    sorted(before.bookings.map((row) => ({ ...row, ...ADDED['bookings'] }))),
  );
});

test("every email of a family is its parent's, the tutor's are nobody's, and all say what they said", () => {
  const tutors = new Set(before.admins.map(({ email }) => email));
  const parents = new Map(before.people.map(({ id, family_id }) => [family_id, id]));
  const expected = before.mails.map((row) => {
    const { recipient = null, family_id = null, cause } = row;
    const person_id = tutors.has(recipient) ? null : (parents.get(family_id) ?? null);
    const isReminder = String(cause).startsWith('reminder:');
    return {
      ...row,
      person_id,
      refused_at: null,
      cause: isReminder ? `${cause}:${person_id}` : String(cause),
    };
  });
  expect(after.mails).toEqual(sorted(expected));
  expect(expected.filter(({ cause }) => cause.startsWith('reminder:'))).not.toEqual([]);
});

test('nobody who was reminded is reminded again', async () => {
  const count = async () => (await readMails(api, null, 'reminder:')).length;
  const reminders = await count();
  await queueReminders(api.context(null));
  expect(await count()).toBe(reminders);
});

test('nothing is broken, and a family goes on with a second parent and another student', async () => {
  expect(await brokenInvariants(api.database.db)).toEqual([]);
  const { body } = await api.call(endpoints.login, {
    body: { email: 'ann@example.com', password: PASSWORD },
  });
  const { access_token: token } = body.session;
  await confirmAddress(api, { token, email: body.user.Parent_Email ?? '' });
  const email = 'second.parent@example.com';
  await api.call(endpoints.invite, { token, body: { role: 'parent', email, current_password: PASSWORD } });
  await api.call(endpoints.acceptInvitation, {
    body: {
      token: await tokenTo(api, email),
      Parent_Name: 'Second Parent',
      Parent_Phone_Number: '07700900555',
      password: PASSWORD,
    },
  });
  await api.call(endpoints.addStudent, {
    token,
    body: { Student_Name: 'Younger One', year_class: 'year-10' },
  });
  const { family } = (await api.call(endpoints.getFamily, { token })).body;
  expect(family.parents.map(({ is_holder }) => is_holder)).toEqual([true, false]);
  expect(family.students).toHaveLength(2);
  await api.call(endpoints.deleteAccount, { token, body: { current_password: PASSWORD } });
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});
