// Database constraints on families, their people and sign-ins, each tested in plain SQL.
import { newId, newToken } from '../base/ids.ts';
import {
  CHECK,
  constraintTest,
  type Ids,
  KEY,
  testViolations,
  UNIQUE,
} from '../testing/database/constraints.ts';

constraintTest.override('settings', { mayBreakInvariants: true });

const addParent = ({ family }: Ids, id: string, email = `${id}@example.com`) =>
  `insert into people (id, family_id, role, name, email, phone, password_hash, created_at)
   values ('${id}', '${family}', 'parent', 'Sam', '${email}', '07700900123', '', 0)`;
const addSignIn = ({ family }: Ids, id: string, student: string | null) =>
  `insert into people (id, family_id, role, student_id, name, email, password_hash, created_at)
   values ('${id}', '${family}', 'student', ${student === null ? 'null' : `'${student}'`}, 'Sam', '${id}@example.com', '', 0)`;
const addStudent = ({ family }: Ids, id: string) =>
  `insert into students (id, family_id, name, created_at) values ('${id}', '${family}', 'Sam', 0)`;
const invite = ({ family, parent }: Ids, id: string) =>
  `insert into invitations (id, family_id, role, email, token_hash, invited_by, created_at, expires_at)
   values ('${id}', '${family}', 'parent', '${id}@example.com', '${id}', '${parent}', 0, 1)`;
const publish = (person: string, token = newToken(), id = newId()) =>
  `insert into calendar_feeds (id, token, person_id, created_at) values ('${id}', '${token}', '${person}', 0)`;

testViolations(CHECK, {
  'a session without an owner': () =>
    `insert into sessions (id, chain, access_hash, refresh_hash, created_at, expires_at) values ('s', 'c', 'a', 'r', 0, 0)`,
  'a student sign-in without a student': (ids) => addSignIn(ids, 'p2', null),
  'a calendar feed without an owner': () =>
    `insert into calendar_feeds (id, token, created_at) values ('c', '${newToken()}', 0)`,
  'a calendar feed with a token that can be guessed': ({ parent }) => publish(parent, 'short'),
});

testViolations(/a family has a parent/, {
  'a family without a parent': ({ family }) => [
    `delete from sessions where person_id in (select id from people where family_id = '${family}')`,
    `delete from people where family_id = '${family}'`,
  ],
});

testViolations(/at most two parents/, {
  'a third parent': (ids) => [addParent(ids, 'p2'), addParent(ids, 'p3')],
});

testViolations(/a family has a student/, {
  'a family without a student': ({ family }) =>
    `update students set removed_at = 1 where family_id = '${family}'`,
});

testViolations(/at most six students/, {
  'a seventh student': (ids) => [1, 2, 3, 4, 5, 6].map((n) => addStudent(ids, `s${n}`)),
});

testViolations(UNIQUE, {
  'two sign-ins for one student': (ids) => [
    addSignIn(ids, 'p2', ids.student),
    addSignIn(ids, 'p3', ids.student),
  ],
  'two people with one address': (ids) => addParent(ids, 'p2', ids.email),
  'two calendar feeds of one person': ({ parent }) => [publish(parent), publish(parent)],
  'two calendar feeds with one token': (ids) => {
    const token = newToken();
    return [addParent(ids, 'p2'), publish(ids.parent, token), publish('p2', token)];
  },
  'two invitations for one sign-in': (ids) => [invite(ids, 'i1'), invite(ids, 'i2')],
});

testViolations(KEY, {
  'a sign-in for a student of another family': (ids) => addSignIn(ids, 'p2', newId()),
  'a calendar feed that outlives its owner': (ids) => [
    addParent(ids, 'p2'),
    publish('p2'),
    `delete from people where id = 'p2'`,
  ],
});
