// Which actions a lesson offers to whom, and their words.
import { expect, test } from 'vitest';

import type { FamilyLesson } from '../../../../domain/lessons/lesson.ts';
import { aFamilyLesson } from '../../../../domain/testing/lesson.ts';
import { aStudent } from '../../../../domain/testing/student.ts';
import type { Booker } from '../booker.ts';
import { actionsFor, actionWords, studentFor } from './actions.ts';

const kim = aStudent({ id: '1', Student_Name: 'Kim Journey' });
const leila = aStudent({ id: '2', Student_Name: 'Leila Journey' });
const jo = aStudent({ id: '3', Student_Name: 'Jo Journey' });
type Students = Booker['user']['students'];

const parent = (credits: number, students: Students): Booker => ({
  user: { role: 'parent', students, reminder_hours: [] },
  credits,
  freeLesson: 'had',
  confirmBy: null,
  lessons: [],
});
const signedIn = (may_book: boolean): Booker => ({
  user: { role: 'student', students: [{ ...kim, may_book }], reminder_hours: [] },
  credits: null,
  freeLesson: null,
  confirmBy: null,
  lessons: [],
});

const booked = (...ids: string[]) => ({
  isBooked: ids.length > 0,
  bookings: ids.map((id) => ({ id, Student_ID: id, join_link: null, calendar_uid: id })),
});
const full = { availableSpots: 0 };
const waits = { ...full, waitingStudents: [{ position: 2, Student_ID: '1' }] };
const both = { ...full, ...booked('1') };

const start = Date.parse(aFamilyLesson().starts_at);
const [day, hour] = [start - 86_400_000, start - 3_600_000];

/** The words of each action, and why it cannot be done now. */
const offers = (changes: object, booker: Booker, student: Students[number] | null, now = day) =>
  actionsFor({ ...aFamilyLesson(), ...changes }, booker, student, now).map((action) =>
    [actionWords(action, booker), action.refusal].filter((part) => part !== null).join(': '),
  );

const LATE = 'Cancel booking: Lessons can only be canceled more than 1 hour before the start time';

test.each([
  ['a credit', 1, {}, day, ['Book Kim, 1 credit']],
  ['no credit', 0, {}, day, ['Buy 1 credit and book Kim']],
  ['a free spot', 0, { free_spots_left: 1 }, day, ['Book free for Kim']],
  ['no free spot left', 0, { free_spots_left: 0 }, day, ['Buy 1 credit and book Kim']],
  ['a reserved spot', 1, { ...full, reserved_until: 'soon' }, day, ['Book Kim, 1 credit']],
  ['a moment to the start', 1, {}, start - 1, ['Book Kim, 1 credit']],
  ['no time left', 1, {}, start, []],
  ['a booking', 1, booked('1'), hour - 1, ['Move', 'Cancel booking']],
  ['a booking and an hour left', 1, booked('1'), hour, [LATE]],
  ['a booking and no time left', 1, booked('1'), start, []],
  ['no spot', 1, full, day, ['Join the waiting list for Kim']],
  ['neither spot nor credit', 0, full, day, ['Join the waiting list for Kim']],
  ['a waiting student', 0, waits, day, ['Leave the waiting list for Kim']],
  ['a waiting student and a spot', 1, { ...waits, availableSpots: 1 }, day, ['Book Kim, 1 credit']],
] as const)('offers a family with %s its ways', (_with, credits, changes, now, words) => {
  expect(offers(changes, parent(credits, [kim]), kim, now)).toEqual(words);
});

/** What Kim has half an hour later. */
const forces = aFamilyLesson({
  id: 'forces',
  starts_at: new Date(start + 1_800_000).toISOString(),
  Lesson_Name: 'GCSE: Forces',
  ...booked('1'),
});
const INSTEAD = 'Move to this lesson instead';

test.each<[string, number, object, FamilyLesson[], number, string[]]>([
  ['another lesson then', 1, {}, [forces], day, ['Book anyway, 1 credit', INSTEAD]],
  ['no credit', 0, {}, [forces], day, ['Buy 1 credit and book anyway', INSTEAD]],
  ['a free spot', 0, { free_spots_left: 1 }, [forces], day, ['Book anyway, free', INSTEAD]],
  ['one that cannot move any more', 1, {}, [forces], start - 1_800_000, ['Book anyway, 1 credit']],
  ['two others then', 2, {}, [forces, { ...forces, id: 'optics' }], day, ['Book anyway, 1 credit']],
  [
    'one that is being paid for',
    1,
    {},
    [{ ...forces, ...booked(), reserved_for: '1' }],
    day,
    ['Book anyway, 1 credit'],
  ],
  ["a sibling's then", 1, {}, [{ ...forces, ...booked('2') }], day, ['Book Kim, 1 credit']],
  ['one then, and no spot', 1, full, [forces], day, ['Join the waiting list for Kim']],
  ['one then, being booked', 1, booked('1'), [forces], day, ['Move', 'Cancel booking']],
])('offers a student with %s its ways', (_with, credits, changes, lessons, now, words) => {
  expect(offers(changes, { ...parent(credits, [kim]), lessons }, kim, now)).toEqual(words);
});

test('names the sibling who has another lesson then', () => {
  const lessons = [{ ...forces, ...booked('2') }];
  const offered = offers(booked('1'), { ...parent(1, [kim, leila]), lessons }, kim);
  expect(offered.at(-1)).toBe('Also book Leila anyway, 1 credit');
});

const CHOOSE = 'Please choose who the lesson is for.';

test.each([
  ['nobody', 1, {}, null, [`Book for 1 credit: ${CHOOSE}`]],
  ['nobody, without credits', 0, {}, null, [`Buy 1 credit and book: ${CHOOSE}`]],
  ['nobody of a full lesson', 1, full, null, [`Join the waiting list: ${CHOOSE}`]],
  ['one of two', 1, {}, leila, ['Book Leila, 1 credit']],
  [
    'the booked one',
    1,
    booked('1'),
    kim,
    ['Move Kim', 'Cancel booking for Kim', 'Also book Leila, 1 credit'],
  ],
  [
    'the booked one of a full lesson',
    1,
    both,
    kim,
    ['Move Kim', 'Cancel booking for Kim', 'Join the waiting list for Leila'],
  ],
  ['the other one', 0, booked('1'), leila, ['Buy 1 credit and also book Leila']],
  ['one of two booked', 1, booked('1', '2'), leila, ['Move Leila', 'Cancel booking for Leila']],
  [
    'one more than may wait without credits',
    0,
    waits,
    leila,
    ['Join the waiting list for Leila: Without a credit, one student can wait.'],
  ],
] as const)('acts on %s', (_whom, credits, changes, student, words) => {
  expect(offers(changes, parent(credits, [kim, leila]), student)).toEqual(words);
});

test('leaves the choice between two siblings of the booked one', () => {
  const words = ['Move Kim', 'Cancel booking for Kim'];
  expect(offers(booked('1'), parent(1, [kim, leila, jo]), kim)).toEqual(words);
});

test.each([
  [true, {}, day, ['Book this lesson']],
  [true, full, day, ['Join the waiting list']],
  [true, booked('1'), day, ['Move', 'Cancel booking']],
  [false, {}, day, ['Ask a parent to book this lesson.']],
  [false, full, day, []],
  [false, booked('1'), day, ['Ask a parent to cancel this lesson.']],
  [false, booked('1'), hour, []],
] as const)(
  'tells a student who may book (%s) nothing of credits (%#)',
  (may, changes, now, words) => {
    expect(offers(changes, signedIn(may), kim, now)).toEqual(words);
  },
);

test.each([
  ['the only one', [kim], [], null, undefined, kim],
  ['nobody of two', [kim, leila], [], null, undefined, null],
  ['the wanted one', [kim, leila], ['1'], '2', '1', leila],
  ['the booked one', [kim, leila], ['2'], null, '1', leila],
  ['the last one', [kim, leila], [], null, '2', leila],
  ['nobody for ids that are gone', [kim, leila], [], '9', '8', null],
])('preselects %s', (_name, students, ids, wanted, last, expected) => {
  const { user } = parent(1, students);
  const lesson = { Lesson_Name: 'Revision', ...booked(...ids) };
  expect(studentFor(lesson, user, wanted, last)).toBe(expected);
});

test.each([
  ['GCSE: Waves', 'younger'],
  ['A-level: Waves', 'older'],
  ['Revision', null],
])('preselects the only student of the course of %s', (lessonName, expected) => {
  const students = [
    aStudent({ id: 'younger', year_class: 'year-10' }),
    aStudent({ id: 'older', year_class: 'year-13' }),
  ];
  const { user } = parent(1, students);
  const shown = studentFor(aFamilyLesson({ Lesson_Name: lessonName }), user, null, undefined);
  expect(shown?.id ?? null).toBe(expected);
});
