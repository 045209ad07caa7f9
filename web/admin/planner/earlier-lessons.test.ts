// Which lessons of a week are folded on a phone.
import { expect, test } from 'vitest';

import type { PlannedLesson } from '../../../domain/lessons/lesson.ts';
import { addDays } from '../../../domain/time.ts';
import { foldEarlier } from './earlier-lessons.tsx';

const monday = '2026-11-30';
const week = {
  monday,
  dates: Array.from({ length: 7 }, (_, day) => addDays(monday, day)),
  today: '2026-12-05',
  isThisWeek: true,
  previous: addDays(monday, -7),
  next: addDays(monday, 7),
  thisMonday: monday,
};
const lesson = (date: string, time: string): PlannedLesson => ({
  id: `${date} ${time}`,
  Date: date,
  Time: `${time}:00`,
  Lesson_Name: 'Forces',
  Max_Students: 8,
  lesson_notes: '',
  starts_at: `${date}T${time}:00.000Z`,
  Meeting_Link: 'https://meet.example.com/x',
  bookedCount: 0,
  reservedCount: 0,
  waitingCount: 0,
  Topic_ID: null,
  students: [],
});
const lessons = [
  lesson('2026-12-02', '17:00'),
  lesson('2026-12-05', '09:00'),
  lesson('2026-12-05', '10:00'),
];
const now = Date.parse('2026-12-05T10:10:00Z');

test('folds the lessons that are over, with the days before today', () => {
  const folded = foldEarlier({ week, lessons }, now);
  expect(folded.count).toBe(2);
  expect(folded.lessons.map(({ id }) => id)).toEqual(['2026-12-05 10:00']);
  expect(folded.week.dates).toEqual(['2026-12-05', '2026-12-06']);
});

test('folds nothing of another week, or of a week without a lesson that is over', () => {
  const other = { week: { ...week, isThisWeek: false }, lessons };
  expect(foldEarlier(other, now)).toEqual({ ...other, count: 0 });
  const ahead = { week, lessons: lessons.slice(2) };
  expect(foldEarlier(ahead, now)).toEqual({ ...ahead, count: 0 });
});

test('keeps the day of a lesson that runs past midnight', () => {
  const late = [lesson('2026-12-02', '17:00'), lesson('2026-12-04', '23:30')];
  const folded = foldEarlier({ week, lessons: late }, Date.parse('2026-12-05T00:10:00Z'));
  expect(folded.week.dates[0]).toBe('2026-12-04');
});
