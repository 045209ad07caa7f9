// A slice of the simulated business: five weeks over the change of the clocks and the end of a
// month, and the parts that look for a shorter sequence.
import { expect, inject, test } from 'vitest';

import type { Act } from './acts.ts';
import { Habits } from './habits.ts';
import { differencesOf, play } from './run.ts';
import { shrink } from './shrink.ts';

const postgresUrl = inject('engine') === 'postgres' ? inject('postgresUrl') : null;

// A private PostgreSQL takes three times as long.
test.for(postgresUrl === null ? [1, 2] : [1])(
  'the product and the oracle agree for five weeks, seed %i',
  // It takes a third of a minute alone, and several beside other suites.
  { timeout: 300_000 },
  async (seed) => {
    const [from, to] = ['2026-10-10', '2026-11-13'];
    const { acts, difference } = await play({ from, to, postgresUrl }, ({ business }) =>
      new Habits(seed, business, { families: 6, lessonsPerWeek: 4 }).acts(from, to),
    );
    expect(difference).toBeNull();
    expect(acts.length).toBeGreaterThan(150);
  },
);

test(
  'a world that the oracle does not expect shows a difference',
  { timeout: 30_000 },
  async () => {
    const day = '2026-11-18';
    const signUp: Act = { at: Date.parse(`${day}T12:00:00Z`), do: 'sign up', family: 'f1' };
    const { difference } = await play({ from: day, to: day, postgresUrl }, (oracle) => {
      // It has the act a day before the product.
      oracle.perform(signUp);
      return [signUp];
    });
    expect(difference?.kind).toBe("the outcome of 'sign up': 'ok' instead of 'email_taken'");
  },
);

test('names what differs without the names of people and lessons', () => {
  const predicted = { families: { f1: { balance: 1 } }, emails: { 'f1.p1': ['welcome'] } };
  const seen = { families: { f1: { balance: 2 } }, emails: { 'f1.p1': ['booked: 2026/GCSE'] } };
  expect(differencesOf(predicted, seen).map(({ kind }) => kind)).toEqual([
    'emails +booked -welcome',
    'families balance',
  ]);
});

test('finds the acts that are necessary', async () => {
  const acts = Array.from({ length: 40 }, (_, index): Act => {
    const family = `f${index % 10}`;
    return { at: index, do: 'sign up', family };
  });
  const few = await shrink(acts, {
    shows: (fewer) =>
      Promise.resolve([13, 27].every((index) => fewer.some(({ at }) => at === index))),
    text: 'families > f3 > balance',
    patienceMs: 60_000,
  });
  expect(few.map(({ at }) => at)).toEqual([13, 27]);
});
