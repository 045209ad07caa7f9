// Which lessons are upcoming and which are past, and in what order.
import { expect, test } from 'vitest';

import type { AdminBooking } from '../../../domain/lessons/booking.ts';
import { groupByLesson } from './booked-lesson-card.tsx';

const booking = (lesson: string, starts: string, student: string): AdminBooking => ({
  id: `${lesson}-${student}`,
  Lesson_ID: lesson,
  Lesson_Name: lesson,
  Lesson_Date: starts.slice(0, 10),
  Lesson_Time: '09:00:00',
  Lesson_Starts_At: starts,
  Lesson_Meeting_Link: 'https://meet.example.com/x',
  Lesson_Notes: '',
  Lesson_Max_Students: 10,
  Student_ID: student,
  Student_Name: student,
  Family_ID: student,
  absent: false,
  excused: false,
  joined_at: null,
  without_credit: false,
  created_at: '2026-11-01T00:00:00Z',
});

test('sorts upcoming lessons next first and past ones latest first, each with its bookings', () => {
  const now = Date.parse('2026-11-21T09:59:59Z');
  const { ahead, past } = groupByLesson(
    [
      booking('oldest', '2026-11-07T09:00:00Z', 'Ann'),
      booking('older', '2026-11-14T09:00:00Z', 'Ann'),
      booking('running', '2026-11-21T09:00:00Z', 'Ann'),
      booking('next', '2026-11-21T10:00:00Z', 'Ann'),
      booking('running', '2026-11-21T09:00:00Z', 'Bob'),
    ],
    now,
  );
  expect(ahead.map(({ id, bookings }) => [id, bookings.length])).toEqual([
    ['running', 2],
    ['next', 1],
  ]);
  expect(past.map(({ id }) => id)).toEqual(['older', 'oldest']);
});

test('counts a lesson as past once it has ended', () => {
  const one = [booking('one', '2026-11-21T09:00:00Z', 'Ann')];
  expect(groupByLesson(one, Date.parse('2026-11-21T10:00:00Z')).past).toHaveLength(1);
});
