// Tests the lesson form's bounds and messages, ids, windows, and a lesson's state to the
// millisecond.
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { lessonIdSchema } from '../entity-id.ts';
import { faultsOf, letters, messagesFor } from '../testing/faults.ts';
import { windowSchema } from '../window.ts';
import {
  hasEnded,
  hasStarted,
  lastEndedStart,
  lessonChangesSchema,
  lessonSpan,
  lessonState,
  newLessonSchema,
} from './lesson.ts';

const valid = {
  Date: '2026-11-21',
  Time: '09:00:00',
  Lesson_Name: 'Forces',
  Meeting_Link: 'https://meet.example.com/abc',
  Max_Students: 10,
  lesson_notes: '',
};

const DATE = 'Date must be in YYYY-MM-DD format';
const TIME = 'Time must be in HH:MM:SS format';
const LINK = 'Invalid meeting link URL';
const linkOf = (length: number) => 'https://example.com/'.padEnd(length, 'x');

const cases: readonly [string, unknown, string | null][] = [
  ['Date', '2026-11-21', null],
  ['Date', '2028-02-29', null],
  ['Date', '2026-02-29', DATE],
  ['Date', '2026-13-01', DATE],
  ['Date', '0000-01-01', DATE],
  ['Date', '21/11/2026', DATE],
  ['Date', '2026-11-21T00:00:00Z', DATE],
  ['Date', '2026-1-1', DATE],
  ['Date', undefined, DATE],
  ['Date', 20_261_121, DATE],
  ['Time', '00:00:00', null],
  ['Time', '23:59:59', null],
  ['Time', '24:00:00', TIME],
  ['Time', '09:60:00', TIME],
  ['Time', '09:00', TIME],
  ['Time', '9:00:00', TIME],
  ['Time', undefined, TIME],
  ['Lesson_Name', '', 'Lesson name is required'],
  ['Lesson_Name', '  ', 'Lesson name is required'],
  ['Lesson_Name', undefined, 'Lesson name is required'],
  ['Lesson_Name', letters(1), null],
  ['Lesson_Name', letters(200), null],
  ['Lesson_Name', letters(201), 'Lesson name must be less than 200 characters'],
  ['Lesson_Name', 'A\tB', 'Remove the control characters'],
  ['Meeting_Link', 'http://example.com', null],
  ['Meeting_Link', linkOf(500), null],
  ['Meeting_Link', linkOf(501), 'Meeting link must be less than 500 characters'],
  ['Meeting_Link', '', LINK],
  ['Meeting_Link', 'meet.example.com', LINK],
  ['Meeting_Link', 'https://', LINK],
  ['Meeting_Link', 'https:///path', LINK],
  ['Meeting_Link', 'javascript:alert(1)', LINK],
  ['Meeting_Link', 'ftp://example.com', LINK],
  ['Meeting_Link', undefined, LINK],
  ['Max_Students', 0, 'Max students must be at least 1'],
  ['Max_Students', -1, 'Max students must be at least 1'],
  ['Max_Students', 1, null],
  ['Max_Students', 50, null],
  ['Max_Students', 51, 'Max students cannot exceed 50'],
  ['Max_Students', 1.5, 'Max students must be an integer'],
  ['Max_Students', '10', 'Max students must be an integer'],
  ['Max_Students', null, 'Max students must be an integer'],
  ['lesson_notes', letters(1000), null],
  ['lesson_notes', letters(1001), 'Lesson notes must be less than 1000 characters'],
  ['lesson_notes', 'Read:\n\tchapter 3\r\n', null],
  ['lesson_notes', 'A\u0000B', 'Remove the control characters'],
  ['lesson_notes', 'A\u000bB', 'Remove the control characters'],
  ['lesson_notes', 'A\u0085B', 'Remove the control characters'],
  ['lesson_notes', 5, 'Lesson notes must be text'],
];

test.each(cases)('a new lesson with %s of %j: %s', (field, value, message) => {
  expect(messagesFor(newLessonSchema, valid, field, value)).toEqual(
    message === null ? [] : [message],
  );
});

test.each(cases.filter(([, value]) => value !== undefined))(
  'a changed lesson with %s of %j: %s',
  (field, value, message) => {
    expect(messagesFor(lessonChangesSchema, {}, field, value)).toEqual(
      message === null ? [] : [message],
    );
  },
);

test('defaults a new lesson to no notes and no topic, and leaves its size open', () => {
  const { Max_Students: _, lesson_notes: __, ...rest } = valid;
  expect(z.parse(newLessonSchema, rest)).toEqual({
    ...rest,
    lesson_notes: '',
    Topic_ID: null,
  });
});

test('accepts any subset of fields in a change and adds none', () => {
  expect(z.parse(lessonChangesSchema, {})).toEqual({});
  expect(z.parse(lessonChangesSchema, { Max_Students: 5, id: 'x' })).toEqual({ Max_Students: 5 });
});

const UUID = '019a3f6e-7c1b-7d20-8f4e-0a1b2c3d4e5f';
const ID = 'Lesson ID must be a valid integer or UUID';

test.each([
  [1, '1'],
  ['42', '42'],
  [UUID, UUID],
  [UUID.toUpperCase(), UUID],
])('reads the lesson id %j as %j', (id, read) => {
  expect(z.parse(lessonIdSchema, id)).toBe(read);
});

const badNumbers = [0, -1, 1.5, '0', '-1', '1.5'];
test.for([...badNumbers, 'abc', '', UUID.slice(1), null, undefined, {}, [1]])(
  'refuses the lesson id %j',
  (id) => {
    expect(faultsOf(lessonIdSchema, id)).toEqual([`: ${ID}`]);
  },
);

test.each([
  [{}, []],
  [{ from: '2026-01-01' }, []],
  [{ to: '2026-01-01' }, []],
  [{ from: '2026-01-01', to: '2026-01-01' }, []],
  [{ from: '2026-01-01', to: '2027-01-02' }, []],
  [{ from: '2026-01-01', to: '2027-01-03' }, ['to: From and to must be at most 366 days apart']],
  [{ from: '2026-01-02', to: '2026-01-01' }, ['from: From must not be after to']],
  [{ from: 'soon' }, [`from: ${DATE}`]],
  [{ to: '' }, [`to: ${DATE}`]],
  [{ to: '2026-11-18T00:00:00Z' }, [`to: ${DATE}`]],
  [{ from: 'soon', to: 'later' }, [`from: ${DATE}`, `to: ${DATE}`]],
])('the window %j: %j', (window, faults) => {
  expect(faultsOf(windowSchema, window)).toEqual(faults);
});

const starts_at = '2026-11-21T09:00:00.000Z';
const start = Date.parse(starts_at);
const HOUR = 3_600_000;

test.each([
  [start - 1, false, false],
  [start, true, false],
  [start + HOUR - 1, true, false],
  [start + HOUR, true, true],
])('at %d the lesson has started: %s, has ended: %s', (now, started, ended) => {
  expect([hasStarted({ starts_at }, now), hasEnded({ starts_at }, now)]).toEqual([started, ended]);
  // Queries decide alike.
  expect(start <= lastEndedStart(now)).toBe(ended);
});

test.each([
  ['available', { isBooked: false, availableSpots: 1 }, start - 1],
  ['full', { isBooked: false, availableSpots: 0 }, start - 1],
  [
    'available',
    { isBooked: false, availableSpots: 0, reserved_until: '2026-11-20T09:00:00.000Z' },
    start - 1,
  ],
  ['booked', { isBooked: true, availableSpots: 0 }, start - 1],
  ['now', { isBooked: true, availableSpots: 0 }, start],
  ['now', { isBooked: true, availableSpots: 0 }, start + HOUR - 1],
  ['past', { isBooked: true, availableSpots: 0 }, start + HOUR],
  ['past', { isBooked: false, availableSpots: 5 }, start],
])('a lesson is %s with %j at %d', (state, lesson, now) => {
  expect(lessonState({ reserved_until: null, ...lesson, starts_at }, now)).toBe(state);
});

test.each([
  ['2026-11-28T09:00:00.000Z', '2026-11-01T12:00:00Z', 'Sat 28 Nov, 09:00 to 10:00'],
  ['2026-07-04T22:30:00.000Z', '2026-12-31T23:59:59Z', 'Sat 4 Jul, 23:30 to 00:30'],
  ['2027-01-02T09:00:00.000Z', '2026-12-31T23:59:59Z', 'Sat 2 Jan 2027, 09:00 to 10:00'],
  ['2027-01-02T09:00:00.000Z', '2027-01-01T00:00:00Z', 'Sat 2 Jan, 09:00 to 10:00'],
])('a lesson that starts at %s, read at %s: %s', (startsAt, now, words) => {
  expect(lessonSpan({ starts_at: startsAt }, Date.parse(now))).toBe(words);
});
