// Tests who may book and cancel: the order of the reasons, and the deadlines to the millisecond.
import { expect, test } from 'vitest';

import { faultsOf } from '../testing/faults.ts';
import { MINUTE_MS } from '../time.ts';
import {
  bookingIdSchema,
  cancelDeadline,
  lessonToPropose,
  moveWindow,
  newBookingSchema,
  proposeAbsent,
  refuseBooking,
  refuseCancellation,
  refuseFreeBooking,
  finalWords,
  finalWordsWhenPaid,
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
  ['can be booked', null, {}, 1, before],
  ['has started', 'lesson_started', {}, 1, start],
  ['is booked already', 'already_booked', booked, 1, before],
  ['is booked without credits', 'insufficient_credits', {}, 0, before],
  ['is full', 'lesson_full', full, 1, before],
  ['is full except for an own reservation', null, reserved, 1, before],
  ['has started, with an own reservation', 'lesson_started', reserved, 1, start],
  ['has started, which comes before all else', 'lesson_started', both, 0, start],
  ['is booked, which comes before credits', 'already_booked', both, 0, before],
  ['lacks credits, which comes before being full', 'insufficient_credits', full, 0, before],
  ['lacks credits beside an own reservation', 'insufficient_credits', reserved, 0, before],
] as const)('a lesson that %s: %s', (_, reason, lesson, credits, now) => {
  expect(refuseBooking({ ...open, ...lesson }, { credits }, now)).toBe(reason);
});

const noneFree = { free_spots_left: 0 };
const had = { free_spots_left: null };

test.each([
  ['can be booked', null, {}, before],
  ['has started', 'lesson_started', {}, start],
  ['is booked already', 'already_booked', booked, before],
  ['is full', 'lesson_full', { ...full, ...noneFree }, before],
  ['has no free spot left', 'free_spots_taken', noneFree, before],
  ['is for a family that has had it', 'free_lesson_used', had, before],
  ['has started, which comes before all else', 'lesson_started', { ...both, ...had }, start],
  ['is booked, which comes before having had it', 'already_booked', { ...both, ...had }, before],
  ['is full, which comes before having had it', 'lesson_full', { ...full, ...had }, before],
] as const)('a free first lesson that %s: %s', (_, reason, lesson, now) => {
  expect(refuseFreeBooking({ ...open, free_spots_left: 1, ...lesson }, now)).toBe(reason);
});

test.each([
  ['more than an hour ahead', start - 60 * MINUTE - 1, null],
  ['exactly an hour ahead', start - 60 * MINUTE, 'too_late_to_cancel'],
  ['less than an hour ahead', start - 60 * MINUTE + 1, 'too_late_to_cancel'],
  ['a millisecond ahead', start - 1, 'too_late_to_cancel'],
  ['at its start', start, 'lesson_started'],
  ['after its end', start + 61 * MINUTE, 'lesson_started'],
] as const)('decides on cancelling %s: %d %s', (_, now, reason) => {
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
  { came: [JOINED, null, 'absent'], now: start + HOUR, proposed: [1] },
  { came: [JOINED, null, 'absent'], now: start + HOUR - 1, proposed: [] },
  { came: [JOINED, null, 'absent'], now: start + HOUR + WEEK - 1, proposed: [1] },
  { came: [JOINED, null, 'absent'], now: start + HOUR + WEEK, proposed: [] },
  { came: [JOINED, JOINED], now: start + HOUR, proposed: [] },
  // Nobody of several joined: the lesson was held elsewhere. A lone student was absent.
  { came: [null, null, null], now: start + HOUR, proposed: [] },
  { came: [null], now: start + HOUR, proposed: [0] },
  { came: ['absent'], now: start + HOUR, proposed: [] },
  { came: [], now: start + HOUR, proposed: [] },
  // The tutor has added the last one after the lesson.
  { came: [null, 'added'], now: start + HOUR, proposed: [0] },
  { came: [JOINED, null, 'added'], now: start + HOUR, proposed: [1] },
  { came: ['excused', null, null], now: start + HOUR, proposed: [0] },
  { came: ['excused', null], now: start + HOUR - 1, proposed: [] },
] as const)('proposes $proposed as absent when $came', ({ came, now, proposed }) => {
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

const START = Date.parse('2026-11-28T09:00:00Z');
const lesson = { starts_at: new Date(START).toISOString() };
const wordsAt = (minutesBefore: number) => finalWords(lesson, START - minutesBefore * MINUTE_MS);
const paidWordsAt = (minutesBefore: number) =>
  finalWordsWhenPaid(lesson, START - minutesBefore * MINUTE_MS);

// Cancelling is allowed only strictly more than 60 minutes before the start.
test.each([
  [61, null],
  [60 + 1 / 60_000, null],
  [60, "Starts in 60 minutes. It can't be cancelled."],
  [4.5, "Starts in 5 minutes. It can't be cancelled."],
  [1, "Starts in 1 minute. It can't be cancelled."],
  [0, null],
  [-30, null],
])('%d minutes before the start', (minutes, words) => {
  expect(wordsAt(minutes)).toBe(words);
});

// A payment may take as long as the spot is reserved: 36 minutes.
test.each([
  [97, null],
  [96, "If you pay after 08:00, it can't be cancelled."],
  [61, "If you pay after 08:00, it can't be cancelled."],
  [60, "Starts in 60 minutes. It can't be cancelled."],
  [0, null],
])('paid for, %d minutes before the start', (minutes, words) => {
  expect(paidWordsAt(minutes)).toBe(words);
});

test.each([
  { minutesBefore: [30, 90], proposed: 90 },
  { minutesBefore: [60, 61], proposed: 61 },
  { minutesBefore: [90, 30], proposed: 90 },
  { minutesBefore: [30, 45], proposed: 30 },
  { minutesBefore: [], proposed: undefined },
])(
  'proposes the lesson in $proposed minutes of those in $minutesBefore',
  ({ minutesBefore, proposed }) => {
    const lessons = minutesBefore.map((minutes) => ({
      minutes,
      starts_at: new Date(START + minutes * MINUTE_MS).toISOString(),
    }));
    expect(lessonToPropose(lessons, START)?.minutes).toBe(proposed);
  },
);

// 2026-11-23 and 2026-11-30 are Mondays.
test.each([
  { Date: '2026-11-28', today: '2026-11-24', from: '2026-11-24', days: 13 },
  { Date: '2026-11-30', today: '2026-11-29', from: '2026-11-29', days: 15 },
  { Date: '2026-12-06', today: '2026-11-29', from: '2026-11-29', days: 15 },
  { Date: '2026-12-07', today: '2026-11-29', from: '2026-12-07', days: 14 },
])('offers $days days from $from on for a lesson of $Date', ({ today, days, from, ...date }) => {
  expect(moveWindow(date, today)).toEqual({ from, days });
});
