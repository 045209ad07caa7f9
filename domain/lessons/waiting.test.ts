// Tests who may join a waiting list: the order of the reasons, and to the millisecond until when a
// released spot goes to it.
import { expect, test } from 'vitest';

import { faultsOf } from '../testing/faults.ts';
import { goesToWaitingList, refuseWaiting, waitingStudentSchema, MAX_WAITING } from './waiting.ts';

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

const free = { availableSpots: 1 };
const crowded = { waitingCount: MAX_WAITING };
const waiting = { isWaiting: true, ...free };
const everything = { isBooked: true, ...waiting };

test.each([
  { name: 'is full', lesson: {}, now: start - 1, reason: null },
  { name: 'has started', lesson: {}, now: start, reason: 'lesson_started' },
  { name: 'is booked', lesson: { isBooked: true }, now: start - 1, reason: 'already_booked' },
  {
    name: 'the student already waits for',
    lesson: { isWaiting: true },
    now: start - 1,
    reason: 'already_waiting',
  },
  { name: 'has an open spot', lesson: { availableSpots: 1 }, now: start - 1, reason: 'not_full' },
  {
    name: 'has a spot reserved for the family',
    lesson: { reserved_until: starts_at },
    now: start - 1,
    reason: 'not_full',
  },
  {
    name: 'has room on its waiting list for one more',
    lesson: { waitingCount: MAX_WAITING - 1 },
    now: start - 1,
    reason: null,
  },
  {
    name: 'has a full waiting list',
    lesson: { waitingCount: MAX_WAITING },
    now: start - 1,
    reason: 'waiting_list_full',
  },
  {
    name: 'has an open spot before a full waiting list',
    lesson: { ...free, ...crowded },
    now: start - 1,
    reason: 'not_full',
  },
  {
    name: 'has started, which comes before all else',
    lesson: everything,
    now: start,
    reason: 'lesson_started',
  },
  {
    name: 'is booked, which comes before waiting',
    lesson: everything,
    now: start - 1,
    reason: 'already_booked',
  },
  {
    name: 'is waited for, which comes before an open spot',
    lesson: waiting,
    now: start - 1,
    reason: 'already_waiting',
  },
] as const)('gives $reason for a lesson that $name', ({ lesson, now, reason }) => {
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
  expect(refuseWaiting({ ...full, ownCount, ...lesson }, { credits }, start - 1)).toBe(reason);
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
