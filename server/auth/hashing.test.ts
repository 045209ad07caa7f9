// Password hashes, and the capacity that hashing leaves for everything else.
import { readFile } from 'node:fs/promises';

import { expect, test } from 'vitest';

import { checkPassword, hashPassword, MAX_WAITING } from './hashing.ts';

test('creates salted hashes that name their parameters and match only their own password', async () => {
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

test('leaves a thread for everything else', async () => {
  const crowd = 24;
  let computed = 0;
  const all = Array.from({ length: crowd }, async () => {
    await hashPassword('quantum-leap');
    computed += 1;
  });
  // If every thread of the pool were busy, the file would be read last.
  for (let n = 0; n < 3; n += 1) await readFile(import.meta.filename);
  expect(computed).toBeLessThan(crowd / 2);
  await Promise.all(all);
});

test('answers in the order of the calls', async () => {
  const order: number[] = [];
  await Promise.all(
    Array.from({ length: 8 }, async (_, n) => {
      await hashPassword('quantum-leap');
      order.push(n);
    }),
  );
  // Neighbours may be computed in parallel.
  for (const [position, n] of order.entries()) expect(Math.abs(position - n)).toBeLessThan(4);
});

test('refuses calls beyond the queue at once, and answers those before', async () => {
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
