// What the table of students says of who is there.
import { expect, test } from 'vitest';

import { presenceWords } from './heat-map-words.ts';

const joined_at = '2026-11-28T09:02:00.000Z';

test.each([
  [{ here: true, joined_at }, 'live', 'Joined 09:02'],
  [{ here: false, joined_at }, 'live', 'Joined 09:02, not on this page'],
  [{ here: true, joined_at: null }, 'live', 'Not joined, on this page'],
  [{ here: false, joined_at: null }, 'live', 'Not joined'],
  [{ here: false, joined_at }, 'after', 'Joined 09:02'],
] as const)('says of %o in a lesson that is %s: %s', (student, state, words) => {
  expect(presenceWords(student, state)).toBe(words);
});
