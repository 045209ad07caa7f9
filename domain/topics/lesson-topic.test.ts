// Tests the words for what students prepare.
import { expect, test } from 'vitest';

import { describePreparation } from './lesson-topic.ts';

const video = (minutes: number) => ({ kind: 'video', minutes }) as const;
const [before, live] = [
  { kind: 'question', use: 'before' },
  { kind: 'question', use: 'live' },
] as const;
const slides = { kind: 'slides' } as const;

test.each([
  [[], null],
  [[slides, live], null],
  [[video(1)], '1 video (1 minute)'],
  [[video(6), video(8), slides], '2 videos (14 minutes)'],
  [[before, live], '1 question'],
  [[video(6), before, before], '1 video (6 minutes) and 2 questions'],
])('of %j: %s', (items, words) => {
  expect(describePreparation(items)).toBe(words);
});
