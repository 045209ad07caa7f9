// The abuse limits: how many calls, counted by what, and for how long.
import { describe, expect, inject, onTestFinished } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { errorCatalogue } from '../../domain/errors.ts';
import { RATE_LIMITS } from '../../domain/limits.ts';
import { MINUTE_MS } from '../../domain/time.ts';
import { signUp } from '../testing/accounts/families.ts';
import { createTestDatabase, startTestApp, type TestApp } from '../testing/app.ts';
import { PASSWORD } from '../testing/factories.ts';
import { countPassed, limitedTest, passTime } from '../testing/limited.ts';

const { perMinute, perMinuteOfSite, loginFailures } = RATE_LIMITS;
const HOME = '198.51.100.7';
const SCHOOL = '198.51.100.8';

/** The rarely used endpoints. */
const limited = Object.entries(endpoints).filter(
  ([, endpoint]) =>
    'addressLimit' in endpoint && !['often', 'link', 'linkAct'].includes(endpoint.addressLimit),
);
const one = endpoints.registerInterest;

/** A call that is refused for its form alone, if the limits allow it. */
const knock = (api: TestApp, address = HOME) => api.refused(one, { body: {}, address });

const test = limitedTest
  /** How many of these calls were let through. */
  .extend('passing', ({ api }) => (count: number, address?: string) => {
    return countPassed(count, () => knock(api, address));
  })
  /** Tries to sign in, a minute after the last try, so that only failures count. */
  .extend('signIn', ({ api }) => async (email: string, password: string, address = HOME) => {
    passTime(MINUTE_MS + 1);
    return (await api.either(endpoints.login, { body: { email, password }, address })).status;
  });

describe('calls from one address', () => {
  test('are limited at login for each audience, register and enquiry', () => {
    expect(limited.map(([name]) => name)).toEqual(
      expect.arrayContaining(['registerInterest', 'adminLogin', 'register', 'login']),
    );
  });

  test('may be ten a minute to each rarely used endpoint', async ({ api }) => {
    for (const [name, endpoint] of limited) {
      const refused = endpoint.auth === 'none' ? 400 : 401;
      for (let n = 0; n < perMinute; n += 1)
        expect((await api.refused(endpoint, { body: {} })).status, name).toBe(refused);
      const { status, body, headers } = await api.refused(endpoint, { body: {} });
      expect(status, name).toBe(429);
      const error = 'Too many requests. Please try again later.';
      expect(body).toEqual({ success: false, code: 'rate_limited', error });
      expect(Number(headers['retry-after'])).toBeGreaterThan(50);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    }
  });

  test('do not affect another address, and are forgotten after a minute', async ({ passing }) => {
    expect(await passing(perMinute + 2)).toBe(perMinute);
    expect(await passing(1, SCHOOL)).toBe(1);
    passTime(MINUTE_MS + 1);
    expect(await passing(1)).toBe(1);
  });

  test('are those of a whole IPv6 /64', async ({ passing }) => {
    for (let n = 0; n < perMinute; n += 1) await passing(1, `2001:db8:1:2::${n + 1}`);
    expect(await passing(1, '2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(0);
    expect(await passing(1, '2001:db8:1:3::1')).toBe(1);
  });

  test('are a few households in a whole IPv6 /48', async ({ api, passing }) => {
    const networkIn = (site: string, n: number) => `2001:db8:${site}:${n.toString(16)}::1`;
    const passed = await countPassed(2 * perMinuteOfSite, (n) => knock(api, networkIn('1', n)));
    expect(passed).toBe(perMinuteOfSite);
    expect(await passing(1, networkIn('2', 0))).toBe(1);
    expect(await passing(1)).toBe(1);
  });

  test('are refused over the limit before any other check', async ({ api, passing }) => {
    await passing(perMinute, '127.0.0.1');
    const headers = { 'content-type': 'text/plain' };
    const request = { method: 'POST', url: one.path, headers, payload: 'x' } as const;
    const answer = await api.app.inject(request);
    expect(answer.statusCode).toBe(429);
    expect(answer.json()).toMatchObject({ error: errorCatalogue.rate_limited.text });
  });

  test('count for a chosen address only behind a trusted proxy', async ({ api }) => {
    const call = (address: string) =>
      api.refused(one, { body: {}, headers: { 'x-forwarded-for': address } });
    for (let n = 0; n < perMinute; n += 1) await call(`198.51.100.${n}`);
    expect((await call('203.0.113.1')).status).toBe(429);
  });
});

describe('behind a trusted proxy', () => {
  test.override('settings', { rateLimitScale: 1, trustProxy: true });

  test.for([
    ['anything at all', (n: number) => `nonsense ${n} ${'x'.repeat(4000)}`],
    ['a port', (n: number) => `198.51.100.7:${50_000 + n}`],
    ['a port of IPv6', (n: number) => `[2001:db8:1:2::7]:${50_000 + n}`],
  ] as const)('counts a client together that varies %s', async ([, made], { api }) => {
    const call = async (n: number) =>
      (await api.refused(one, { body: {}, headers: { 'x-forwarded-for': made(n) } })).status;
    for (let n = 0; n < perMinute; n += 1) expect(await call(n)).toBe(400);
    expect(await call(perMinute)).toBe(429);
  });
});

describe('failed sign-ins', () => {
  test('lock an account after ten, for one address alone', async ({ api, signIn }) => {
    const { email } = await signUp(api);
    const begin = Date.now();
    for (let n = 0; n < loginFailures.points; n += 1)
      expect(await signIn(email, 'wrong-password')).toBe(401);
    expect(await signIn(email.toUpperCase(), PASSWORD)).toBe(429);
    expect(await signIn(email, PASSWORD, SCHOOL)).toBe(200);
    expect(await signIn('other@example.com', PASSWORD)).toBe(401);
    passTime(begin + (loginFailures.minutes + 1) * MINUTE_MS - Date.now());
    expect(await signIn(email, PASSWORD)).toBe(200);
  });

  test('are counted separately for the two audiences', async ({ api, signIn }) => {
    const email = 'both@example.com';
    for (let n = 0; n < loginFailures.points; n += 1) await signIn(email, 'wrong-password');
    const body = { email, password: PASSWORD };
    const { status } = await api.refused(endpoints.adminLogin, { body, address: HOME });
    expect(status).toBe(401);
  });

  test('are forgotten after a success', async ({ api, signIn }) => {
    const { email } = await signUp(api);
    for (let n = 0; n < loginFailures.points - 1; n += 1) await signIn(email, 'wrong-password');
    expect(await signIn(email, PASSWORD)).toBe(200);
    for (let n = 0; n < 2; n += 1) expect(await signIn(email, 'wrong-password')).toBe(401);
    expect(await signIn(email, PASSWORD)).toBe(200);
  });
});

describe.for([
  [2, 2 * perMinute],
  [0.25, Math.round(perMinute / 4)],
  [0.0001, 1],
  [null, 3 * perMinute],
] as const)('a scale of %d', ([rateLimitScale, calls]) => {
  test.override('settings', { rateLimitScale });

  test(`allows ${calls} calls`, async ({ passing }) => {
    const count = rateLimitScale === null ? calls : calls + 3;
    expect(await passing(count)).toBe(calls);
  });
});

test('keeps the counts when the app restarts on the same database', async ({ settings }) => {
  const { options, drop } = await createTestDatabase();
  onTestFinished(drop);
  const first = await startTestApp({ ...settings, on: options });
  expect(await countPassed(perMinute - 1, () => knock(first))).toBe(perMinute - 1);
  await first.close();
  const second = await startTestApp({ ...settings, on: options });
  expect(await countPassed(3, () => knock(second))).toBe(1);
  await second.close();
});

if (inject('engine') === 'postgres')
  test('shares the counts between two apps on one database', async ({ api, settings }) => {
    const other = await startTestApp({ ...settings, on: api.databaseOptions });
    const calls = Array.from({ length: 3 * perMinute }, (_, n) => knock(n % 2 === 0 ? api : other));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 429)).toHaveLength(perMinute);
    await other.close();
  });
