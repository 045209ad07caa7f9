// What pages show of a booking that is being made or cancelled or has just been moved, with its
// credit or without one.
import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { FamilyLesson } from '../../../domain/lessons/lesson.ts';
import { aFamilyLesson } from '../../../domain/testing/lesson.ts';
import { PROFILE, type Profile } from '../../data/family.ts';
import { LESSONS } from '../../data/lessons.ts';
import { createQueryClient } from '../../transport/query-client.ts';
import { fakeFetch, json, openBrowser, parent, signIn } from '../../transport/testing/browser.ts';
import { resultOf } from '../../transport/testing/result-of.tsx';
import { dismissToasts } from '../../ui/toast.ts';
import { patchLesson } from './booking-cache.ts';
import { returnsCredit } from './booking-words.ts';
import { useBookLesson, useCancelBooking } from './bookings.ts';
import { useMoveBooking } from './dialog/moved-bookings.ts';

openBrowser();

const [student] = parent.students;
if (student === undefined) throw new Error('The parent of the tests has a student.');
const PAID = {
  id: 'booking-1',
  Student_ID: student.id,
  join_link: '/join/1',
  calendar_uid: 'uid-1',
};
const GIVEN = { ...PAID, without_credit: true as const };
const BALANCE = parent.Credits;

let client: QueryClient;

beforeEach(() => {
  signIn(3600);
  client = createQueryClient();
  const user = { ...parent, Lessons_Booked: 1 };
  const free = { free_lesson: null, free_lesson_mode: null, confirm_free_lesson_by: null };
  client.setQueryData<Profile>(PROFILE, { success: true, user, ...free });
});
afterEach(() => {
  client.clear();
  dismissToasts();
});

const booked = (booking: typeof PAID | typeof GIVEN) =>
  aFamilyLesson({ bookings: [booking], isBooked: true, bookingId: booking.id });

const seen = () => {
  const user = client.getQueryData<Profile>(PROFILE)?.user;
  return [user?.Credits, user?.Lessons_Booked];
};

test.each([
  ['with its credit', PAID, BALANCE + 1],
  ['that took no credit', GIVEN, BALANCE],
])(
  'counts a booking %s as cancelled until the server refuses',
  async (_which, booking, credits) => {
    const lesson = booked(booking);
    const whileAsked: unknown[] = [];
    fakeFetch(() => {
      whileAsked.push(seen());
      return json(409, { success: false, error: 'Too late.', code: 'too_late_to_cancel' });
    });
    resultOf(client, () => useCancelBooking(parent)).cancel({ lesson, student });
    await vi.advanceTimersByTimeAsync(1000);
    expect(whileAsked).toEqual([[credits, 0]]);
    expect(seen()).toEqual([BALANCE, 1]);
  },
);

test('undoes a refused booking, and keeps what came meanwhile of another lesson', async () => {
  const lesson = aFamilyLesson({ availableSpots: 3 });
  const other = aFamilyLesson({ id: 'lesson-2', availableSpots: 3 });
  client.setQueryData([...LESSONS, 'test'], { lessons: [lesson, other] });
  const spots = () =>
    client
      .getQueryData<{ lessons: FamilyLesson[] }>([...LESSONS, 'test'])
      ?.lessons.map(({ isBooked, availableSpots }) => [isBooked, availableSpots]);
  const whileAsked: unknown[] = [];
  fakeFetch(() => {
    patchLesson(client, other.id, { availableSpots: 1 });
    whileAsked.push(spots());
    return json(409, { success: false, error: 'The lesson is full.', code: 'lesson_full' });
  });
  resultOf(client, () => useBookLesson(parent, () => 'page')).book({ lesson, student });
  await vi.advanceTimersByTimeAsync(1000);
  expect(whileAsked).toEqual([
    [
      [true, 2],
      [false, 1],
    ],
  ]);
  expect(spots()).toEqual([
    [false, 3],
    [false, 1],
  ]);
});

test.each([
  ['with its credit', PAID, true],
  ['that took no credit', GIVEN, false],
])('knows what a moved booking %s returns when cancelled', async (_which, booking, returns) => {
  const lesson = booked(booking);
  const to = aFamilyLesson({ id: 'lesson-2' });
  client.setQueryData([...LESSONS, 'test'], { lessons: [lesson, to] });
  fakeFetch(
    json(200, {
      success: true,
      booking: { id: 'booking-2', Lesson_ID: to.id, created_at: '2026-11-21T12:00:00.000Z' },
      creditsRemaining: BALANCE,
    }),
  );
  resultOf(client, () => useMoveBooking(parent, () => 'page')).move({
    lesson,
    student,
    bookingId: booking.id,
    to,
  });
  await vi.advanceTimersByTimeAsync(1000);
  const lists = client.getQueryData<{ lessons: (typeof lesson)[] }>([...LESSONS, 'test']);
  const moved = lists?.lessons.find(({ id }) => id === to.id) ?? to;
  expect(moved.bookings).toMatchObject([{ id: 'booking-2', calendar_uid: 'uid-1' }]);
  expect(returnsCredit(moved, student)).toBe(returns);
});
