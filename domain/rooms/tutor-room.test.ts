// What the tutor asks next, and which steps a question takes.
import { expect, test } from 'vitest';

import type { AskedQuestion } from './room.ts';
import {
  answerOf,
  nextQuestion,
  proposeStep,
  refuseStep,
  steps,
  type TutorRoom,
} from './tutor-room.ts';

const anAsked = (itemId: string, state: AskedQuestion['state'], round = 1): AskedQuestion => ({
  id: `asked ${itemId}`,
  Item_ID: itemId,
  round,
  state,
  asked_at: '2026-11-28T09:10:00.000Z',
  booked: 2,
  here: 2,
  answered: 1,
  answers: [],
  distribution: [],
  earlier: null,
  values: [],
  earlier_values: null,
});

const texts = { hint: '', hint_html: '', explanation: '', explanation_html: '' };
const aQuestion = (id: string, use: 'before' | 'live') => ({
  id,
  kind: 'question' as const,
  use,
  question: { kind: 'points' as const, text: id, text_html: id, ...texts, points: [] },
});

/** Three questions, the first of them for before the lesson. */
const aRoom = (
  asked: AskedQuestion[],
  state: TutorRoom['lesson']['state'] = 'live',
): TutorRoom => ({
  lesson: { id: '1', Lesson_Name: 'Waves', starts_at: '', state, Meeting_Link: '' },
  topic: null,
  items: [aQuestion('a', 'before'), aQuestion('b', 'live'), aQuestion('c', 'live')],
  students: [],
  asked,
  missed: [],
  help: [],
  letter: { sentence: '', state: 'planned', sends_at: null, sent_at: null },
});

test.each([
  [[], 'b'],
  [['b'], 'c'],
  [['c'], 'b'],
  [['a'], 'b'],
  [['b', 'c'], null],
])('after asking %j, the next question is %s', (asked, next) => {
  const room = aRoom(asked.map((id) => anAsked(id, 'revealed')));
  expect(nextQuestion(room)?.id ?? null).toBe(next);
});

const [open, closed, again, closedAgain, revealed, other] = [
  [anAsked('b', 'asked')],
  [anAsked('b', 'closed')],
  [anAsked('b', 'asked', 2)],
  [anAsked('b', 'closed', 2)],
  [anAsked('b', 'revealed')],
  [anAsked('b', 'closed'), anAsked('c', 'revealed')],
];

test.each([
  ['nothing asked', [], 'live', ['next'], 'next'],
  ['an open question', open, 'live', ['close', 'reveal'], 'close'],
  ['a closed question', closed, 'live', ['again', 'reveal', 'next'], 'reveal'],
  ['the second round', again, 'live', ['close', 'reveal'], 'close'],
  ['the second round closed', closedAgain, 'live', ['reveal', 'next'], 'reveal'],
  ['a revealed question', revealed, 'live', ['next'], 'next'],
  ['every question asked', other, 'live', [], null],
  ['the room not open yet', [], 'before', [], null],
  ['the lesson over', revealed, 'after', [], null],
] as const)('with %s', (_, asked, state, possible, proposed) => {
  const room = aRoom([...asked], state);
  expect(steps.filter((step) => refuseStep(room, step) === null)).toEqual(possible);
  expect(proposeStep(room)).toBe(proposed);
});

test.each([
  ['asked', 1, 1, 'right', 'answered'],
  ['closed', 1, 1, 'right', 'right'],
  ['revealed', 1, 1, 'wrong', 'wrong'],
  // Points that the student has not compared yet.
  ['revealed', 1, 1, null, 'answered'],
  // The second round waits for another answer.
  ['asked', 2, 1, 'wrong', null],
  ['asked', 2, 2, 'wrong', 'answered'],
  ['closed', 2, 1, 'wrong', 'wrong'],
] as const)(
  'of a question that is %s in round %i, an answer of round %i that is %s is shown as %s',
  (state, round, given, result, expected) => {
    const answers = [{ Student_ID: 'Kim', round: given, result }];
    expect(answerOf({ ...anAsked('a', state, round), answers }, 'Kim')).toBe(expected);
    expect(answerOf({ ...anAsked('a', state, round), answers }, 'Sam')).toBeNull();
  },
);
