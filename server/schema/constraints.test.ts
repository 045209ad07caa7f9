// Database constraints on lessons, bookings and waiting lists, each tested in plain SQL,
// independent of the code.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { MAX_STUDENTS } from '../../domain/limits.ts';
import { newId } from '../ids.ts';
import { makeLesson } from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { CHECK, KEY, UNIQUE, startWalled, type Wall, type Walled } from '../testing/constraints.ts';

let ids: Walled['ids'];
let run: Walled['run'];
let api: Walled['api'];
beforeAll(async () => {
  ({ api, ids, run } = await startWalled());
});
afterAll(() => api.close());

const waits = (student: string, number: number) =>
  `insert into waiting_list_entries (lesson_id, student_id, family_id, number, joined_at)
   values ('${ids.lesson}', '${student}', '${ids.family}', ${number}, 0)`;

const violations: readonly Wall[] = [
  {
    what: 'a lesson with more bookings than spots',
    how: () => [`update lessons set booked = booked + 1 where id = '${ids.lesson}'`],
    refusal: CHECK,
  },
  {
    what: 'a lesson with a negative number of bookings',
    how: () => [`update lessons set booked = -1 where id = '${ids.lesson}'`],
    refusal: CHECK,
  },
  {
    what: 'a lesson with fewer spots than bookings',
    how: () => [`update lessons set max_students = 0 where id = '${ids.lesson}'`],
    refusal: CHECK,
  },
  {
    what: 'a lesson with more spots than allowed',
    how: () => [
      `update lessons set max_students = ${MAX_STUDENTS.max + 1} where id = '${ids.lesson}'`,
    ],
    refusal: CHECK,
  },
  {
    what: 'a deleted lesson with booked spots',
    how: () => [`update lessons set deleted_at = 1 where id = '${ids.lesson}'`],
    refusal: CHECK,
  },
  {
    what: 'a second active booking of the same student for the same lesson',
    how: () => [
      `insert into bookings (id, lesson_id, family_id, student_id, created_at)
       values ('${newId()}', '${ids.lesson}', '${ids.family}', '${ids.student}', 0)`,
    ],
    refusal: UNIQUE,
  },
  {
    what: 'two bookings with the same join link',
    how: () => [
      `insert into lessons (id, date, time, starts_at, name, meeting_link, max_students, notes, created_at, updated_at)
       select 'another', date, time, starts_at, name, meeting_link, max_students, notes, 0, 0 from lessons where id = '${ids.lesson}'`,
      `insert into bookings (id, lesson_id, family_id, student_id, created_at, join_token)
       select 'another', 'another', family_id, student_id, 0, join_token from bookings where id = '${ids.booking}'`,
    ],
    refusal: UNIQUE,
  },
  {
    what: 'former join links of a booking without a join link',
    how: () => [
      `update bookings set join_token = null, former_join_hashes = 'hash' where id = '${ids.booking}'`,
    ],
    refusal: CHECK,
  },
  {
    what: 'a join link that can be guessed',
    how: () => [`update bookings set join_token = 'short' where id = '${ids.booking}'`],
    refusal: CHECK,
  },
  {
    what: 'a cancelled booking with a join link',
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
    what: 'deleting the row of a lesson with bookings',
    how: () => [`delete from lessons where id = '${ids.lesson}'`],
    refusal: KEY,
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
    what: 'a student with two entries on a waiting list',
    how: () => [waits(ids.student, 1), waits(ids.student, 2)],
    refusal: UNIQUE,
  },
  {
    what: 'two entries with the same number',
    how: () => [
      `insert into students (id, family_id, name, created_at) values ('s9', '${ids.family}', 'Sam', 0)`,
      waits(ids.student, 1),
      waits('s9', 1),
    ],
    refusal: UNIQUE,
  },
  {
    what: 'a waiting-list entry for a student of another family',
    how: () => [waits(newId(), 1)],
    refusal: KEY,
  },
];

test.each(violations)('rejects $what', async ({ how, refusal }) => {
  await expect(run(...how())).rejects.toThrow(refusal);
});

test('the invariants detect what no constraint can: a spot count that differs from the bookings', async () => {
  const { id } = await makeLesson(api);
  const before = await brokenInvariants(api.database.db);
  await run(`update lessons set booked = 3 where id = '${id}'`);
  const after = await brokenInvariants(api.database.db);
  expect(after.filter((rule) => !before.includes(rule))).toEqual([
    'the number of booked spots is the number of active bookings: 1',
  ]);
});
