// The abuse limits: how many calls, counted by what, and for how long.
import { afterEach, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { errorCatalogue } from '../../domain/errors.ts';
import { RATE_LIMITS } from '../../domain/limits.ts';
import {
  createTestDatabase,
  START,
  startTestApp,
  type TestApp,
  type TestOptions,
} from '../testing/app.ts';
import { PASSWORD, signUpForm } from '../testing/factories.ts';
import { networkOf } from './limits.ts';

const { perMinute, perMinuteOfSite, loginFailures } = RATE_LIMITS;
const MINUTE = 60_000;

// The counters use real time; only the date is moved, timers keep running.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(START) });
});
afterEach(() => {
  vi.useRealTimers();
});

async function start(options: TestOptions = {}): Promise<TestApp> {
  const api = await startTestApp({ rateLimitScale: 1, ...options });
  onTestFinished(() => api.close());
  return api;
}

/** One call of each limited endpoint that is refused for its form alone. */
const limited = Object.entries(endpoints).filter(
  ([, endpoint]) =>
    'limited' in endpoint && !['often', 'by link'].includes(String(endpoint.limited)),
);
const one = endpoints.registerInterest;

/** How many of `count` calls were let through to their own rules. */
async function letThrough(
  api: TestApp,
  count: number,
  address?: string,
  endpoint = one,
): Promise<number> {
  let passed = 0;
  for (let n = 0; n < count; n += 1) {
    const { status } = await api.refused(endpoint, {
      body: {},
      ...(address === undefined ? {} : { address }),
    });
    if (status !== 429) passed += 1;
  }
  return passed;
}

test('limits login for each audience, register and enquiry', () => {
  expect(limited.map(([name]) => name)).toEqual(
    expect.arrayContaining(['registerInterest', 'adminLogin', 'register', 'login']),
  );
});

test('allows ten calls a minute from one address to each rarely used endpoint', async () => {
  const api = await start();
  for (const [name, endpoint] of limited) {
    for (let n = 0; n < perMinute; n += 1)
      expect((await api.refused(endpoint, { body: {} })).status, name).toBe(400);
    const { status, body, headers } = await api.refused(endpoint, { body: {} });
    expect(status, name).toBe(429);
    expect(body).toEqual({
      success: false,
      code: 'rate_limited',
      error: 'Too many requests. Please try again later.',
    });
    expect(Number(headers['retry-after'])).toBeGreaterThan(50);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
  }
});

test('does not affect another address, and resets after a minute', async () => {
  const api = await start();
  expect(await letThrough(api, perMinute + 2, '198.51.100.7')).toBe(perMinute);
  expect(await letThrough(api, 1, '198.51.100.8')).toBe(1);
  vi.setSystemTime(Date.now() + MINUTE + 1);
  expect(await letThrough(api, 1, '198.51.100.7')).toBe(1);
});

test('counts a whole IPv6 /64 as one address', async () => {
  const api = await start();
  for (let n = 0; n < perMinute; n += 1) await letThrough(api, 1, `2001:db8:1:2::${n + 1}`);
  expect(await letThrough(api, 1, '2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(0);
  expect(await letThrough(api, 1, '2001:db8:1:3::1')).toBe(1);
});

test('gives a whole IPv6 /48 no more calls than a few households', async () => {
  const api = await start();
  const knock = (site: string, n: number) =>
    letThrough(api, 1, `2001:db8:${site}:${n.toString(16)}::1`);
  let passed = 0;
  for (let n = 0; n < 2 * perMinuteOfSite; n += 1) passed += await knock('1', n);
  expect(passed).toBe(perMinuteOfSite);
  expect(await knock('2', 0)).toBe(1);
  expect(await letThrough(api, 1, '198.51.100.7')).toBe(1);
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['2001:db8::192.0.2.7', '2001:db8:0:0::/64'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['::', '0:0:0:0::/64'],
  // As some proxies write it, with the port of the client.
  ['192.0.2.7:51234', '192.0.2.7'],
  ['[2001:db8:1:2::1]:51234', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['[::ffff:192.0.2.7]:51234', '192.0.2.7'],
  // What is no address at all.
  ['', 'no address'],
  ['unknown', 'no address'],
  ['_hidden:1', 'no address'],
  ['192.0.2.7:port', 'no address'],
  ['192.0.2.700:80', 'no address'],
  ['[192.0.2.7', 'no address'],
  ['[]:80', 'no address'],
  ['192.0.2.7:51234:51235', 'no address'],
])('counts %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['anything at all', (n: number) => `nonsense ${n} ${'x'.repeat(4000)}`],
  ['a port', (n: number) => `198.51.100.7:${50_000 + n}`],
  ['a port of IPv6', (n: number) => `[2001:db8:1:2::7]:${50_000 + n}`],
])('counts a client together when it varies %s in forwarded headers', async (_, made) => {
  const api = await start({ trustProxy: true });
  const knock = async (n: number) =>
    (await api.refused(one, { body: {}, headers: { 'x-forwarded-for': made(n) } })).status;
  for (let n = 0; n < perMinute; n += 1) expect(await knock(n)).toBe(400);
  expect(await knock(perMinute)).toBe(429);
});

test('ignores a chosen address without a trusted proxy', async () => {
  const api = await start();
  for (let n = 0; n < perMinute; n += 1)
    await api.refused(one, { body: {}, headers: { 'x-forwarded-for': `198.51.100.${n}` } });
  expect(
    (await api.refused(one, { body: {}, headers: { 'x-forwarded-for': '203.0.113.1' } })).status,
  ).toBe(429);
});

/** Tries to sign in, a minute after the last try, so that only failures count. */
async function attempt(
  api: TestApp,
  email: string,
  password: string,
  address: string,
): Promise<number> {
  vi.setSystemTime(Date.now() + MINUTE + 1);
  return (await api.either(endpoints.login, { body: { email, password }, address })).status;
}

async function signUp(api: TestApp): Promise<string> {
  const form = signUpForm();
  await api.call(endpoints.register, { body: form });
  return form.Parent_Email;
}

test('locks an account for one address after ten failures, and for nobody else', async () => {
  const api = await start();
  const email = await signUp(api);
  const begin = Date.now();
  for (let n = 0; n < loginFailures.points; n += 1)
    expect(await attempt(api, email, 'wrong-password', '198.51.100.7')).toBe(401);
  expect(await attempt(api, email.toUpperCase(), PASSWORD, '198.51.100.7')).toBe(429);
  expect(await attempt(api, email, PASSWORD, '198.51.100.8')).toBe(200);
  expect(await attempt(api, 'other@example.com', PASSWORD, '198.51.100.7')).toBe(401);

  vi.setSystemTime(begin + (loginFailures.minutes + 1) * MINUTE);
  expect(await attempt(api, email, PASSWORD, '198.51.100.7')).toBe(200);
});

test('counts the failures of the two audiences separately', async () => {
  const api = await start();
  for (let n = 0; n < loginFailures.points; n += 1)
    await attempt(api, 'both@example.com', 'wrong-password', '198.51.100.7');
  const body = { email: 'both@example.com', password: PASSWORD };
  expect((await api.refused(endpoints.adminLogin, { body, address: '198.51.100.7' })).status).toBe(
    401,
  );
});

test('resets the failures after a success', async () => {
  const api = await start();
  const email = await signUp(api);
  const address = '198.51.100.7';
  for (let n = 0; n < loginFailures.points - 1; n += 1)
    await attempt(api, email, 'wrong-password', address);
  expect(await attempt(api, email, PASSWORD, address)).toBe(200);
  for (let n = 0; n < 2; n += 1)
    expect(await attempt(api, email, 'wrong-password', address)).toBe(401);
  expect(await attempt(api, email, PASSWORD, address)).toBe(200);
});

test.each([
  [2, 2 * perMinute],
  [0.25, Math.round(perMinute / 4)],
  [0.0001, 1],
])('multiplies the limits: a scale of %d allows %d calls', async (rateLimitScale, calls) => {
  const api = await start({ rateLimitScale });
  expect(await letThrough(api, calls + 3)).toBe(calls);
});

test('lets everything pass with the limits off', async () => {
  const api = await start({ rateLimitScale: null });
  expect(await letThrough(api, 3 * perMinute)).toBe(3 * perMinute);
});

test('keeps the counts when the app restarts on the same database', async () => {
  const { options, drop } = await createTestDatabase();
  onTestFinished(drop);
  const first = await startTestApp({ on: options, rateLimitScale: 1 });
  expect(await letThrough(first, perMinute - 1)).toBe(perMinute - 1);
  await first.close();
  const second = await startTestApp({ on: options, rateLimitScale: 1 });
  expect(await letThrough(second, 3)).toBe(1);
  await second.close();
});

if (inject('engine') === 'postgres')
  test('shares the counts between two apps on one database', async () => {
    const { options, drop } = await createTestDatabase();
    onTestFinished(drop);
    const apps = await Promise.all([
      startTestApp({ on: options, rateLimitScale: 1 }),
      startTestApp({ on: options, rateLimitScale: 1 }),
    ]);
    const answers = await Promise.all(
      Array.from({ length: 3 * perMinute }, (_, n) =>
        apps[n % 2 === 0 ? 0 : 1].refused(one, { body: {} }),
      ),
    );
    expect(answers.filter(({ status }) => status !== 429)).toHaveLength(perMinute);
    for (const app of apps) await app.close();
  });

test('refuses over the limit before any other check', async () => {
  const api = await start();
  await letThrough(api, perMinute);
  const { payload, status } = await api.app
    .inject({
      method: 'POST',
      url: one.path,
      headers: { 'content-type': 'text/plain' },
      payload: 'x',
    })
    .then((answer) => ({ payload: answer.json<{ error: string }>(), status: answer.statusCode }));
  expect(status).toBe(429);
  expect(payload.error).toBe(errorCatalogue.rate_limited.text);
});
