// One key for each submission, whatever its content.
import { expect, test } from 'vitest';

import { createKeyring, keyOf } from './request-key.ts';

test('the attempts of one mutation share a key, and the next mutation has another', () => {
  const first = { lessonId: '1' };
  expect(keyOf(first)).toBe(keyOf(first));
  expect(keyOf(first)).toMatch(/^[0-9a-f]{32}$/);
  expect(keyOf({ lessonId: '1' })).not.toBe(keyOf(first));
});

test('what a form sends again unchanged keeps its key until it is answered, what has changed gets a new one', () => {
  const { keyFor, answered } = createKeyring();
  const first = keyFor({ lessons: ['Waves'] });
  expect(keyFor({ lessons: ['Waves'] })).toBe(first);
  const second = keyFor({ lessons: ['Optics'] });
  expect(second).not.toBe(first);
  expect(keyFor({ lessons: ['Waves'] })).not.toBe(second);
  expect(createKeyring().keyFor({ lessons: ['Waves'] })).not.toBe(first);
  const third = keyFor({ lessons: ['Waves'] });
  answered();
  expect(keyFor({ lessons: ['Waves'] })).not.toBe(third);
});
