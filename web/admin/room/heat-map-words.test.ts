// What the table of students says of who is there.
import { expect, test } from 'vitest';

import { presenceWords } from './heat-map-words.ts';

const joined_at = '2026-11-28T09:02:00.000Z';

test.each([
  [{ here: true, joined_at }, 'live', 'joined 09:02'],
  [{ here: false, joined_at }, 'live', 'joined 09:02, not on this page'],
  [{ here: true, joined_at: null }, 'live', 'on this page, not joined'],
  [{ here: false, joined_at: null }, 'live', 'not joined'],
  [{ here: false, joined_at }, 'after', 'joined 09:02'],
] as const)('says of %o in a lesson that is %s: %s', (student, state, words) => {
  expect(presenceWords(student, state)).toBe(words);
});
