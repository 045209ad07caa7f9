// Rate limits of signed-in accounts: each kind by itself, all writes together, from any client
// address.
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import type { Endpoint } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { ACCOUNT_LIMITS, RATE_LIMITS } from '../../domain/limits.ts';
import { START, startTestApp, type TestApp, type TestOptions } from '../testing/app.ts';
import { type Caller, makeCaller } from '../testing/caller.ts';
import {
  beginSession,
  makeLesson,
  makeFamily,
  PASSWORD,
  signUpForm,
} from '../testing/factories.ts';
import { newId } from '../ids.ts';
import { limitsOf } from './limits.ts';

vi.setConfig({ testTimeout: 60_000 });

const MINUTE_MS = 60_000;

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

async function makeTutor(api: TestApp): Promise<Caller> {
  const id = newId();
  const email = `${id}@example.com`;
  const { db } = api.database;
  await db
    .insertInto('admins')
    .values({ id, email, name: 'Tutor', password_hash: '', created_at: api.clock.now })
    .execute();
  const session = await beginSession(api, { audience: 'admin', id });
  return makeCaller(api, { id, email, session });
}

const holderOf = (api: TestApp, { auth }: Endpoint) =>
  auth === 'admin' ? makeTutor(api) : makeFamily(api);

/** One call that is mostly refused for its form or its id; returns its status. */
async function knock(api: TestApp, endpoint: Endpoint, token: string): Promise<number> {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const params = Object.fromEntries(names.map((name) => [name, 'nonsense']));
  return (await api.either(endpoint, { token, params, body: {} })).status;
}

const all: readonly (readonly [string, Endpoint])[] = Object.entries(endpoints);
const counted = all.filter(([, { limit = 'none' }]) => limit !== 'none' && limit !== 'write');

/** The calls without a limit, and why that does no harm. */
const unlimited: Partial<Record<keyof typeof endpoints, string>> = {
  adminLogout: 'signing out is never refused; dead tokens count per address',
  logout: 'the same',
  health: 'reads nothing that grows',
  listProducts: 'answers with the settings of the server',
  stripeWebhook: 'computes one signature for anybody but Stripe',
};

test.each(all)('limits %s by account or address', (name, endpoint) => {
  const isLimited = limitsOf(endpoint).length > 0 || endpoint.limited !== undefined;
  expect(isLimited).toBe(!(name in unlimited));
});

test.each(counted)('counts %s against its own limit', async (_name, endpoint) => {
  const { limit } = endpoint;
  if (limit === undefined || limit === 'none') expect.unreachable();
  const { calls, minutes } = ACCOUNT_LIMITS[limit];
  const api = await start();
  const { token } = await holderOf(api, endpoint);
  for (let n = 0; n < calls; n += 1) {
    expect(await knock(api, endpoint, token)).not.toBe(429);
    // Slowly enough for the limit of all writes.
    vi.advanceTimersByTime(MINUTE_MS / ACCOUNT_LIMITS.write.calls + 1);
  }
  const { status, body, headers } = await api.refused(endpoint, {
    token,
    params: { bookingId: 'nonsense' },
    body: {},
    address: '198.51.100.77',
  });
  expect([status, body.code, body.error]).toEqual([
    429,
    'rate_limited',
    'Too many requests. Please try again later.',
  ]);
  expect(Number(headers['retry-after'])).toBeGreaterThan(60);
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(minutes * 60);

  const other = await holderOf(api, endpoint);
  expect(await knock(api, endpoint, other.token)).not.toBe(429);
  vi.setSystemTime(Date.now() + minutes * MINUTE_MS);
  expect(await knock(api, endpoint, token)).not.toBe(429);
});

test.each(['family', 'admin'] as const)('counts all writes of a %s together', async (auth) => {
  const api = await start();
  const writes = all.filter(
    ([, { limit = 'none', method, ...endpoint }]) =>
      limit !== 'none' && method !== 'GET' && endpoint.auth === auth,
  );
  const { token } = await holderOf(api, { ...endpoints.health, auth });
  let passed = 0;
  for (let n = 0; passed === n; n += 1) {
    const [, endpoint] = writes[n % writes.length] ?? [];
    if (endpoint !== undefined && (await knock(api, endpoint, token)) !== 429) passed += 1;
  }
  expect(passed).toBe(ACCOUNT_LIMITS.write.calls);
  vi.setSystemTime(Date.now() + MINUTE_MS + 1);
  expect(await knock(api, writes[0]?.[1] ?? endpoints.updateProfile, token)).not.toBe(429);
});

test.each(['family', 'admin'] as const)('counts all reads of a %s together', async (auth) => {
  const api = await start();
  const own = all.map(([, endpoint]) => endpoint).filter((endpoint) => endpoint.auth === auth);
  const reads = own
    .filter(({ method, limit }) => method === 'GET' && limit === undefined)
    .filter(({ isStream }) => isStream !== true);
  const { token } = await holderOf(api, { ...endpoints.health, auth });
  let passed = 0;
  for (let n = 0; passed === n && n <= ACCOUNT_LIMITS.read.calls; n += 1) {
    const endpoint = reads[n % reads.length];
    if (endpoint !== undefined && (await knock(api, endpoint, token)) !== 429) passed += 1;
  }
  expect(passed).toBe(ACCOUNT_LIMITS.read.calls);
  // Does not affect writes or other accounts.
  const write = auth === 'family' ? endpoints.endCalendar : endpoints.endAdminCalendar;
  expect(await knock(api, write, token)).toBe(200);
  const other = await holderOf(api, { ...endpoints.health, auth });
  expect(await knock(api, reads[0] ?? endpoints.verify, other.token)).not.toBe(429);
  vi.setSystemTime(Date.now() + MINUTE_MS + 1);
  expect(await knock(api, reads[0] ?? endpoints.verify, token)).not.toBe(429);
});

const profile = endpoints.updateProfile;

test('still allows reads and sign-out over the limit', async () => {
  const api = await start();
  const { token } = await makeFamily(api);
  for (let n = 0; n < ACCOUNT_LIMITS.write.calls; n += 1)
    await api.call(profile, { token, body: { Student_Name: 'Ada' } });
  expect((await api.refused(profile, { token, body: {} })).status).toBe(429);
  for (let n = 0; n < 2 * ACCOUNT_LIMITS.write.calls; n += 1)
    await api.call(endpoints.verify, { token });
  await api.call(endpoints.logout, { token });
});

test('refuses over the limit before reading the body, and counts nothing without a session', async () => {
  const api = await start();
  const { token } = await makeFamily(api);
  const send = (authorization: string) =>
    api.app.inject({
      method: profile.method,
      url: profile.path,
      headers: { authorization, 'content-type': 'text/plain' },
      payload: 'x',
    });
  for (let n = 0; n < 2 * ACCOUNT_LIMITS.write.calls; n += 1)
    expect((await send('Bearer garbage')).statusCode).toBe(401);
  for (let n = 0; n < ACCOUNT_LIMITS.write.calls; n += 1)
    expect((await send(`Bearer ${token}`)).statusCode).toBe(415);
  expect((await send(`Bearer ${token}`)).statusCode).toBe(429);
});

const emailCount = async (api: TestApp) =>
  (await api.database.db.selectFrom('emails').select('id').execute()).length;

test('limits the emails of alternating bookings and cancellations', async () => {
  const api = await start();
  const { token } = await makeFamily(api, 1);
  const { id: Lesson_ID } = await makeLesson(api);
  for (let n = 0; n < ACCOUNT_LIMITS.booking.calls; n += 2) {
    const { body } = await api.call(endpoints.bookLesson, { token, body: { Lesson_ID } });
    await api.call(endpoints.cancelBooking, { token, params: { bookingId: body.booking.id } });
    vi.advanceTimersByTime(3000);
  }
  expect((await api.refused(endpoints.bookLesson, { token, body: { Lesson_ID } })).status).toBe(
    429,
  );
  expect(await emailCount(api)).toBe(ACCOUNT_LIMITS.booking.calls);
});

test('emails nobody for joining and leaving waiting lists, and each entry once for a spot', async () => {
  const api = await start();
  const { token } = await makeFamily(api, 1);
  const { id } = await makeLesson(api, { Max_Students: 1 });
  const params = { id };
  await api.call(endpoints.bookLesson, { token, body: { Lesson_ID: id } });
  const poor = await makeFamily(api);
  const { calls } = ACCOUNT_LIMITS.booking;
  for (let n = 0; n < calls; n += 1) {
    const endpoint = n % 2 === 0 ? endpoints.joinWaitingList : endpoints.leaveWaitingList;
    await api.call<Endpoint>(endpoint, { token: poor.token, params, body: {} });
    vi.advanceTimersByTime(3000);
  }
  expect(
    (await api.refused(endpoints.joinWaitingList, { token: poor.token, params, body: {} })).status,
  ).toBe(429);
  expect(await emailCount(api)).toBe(1);
});

test('limits email changes to ten an hour, and names not at all', async () => {
  const api = await start();
  const { token } = await makeFamily(api);
  const change = () =>
    api.either(profile, {
      token,
      body: { Parent_Email: signUpForm().Parent_Email, current_password: PASSWORD },
    });
  const { calls } = ACCOUNT_LIMITS.changedEmail;
  for (let n = 0; n < calls; n += 1) expect((await change()).status).toBe(200);
  const emails = await emailCount(api);
  expect((await change()).status).toBe(429);
  expect(await emailCount(api)).toBe(emails);
  await api.call(profile, { token, body: { Student_Name: 'Ada' } });
});

test('limits the password checks of many accounts from one address', async () => {
  const api = await start();
  const { perMinute } = RATE_LIMITS;
  const families = await Promise.all(Array.from({ length: 2 * perMinute }, () => makeFamily(api)));
  const leave = async ({ token }: Caller, address: string) => {
    const body = { current_password: 'not the password' };
    return (await api.either(endpoints.deleteAccount, { token, address, body })).status;
  };
  const statuses = await Promise.all(families.map((family) => leave(family, '198.51.100.1')));
  expect(statuses.filter((status) => status === 400)).toHaveLength(perMinute);
  expect(statuses.filter((status) => status === 429)).toHaveLength(perMinute);
  for (const family of families)
    expect(await leave(family, `203.0.113.${families.indexOf(family)}`)).toBe(400);
});

test('applies the scale to accounts too, and lets everything pass with the limits off', async () => {
  const half = await start({ rateLimitScale: 0.5 });
  const { token } = await makeFamily(half);
  const knockHalf = () => knock(half, endpoints.createCheckout, token);
  for (let n = 0; n < ACCOUNT_LIMITS.checkout.calls / 2; n += 1)
    expect(await knockHalf()).toBe(400);
  expect(await knockHalf()).toBe(429);

  const off = await start({ rateLimitScale: null });
  const free = await makeFamily(off);
  for (let n = 0; n < 2 * ACCOUNT_LIMITS.write.calls; n += 1)
    expect(await knock(off, endpoints.createCheckout, free.token)).toBe(400);
});

const renewals = [
  { audience: 'family', make: makeFamily, refresh: endpoints.refresh, verify: endpoints.verify },
  {
    audience: 'admin',
    make: makeTutor,
    refresh: endpoints.adminRefresh,
    verify: endpoints.adminVerify,
  },
] as const;

test.each(renewals)(
  'renews the sessions of a $audience sixty times an hour from any address; beyond that they stay active',
  async ({ make, refresh, verify }) => {
    const api = await start();
    let { session } = await make(api);
    const renewFrom = (n: number) =>
      api.either(refresh, {
        body: { refresh_token: session.refresh_token },
        address: `198.51.100.${n}`,
      });
    for (let n = 0; n < ACCOUNT_LIMITS.renewal.calls; n += 1) {
      const { body } = await renewFrom(n);
      if (!body.success) expect.unreachable();
      ({ session } = body);
    }
    const { status, headers } = await renewFrom(100);
    expect([status, Number(headers['retry-after']) > 60]).toEqual([429, true]);
    await api.call(verify, { token: session.access_token });
    vi.setSystemTime(Date.now() + ACCOUNT_LIMITS.renewal.minutes * MINUTE_MS);
    expect((await renewFrom(100)).status).toBe(200);
  },
);

test('ends the chain on a second use of a refresh token, regardless of the limit', async () => {
  const api = await start({ rateLimitScale: 1 / ACCOUNT_LIMITS.renewal.calls });
  const { session } = await makeFamily(api);
  const body = { refresh_token: session.refresh_token };
  const renewed = await api.call(endpoints.refresh, { body, address: '198.51.100.1' });
  expect((await api.refused(endpoints.refresh, { body, address: '198.51.100.2' })).status).toBe(
    401,
  );
  expect(
    (await api.refused(endpoints.verify, { token: renewed.body.session.access_token })).status,
  ).toBe(401);
});

test.each([
  { logout: endpoints.logout, make: makeFamily },
  { logout: endpoints.adminLogout, make: makeTutor },
])(
  'accepts ten expired tokens a minute from one address at $logout.path, and every active one',
  async ({ logout, make }) => {
    const api = await start();
    const { token } = await make(api);
    for (let n = 0; n < RATE_LIMITS.perMinute; n += 1) await api.call(logout, { token: 'dead' });
    expect((await api.refused(logout, { token: 'dead' })).status).toBe(429);
    await api.call(logout, { token });
    await api.call(logout, { token: 'dead', address: '198.51.100.1' });
  },
);
