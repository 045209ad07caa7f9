// Tests who may join a waiting list: the order of the reasons, and to the millisecond until when a
// released spot goes to it.
import { expect, test } from 'vitest';

import { faultsOf } from '../testing/faults.ts';
import { goesToWaitingList, refuseWaiting, waitingStudentSchema, MAX_WAITING } from './waiting.ts';

const starts_at = '2026-11-21T09:00:00.000Z';
const start = Date.parse(starts_at);
const before = start - 1;
const MINUTE = 60_000;

const full = {
  starts_at,
  isBooked: false,
  isWaiting: false,
  ownCount: 0,
  availableSpots: 0,
  reserved_until: null,
};

const free = { availableSpots: 1 };
const crowded = { waitingCount: MAX_WAITING };
const waiting = { isWaiting: true, ...free };
const everything = { isBooked: true, ...waiting };

test.each([
  ['is full', null, {}, before],
  ['has started', 'lesson_started', {}, start],
  ['is booked', 'already_booked', { isBooked: true }, before],
  ['the student already waits for', 'already_waiting', { isWaiting: true }, before],
  ['has an open spot', 'not_full', free, before],
  ['has a spot reserved for the family', 'not_full', { reserved_until: starts_at }, before],
  ['has room on its list for one more', null, { waitingCount: MAX_WAITING - 1 }, before],
  ['has a full waiting list', 'waiting_list_full', crowded, before],
  ['has an open spot before a full waiting list', 'not_full', { ...free, ...crowded }, before],
  ['has started, which comes before all else', 'lesson_started', everything, start],
  ['is booked, which comes before waiting', 'already_booked', everything, before],
  ['is waited for, which comes before an open spot', 'already_waiting', waiting, before],
] as const)('a lesson that %s: %s', (_, reason, lesson, now) => {
  expect(refuseWaiting({ ...full, ...lesson }, { credits: 0 }, now)).toBe(reason);
});

test.each([
  ['the first of a family without a credit', 0, 0, {}, null],
  ['the second of a family without a credit', 0, 1, {}, 'insufficient_credits'],
  ['the second of a family with a credit', 1, 1, {}, null],
  ['the second of a family whose credits are not shown', null, 1, {}, null],
  ['the second, if the list is full', 0, 1, { waitingCount: MAX_WAITING }, 'insufficient_credits'],
  ['the second, if there is an open spot', 0, 1, { availableSpots: 1 }, 'not_full'],
] as const)('decides on several students: %s', (_, credits, ownCount, lesson, reason) => {
  expect(refuseWaiting({ ...full, ownCount, ...lesson }, { credits }, before)).toBe(reason);
});

test.each([
  ['more than two hours ahead', start - 120 * MINUTE - 1, true],
  ['exactly two hours ahead', start - 120 * MINUTE, false],
  ['less than two hours ahead', start - 120 * MINUTE + 1, false],
  ['at its start', start, false],
] as const)('decides who gets a spot released %s', (_, now, goes) => {
  expect(goesToWaitingList({ starts_at }, now)).toBe(goes);
});

test('accepts a missing student and explains an invalid one', () => {
  expect(waitingStudentSchema.safeParse({}).success).toBe(true);
  expect(faultsOf(waitingStudentSchema, { Student_ID: 7 })).toEqual([
    'Student_ID: Please choose who the lesson is for',
  ]);
});
