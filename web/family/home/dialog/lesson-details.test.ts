// What a lesson's details say about cancelling.
import { expect, test } from 'vitest';

import { aFamilyLesson } from '../../../../domain/testing/lesson.ts';
import { aStudent } from '../../../../domain/testing/student.ts';
import { cancelWords } from './lesson-details.tsx';

const students = [aStudent({ id: 'kim' }), aStudent({ id: 'sam' })];
const DAY_BEFORE = Date.parse(aFamilyLesson().starts_at) - 86_400_000;
const UNTIL = 'until 08:00 UK time on Sat 28 Nov';

const booking = (studentId: string, given: { without_credit?: true } = {}) => ({
  id: studentId,
  Student_ID: studentId,
  join_link: null,
  calendar_uid: studentId,
  ...given,
});
const paid = booking('kim');
const given = booking('sam', { without_credit: true });

test('says until when a free first lesson can be cancelled', () => {
  const lesson = aFamilyLesson({ free_spots_left: 1 });
  const user = { role: 'parent' as const, students, reminder_hours: [] };
  const words = cancelWords(
    lesson,
    { user, credits: 0, freeLesson: 'available', confirmBy: null, lessons: [] },
    DAY_BEFORE,
  );
  expect(words).toBe(`Once booked, you can cancel ${UNTIL}.`);
});

test.each([
  ['a credit', [paid], `You can cancel ${UNTIL}; the credit then comes back to you.`],
  ['no credit', [given], `You can cancel ${UNTIL}.`],
  ['a credit for one of two', [paid, given], `You can cancel ${UNTIL}.`],
])('promises what comes back from a booking that took %s', (_took, bookings, words) => {
  const lesson = aFamilyLesson({ isBooked: true, bookings });
  const user = { role: 'parent' as const, students, reminder_hours: [] };
  expect(
    cancelWords(
      lesson,
      { user, credits: 0, freeLesson: 'had', confirmBy: null, lessons: [] },
      DAY_BEFORE,
    ),
  ).toBe(words);
});
