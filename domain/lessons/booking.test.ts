// Tests who may book and cancel: the order of the reasons, and the deadlines to the millisecond.
import { expect, test } from 'vitest';

import { faultsOf } from '../testing/faults.ts';
import {
  bookingIdSchema,
  cancelDeadline,
  explainRefusal,
  newBookingSchema,
  proposeAbsent,
  refuseBooking,
  refuseCancellation,
  refuseFreeBooking,
} from './booking.ts';

const starts_at = '2026-11-21T09:00:00.000Z';
const start = Date.parse(starts_at);
const MINUTE = 60_000;

const open = { starts_at, isBooked: false, availableSpots: 1, reserved_until: null };
const booked = { isBooked: true };
const full = { availableSpots: 0 };
const both = { ...booked, ...full };
const reserved = { ...full, reserved_until: '2026-11-20T09:00:00.000Z' };
const before = start - 1;

test.each([
  ['can be booked', {}, 1, before, null],
  ['has started', {}, 1, start, 'lesson_started'],
  ['is booked already', booked, 1, before, 'already_booked'],
  ['is booked without credits', {}, 0, before, 'insufficient_credits'],
  ['is full', full, 1, before, 'lesson_full'],
  ['is full except for an own reservation', reserved, 1, before, null],
  ['has started, with an own reservation', reserved, 1, start, 'lesson_started'],
  ['has started, which comes before all else', both, 0, start, 'lesson_started'],
  ['is booked, which comes before credits', both, 0, before, 'already_booked'],
  ['lacks credits, which comes before being full', full, 0, before, 'insufficient_credits'],
] as const)('a lesson that %s', (_, lesson, credits, now, reason) => {
  expect(refuseBooking({ ...open, ...lesson }, { credits }, now)).toBe(reason);
});

test.each([
  ['can be booked', {}, 1, before, null],
  ['has started', {}, 1, start, 'lesson_started'],
  ['is booked already', booked, 1, before, 'already_booked'],
  ['is full', full, 1, before, 'lesson_full'],
  ['is booked without credits', {}, 0, before, 'insufficient_credits'],
  ['has started, which comes before all else', both, 0, start, 'lesson_started'],
  ['is booked, which comes before being full', both, 0, before, 'already_booked'],
  ['is full, which comes before credits', full, 0, before, 'lesson_full'],
  ['lacks credits beside an own reservation', reserved, 0, before, 'insufficient_credits'],
] as const)('explains to a family a lesson that %s', (_, lesson, credits, now, reason) => {
  expect(explainRefusal({ ...open, ...lesson }, { credits }, now)).toBe(reason);
});

const noneFree = { free_spots_left: 0 };
const had = { free_spots_left: null };

test.each([
  ['can be booked', {}, before, null],
  ['has started', {}, start, 'lesson_started'],
  ['is booked already', booked, before, 'already_booked'],
  ['is full', { ...full, ...noneFree }, before, 'lesson_full'],
  ['has no free spot left', noneFree, before, 'free_spots_taken'],
  ['is for a family that has had it', had, before, 'free_lesson_used'],
  ['has started, which comes before all else', { ...both, ...had }, start, 'lesson_started'],
  ['is booked, which comes before having had it', { ...both, ...had }, before, 'already_booked'],
  ['is full, which comes before having had it', { ...full, ...had }, before, 'lesson_full'],
] as const)('a free first lesson that %s', (_, lesson, now, reason) => {
  expect(refuseFreeBooking({ ...open, free_spots_left: 1, ...lesson }, now)).toBe(reason);
});

test.each([
  ['more than an hour ahead', start - 60 * MINUTE - 1, null],
  ['exactly an hour ahead', start - 60 * MINUTE, 'too_late_to_cancel'],
  ['less than an hour ahead', start - 60 * MINUTE + 1, 'too_late_to_cancel'],
  ['a millisecond ahead', start - 1, 'too_late_to_cancel'],
  ['at its start', start, 'lesson_started'],
  ['after its end', start + 61 * MINUTE, 'lesson_started'],
] as const)('cancelling %s: %d %s', (_, now, reason) => {
  expect(refuseCancellation({ starts_at }, now)).toBe(reason);
});

test('refuses a cancellation from the deadline on', () => {
  const deadline = cancelDeadline({ starts_at });
  expect(refuseCancellation({ starts_at }, deadline)).toBe('too_late_to_cancel');
  expect(refuseCancellation({ starts_at }, deadline - 1)).toBeNull();
});

test.each(['2026-03-29', '2026-10-25'])(
  'counts the hour as 60 minutes around the clock change of %s',
  (date) => {
    const lesson = Temporal.PlainDateTime.from(`${date}T02:30:00`).toZonedDateTime('Europe/London');
    const times = { starts_at: lesson.toInstant().toString() };
    for (let minute = -180; minute <= 180; minute += 1) {
      const now = lesson.add({ minutes: minute }).toInstant();
      const left = now.until(lesson.toInstant()).total('minutes');
      const expected = left <= 0 ? 'lesson_started' : left > 60 ? null : 'too_late_to_cancel';
      expect(refuseCancellation(times, now.epochMilliseconds), `${minute} min`).toBe(expected);
    }
  },
);

const JOINED = '2026-11-21T08:50:00.000Z';
const HOUR = 60 * MINUTE;
const WEEK = 7 * 24 * HOUR;

test.each([
  // One student joined, one did not, one is already marked absent.
  [[JOINED, null, 'absent'], start + HOUR, [1]],
  [[JOINED, null, 'absent'], start + HOUR - 1, []],
  [[JOINED, null, 'absent'], start + HOUR + WEEK - 1, [1]],
  [[JOINED, null, 'absent'], start + HOUR + WEEK, []],
  [[JOINED, JOINED], start + HOUR, []],
  // Nobody of several joined: the lesson was held elsewhere. A lone student was absent.
  [[null, null, null], start + HOUR, []],
  [[null], start + HOUR, [0]],
  [['absent'], start + HOUR, []],
  [[], start + HOUR, []],
  // The tutor has added the last one after the lesson.
  [[null, 'added'], start + HOUR, [0]],
  [[JOINED, null, 'added'], start + HOUR, [1]],
  [['excused', null, null], start + HOUR, [0]],
  [['excused', null], start + HOUR - 1, []],
] as const)('of %j at %i those at %j are proposed as absent', (came, now, proposed) => {
  const bookings = came.map((how) => ({
    Lesson_Starts_At: starts_at,
    absent: how === 'absent',
    excused: how === 'excused',
    joined_at: how === JOINED ? how : null,
    created_at: how === 'added' ? '2026-11-21T10:00:00.000Z' : JOINED,
  }));
  expect(proposeAbsent(bookings, now)).toEqual(proposed.map((index) => bookings[index]));
});

test('names the booking id and the lesson id in their error messages', () => {
  expect(faultsOf(bookingIdSchema, 'x')).toEqual([': Booking ID must be a valid integer or UUID']);
  expect(faultsOf(newBookingSchema, {})).toEqual([
    'Lesson_ID: Lesson ID must be a valid integer or UUID',
  ]);
  expect(faultsOf(newBookingSchema, { Lesson_ID: 3 })).toEqual([]);
});
