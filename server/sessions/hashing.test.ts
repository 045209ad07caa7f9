// Password hashes, and the capacity that hashing leaves for everything else.
import { readFile } from 'node:fs/promises';

import { expect, test } from 'vitest';

import { checkPassword, fingerprintOf, HASH_QUEUE, hashPassword, MARK_QUEUE } from './hashing.ts';

test('creates salted hashes that name their parameters and match only their own password', async () => {
  const [one, other] = await Promise.all([
    hashPassword('quantum-leap', 'somebody'),
    hashPassword('quantum-leap', 'somebody'),
  ]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(other).not.toBe(one);
  expect(await checkPassword('quantum-leap', one, 'somebody')).toBe(true);
  expect(await checkPassword('quantum-leap!', one, 'somebody')).toBe(false);
  expect(await checkPassword('quantum-leap', null, 'somebody')).toBe(false);
});

test('leaves a thread for everything else', async () => {
  const crowd = 24;
  let computed = 0;
  const all = Array.from({ length: crowd }, async (_, n) => {
    await hashPassword('quantum-leap', `caller ${n}`);
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
      await hashPassword('quantum-leap', 'somebody');
      order.push(n);
    }),
  );
  // Neighbours may be computed in parallel.
  for (const [position, n] of order.entries()) expect(Math.abs(position - n)).toBeLessThan(4);
});

const { max, maxOfCaller } = HASH_QUEUE;

test('refuses calls beyond the queue at once, and answers those before', async () => {
  const answers = await Promise.allSettled(
    Array.from({ length: max + 20 }, (_, n) => hashPassword('quantum-leap', `caller ${n}`)),
  );
  const refused = answers.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(10);
  expect(refused.length).toBeLessThanOrEqual(20);
  for (const refusal of refused)
    expect(refusal).toMatchObject({ reason: { code: 'service_unavailable' } });
  await hashPassword('quantum-leap', 'somebody');
});

test('refuses a caller beyond its share, and lets others go before its second', async () => {
  const order: string[] = [];
  const hash = async (caller: string) => {
    await hashPassword('quantum-leap', caller);
    order.push(caller);
  };
  const crowd = Array.from({ length: maxOfCaller + 10 }, () => hash('flood'));
  const others = ['one', 'other'].map(hash);
  const answers = await Promise.allSettled(crowd);
  await Promise.all(others);
  expect(answers.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(5);
  // At most three are computed at once, and each caller waits for one of the others' turns.
  for (const caller of ['one', 'other']) expect(order.indexOf(caller)).toBeLessThan(8);
});

test('lets a password go between the marks of numbers', async () => {
  const order: string[] = [];
  const { max: marks } = MARK_QUEUE;
  const crowd = Array.from({ length: marks }, async (_, n) => {
    await fingerprintOf(`phone ${n}`, 'a salt of some bytes', `account ${n}`);
    order.push('mark');
  });
  await hashPassword('quantum-leap', 'somebody');
  order.push('password');
  await Promise.all(crowd);
  expect(order.indexOf('password')).toBeLessThan(8);
});
