// Tests with the rate limits on, whose counters use the date.
import { vi } from 'vitest';
import * as z from 'zod';

import type { Endpoint } from '../../domain/endpoint.ts';
import { START, type TestOptions } from './app.ts';
import { test as base } from './test.ts';

const settings: TestOptions = { rateLimitScale: 1 };

/** Only the date is moved; timers keep running. */
export const limitedTest = base
  .extend('settings', settings)
  .extend('movableDate', { auto: true }, ({ settings: { now = START } }, { onCleanup }) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) });
    onCleanup(() => {
      vi.useRealTimers();
    });
  });

export const passTime = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** The names of the fields of a body. */
export function fieldsOf(body: Endpoint['body']): string[] {
  if (body === undefined) return [];
  const { properties = {} } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
  return Object.keys(properties);
}

/** How many of these calls were let through to their own rules. */
export async function countPassed(
  count: number,
  call: (n: number) => Promise<{ status: number }>,
): Promise<number> {
  let passed = 0;
  for (let n = 0; n < count; n += 1) if ((await call(n)).status !== 429) passed += 1;
  return passed;
}
