// Who may book, and for which students.
import { expect, test } from 'vitest';

import { aStudent } from '../../../domain/testing/student.ts';
import { clashWords, mayBook, namesOfBooked } from './booker.ts';

const student = (id: string, studentName: string, may_book = false) =>
  aStudent({ id, Student_Name: studentName, may_book });

const kim = student('1', 'Kim Journey');
const sam = student('2', 'Sam Journey');

test.each([
  ['parent', [kim], true],
  ['parent', [kim, sam], true],
  ['student', [kim], false],
  ['student', [student('1', 'Kim Journey', true)], true],
] as const)('a %s of %j may book: %s', (role, students, may) => {
  expect(mayBook({ role, students: [...students] })).toBe(may);
});

test.each([
  [['1'], 'Kim'],
  [['2', '1'], 'Kim and Sam'],
  [[], null],
  // A student that the page does not know yet.
  [['3'], null],
])('names the bookings of %j in the order of the students', (booked, words) => {
  const bookings = booked.map((studentId) => ({
    id: `booking-${studentId}`,
    Student_ID: studentId,
    join_link: null,
    calendar_uid: 'x',
  }));
  expect(namesOfBooked({ bookings }, { role: 'parent', students: [kim, sam] })).toBe(words);
});

test('names no student to themselves, nor while they are unknown', () => {
  const bookings = [{ id: 'booking', Student_ID: '1', join_link: null, calendar_uid: 'booking' }];
  expect(namesOfBooked({ bookings }, { role: 'student', students: [kim] })).toBeNull();
  expect(namesOfBooked({ bookings }, undefined)).toBeNull();
});

const clashes = [
  {
    Lesson_ID: 'waves',
    Lesson_Name: 'GCSE: Waves',
    starts_at: '2026-11-28T09:00:00.000Z',
    with: { Lesson_ID: 'forces', Lesson_Name: 'GCSE: Forces' },
  },
];

test.each([
  ['parent', { clashes }, 'Kim already has GCSE: Forces at that time.'],
  ['parent', { clashes, isBooked: true }, 'Kim also has GCSE: Forces at that time.'],
  ['student', { clashes }, 'You already have GCSE: Forces at that time.'],
  ['parent', { clashes: [] }, null],
] as const)('tells a %s what the student has', (role, day, words) => {
  expect(clashWords({ role, students: [kim] }, kim, day)).toBe(words);
});
