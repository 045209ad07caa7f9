// One key for each submission, whatever its content.
import { expect, test } from 'vitest';

import { keyOf } from './request-key.ts';

test('the attempts of one mutation share a key, and the next mutation has another', () => {
  const first = { lessonId: '1' };
  expect(keyOf(first)).toBe(keyOf(first));
  expect(keyOf(first)).toMatch(/^[0-9a-f]{32}$/);
  expect(keyOf({ lessonId: '1' })).not.toBe(keyOf(first));
});
