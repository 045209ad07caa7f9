// Database constraints on families, their people and sign-ins, each tested in plain SQL.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { newId, newToken } from '../ids.ts';
import { CHECK, KEY, UNIQUE, startWalled, type Wall, type Walled } from '../testing/constraints.ts';

let ids: Walled['ids'];
let run: Walled['run'];
let api: Walled['api'];
beforeAll(async () => {
  ({ api, ids, run } = await startWalled());
});
afterAll(() => api.close());

const person = (id: string, role: string, student: string, email = `${id}@example.com`) =>
  `insert into people (id, family_id, role, student_id, name, email, phone, password_hash, created_at)
   values ('${id}', '${ids.family}', '${role}', ${student}, 'Sam', '${email}', ${role === 'parent' ? "'07700900123'" : 'null'}, '', 0)`;
const invitation = (id: string) =>
  `insert into invitations (id, family_id, role, email, token_hash, invited_by, created_at, expires_at)
   values ('${id}', '${ids.family}', 'parent', '${id}@example.com', '${id}', '${ids.parent}', 0, 1)`;

const calendar = (id: string, personId: string, token = newToken()) =>
  `insert into calendar_feeds (id, token, person_id, created_at) values ('${id}', '${token}', ${personId}, 0)`;

const violations: readonly Wall[] = [
  {
    what: 'a session without an owner',
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
    how: () => [
      person('p2', 'student', `'${ids.student}'`),
      person('p3', 'student', `'${ids.student}'`),
    ],
    refusal: UNIQUE,
  },
  {
    what: 'a sign-in for a student of another family',
    how: () => [person('p2', 'student', `'${newId()}'`)],
    refusal: KEY,
  },
  {
    what: 'a student sign-in without a student',
    how: () => [person('p2', 'student', 'null')],
    refusal: CHECK,
  },
  {
    what: 'two people with one address',
    how: () => [person('p2', 'parent', 'null', ids.email)],
    refusal: UNIQUE,
  },
  {
    what: 'a calendar feed without an owner',
    how: () => [calendar('c', 'null')],
    refusal: CHECK,
  },
  {
    what: 'two calendar feeds of one person',
    how: () => [calendar('c', `'${ids.parent}'`), calendar('d', `'${ids.parent}'`)],
    refusal: UNIQUE,
  },
  {
    what: 'two calendar feeds with one token',
    how: () => {
      const token = newToken();
      return [
        person('p2', 'parent', 'null'),
        calendar('c', `'${ids.parent}'`, token),
        calendar('d', `'p2'`, token),
      ];
    },
    refusal: UNIQUE,
  },
  {
    what: 'a calendar feed with a token that can be guessed',
    how: () => [calendar('c', `'${ids.parent}'`, 'short')],
    refusal: CHECK,
  },
  {
    what: 'a calendar feed that outlives its owner',
    how: () => [
      person('p2', 'parent', 'null'),
      calendar('c', `'p2'`),
      `delete from people where id = 'p2'`,
    ],
    refusal: KEY,
  },
  {
    what: 'two invitations for one sign-in',
    how: () => [invitation('i1'), invitation('i2')],
    refusal: UNIQUE,
  },
];

test.each(violations)('rejects $what', async ({ how, refusal }) => {
  await expect(run(...how())).rejects.toThrow(refusal);
});
