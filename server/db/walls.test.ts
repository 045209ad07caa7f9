// The database's own walls, each tried by hand in SQL: they hold whatever the code above them does.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { MAX_STUDENTS } from '../../domain/limits.ts';
import { newId } from '../ids.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { makeLesson, makeFamily } from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';

let api: TestApp;
/** A lesson of one spot, booked by a student who has 1 credit left; a paid purchase of 5 credits. */
let ids: Readonly<
  Record<'family' | 'parent' | 'email' | 'student' | 'lesson' | 'booking' | 'purchase', string>
>;

beforeAll(async () => {
  api = await startTestApp();
  const lesson = await makeLesson(api, { Max_Students: 1 });
  const { id: family, personId: parent, email, studentId: student, token } = await makeFamily(api, 2);
  const { body } = await api.call(endpoints.bookLesson, { token, body: { Lesson_ID: lesson.id } });
  ids = { family, parent, email, student, lesson: lesson.id, booking: body.booking.id, purchase: newId() };
  await run(
    `insert into purchases (id, family_id, credits, amount, currency, status, created_at, updated_at)
     values ('${ids.purchase}', '${family}', 5, 14000, 'gbp', 'paid', 0, 0)`,
    `insert into credit_ledger (family_id, seq, previous, kind, amount, balance_before, balance_after, purchase_id, created_at)
     values ('${family}', 3, 2, 'purchase', 5, 1, 6, '${ids.purchase}', 0)`,
    `update balances set credits = 6, last_entry = 3 where family_id = '${family}'`,
  );
});
afterAll(() => api.close());

/** All statements in one transaction, so that deferred keys are checked at its end. */
function run(...statements: string[]): Promise<void> {
  return api.database.db.transaction().execute(async (tx) => {
    for (const statement of statements) await sql.raw(statement).execute(tx);
  });
}

const CHECK = /check constraint/i;
const UNIQUE = /unique constraint/i;
const KEY = /foreign key constraint/i;

const entry = (values: string) =>
  `insert into credit_ledger (family_id, seq, previous, kind, amount, balance_before, balance_after, booking_id, purchase_id, created_at) values (${values}, 0)`;
const setBalance = (credits: number, last: string) =>
  `update balances set credits = ${credits}, last_entry = ${last} where family_id = '${ids.family}'`;

const person = (id: string, role: string, student: string, email = `${id}@example.com`) =>
  `insert into people (id, family_id, role, student_id, name, email, phone, password_hash, created_at)
   values ('${id}', '${ids.family}', '${role}', ${student}, 'Sam', '${email}', ${role === 'parent' ? "'07700900123'" : 'null'}, '', 0)`;
const invitation = (id: string) =>
  `insert into invitations (id, family_id, role, email, token_hash, invited_by, created_at, expires_at)
   values ('${id}', '${ids.family}', 'parent', '${id}@example.com', '${id}', '${ids.parent}', 0, 1)`;

const waits = (student: string, number: number) =>
  `insert into waiting_students (lesson_id, student_id, family_id, number, joined_at)
   values ('${ids.lesson}', '${student}', '${ids.family}', ${number}, 0)`;

interface Wall {
  readonly what: string;
  readonly how: () => string[];
  readonly refusal: RegExp;
}

const walls: readonly Wall[] = [
  {
    what: 'a lesson booked beyond its room',
    how: () => [`update lessons set booked = booked + 1 where id = '${ids.lesson}'`],
    refusal: CHECK,
  },
  {
    what: 'a lesson with fewer than no bookings',
    how: () => [`update lessons set booked = -1 where id = '${ids.lesson}'`],
    refusal: CHECK,
  },
  {
    what: 'a lesson shrunk below its bookings',
    how: () => [`update lessons set max_students = 0 where id = '${ids.lesson}'`],
    refusal: CHECK,
  },
  {
    what: 'a lesson with more room than any may have',
    how: () => [`update lessons set max_students = ${MAX_STUDENTS.max + 1} where id = '${ids.lesson}'`],
    refusal: CHECK,
  },
  {
    what: 'a deleted lesson that keeps its spots taken',
    how: () => [`update lessons set deleted_at = 1 where id = '${ids.lesson}'`],
    refusal: CHECK,
  },
  {
    what: 'a second live booking of the same student for the same lesson',
    how: () => [
      `insert into bookings (id, lesson_id, family_id, student_id, created_at)
       values ('${newId()}', '${ids.lesson}', '${ids.family}', '${ids.student}', 0)`,
    ],
    refusal: UNIQUE,
  },
  {
    what: 'two bookings with the same door',
    how: () => [
      `insert into lessons (id, date, time, starts_at, name, meeting_link, max_students, notes, created_at, updated_at)
       select 'another', date, time, starts_at, name, meeting_link, max_students, notes, 0, 0 from lessons where id = '${ids.lesson}'`,
      `insert into bookings (id, lesson_id, family_id, student_id, created_at, door)
       select 'another', 'another', family_id, student_id, 0, door from bookings where id = '${ids.booking}'`,
    ],
    refusal: UNIQUE,
  },
  {
    what: 'a door that can be guessed',
    how: () => [`update bookings set door = 'short' where id = '${ids.booking}'`],
    refusal: CHECK,
  },
  {
    what: 'a booking that ends and leaves its door open',
    how: () => [`update bookings set cancelled_at = 1 where id = '${ids.booking}'`],
    refusal: CHECK,
  },
  {
    what: 'a booking of a lesson that does not exist',
    how: () => [
      `insert into bookings (id, lesson_id, family_id, student_id, created_at)
       values ('${newId()}', '${newId()}', '${ids.family}', '${ids.student}', 0)`,
    ],
    refusal: KEY,
  },
  {
    what: 'a lesson removed from under its bookings',
    how: () => [`delete from lessons where id = '${ids.lesson}'`],
    refusal: KEY,
  },
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
    what: 'a balance that names an entry which is not there',
    how: () => [setBalance(7, '4')],
    refusal: KEY,
  },
  {
    what: 'a balance that forgets its ledger',
    how: () => [setBalance(6, 'null')],
    refusal: CHECK,
  },
  {
    what: 'a ledger entry whose sum is wrong',
    how: () => [entry(`'${ids.family}', 4, 3, 'adjustment', 1, 6, 8, null, null`), setBalance(8, '4')],
    refusal: CHECK,
  },
  {
    what: 'a ledger entry that starts from another balance than the last one left',
    how: () => [entry(`'${ids.family}', 4, 3, 'adjustment', 1, 9, 10, null, null`), setBalance(10, '4')],
    refusal: KEY,
  },
  {
    what: 'a ledger entry that leaves a gap',
    how: () => [entry(`'${ids.family}', 5, 3, 'adjustment', 1, 6, 7, null, null`), setBalance(7, '5')],
    refusal: CHECK,
  },
  {
    what: 'a second ledger beside the first',
    how: () => [entry(`'${ids.family}', 1, null, 'adjustment', 9, 0, 9, null, null`), setBalance(9, '1')],
    refusal: UNIQUE,
  },
  {
    what: 'a fork in the middle of the ledger',
    how: () => [entry(`'${ids.family}', 3, 2, 'adjustment', 9, 1, 10, null, null`), setBalance(10, '3')],
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
    what: 'a grant without a purchase',
    how: () => [entry(`'${ids.family}', 4, 3, 'purchase', 1, 6, 7, null, null`)],
    refusal: CHECK,
  },
  {
    what: 'a booking that gives credits',
    how: () => [entry(`'${ids.family}', 4, 3, 'booking', 1, 6, 7, '${ids.booking}', null`)],
    refusal: CHECK,
  },
  {
    what: 'a second grant for one purchase',
    how: () => [
      entry(`'${ids.family}', 4, 3, 'purchase', 5, 6, 11, null, '${ids.purchase}'`),
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
    what: 'more taken for a refund than it was short of',
    how: () => [
      `insert into refund_shortfalls (purchase_id, after_entry, family_id, credits, taken) values ('${ids.purchase}', 3, '${ids.student}', 1, 2)`,
    ],
    refusal: CHECK,
  },
  {
    what: 'a refund that was short of nothing',
    how: () => [
      `insert into refund_shortfalls (purchase_id, after_entry, family_id, credits) values ('${ids.purchase}', 3, '${ids.student}', 0)`,
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
    how: () => [`update purchases set reversed_credits = 6 where id = '${ids.purchase}'`],
    refusal: CHECK,
  },
  {
    what: 'a session of nobody',
    how: () => [
      `insert into sessions (id, chain, access_hash, refresh_hash, created_at, expires_at) values ('s', 'c', 'a', 'r', 0, 0)`,
    ],
    refusal: CHECK,
  },
  {
    what: 'a family without a parent',
    how: () => [
      `delete from sessions where person_id in (select id from people where family_id = '${ids.family}')`,
      `delete from people where family_id = '${ids.family}'`,
    ],
    refusal: /a family has a parent/,
  },
  {
    what: 'a third parent',
    how: () => [person('p2', 'parent', 'null'), person('p3', 'parent', 'null')],
    refusal: /at most two parents/,
  },
  {
    what: 'a family without a student',
    how: () => [`update students set removed_at = 1 where family_id = '${ids.family}'`],
    refusal: /a family has a student/,
  },
  {
    what: 'a seventh student',
    how: () =>
      Array.from(
        { length: 6 },
        (_, n) =>
          `insert into students (id, family_id, name, created_at) values ('s${n}', '${ids.family}', 'Sam', 0)`,
      ),
    refusal: /at most six students/,
  },
  {
    what: 'two sign-ins for one student',
    how: () => [person('p2', 'student', `'${ids.student}'`), person('p3', 'student', `'${ids.student}'`)],
    refusal: UNIQUE,
  },
  {
    what: 'a sign-in for a student of another family',
    how: () => [person('p2', 'student', `'${newId()}'`)],
    refusal: KEY,
  },
  {
    what: 'a student who signs in for nobody',
    how: () => [person('p2', 'student', 'null')],
    refusal: CHECK,
  },
  {
    what: 'two people with one address',
    how: () => [person('p2', 'parent', 'null', ids.email)],
    refusal: UNIQUE,
  },
  {
    what: 'two invitations for one place',
    how: () => [invitation('i1'), invitation('i2')],
    refusal: UNIQUE,
  },
  {
    what: 'a booking for a student of another family',
    how: () => [
      `insert into bookings (id, lesson_id, family_id, student_id, created_at)
       values ('b2', '${ids.lesson}', '${ids.family}', '${newId()}', 0)`,
    ],
    refusal: KEY,
  },
  {
    what: 'a student who stands in a line twice',
    how: () => [waits(ids.student, 1), waits(ids.student, 2)],
    refusal: UNIQUE,
  },
  {
    what: 'two students at one place of a line',
    how: () => [
      `insert into students (id, family_id, name, created_at) values ('s9', '${ids.family}', 'Sam', 0)`,
      waits(ids.student, 1),
      waits('s9', 1),
    ],
    refusal: UNIQUE,
  },
  {
    what: 'a student of another family in a line',
    how: () => [waits(newId(), 1)],
    refusal: KEY,
  },
];

test.each(walls)('the database itself refuses $what', async ({ how, refusal }) => {
  await expect(run(...how())).rejects.toThrow(refusal);
});

test('one entry that follows on from the last is taken: the walls refuse nothing that is right', async () => {
  await run(entry(`'${ids.family}', 4, 3, 'refund', 1, 6, 7, '${ids.booking}', null`), setBalance(7, '4'));
  await run(`update bookings set cancelled_at = 1, door = null where id = '${ids.booking}'`);
  await run(`update lessons set booked = 0 where id = '${ids.lesson}'`);
  const broken = await brokenInvariants(api.database.db);
  expect(broken).toEqual(['every grant has its receipt: 1']);
});

test('the invariants see what no wall can: a count of spots that is not the count of bookings', async () => {
  const { id } = await makeLesson(api);
  const before = await brokenInvariants(api.database.db);
  await run(`update lessons set booked = 3 where id = '${id}'`);
  const after = await brokenInvariants(api.database.db);
  expect(after.filter((rule) => !before.includes(rule))).toEqual([
    'the spots taken are the live bookings: 1',
  ]);
});
