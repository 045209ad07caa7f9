// The planner's warnings and suggestions at their edges.
import { expect, test } from 'vitest';

import { clashesOf, isInPast, studentsToEmail, suggestedTimes, weeklySlots } from './lesson-plan.ts';

const SATURDAY = '2026-11-21';

test.each([
  [SATURDAY, '09:00:00', '2026-11-21T08:59:59Z', false],
  [SATURDAY, '09:00:00', '2026-11-21T09:00:00Z', true],
  [SATURDAY, '09:00:00', '2026-11-22T00:00:00Z', true],
  ['2026-07-04', '09:00:00', '2026-07-04T07:59:00Z', false],
  ['2026-07-04', '09:00:00', '2026-07-04T08:00:00Z', true],
])('%s %s in the United Kingdom has passed at %s: %s', (date, Time, now, passed) => {
  expect(isInPast({ Date: date, Time }, Date.parse(now))).toBe(passed);
});

const at = (id: string, Time: string, date = SATURDAY) => ({ id, Date: date, Time });

test.each([
  ['08:00:00', []],
  ['08:01:00', ['nine']],
  ['09:00:00', ['nine']],
  ['09:30:00', ['nine', 'ten']],
  ['10:59:00', ['ten']],
  ['11:00:00', []],
])('a lesson of an hour at %s meets %j', (Time, ids) => {
  const lessons = [at('nine', '09:00:00'), at('ten', '10:00:00'), at('other day', Time, '2026-11-22')];
  expect(clashesOf({ Date: SATURDAY, Time }, lessons).map(({ id }) => id)).toEqual(ids);
});

test('a lesson does not meet itself', () => {
  expect(clashesOf(at('nine', '09:00:00'), [at('nine', '09:00:00')], 'nine')).toEqual([]);
});

test('a weekly lesson keeps its weekday and UK time across the clock change', () => {
  expect(weeklySlots({ Date: '2026-10-24', Time: '09:00:00' }, 3)).toEqual([
    { Date: '2026-10-24', Time: '09:00:00' },
    { Date: '2026-10-31', Time: '09:00:00' },
    { Date: '2026-11-07', Time: '09:00:00' },
  ]);
});

test.each([
  ['2026-11-20', [], []],
  [SATURDAY, [], ['09:00:00', '10:00:00']],
  ['2026-11-22', [], ['09:00:00', '10:00:00']],
  [SATURDAY, [at('nine', '09:00:00')], ['10:00:00']],
  [SATURDAY, [at('between', '09:30:00')], []],
])('on %s beside %j the free usual times are %j', (date, lessons, times) => {
  expect(suggestedTimes(date, lessons, Date.parse('2026-11-20T12:00:00Z'))).toEqual(times);
});

test('a usual time that has passed is not suggested', () => {
  expect(suggestedTimes(SATURDAY, [], Date.parse('2026-11-21T09:30:00Z'))).toEqual(['10:00:00']);
});

const lesson = {
  Date: SATURDAY,
  Time: '09:00:00',
  Lesson_Name: 'Waves',
  Meeting_Link: 'https://meet.example.com/waves',
  bookedCount: 3,
};

test.each([
  [{}, 0],
  [{ Lesson_Name: ' Waves ' }, 0],
  [{ Date: '2026-11-22' }, 3],
  [{ Time: '10:00:00' }, 3],
  [{ Lesson_Name: 'Optics' }, 3],
  [{ Meeting_Link: 'https://meet.example.com/optics' }, 3],
])('changing %j emails %i students', (changes, count) => {
  expect(studentsToEmail(lesson, { ...lesson, ...changes })).toBe(count);
});
