// Drafts of questions: what is shown before they are complete, and what is saved.
import { expect, test } from 'vitest';

import { draftOf, draftSchema, isSameDraft, type Kind, readDraft } from './question-draft.ts';

const blank = draftOf(null);
const withKind = (kind: Kind, changes: object = {}) => ({
  ...blank.question,
  kind,
  known: [{ value: '', feedback: '', misconception: '' }],
  ...changes,
});

test.each(['choice', 'number', 'points'] as const)('previews an empty %s', (kind) => {
  const { question, isComplete, faults } = readDraft(withKind(kind));
  expect(question).toMatchObject({ kind, text: '…' });
  expect(isComplete).toBe(false);
  expect([...faults]).toEqual([]);
});

test.each([
  [{ value: '3e8e8' }, 'question.value'],
  [{ value: '3', unit: 'ms^-1' }, 'question.unit'],
  [
    { value: '3', known: [{ value: '3.0', feedback: '', misconception: '' }] },
    'question.known.0.value',
  ],
  [{ tolerance_percent: 21 }, 'question.tolerance_percent'],
  [{ figures: { min: 3, max: 2 } }, 'question.figures'],
])('names the fault of %j', (changes, field) => {
  const { question, faults } = readDraft(withKind('number', changes));
  expect(question).toBeNull();
  expect([...faults.keys()]).toEqual([field]);
});

test('saves the fields of its kind alone, with the ids of its parts', () => {
  const question = withKind('points', { text: 'Why?', points: [{ id: undefined, text: 'So.' }] });
  const draft = { ...blank, question };
  expect(draftSchema.parse(draft)).toEqual({
    kind: 'question',
    use: 'before',
    question: {
      kind: 'points',
      text: 'Why?',
      hint: '',
      explanation: '',
      points: [{ id: undefined, text: 'So.' }],
    },
  });
  expect(isSameDraft(draft, { ...draft, question: { ...question, value: '3' } })).toBe(true);
  expect(isSameDraft(draft, { ...draft, use: 'live' })).toBe(false);
});
