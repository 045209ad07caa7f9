// What a student's page shows of the room once the tutor has asked, and why there is no room.
import { expect, test } from 'vitest';

import type { FamilyQuestion } from '../../domain/rooms/family-room.ts';
import { ApiError, NetworkError, ValidationError } from '../transport/failures.ts';
import { whyNoRoom, withAsked } from './room.ts';
import { aRoom } from './testing/room.ts';

const { room, item, attempt, asked } = aRoom();
const live = { ...attempt, mode: 'live', round: 1, result: null } as const;
const solution = { value_html: '5 m', explanation_html: '' };

test('takes no more tries at a question that is asked', () => {
  expect(withAsked(room, asked)).toMatchObject({
    asked,
    items: [{ id: item.id, tries_left: 0, done: true, solution: null }],
  });
});

test('adds a question that is asked for the first time', () => {
  const { items } = withAsked(room, { ...asked, Item_ID: '8' });
  expect(items).toMatchObject([item, { id: '8', use: 'live', done: true }]);
});

test("shows the student's own answer once, and the solution after the reveal", () => {
  const own: FamilyQuestion = { ...asked, own: live };
  const revealed: FamilyQuestion = {
    ...own,
    state: 'revealed',
    own: { ...live, result: 'right' },
    reveal: { distribution: [], values: [], solution },
  };
  expect(withAsked(withAsked(room, own), revealed).items).toMatchObject([
    { attempts: [{ id: live.id, result: 'right' }], solution },
  ]);
});

test.each([
  [new ApiError('Gone', { status: 404, code: 'lesson_not_found' }), 'gone'],
  [new ValidationError('No', { status: 400, details: [{ field: 'id', message: 'x' }] }), 'gone'],
  [
    new ValidationError('No', { status: 400, details: [{ field: 'Student_ID', message: 'x' }] }),
    'which student',
  ],
  [new ApiError('No', { status: 403, code: 'not_booked' }), 'not booked'],
  [new ApiError('No', { status: 403, code: 'forbidden' }), null],
  [new ApiError('No', { status: 500 }), null],
  [new NetworkError(null), null],
])('says why there is no room: %o', (error, reason) => {
  expect(whyNoRoom(error)).toBe(reason);
});
