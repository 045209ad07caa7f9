// Database constraints on lessons, bookings and waiting lists, each tested in plain SQL,
// independent of the code.
import { expect } from 'vitest';

import { RESPONSE_HOURS } from '../../domain/business.ts';
import { MAX_STUDENTS } from '../../domain/lesson-fields.ts';
import { newId } from '../base/ids.ts';
import {
  CHECK,
  constraintTest as test,
  type Ids,
  KEY,
  testViolations,
  UNIQUE,
} from '../testing/database/constraints.ts';
import { brokenInvariants } from '../testing/database/invariants.ts';
import { makeLesson } from '../testing/factories.ts';

test.override('settings', { mayBreakInvariants: true });

const setLesson = ({ lesson }: Ids, change: string) =>
  `update lessons set ${change} where id = '${lesson}'`;
const setBooking = ({ booking }: Ids, change: string) =>
  `update bookings set ${change} where id = '${booking}'`;
const book = ({ family, student, lesson }: Ids, other: Partial<Ids> = {}) =>
  `insert into bookings (id, lesson_id, family_id, student_id, created_at)
   values ('${newId()}', '${other.lesson ?? lesson}', '${family}', '${other.student ?? student}', 0)`;
const linkTo = ({ booking }: Ids, columns = '', values = '', token = 'x'.repeat(43)) =>
  `insert into excuse_links (token, booking_id, expires_at${columns})
   values ('${token}', '${booking}', 0${values})`;
const wait = ({ family, lesson }: Ids, student: string, number: number) =>
  `insert into waiting_list_entries (lesson_id, student_id, family_id, number, joined_at)
   values ('${lesson}', '${student}', '${family}', ${number}, 0)`;

testViolations(CHECK, {
  'a lesson with more bookings than spots': (ids) => setLesson(ids, 'booked = booked + 1'),
  'a lesson with a negative number of bookings': (ids) => setLesson(ids, 'booked = -1'),
  'a lesson with fewer spots than bookings': (ids) => setLesson(ids, 'max_students = 0'),
  'a lesson with more spots than allowed': (ids) =>
    setLesson(ids, `max_students = ${MAX_STUDENTS.max + 1}`),
  'more free first lessons than bookings': (ids) => setLesson(ids, 'free_booked = booked + 1'),
  'a negative number of free first lessons': (ids) => setLesson(ids, 'free_booked = -1'),
  'a family that is forgotten before it has left': ({ family }) =>
    `update families set forgotten_at = 1 where id = '${family}'`,
  'an answer promised for later than allowed': () =>
    `insert into enquiries (id, name, email, mobile, year_class, year_said_in, answer_hours, created_at)
     values ('e', '', '', '', 'year-10', 2026, ${RESPONSE_HOURS.max + 1}, 0)`,
  'a year that was said in no school year': ({ student }) =>
    `update students set year_class = 'year-10', year_said_in = null where id = '${student}'`,
  'an unconfirmed grant without marks': ({ family }) =>
    `insert into unconfirmed_grants (family_id, granted_at) values ('${family}', 0)`,
  'a deleted lesson with booked spots': (ids) => setLesson(ids, 'deleted_at = 1'),
  'former join links of a booking without a join link': (ids) =>
    setBooking(ids, "join_token = null, former_join_hashes = 'hash'"),
  'a join link that can be guessed': (ids) => setBooking(ids, "join_token = 'short'"),
  'a cancelled booking with a join link': (ids) => setBooking(ids, 'cancelled_at = 1'),
  'a student absent and present': (ids) => setBooking(ids, 'absent_at = 1, present_at = 1'),
  'slides in a letter that never went': (ids) => setBooking(ids, 'letter_has_slides = 1'),
  'an excuse link that can be guessed': (ids) => linkTo(ids, '', '', 'short'),
  'an excuse link that has acted at no time': (ids) => linkTo(ids, ', act', ", 'tell'"),
  'an excuse link that has moved a booking nowhere': (ids) =>
    linkTo(ids, ', act, acted_at', ", 'move', 0"),
  'a notice of a clash that never was': (ids) => [
    wait(ids, ids.student, 1),
    `update waiting_list_entries set clash_notice = 'due'`,
  ],
  'an excuse link with another act': (ids) => linkTo(ids, ', act, acted_at', ", 'x', 0"),
});

testViolations(/check constraint|invalid input syntax for type json/i, {
  'settings that are no JSON': () => `update settings set overrides = '{'`,
});

testViolations(UNIQUE, {
  'two excuse links of a booking': (ids) => [linkTo(ids), linkTo(ids, '', '', 'y'.repeat(43))],
  'a second active booking of the same student for the same lesson': (ids) => book(ids),
  'two bookings with the same join link': ({ lesson, booking }) => [
    `insert into lessons (id, date, time, starts_at, name, meeting_link, max_students, notes, created_at, moved_at)
     select 'another', date, time, starts_at, name, meeting_link, max_students, notes, 0, 0 from lessons where id = '${lesson}'`,
    `insert into bookings (id, lesson_id, family_id, student_id, created_at, join_token)
     select 'another', 'another', family_id, student_id, 0, join_token from bookings where id = '${booking}'`,
  ],
  'a student with two entries on a waiting list': (ids) => [
    wait(ids, ids.student, 1),
    wait(ids, ids.student, 2),
  ],
  'two entries with the same number': (ids) => [
    `insert into students (id, family_id, name, created_at) values ('s9', '${ids.family}', 'Sam', 0)`,
    wait(ids, ids.student, 1),
    wait(ids, 's9', 1),
  ],
});

testViolations(KEY, {
  'a booking of a lesson that does not exist': (ids) => book(ids, { lesson: newId() }),
  'deleting the row of a lesson with bookings': ({ lesson }) =>
    `delete from lessons where id = '${lesson}'`,
  'a booking for a student of another family': (ids) => book(ids, { student: newId() }),
  'a waiting-list entry for a student of another family': (ids) => wait(ids, newId(), 1),
});

test('the invariants detect a spot count that differs from the bookings', async ({ api, run }) => {
  const { id } = await makeLesson(api);
  const before = await brokenInvariants(api.database.db);
  await run(`update lessons set booked = 3 where id = '${id}'`);
  const after = await brokenInvariants(api.database.db);
  expect(after.filter((rule) => !before.includes(rule))).toEqual([
    'the number of booked spots is the number of active bookings: 1',
  ]);
});
