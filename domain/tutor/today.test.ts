// Tests the tutor's day: next lessons, the one to open, absences to confirm, and waiting lists.
import { expect, test } from 'vitest';

import type { AdminBooking } from '../lessons/booking.ts';
import {
  absencesToConfirm,
  lessonsNext,
  lessonsOfDay,
  lessonsWaitedFor,
  lessonToOpen,
} from './today.ts';

const at = (date: string, time: string, waitingCount = 0) => ({
  id: `${date} ${time}`,
  Date: date,
  starts_at: `${date}T${time}:00.000Z`,
  waitingCount,
});
const SATURDAY = [at('2026-11-21', '09:00'), at('2026-11-21', '10:00', 2)];
const SUNDAY = [at('2026-11-22', '09:00', 1)];
const LESSONS = [...SATURDAY, ...SUNDAY];
const ids = (lessons: readonly { id: string }[]) => lessons.map(({ id }) => id);

test.each([
  ['days before', '2026-11-16T12:00:00Z', SATURDAY],
  ['while the first runs', '2026-11-21T09:59:59Z', SATURDAY],
  ['once it is over', '2026-11-21T10:00:00Z', SATURDAY.slice(1)],
  ['once the day is done', '2026-11-21T11:00:00Z', SUNDAY],
  ['after the last', '2026-11-22T10:00:00Z', []],
])('%s, lists the next lessons of one day', (_, now, next) => {
  expect(ids(lessonsNext(LESSONS, Date.parse(now)))).toEqual(ids(next));
});

test.each([
  ['days before', '2026-11-16T12:00:00Z', SATURDAY],
  ['once the first of the day is over', '2026-11-21T10:30:00Z', SATURDAY],
  ['in the evening of the day', '2026-11-21T22:00:00Z', SATURDAY],
  ['the day after', '2026-11-22T00:00:00Z', SUNDAY],
  ['after the last day', '2026-11-23T00:00:00Z', []],
])('%s, lists the lessons of one day', (_, now, ofDay) => {
  expect(ids(lessonsOfDay(LESSONS, Date.parse(now)))).toEqual(ids(ofDay));
});

test('lists a lesson that runs past midnight as one of today', () => {
  const lessons = [at('2026-11-21', '23:30'), ...SUNDAY];
  const now = Date.parse('2026-11-22T00:15:00Z');
  expect(ids(lessonsOfDay(lessons, now))).toEqual(ids(lessons));
});

test.each([
  ['before', '2026-11-21T08:00:00Z', [...SATURDAY.slice(1), ...SUNDAY]],
  ['at its last moment', '2026-11-21T09:59:59Z', [...SATURDAY.slice(1), ...SUNDAY]],
  ['once the first has begun', '2026-11-21T10:00:00Z', SUNDAY],
])('%s, lists future lessons with a waiting list', (_, now, waited) => {
  expect(ids(lessonsWaitedFor(LESSONS, Date.parse(now)))).toEqual(ids(waited));
});

const booking = (
  lesson: string,
  id: string,
  changes: Partial<AdminBooking> = {},
): AdminBooking => ({
  id,
  Lesson_ID: lesson,
  Lesson_Name: 'Waves',
  Lesson_Date: lesson,
  Lesson_Time: '09:00:00',
  Lesson_Starts_At: `${lesson}T09:00:00.000Z`,
  Lesson_Meeting_Link: 'https://meet.example.com/waves',
  Lesson_Notes: '',
  Lesson_Max_Students: 10,
  Student_ID: id,
  Student_Name: id,
  Family_ID: id,
  absent: false,
  excused: false,
  joined_at: null,
  without_credit: false,
  created_at: '2026-11-01T09:00:00.000Z',
  ...changes,
});
const joined = { joined_at: '2026-11-21T09:00:00.000Z' };
const BOOKINGS = [
  booking('2026-11-20', 'Ann', joined),
  booking('2026-11-20', 'Ben'),
  booking('2026-11-20', 'Cy', { absent: true }),
  booking('2026-11-21', 'Dee'),
  booking('2026-11-22', 'Eve', joined),
];

test.each([
  ['while Saturday still runs', '2026-11-21T09:59:59Z', [['Ben']]],
  ['after Saturday', '2026-11-21T10:00:00Z', [['Dee'], ['Ben']]],
  ['after Sunday, when everybody attended', '2026-11-22T10:00:00Z', [['Dee'], ['Ben']]],
  ['when it is too long ago', '2026-11-28T09:59:00Z', [['Dee']]],
])('%s, lists the absences to confirm by lesson, latest first', (_, now, names) => {
  const found = absencesToConfirm(BOOKINGS, Date.parse(now));
  expect(
    found.map((missing) => missing.map(({ Student_Name: studentName }) => studentName)),
  ).toEqual(names);
});

// How many have booked the lessons of 09:00, 09:15 and 12:00.
test.each([
  ['before the first, the first', '08:00', [0, 5, 5], '09:00'],
  ['the only one that runs, even if empty', '09:10', [0, 5, 5], '09:00'],
  ['of two, not the later if empty', '09:20', [1, 0, 5], '09:00'],
  ['of two, not the earlier if empty', '09:20', [0, 1, 5], '09:15'],
  ['of two, the one with more bookings', '09:20', [5, 2, 5], '09:00'],
  ['of two with as many bookings, the later', '09:20', [3, 3, 5], '09:15'],
  ['the one that still runs', '10:00', [5, 1, 5], '09:15'],
  ['between two, the next', '11:00', [5, 5, 0], '12:00'],
  ['after the last, the last', '13:00', [5, 5, 0], '12:00'],
])('opens %s', (_, now, bookedCounts, opened) => {
  const lessons = ['09:00', '09:15', '12:00'].map((time, index) => ({
    ...at('2026-11-21', time),
    id: time,
    bookedCount: bookedCounts[index] ?? 0,
  }));
  expect(lessonToOpen(lessons, Date.parse(`2026-11-21T${now}:00Z`))?.id).toBe(opened);
});

test('opens none of no lessons', () => {
  expect(lessonToOpen([], 0)).toBeUndefined();
});
