// What events change in the tutor's room.
import { expect, test } from 'vitest';

import type { AskedQuestion } from '../../../domain/rooms/room.ts';
import type { TutorRoom } from '../../../domain/rooms/tutor-room.ts';
import { applyEvent } from './data.ts';

const asked: AskedQuestion = {
  id: 'first',
  Item_ID: 'a',
  round: 1,
  state: 'revealed',
  asked_at: '2026-11-28T09:10:00.000Z',
  booked: 2,
  here: 1,
  answered: 1,
  answers: [],
  distribution: [],
  earlier: null,
  values: [],
  earlier_values: null,
};

const aStudent = (studentId: string): TutorRoom['students'][number] => ({
  Student_ID: studentId,
  Student_Name: studentId,
  joined_at: null,
  here: studentId === 'Kim',
  results: { video: 'done', a: 'wrong' },
});

const room: TutorRoom = {
  lesson: { id: '1', Lesson_Name: 'Waves', starts_at: '', state: 'live', Meeting_Link: '' },
  topic: null,
  items: [],
  students: [aStudent('Kim'), aStudent('Sam')],
  asked: [asked],
  missed: [],
  help: [],
  letter: { sentence: '', state: 'planned', sends_at: null, sent_at: null },
};

test('adds a question that is asked after the others', () => {
  const next = { ...asked, id: 'second', state: 'asked' } as const;
  expect(applyEvent(room, { kind: 'asked', asked: next }).asked).toEqual([asked, next]);
});

test('replaces a question that changes, at its place', () => {
  const before = { ...room, asked: [asked, { ...asked, id: 'second' }] };
  const changed = { ...asked, answered: 2 };
  const after = applyEvent(before, { kind: 'asked', asked: changed });
  expect(after.asked).toEqual([changed, { ...asked, id: 'second' }]);
});

test('keeps what was asked when nothing is being asked', () => {
  expect(applyEvent(room, { kind: 'asked', asked: null })).toEqual(room);
});

test('shows who is in the room, and ignores strangers', () => {
  const { students } = applyEvent(room, { kind: 'here', here: ['Sam', 'stranger'] });
  expect(students).toEqual([
    { ...aStudent('Kim'), here: false },
    { ...aStudent('Sam'), here: true },
  ]);
});

test.each([
  ['b', 'right', { video: 'done', a: 'wrong', b: 'right' }],
  ['a', 'partly', { video: 'done', a: 'partly' }],
  ['video', null, { a: 'wrong' }],
] as const)('shows the progress of one student: %s is %s', (itemId, result, results) => {
  const progress = { Student_ID: 'Sam', Item_ID: itemId, result };
  expect(applyEvent(room, { kind: 'progress', progress }).students).toEqual([
    aStudent('Kim'),
    { ...aStudent('Sam'), results },
  ]);
});
