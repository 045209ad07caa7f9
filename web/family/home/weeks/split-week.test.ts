// What of this week is over for a family.
import { expect, test } from 'vitest';

import { lessonEndsAt } from '../../../../domain/lessons/lesson.ts';
import { aFamilyLesson } from '../../../../domain/testing/lesson.ts';
import { splitWeek } from './split-week.ts';

const START = Date.parse('2027-07-03T09:00:00Z');
const END = lessonEndsAt(START);
const own = { id: 'own', isBooked: true, starts_at: new Date(START).toISOString() };
const other = { ...own, id: 'other', isBooked: false };
const later = { ...other, id: 'later', starts_at: new Date(END).toISOString() };

const idsAt = (now: number, isThisWeek = true) => {
  const lessons = [own, other, later].map((fields) => aFamilyLesson(fields));
  const { ahead, over, needsCalendar } = splitWeek({ isThisWeek }, lessons, now);
  return [ahead.map(({ id }) => id), over.map(({ id }) => id), needsCalendar];
};

test.each<[string, number, unknown[]]>([
  ['keeps what is ahead', START - 1, [['own', 'other', 'later'], [], true]],
  ['folds what others have begun', START, [['own', 'later'], ['other'], true]],
  ['keeps a booked lesson to its end', END - 1, [['own', 'later'], ['other'], true]],
  ['folds all that has begun', END, [[], ['own', 'other', 'later'], false]],
])('%s', (_, now, parts) => {
  expect(idsAt(now)).toEqual(parts);
});

test('needs no calendar for one lesson ahead', () => {
  const lessons = [own, later].map((fields) => aFamilyLesson(fields));
  expect(splitWeek({ isThisWeek: true }, lessons, END - 1).needsCalendar).toBe(true);
  expect(splitWeek({ isThisWeek: true }, lessons.slice(0, 1), END - 1).needsCalendar).toBe(false);
});

test('folds nothing in another week', () => {
  expect(idsAt(END, false)).toEqual([['own', 'other', 'later'], [], true]);
});
