// How items of a topic are named and described.
import { expect, test } from 'vitest';

import type { Item } from '../../../domain/topics/topic.ts';
import { describeItem, describeTopic, nameItem } from './topic-words.ts';

const question = (text: string): Item => ({
  id: 'q',
  kind: 'question',
  use: 'live',
  question: {
    kind: 'points',
    text,
    text_html: '',
    hint: '',
    hint_html: '',
    explanation: '',
    explanation_html: '',
    points: [],
  },
});
const media = { id: 'm', title: 'Waves', address: 'https://example.com' };

test.each([
  ['Why?', 'Why?'],
  ['A car of $m = 2\\,\\text{kg}$ has\n\n$$v = 3$$ **Why**?', 'A car of ... has ... Why?'],
  [
    'The speed of a car doubles. What happens to its kinetic energy then?',
    'The speed of a car doubles. What happens to its kinetic...',
  ],
  ['x'.repeat(61), `${'x'.repeat(60)}...`],
])('names a question by its first words: %s', (text, name) => {
  expect(nameItem(question(text))).toBe(name);
});

test('describes items and topics', () => {
  expect(nameItem({ ...media, kind: 'slides' })).toBe('Waves');
  expect(describeItem({ ...media, kind: 'video', minutes: 1 })).toBe('1 minute');
  expect(describeItem({ ...media, kind: 'video', minutes: 6 })).toBe('6 minutes');
  expect(describeItem(question('Why?'))).toBe('Own words, live in the lesson');
  expect(describeTopic({ course: 'gcse', reference: '4.1' })).toBe('GCSE, 4.1');
  expect(describeTopic({ course: 'a-level', reference: '' })).toBe('A-level');
});
