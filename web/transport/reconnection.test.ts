// The pauses before a stream is opened again.
import { expect, test } from 'vitest';

import { type Ending, openingMs, reconnectPauseMs } from './reconnection.ts';

const [SHORTEST, LONGEST] = [() => 0, () => 0.999_999];
const bounds = (ending: Ending, failures: number, isLive = false) =>
  [SHORTEST, LONGEST].map((random) =>
    Math.round(reconnectPauseMs({ ending, failures, isLive }, random)),
  );

test.each([
  [0, [500, 2500]],
  [1, [1000, 3000]],
  [2, [2500, 7500]],
  [3, [7500, 22_500]],
  [4, [15_000, 45_000]],
  [99, [15_000, 45_000]],
])('spreads the pause after %i failures', (failures, expected) => {
  for (const ending of ['closed', 'refused', 'unreachable'] as const)
    expect(bounds(ending, failures)).toEqual(expected);
});

test('spreads a thousand pages whose proxy restarts: no more than 80 in a tenth of a second', () => {
  const pauses = Array.from({ length: 1000 }, (_, n) =>
    reconnectPauseMs({ ending: 'closed', failures: 0, isLive: true }, () => n / 1000),
  );
  const tenths = Map.groupBy(pauses, (pause) => Math.floor(pause / 100));
  expect(Math.max(...[...tenths.values()].map((all) => all.length))).toBeLessThanOrEqual(80);
});

test('loses no time after a silence', () => {
  expect(bounds('silent', 5)).toEqual([0, 0]);
});

test('tries often while nothing answers in a live lesson, and backs off from a refusal', () => {
  expect(bounds('unreachable', 7, true)).toEqual([250, 750]);
  expect(bounds('unreachable', 8, true)).toEqual([1000, 3000]);
  expect(bounds('refused', 4, true)).toEqual([15_000, 45_000]);
});

test.each([
  [0, 4000],
  [7, 4000],
  [8, 10_000],
  [99, 10_000],
])('an attempt after %i failures may take %i ms in a live lesson', (failures, expected) => {
  expect(openingMs({ failures, heartbeatMs: 4000, isLive: true })).toBe(expected);
  expect(openingMs({ failures, heartbeatMs: 25_000, isLive: false })).toBe(25_000);
});
