// The curve of a topic: half at the end of a box, lifted by practice, and never below nothing.
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { addDays } from '../time.ts';
import { fadesOn, knownSince, memoryOn } from './memory.ts';
import type { PractisedQuestion } from './practice.ts';

const question = (box: number | null, due_on: string | null): PractisedQuestion => ({
  Item_ID: 'i',
  box,
  due_on,
});

test.each([
  ['on the day of the answer', '2026-11-25', 1],
  ['at the end of its box', '2026-12-02', 0.5],
  ['at twice that', '2026-12-09', 0.25],
])('a question of seven days, %s', (_, date, share) => {
  expect(memoryOn([question(3, '2026-12-02')], date)).toBe(share);
});

test('a question of one day, half a day after its answer', () => {
  expect(memoryOn([question(1, '2026-12-02')], '2026-12-01', 0.5)).toBeCloseTo(Math.SQRT1_2);
});

test.each([
  ['nothing in practice', [], null],
  ['what is learned', [question(null, null)], null],
  ['one question', [question(3, '2026-12-02')], '2026-12-02'],
  ['one long past', [question(1, '2025-11-30'), question(null, null)], '2025-11-30'],
  // On 2 December 0.5 and 0.906, on the 10th 0.226 and 0.743, on the 11th 0.205 and 0.725 ...
  [
    'one beside a question of a longer box',
    [question(3, '2026-12-02'), question(5, '2026-12-26')],
    '2026-12-10',
  ],
])('%s fades', (_, questions, date) => {
  expect(fadesOn(questions)).toBe(date);
});

test.each([
  ['nothing in practice', [], null],
  ['what is learned', [question(null, null)], null],
  ['one question', [question(3, '2026-12-02')], '2026-11-25'],
  ['two', [question(1, '2026-11-29'), question(5, '2026-12-26')], '2026-11-28'],
])('the curve of %s is known since', (_, questions, date) => {
  expect(knownSince(questions)).toBe(date);
});

test('practice lifts the curve', () => {
  const before = [question(1, '2026-11-29'), question(2, '2026-11-30')];
  const after = [question(2, '2026-12-02'), question(2, '2026-11-30')];
  expect(memoryOn(after, '2026-11-29')).toBeGreaterThan(memoryOn(before, '2026-11-29') ?? 1);
});

const questions = fc.array(
  fc
    .record({ box: fc.integer({ min: 1, max: 5 }), days: fc.integer({ min: -400, max: 28 }) })
    .map(({ box, days }) => question(box, addDays('2026-11-29', days))),
  { minLength: 1, maxLength: 30 },
);
test('falls from day to day, and has faded from one day on', () => {
  fc.assert(
    fc.property(questions, fc.integer({ min: -30, max: 400 }), (all, days) => {
      const date = addDays('2026-11-29', days);
      const today = memoryOn(all, date) ?? 2;
      expect(today).toBeGreaterThanOrEqual(memoryOn(all, addDays(date, 1)) ?? 2);
      expect(today <= 0.5).toBe(date >= (fadesOn(all) ?? ''));
    }),
  );
});
