// Tests the sentence about undelivered emails.
import { expect, test } from 'vitest';

import { undeliveredWords } from './undelivered-email.ts';

test.each([
  [[], null],
  [['failed'], '1 email was not delivered.'],
  [['failed', 'failed'], '2 emails were not delivered.'],
  [['waiting'], '1 email has not been delivered yet.'],
  [['failed', 'waiting'], '2 emails have not been delivered yet.'],
] as const)('of %j is said: %j', (states, words) => {
  expect(undeliveredWords(states.map((state) => ({ state })))).toBe(words);
});
