// One idempotency key for each submission, whatever its content.
import { expect, test } from 'vitest';

import { createSendOnce, keyOfMutation } from './request-key.ts';

test('shares a key between the attempts of one mutation, not with the next mutation', () => {
  const first = { lessonId: '1' };
  expect(keyOfMutation(first)).toBe(keyOfMutation(first));
  expect(keyOfMutation(first)).toMatch(/^[0-9a-f]{32}$/);
  expect(keyOfMutation({ lessonId: '1' })).not.toBe(keyOfMutation(first));
});

test('keeps the key of an unchanged form until it is answered, and changes it with the content', async () => {
  const sendOnce = createSendOnce();
  const lost = (lesson: string, send = sendOnce) => {
    let key = '';
    const attempt = send({ lesson }, (idempotencyKey) => {
      key = idempotencyKey;
      return Promise.reject(new Error('No response'));
    });
    return attempt.catch(() => key);
  };
  const first = await lost('Waves');
  expect(await lost('Waves')).toBe(first);
  const second = await lost('Optics');
  expect(second).not.toBe(first);
  expect(await lost('Waves')).not.toBe(second);
  expect(await lost('Waves', createSendOnce())).not.toBe(first);
  const third = await lost('Waves');
  expect(await sendOnce({ lesson: 'Waves' }, (key) => Promise.resolve(key))).toBe(third);
  expect(await lost('Waves')).not.toBe(third);
});
