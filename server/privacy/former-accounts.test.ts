// What accounts that were left under an older version still have in the database: erased as far as it can be known.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Database, openDatabase } from '../db/database.ts';
import { createTestDatabase } from '../testing/app.ts';
import { makeOlderDatabase } from '../testing/older-database.ts';
import { findTraces } from '../testing/traces.ts';

let database: Database;
let drop: () => Promise<void>;

const idOf = (n: number) => `018f3a5e-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [gone, pending, here, oldEnquiry, newEnquiry] = [1, 2, 3, 4, 5].map(idOf);

let serial = 100;
const nextId = () => {
  serial += 1;
  return idOf(serial);
};
const student = (id: string | undefined, email: string, deletedAt = 'null') => [
  `insert into students (id, parent_name, parent_email, parent_phone, student_name, password_hash, created_at, deleted_at)
     values ('${id}', 'Somebody', '${email}', '', 'Somebody', '', 0, ${deletedAt})`,
  `insert into balances (student_id, credits) values ('${id}', 0)`,
  `insert into credit_ledger (student_id, seq, kind, amount, balance_before, balance_after, reason, created_at)
     values ('${id}', 1, 'adjustment', 1, 0, 1, 'Reason for ${email}', 0)`,
  `insert into sessions (id, chain, student_id, access_hash, refresh_hash, created_at, expires_at)
     values ('${nextId()}', '${nextId()}', '${id}', '${nextId()}', '${nextId()}', 0, 1)`,
  `insert into password_resets (token_hash, student_id, created_at, expires_at) values ('${nextId()}', '${id}', 0, 1)`,
];
const enquiry = (id: string | undefined, name: string, at: number) =>
  `insert into enquiries (id, name, email, mobile, year_class, created_at)
     values ('${id}', '${name}', 'gone@example.com', '07700900123', 'year-12', ${at})`;
const mail = (cause: string, to: string, at: number, sentAt = 'null', of = 'null') =>
  `insert into mails (id, cause, recipient, subject, created_at, due_at, sent_at, student_id)
     values ('${nextId()}', '${cause}', '${to}', 'About ${to}', ${at}, ${at}, ${sentAt}, ${of})`;

const rows = [
  `insert into admins (id, email, name, password_hash, created_at) values ('tutor', 'tutor@example.com', 'Tutor', '', 0)`,
  ...student(gone, `deleted ${gone}`, '5000'),
  ...student(pending, `deleted ${pending}`, '9000'),
  ...student(here, 'here@example.com'),
  enquiry(oldEnquiry, 'Old Enquirer', 1000),
  enquiry(newEnquiry, 'New Enquirer', 6000),
  mail(`enquiry:${oldEnquiry}`, 'gone@example.com', 1000, '1001'),
  mail(`enquiry:${oldEnquiry}:tutor@example.com`, 'tutor@example.com', 1000, '1001'),
  mail(`enquiry:${newEnquiry}`, 'gone@example.com', 6000, '6001'),
  mail('reset:gone', 'gone@example.com', 2000, '2001'),
  mail(`lesson-changed:${nextId()}:1`, 'gone@example.com', 5001, '5002', `'${gone}'`),
  mail(`deleted:${gone}`, 'gone@example.com', 5000, '5001'),
  mail(`deleted:${pending}`, 'pending@example.com', 9000),
  mail('reset:here', 'here@example.com', 2000, '2001'),
  mail('reset:tutor', 'tutor@example.com', 2000, '2001'),
  mail(`welcome:${here}`, 'here@example.com', 0, '1', `'${here}'`),
];

beforeAll(async () => {
  const { options, drop: dropDatabase } = await createTestDatabase();
  drop = dropDatabase;
  await makeOlderDatabase(options, 12, rows);
  database = await openDatabase(options);
});
afterAll(async () => {
  await database.close();
  await drop();
});

test('of accounts that were left no mail, session, link or word is left but the last mail still to be sent', async () => {
  const { db } = database;
  const mails = await db
    .selectFrom('mails')
    .select(['cause', 'family_id', 'erased_once_sent'])
    .orderBy('created_at')
    .orderBy('cause')
    .execute();
  expect(mails).toEqual([
    { cause: `welcome:${here}`, family_id: here, erased_once_sent: 0 },
    { cause: 'reset:here', family_id: here, erased_once_sent: 0 },
    { cause: 'reset:tutor', family_id: null, erased_once_sent: 0 },
    { cause: `enquiry:${newEnquiry}`, family_id: null, erased_once_sent: 0 },
    { cause: `deleted:${pending}`, family_id: pending, erased_once_sent: 1 },
  ]);
  expect(await db.selectFrom('sessions').select('person_id').execute()).toEqual([{ person_id: here }]);
  expect(await db.selectFrom('password_resets').select('person_id').execute()).toEqual([{ person_id: here }]);
  expect(await db.selectFrom('ledger_reasons').selectAll().execute()).toEqual([
    { family_id: here, seq: 1, reason: 'Reason for here@example.com' },
  ]);
});

test('the enquiries they made before they left are gone, those of later are not', async () => {
  const enquiries = await database.db.selectFrom('enquiries').select('name').execute();
  expect(enquiries).toEqual([{ name: 'New Enquirer' }]);
  expect([...(await findTraces(database, ['Old Enquirer'])).keys()]).toEqual([]);
});

test('the files of what was erased are remembered for the first look', async () => {
  const erased = await database.db.selectFrom('erased_mails').select('mail_id').execute();
  // Six emails, and the mark for the files of emails that are not known any more.
  expect(erased).toHaveLength(6);
});
