// Daily limits of calls that send email to any given address; a school class stays below them.
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import type { Endpoint } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { RATE_LIMITS } from '../../domain/limits.ts';
import { START, startTestApp, type TestApp } from '../testing/app.ts';

const { perMinute, perDay, perDayOfSite } = RATE_LIMITS;
const MINUTE = 60_000;
const DAY_SECONDS = 86_400;
const SCHOOL = '198.51.100.7';

// The counters use real time; only the date is moved, timers keep running.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(START) });
});
afterEach(() => {
  vi.useRealTimers();
});

async function start(): Promise<TestApp> {
  const api = await startTestApp({ rateLimitScale: 1 });
  onTestFinished(() => api.close());
  return api;
}

/** As many calls as the minutes allow; returns how many were let through to their own rules. */
async function letThrough(
  api: TestApp,
  endpoint: Endpoint,
  count: number,
  addressOf: (n: number) => string = () => SCHOOL,
): Promise<number> {
  let passed = 0;
  for (let n = 0; n < count; n += 1) {
    if (n % perMinute === 0) vi.setSystemTime(Date.now() + MINUTE + 1);
    const { status } = await api.refused(endpoint, { body: {}, address: addressOf(n) });
    if (status !== 429) passed += 1;
  }
  return passed;
}

test('limits by day the calls that email any given address', () => {
  const daily = Object.entries(endpoints).filter(
    ([, each]) => 'limited' in each && each.limited === 'daily',
  );
  expect(daily.map(([name]) => name).toSorted()).toEqual(['register', 'registerInterest']);
});

test.each([endpoints.register, endpoints.registerInterest])(
  'limits $path by day from one address, and resets the next day',
  async (endpoint) => {
    const api = await start();
    const begin = Date.now();
    expect(await letThrough(api, endpoint, perDay + 15)).toBe(perDay);
    const { headers, body } = await api.refused(endpoint, { body: {}, address: SCHOOL });
    expect(body.code).toBe('rate_limited');
    const wait = Number(headers['retry-after']);
    expect(wait).toBeGreaterThan(DAY_SECONDS - 3600);
    expect(wait).toBeLessThanOrEqual(DAY_SECONDS);
    expect(await letThrough(api, endpoint, 1, () => '198.51.100.8')).toBe(1);
    vi.setSystemTime(begin + DAY_SECONDS * 1000 + 2 * MINUTE);
    expect(await letThrough(api, endpoint, 1)).toBe(1);
  },
  60_000,
);

test('counts each call by itself, and no call refused by the minute', async () => {
  const api = await start();
  expect(await letThrough(api, endpoints.register, perDay)).toBe(perDay);
  expect(await letThrough(api, endpoints.registerInterest, 1)).toBe(1);
  const address = '198.51.100.9';
  for (let n = 0; n < 3 * perMinute; n += 1)
    await api.refused(endpoints.registerInterest, { body: {}, address });
  expect(await letThrough(api, endpoints.registerInterest, perDay, () => address)).toBe(
    perDay - perMinute,
  );
}, 60_000);

test('lets a class behind one address through, with three tries each', async () => {
  const api = await start();
  expect(await letThrough(api, endpoints.registerInterest, 3 * 32)).toBe(3 * 32);
}, 60_000);

test('gives a whole IPv6 /48 no more calls than a few households', async () => {
  const api = await start();
  const passed = await letThrough(
    api,
    endpoints.register,
    perDayOfSite + 20,
    (n) => `2001:db8:1:${n.toString(16)}::1`,
  );
  expect(passed).toBe(perDayOfSite);
}, 60_000);
