// What counts as too late for the readiness of a server.
import { expect, test } from 'vitest';

import { HOUR_MS } from '../time.ts';
import { isComparisonOverdue } from './readiness.ts';

const NOW = Date.parse('2026-11-18T12:00:00Z');

test.each([
  // A new site.
  [null, null, false],
  [48 * HOUR_MS - 1, null, false],
  [48 * HOUR_MS, null, true],
  // The first payments, before the first night.
  [null, 48 * HOUR_MS - 1, false],
  [null, 48 * HOUR_MS, true],
  [HOUR_MS, 400 * HOUR_MS, false],
])('a comparison %s ms ago, with the first payment %s ms ago, is overdue: %s', (ago, first, is) => {
  const before = (ms: number | null) => (ms === null ? null : NOW - ms);
  const seen = { comparedAt: before(ago), firstPaymentAt: before(first) };
  expect(isComparisonOverdue(seen, NOW)).toBe(is);
});
