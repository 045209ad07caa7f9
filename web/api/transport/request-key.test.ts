// One idempotency key for each submission, whatever its content.
import { expect, test } from 'vitest';

import { createKeyring, keyOfMutation } from './request-key.ts';

test('shares a key between the attempts of one mutation, not with the next mutation', () => {
  const first = { lessonId: '1' };
  expect(keyOfMutation(first)).toBe(keyOfMutation(first));
  expect(keyOfMutation(first)).toMatch(/^[0-9a-f]{32}$/);
  expect(keyOfMutation({ lessonId: '1' })).not.toBe(keyOfMutation(first));
});

test('keeps the key of an unchanged form until it is answered, and changes it with the content', () => {
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
