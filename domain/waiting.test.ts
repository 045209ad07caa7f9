// Who may wait for a place, in the order of the reasons, and until when a place goes to the line,
// to the millisecond.
import { expect, test } from 'vitest';

import { MAX_WAITING } from './limits.ts';
import { faultsOf } from './testing/faults.ts';
import { goesToWaitingList, refuseWaiting, waitingStudentSchema } from './waiting.ts';

const starts_at = '2026-11-21T09:00:00.000Z';
const start = Date.parse(starts_at);
const MINUTE = 60_000;

const full = {
  starts_at,
  isBooked: false,
  isWaiting: false,
  ownCount: 0,
  availableSpots: 0,
  reserved_until: null,
};

test.each([
  ['is full', {}, start - 1, null],
  ['has started', {}, start, 'lesson_started'],
  ['is booked', { isBooked: true }, start - 1, 'already_booked'],
  ['is waited for', { isWaiting: true }, start - 1, 'already_waiting'],
  ['has a spot left', { availableSpots: 1 }, start - 1, 'not_full'],
  ['has a place that is kept for them', { reserved_until: starts_at }, start - 1, 'not_full'],
  ['has room in its line for one more', { waitingCount: MAX_WAITING - 1 }, start - 1, null],
  ['has a line that is full', { waitingCount: MAX_WAITING }, start - 1, 'waiting_list_full'],
  [
    'has a spot left before its line is full',
    { availableSpots: 1, waitingCount: MAX_WAITING },
    start - 1,
    'not_full',
  ],
  [
    'has started before all else',
    { isBooked: true, isWaiting: true, availableSpots: 1 },
    start,
    'lesson_started',
  ],
  [
    'is booked before it is waited for',
    { isBooked: true, isWaiting: true, availableSpots: 1 },
    start - 1,
    'already_booked',
  ],
  [
    'is waited for before it has a spot left',
    { isWaiting: true, availableSpots: 1 },
    start - 1,
    'already_waiting',
  ],
] as const)('a lesson that %s', (_, lesson, now, reason) => {
  expect(refuseWaiting({ ...full, ...lesson }, { Credits: 0 }, now)).toBe(reason);
});

test.each([
  ['the first of a family without a credit', 0, 0, {}, null],
  ['the second of a family without a credit', 0, 1, {}, 'insufficient_credits'],
  ['the second of a family with a credit', 1, 1, {}, null],
  ['the second of a family whose credits are not shown', null, 1, {}, null],
  [
    'the second, where the list is full',
    0,
    1,
    { waitingCount: MAX_WAITING },
    'insufficient_credits',
  ],
  ['the second, where a spot is left', 0, 1, { availableSpots: 1 }, 'not_full'],
] as const)('of several students %s', (_, Credits, ownCount, lesson, reason) => {
  expect(refuseWaiting({ ...full, ownCount, ...lesson }, { Credits }, start - 1)).toBe(reason);
});

test.each([
  ['more than two hours ahead', start - 120 * MINUTE - 1, true],
  ['exactly two hours ahead', start - 120 * MINUTE, false],
  ['less than two hours ahead', start - 120 * MINUTE + 1, false],
  ['at its start', start, false],
] as const)('a place that comes free %s', (_, now, goes) => {
  expect(goesToWaitingList({ starts_at }, now)).toBe(goes);
});

test('who waits need not be said, and is said in words', () => {
  expect(waitingStudentSchema.safeParse({}).success).toBe(true);
  expect(faultsOf(waitingStudentSchema, { Student_ID: 7 })).toEqual([
    'Student_ID: Please choose who the lesson is for',
  ]);
});
