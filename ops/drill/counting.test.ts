// What the drill of failovers counts, with made-up records.
import { describe, expect, test } from 'vitest';

import {
  judge,
  longestPause,
  median,
  type RequestedBooking,
  type StoredBooking,
} from './counting.ts';

const told = (id: string, more: Partial<RequestedBooking> = {}): RequestedBooking => ({
  student: 'Ada',
  lesson: 'Forces',
  ids: [id],
  cancellation: 'none',
  ...more,
});
const row = (id: string, more: Partial<StoredBooking> = {}): StoredBooking => ({
  id,
  student: 'Ada',
  lesson: 'Forces',
  isActive: true,
  ...more,
});
const ended = (id: string) => row(id, { isActive: false });
const cancelled = (id: string) => told(id, { cancellation: 'acknowledged' });
const WELL = { lost: [], doubled: [], undone: [] };

describe('judge', () => {
  test.for<[string, RequestedBooking[], StoredBooking[], Partial<typeof WELL> | object]>([
    ['finds nothing wrong with a booking that is there', [told('1')], [row('1')], {}],
    ['counts an acknowledged booking that is not there', [told('1')], [], { lost: ['1'] }],
    [
      'counts one that is cancelled although nobody asked for it',
      [told('1')],
      [ended('1')],
      { lost: ['1'] },
    ],
    [
      'accepts a cancellation that was asked for and never answered, whether it happened or not',
      [told('1', { cancellation: 'asked' }), told('2', { lesson: 'Waves', cancellation: 'asked' })],
      [ended('1'), row('2', { lesson: 'Waves' })],
      {},
    ],
    [
      'counts an acknowledged cancellation that is undone',
      [cancelled('1')],
      [row('1')],
      { undone: ['1'] },
    ],
    [
      'accepts a booking without an answer, whether it is there or not',
      [told('', { ids: [] }), told('', { ids: [], lesson: 'Waves' })],
      [row('1')],
      {},
    ],
    [
      'counts a booking that was acknowledged under two ids',
      [told('1', { ids: ['1', '2'], cancellation: 'asked' })],
      [ended('1'), ended('2')],
      { doubled: ['Ada Forces', 'Ada Forces'] },
    ],
    [
      'counts a booking that nobody asked for',
      [cancelled('1')],
      [ended('1'), ended('2')],
      { doubled: ['Ada Forces'] },
    ],
    [
      'counts two active bookings of one student for one lesson',
      [told('1'), told('2')],
      [row('1'), row('2')],
      { doubled: ['Ada Forces'] },
    ],
    [
      'accepts a lesson that was booked again after a cancellation',
      [cancelled('1'), told('2')],
      [ended('1'), row('2')],
      {},
    ],
  ])('%s', ([, asked, stored, expected]) => {
    expect(judge(asked, stored)).toEqual({ ...WELL, ...expected });
  });
});

describe('longestPause', () => {
  test.for([
    ['between two within', [0, 1, 2, 9, 10, 11], 1, 11, 7],
    ['that began before', [0, 10, 11], 5, 12, 10],
    ['that ended after', [0, 1, 2, 20], 1, 8, 18],
    ['without a later booking', [0, 1], 1, 30, 29],
    ['without any booking', [], 5, 8, 3],
    ['not one outside', [0, 50, 51, 52, 99], 50, 52, 1],
  ] as const)('finds the pause %s', ([, times, from, to, pause]) => {
    expect(longestPause(times.toReversed(), from, to)).toBe(pause);
  });
});

test.for([
  [[3], 3],
  [[9, 1, 2], 2],
  [[4, 1, 2, 9], 3],
] as const)('the median of %j is %d', ([values, middle]) => {
  expect(median(values)).toBe(middle);
});
