// Passwords: their hashes, and what computing many of them leaves to everybody else.
import { readFile } from 'node:fs/promises';

import { expect, test } from 'vitest';

import { checkPassword, hashPassword, MAX_WAITING } from './hashing.ts';

test('a hash names its parameters, differs each time and fits its own password alone', async () => {
  const [one, other] = await Promise.all([
    hashPassword('quantum-leap'),
    hashPassword('quantum-leap'),
  ]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(other).not.toBe(one);
  expect(await checkPassword('quantum-leap', one)).toBe(true);
  expect(await checkPassword('quantum-leap!', one)).toBe(false);
  expect(await checkPassword('quantum-leap', null)).toBe(false);
});

test('a crowd of passwords leaves a thread for everything else', async () => {
  const crowd = 24;
  let computed = 0;
  const all = Array.from({ length: crowd }, async () => {
    await hashPassword('quantum-leap');
    computed += 1;
  });
  // With every thread of the pool taken, a file would be read after the whole crowd.
  for (let n = 0; n < 3; n += 1) await readFile(import.meta.filename);
  expect(computed).toBeLessThan(crowd / 2);
  await Promise.all(all);
});

test('who comes first is answered first', async () => {
  const order: number[] = [];
  await Promise.all(
    Array.from({ length: 8 }, async (_, n) => {
      await hashPassword('quantum-leap');
      order.push(n);
    }),
  );
  // Neighbours may be computed side by side.
  for (const [position, n] of order.entries()) expect(Math.abs(position - n)).toBeLessThan(4);
});

test('a crowd that would wait too long is told at once, and those before it are answered', async () => {
  const answers = await Promise.allSettled(
    Array.from({ length: MAX_WAITING + 20 }, () => hashPassword('quantum-leap')),
  );
  const refused = answers.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(10);
  expect(refused.length).toBeLessThanOrEqual(20);
  for (const refusal of refused)
    expect(refusal).toMatchObject({ reason: { code: 'service_unavailable' } });
  await hashPassword('quantum-leap');
});
