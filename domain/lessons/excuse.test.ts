// When the link "Can't come?" may act and undo: the last instant that passes, the first that fails.
import { expect, test } from 'vitest';

import { faultsOf } from '../testing/faults.ts';
import { HOUR_MS, MINUTE_MS } from '../time.ts';
import {
  type ExcuseFacts,
  excuseState,
  mayChangeBooking,
  newExcuseSchema,
  refuseExcuse,
  refuseUndo,
  MAX_EXCUSES,
} from './excuse.ts';

const start = Date.parse('2026-11-21T09:00:00.000Z');
const early = start - 3 * HOUR_MS;
const open: ExcuseFacts = {
  act: null,
  acted_at: null,
  acts: 0,
  starts_at: start,
  isIntact: true,
  isForRestricted: false,
};
const told = { ...open, act: 'tell', acts: 1, acted_at: early } as const;
const toldLate = { ...told, acted_at: start - MINUTE_MS };
const used = { ...open, acts: MAX_EXCUSES };
const changed = { ...open, isIntact: false };
const restricted = { ...open, isForRestricted: true };

test.for<[what: string, link: ExcuseFacts, act: 'tell' | 'move', now: number, string | null]>([
  ['open', open, 'tell', start - 1, null],
  ['open, at the start', open, 'tell', start, 'excuse_not_found'],
  ['used', told, 'tell', start - 1, 'already_done'],
  ['used shortly before the start', toldLate, 'tell', start + 9 * MINUTE_MS - 1, 'already_done'],
  ['used, later', toldLate, 'tell', start + 9 * MINUTE_MS, 'excuse_not_found'],
  ['used too often', used, 'tell', early, 'excuse_not_found'],
  ['nearly used too often', { ...open, acts: MAX_EXCUSES - 1 }, 'tell', early, null],
  ['of a changed booking', changed, 'tell', early, 'excuse_not_found'],
  ['of a student who may not book', restricted, 'tell', early, null],
  ['of a student who may not book', restricted, 'move', early, 'forbidden'],
])('decides on an act by a link that is %s', ([, link, act, now, refusal]) => {
  expect(refuseExcuse(link, act, now)).toBe(refusal);
});

test.for<[what: string, link: ExcuseFacts, now: number, string | null]>([
  ['within ten minutes', told, early + 10 * MINUTE_MS - 1, null],
  ['after ten minutes', told, early + 10 * MINUTE_MS, 'undo_over'],
  ['after the start', toldLate, start + 9 * MINUTE_MS - 1, null],
  ['later after the start', toldLate, start + 9 * MINUTE_MS, 'excuse_not_found'],
  ['of a changed booking', { ...told, isIntact: false }, early, 'excuse_not_found'],
  ['of nothing', open, start + 10 * MINUTE_MS - 1, null],
  ['of nothing, later', open, start + 10 * MINUTE_MS, 'excuse_not_found'],
  ['of nothing for the last time', used, early, null],
])('decides on an undo %s', ([, link, now, refusal]) => {
  expect(refuseUndo(link, now)).toBe(refusal);
});

test('moves and cancels up to an hour before the start', () => {
  expect(mayChangeBooking(open, start - HOUR_MS - 1)).toBe(true);
  expect(mayChangeBooking(open, start - HOUR_MS)).toBe(false);
  for (const link of [told, used, changed, restricted])
    expect(mayChangeBooking(link, early)).toBe(false);
  expect([excuseState(open), excuseState(told)]).toEqual(['open', 'excused']);
});

test('asks for the lesson to move to', () => {
  expect(faultsOf(newExcuseSchema, { do: 'move' })).toEqual([
    'Lesson_ID: Choose the lesson to move to',
  ]);
  expect(faultsOf(newExcuseSchema, { do: 'stay' })).toEqual([
    'do: Choose to move, to cancel or to tell the tutor',
  ]);
  for (const body of [{ do: 'move', Lesson_ID: 7 }, { do: 'cancel' }, { do: 'tell' }])
    expect(faultsOf(newExcuseSchema, body)).toEqual([]);
});
