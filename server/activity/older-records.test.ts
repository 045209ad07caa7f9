// The record of what was done, as older versions wrote it: with names in its words.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Database, type DatabaseOptions, openDatabase } from '../db/database.ts';
import { createTestDatabase } from '../testing/app.ts';
import { makeOlderDatabase } from '../testing/older-database.ts';
import { findTraces } from '../testing/traces.ts';
import { listActivities } from './store.ts';

let options: DatabaseOptions;
let database: Database;
let drop: () => Promise<void>;

const idOf = (n: number) => `018f3a5e-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [ada, grace, lesson, booking, purchase, enquiry, letter] = [1, 2, 3, 4, 5, 6, 7].map(idOf);

const student = (id: string | undefined, name: string) => [
  `insert into students (id, parent_name, parent_email, parent_phone, student_name, password_hash, created_at)
     values ('${id}', 'Parent of ${name}', '${name.toLowerCase()}@example.com', '07700900123', '${name}', '', 0)`,
  `insert into balances (student_id, credits) values ('${id}', 0)`,
];
type Entry = readonly [seq: number, amount: number, before: number, at: number];
const entry = (
  id: string | undefined,
  [seq, amount, before, at]: Entry,
  about = 'null',
  kind = 'adjustment',
) =>
  `insert into credit_ledger (student_id, seq, previous, kind, amount, balance_before, balance_after, booking_id, reason, created_at)
     values ('${id}', ${seq}, ${seq === 1 ? 'null' : seq - 1}, '${kind}', ${amount}, ${before}, ${before + amount}, ${about}, 'Free first lessons', ${at})`;
let serial = 100;
const activity = (kind: string, subject: string, at: number) => {
  serial += 1;
  return `insert into activities (id, kind, admin_id, subject, created_at) values ('${idOf(serial)}', '${kind}', 'tutor', '${subject}', ${at})`;
};
const mail = (id: string | undefined, cause: string, subject: string, at: number, of = 'null') =>
  `insert into mails (id, cause, student_id, recipient, subject, created_at, due_at)
     values ('${id}', '${cause}', ${of}, 'somebody@example.com', '${subject}', ${at}, ${at})`;

const rows = [
  `insert into admins (id, email, name, password_hash, created_at) values ('tutor', 'tutor@example.com', 'Tutor', '', 0)`,
  ...student(ada, 'Ada'),
  ...student(grace, 'Grace'),
  `insert into lessons (id, date, time, starts_at, name, meeting_link, max_students, created_at, updated_at)
     values ('${lesson}', '2026-11-21', '09:00:00', 0, 'Optics', 'https://example.com', 10, 0, 0)`,
  `insert into bookings (id, lesson_id, student_id, created_at) values ('${booking}', '${lesson}', '${ada}', 0)`,
  entry(ada, [1, 2, 0, 1000]),
  entry(ada, [2, -1, 2, 1500], `'${booking}'`, 'booking'),
  entry(ada, [3, 1, 1, 2000], `'${booking}'`),
  entry(ada, [4, -1, 2, 3000], `'${booking}'`),
  entry(ada, [5, -1, 1, 4000]),
  // Two at once: nobody can say which of them an entry is about.
  entry(ada, [6, 1, 0, 9000]),
  entry(grace, [1, 1, 0, 9000]),
  `insert into purchases (id, student_id, credits, amount, currency, status, created_at, updated_at)
     values ('${purchase}', '${ada}', 5, 14000, 'gbp', 'paid', 0, 0)`,
  `insert into enquiries (id, name, email, mobile, year_class, created_at)
     values ('${enquiry}', 'Emmy: Noether', 'emmy@example.com', '07700900123', 'year-12', 0)`,
  mail(letter, `enquiry:${enquiry}:tutor@example.com`, 'New enquiry from Emmy: Noether', 0),
  mail(idOf(8), `receipt:${purchase}:5000`, 'Receipt: 5 credits', 5000, `'${ada}'`),
  activity('signed_in', 'Signed in from 198.51.100.7', 1),
  activity('lesson_created', 'Optics, Sat 21 Nov 09:00', 2),
  activity('credits_adjusted', 'Ada: +2 credits, Free first lessons', 1000),
  activity('attendance', 'Ada absent: Optics', 2000),
  activity('attendance', 'Ada present: Optics', 3000),
  activity('credits_adjusted', 'Ada: -1 credit, Free first lessons', 4000),
  activity('receipt_sent', 'Ada: 5 credits', 5000),
  activity('enquiry_updated', 'Emmy: Noether: contacted', 6000),
  activity('mail_sent_again', 'New enquiry from Emmy: Noether', 7000),
  activity('credits_adjusted', 'Ada: +1 credit, Two at once', 9000),
  activity('receipt_sent', 'Lise: 7 credits', 9500),
  activity('enquiry_updated', 'Lise: joined', 9600),
  activity('mail_dismissed', 'New enquiry from Lise', 9700),
];

beforeAll(async () => {
  ({ options, drop } = await createTestDatabase());
  await makeOlderDatabase(options, 12, rows);
  database = await openDatabase(options);
});
afterAll(async () => {
  await database.close();
  await drop();
});

const words = async () =>
  (await listActivities(database.db, { from: 0, until: null, isDefault: false }))
    .toReversed()
    .map(({ kind, subject }) => `${kind} | ${subject}`);

test('entries that can be matched name whom they are about, the others keep kind and time alone', async () => {
  expect(await words()).toEqual([
    'signed_in | Signed in from 198.51.100.7',
    'lesson_created | Optics, Sat 21 Nov 09:00',
    'credits_adjusted | Ada: +2 credits, Free first lessons',
    'attendance | Ada: Optics, absent',
    'attendance | Ada: Optics, present',
    'credits_adjusted | Ada: -1 credit, Free first lessons',
    'receipt_sent | Ada: 5 credits',
    'enquiry_updated | Emmy: Noether: contacted',
    'mail_sent_again | New enquiry from Emmy: Noether',
    'credits_adjusted | The details were not kept.',
    'receipt_sent | The details were not kept.',
    'enquiry_updated | joined',
    'mail_dismissed | The details were not kept.',
  ]);
});

test('no name is left in the record itself, and the mails of an enquiry know it', async () => {
  const traces = await findTraces(database, ['Ada', 'Grace', 'Emmy', 'Lise', 'Two at once']);
  expect([...traces.keys()].filter((place) => place.startsWith('activities.'))).toEqual([]);
  const { rows: mails } = await sql<{ enquiry_id: string | null }>`
    select enquiry_id from mails order by created_at`.execute(database.db);
  expect(mails.map(({ enquiry_id }) => enquiry_id)).toEqual([enquiry, null]);
});

test.each(["update activities set detail = 'nothing happened'", 'delete from activities'])(
  'the database still refuses to rewrite the record: %s',
  async (statement) => {
    await expect(sql.raw(statement).execute(database.db)).rejects.toThrow(/append-only/);
  },
);
