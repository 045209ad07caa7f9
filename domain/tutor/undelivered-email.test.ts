// Tests the sentence about undelivered emails.
import { expect, test } from 'vitest';

import { SITE_REJECTED, undeliveredWords } from './undelivered-email.ts';

test.each([
  [[], null],
  [['failed'], '1 email was not delivered.'],
  [['failed', 'failed'], '2 emails were not delivered.'],
  [['waiting'], '1 email has not been delivered yet.'],
  [['failed', 'waiting'], '2 emails have not been delivered yet.'],
] as const)('of %j is said: %j', (states, words) => {
  expect(undeliveredWords(states.map((state) => ({ state, error: '550 No such mailbox' })))).toBe(
    words,
  );
});

test('names a mail server that does not accept the site first', () => {
  const rejected = {
    state: 'waiting',
    error: `${SITE_REJECTED} (553 5.1.8 no such domain)`,
  } as const;
  const other = { state: 'failed', error: '550 No such mailbox' } as const;
  expect(undeliveredWords([other, rejected])).toBe(
    `${SITE_REJECTED} 2 emails have not been delivered yet.`,
  );
});
