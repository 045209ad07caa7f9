// What the doctor says of clocks and backups.
import { expect, test } from 'vitest';

import { HOUR_MS, MINUTE_MS } from '../../domain/time.ts';
import { judgeBackup, judgeClock, judgeProtection } from './machine-checks.ts';

const NOW = Date.parse('2026-11-18T12:00:00Z');

test.each([
  [MINUTE_MS - 1, 'ok'],
  [MINUTE_MS, 'look'],
  [5 * MINUTE_MS - 1, 'look'],
  [5 * MINUTE_MS, 'broken'],
])('a clock that is %i ms off is %s, on either side', (ms, level) => {
  for (const ahead of [ms, -ms])
    expect(judgeClock(NOW, [{ of: 'Stripe', ahead }], null).level).toBe(level);
});

test('a clock before the last migration is broken', () => {
  expect(judgeClock(NOW, [], NOW + 5 * MINUTE_MS).level).toBe('broken');
  expect(judgeClock(NOW, [], NOW + 5 * MINUTE_MS - 1).level).toBe('ok');
});

test.each([
  [null, 'look'],
  [36 * HOUR_MS - 1, 'ok'],
  [36 * HOUR_MS, 'look'],
  [7 * 24 * HOUR_MS - 1, 'look'],
  [7 * 24 * HOUR_MS, 'broken'],
])('a backup %s ms ago is %s', (ago, level) => {
  expect(judgeBackup(ago === null ? null : NOW - ago, NOW).level).toBe(level);
});

test.each([
  [null, undefined],
  ['local', undefined],
  ['none', 'look'],
  ['encrypted', 'look'],
  ['verified', 'ok'],
] as const)('a connection to the database that is %s is %s', (protection, level) => {
  const found = {
    state: 'found',
    version: 'PostgreSQL 17',
    missing: 0,
    unknown: null,
    serverNow: null,
    migratedAt: null,
    protection,
  } as const;
  expect(judgeProtection(found)[0]?.level).toBe(level);
});

test('nothing is said of the way to a database that does not answer', () => {
  expect(judgeProtection({ state: 'away', reason: 'x' })).toEqual([]);
});
