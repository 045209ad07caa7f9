// The room of a lesson as a student uses it, and the topic that it shows.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import type { NewItem } from '../../domain/topics/topic.ts';
import type { Tutor } from '../people.ts';

/** Wider than a phone. */
const LONG =
  '$$E_k = \\frac{1}{2} m v^2 = \\frac{1}{2} \\times 1200\\,\\text{kg} \\times (15\\,\\text{m s}^{-1})^2 = 135\\,000\\,\\text{J}$$';

export const video: NewItem = {
  kind: 'video',
  title: 'Kinetic energy',
  address: 'https://example.com/video',
  minutes: 6,
};
export const slides: NewItem = {
  kind: 'slides',
  title: 'Slides of the lesson',
  address: 'https://example.com/slides',
};
export const energy: NewItem = {
  kind: 'question',
  use: 'before',
  question: {
    kind: 'number',
    text: 'A car of $m = 1200\\,\\text{kg}$ drives at $15\\,\\text{m s}^{-1}$. What is its kinetic energy?',
    hint: 'Use $E_k = \\frac{1}{2} m v^2$.',
    explanation: `Put both values in:\n\n${LONG}`,
    value: '1.35e5',
    unit: 'J',
    unit_asked: true,
    tolerance_percent: 1,
    figures: null,
    known: [{ value: '2.7e5', feedback: 'You left out the half.', misconception: 'No half' }],
  },
};
export const doubling: NewItem = {
  kind: 'question',
  use: 'before',
  question: {
    kind: 'choice',
    text: 'The speed of a car doubles. What happens to its kinetic energy?',
    hint: '',
    explanation: 'It goes with $v^2$.',
    several: false,
    choices: [
      { text: 'It doubles', is_right: false, feedback: 'Think of $v^2$.', misconception: 'v' },
      { text: 'It is four times as large', is_right: true, feedback: '', misconception: '' },
    ],
  },
};
export const falling: NewItem = {
  kind: 'question',
  use: 'before',
  question: {
    kind: 'points',
    text: 'A ball falls. Describe how its energy changes.',
    hint: '',
    explanation: '',
    points: [{ text: 'Its gravitational store falls.' }, { text: 'Its kinetic store rises.' }],
  },
};
/** A choice that is asked live. */
export const asked: NewItem = {
  kind: 'question',
  use: 'live',
  question: {
    kind: 'choice',
    text: 'Which of these is a unit of energy?',
    hint: '',
    explanation: 'A newton metre is a joule.',
    several: true,
    choices: [
      { text: 'joule', is_right: true, feedback: '', misconception: '' },
      { text: 'newton metre', is_right: true, feedback: '', misconception: '' },
      { text: 'watt', is_right: false, feedback: 'That is power.', misconception: 'Power' },
    ],
  },
};

/** A topic with these items; their ids in the same order. */
export async function makeTopic(tutor: Tutor, items: NewItem[]) {
  const { topic } = await tutor.call(endpoints.createTopic, {
    body: { name: 'Kinetic energy of vehicles', course: 'gcse', reference: '4.1.1.2' },
  });
  const itemIds: string[] = [];
  for (const body of items) {
    // The library keeps the order in which items are added.
    const { item } = await tutor.call(endpoints.createItem, { params: { id: topic.id }, body });
    itemIds.push(item.id);
  }
  return { topicId: topic.id, itemIds };
}

export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true });
export const field = (page: Page) => page.getByLabel('Your answer', { exact: true });
export const clickButton = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click();

/** Expects these words where feedback is announced. */
export const expectFeedback = (page: Page, ...words: string[]) =>
  Promise.all(
    words.map((text) => expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()),
  );

/** What the page says about an answer that waits for the connection. */
export const UNSENT = 'Saved on this device.';
