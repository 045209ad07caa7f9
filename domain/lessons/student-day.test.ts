// Which lessons of a student clash: by instants, a lesson lasting an hour.
import { expect, test } from 'vitest';

import { aFamilyLesson } from '../testing/lesson.ts';
import {
  clashNames,
  type DayLesson,
  dayOfStudent,
  findClashes,
  withClashes,
} from './student-day.ts';

const at = (starts_at: string, Lesson_ID = starts_at): DayLesson => ({
  Lesson_ID,
  Lesson_Name: `Lesson ${Lesson_ID}`,
  starts_at,
});
const NINE = '2026-11-28T09:00:00.000Z';

test.each<[what: string, other: string, clashes: number]>([
  ['an hour earlier', '2026-11-28T08:00:00.000Z', 0],
  ['an hour but a second earlier', '2026-11-28T08:00:01.000Z', 1],
  ['at the same time', NINE, 1],
  ['59 minutes and 59 seconds later', '2026-11-28T09:59:59.000Z', 1],
  ['an hour later', '2026-11-28T10:00:00.000Z', 0],
  ['a day later at the same time', '2026-11-29T09:00:00.000Z', 0],
])('a lesson %s', (_, starts_at, clashes) => {
  expect(findClashes([at(NINE, 'a')], [at(starts_at, 'b')])).toHaveLength(clashes);
  expect(findClashes([at(starts_at, 'b')], [at(NINE, 'a')])).toHaveLength(clashes);
});

// 01:30 is twice on the night of 25 October 2026, and not at all on that of 28 March 2027.
test.each<[what: string, one: string, other: string, clashes: number]>([
  ['before and after the clocks go back', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', 0],
  ['over the hour that the clocks skip', '2027-03-28T00:30:00Z', '2027-03-28T01:00:00Z', 1],
  ['before and after midnight', '2026-11-28T23:30:00Z', '2026-11-29T00:15:00Z', 1],
])('lessons %s', (_, one, other, clashes) => {
  expect(findClashes([at(one)], [at(other)])).toHaveLength(clashes);
});

test('does not clash with itself', () => {
  expect(findClashes([at(NINE, 'a')], [at(NINE, 'a')])).toEqual([]);
});

test('names each lesson in the way, in the order of their start', () => {
  const day = [at('2026-11-28T09:30:00.000Z', 'late'), at('2026-11-28T08:30:00.000Z', 'early')];
  const clashes = findClashes([at(NINE, 'a')], day);
  expect(clashes).toEqual([
    { ...at(NINE, 'a'), with: { Lesson_ID: 'early', Lesson_Name: 'Lesson early' } },
    { ...at(NINE, 'a'), with: { Lesson_ID: 'late', Lesson_Name: 'Lesson late' } },
  ]);
  expect(clashNames(clashes)).toBe('Lesson early and Lesson late');
});

test.each([[['a', 'b', 'c']], [['c', 'b', 'a']]])(
  'of the lessons of one call (%s) only the later one clashes',
  (order) => {
    const all = [
      at(NINE, 'a'),
      at('2026-11-28T09:30:00.000Z', 'b'),
      at('2026-12-05T09:00:00Z', 'c'),
    ];
    const asked = order.flatMap((id) => all.filter((one) => one.Lesson_ID === id));
    // The day may contain them, as it does once they are booked.
    for (const day of [[], all])
      expect(findClashes(asked, day)).toMatchObject([{ Lesson_ID: 'b', with: { Lesson_ID: 'a' } }]);
  },
);

test('of two lessons of one call at the same time, the second clashes', () => {
  expect(findClashes([at(NINE, 'b'), at(NINE, 'a')], [])).toMatchObject([
    { Lesson_ID: 'a', with: { Lesson_ID: 'b' } },
  ]);
});

test('an answer without clashes has no such key', () => {
  expect(withClashes([])).toEqual({});
});

test("a student's day has what is booked or reserved for this student", () => {
  const booking = { id: 'x', join_link: null, calendar_uid: 'x' };
  const lessons = [
    aFamilyLesson({ id: 'booked', bookings: [{ ...booking, Student_ID: 'kim' }] }),
    aFamilyLesson({ id: 'reserved', reserved_for: 'kim' }),
    aFamilyLesson({ id: 'of a sibling', bookings: [{ ...booking, Student_ID: 'kit' }] }),
    aFamilyLesson({ id: 'reserved for a sibling', reserved_for: 'kit' }),
    aFamilyLesson({ id: 'open' }),
  ];
  expect(dayOfStudent('kim', lessons).map(({ Lesson_ID: id }) => id)).toEqual([
    'booked',
    'reserved',
  ]);
});
