// Calls in turns: one at a time, in order, and each with its own outcome.
import { expect, test } from 'vitest';

import { createTurns } from './turns.ts';

test('begins a call once those before it have ended, even by a failure', async () => {
  const inTurn = createTurns();
  const events: string[] = [];
  const call = (name: string, outcome: () => Promise<string>) =>
    inTurn(async () => {
      events.push(`${name} begins`);
      await Promise.resolve();
      events.push(`${name} ends`);
      return outcome();
    });
  const calls = [
    call('first', () => Promise.reject(new Error('broken'))),
    call('second', () => Promise.resolve('done')),
  ];
  const [first, second] = await Promise.allSettled(calls);
  expect(first).toMatchObject({ status: 'rejected', reason: { message: 'broken' } });
  expect(second).toMatchObject({ status: 'fulfilled', value: 'done' });
  expect(events).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
});
