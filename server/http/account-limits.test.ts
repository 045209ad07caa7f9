// Rate limits of signed-in accounts: each kind by itself, all writes together, from any client
// address.
import { describe, expect, vi } from 'vitest';

import type { Endpoint, Audience } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { ACCOUNT_LIMITS, FAMILY_LIMITS, RATE_LIMITS } from '../../domain/limits.ts';
import { HOUR_MS, MINUTE_MS } from '../../domain/time.ts';
import { audiences, makeAccount } from '../testing/accounts/accounts.ts';
import { newEmail } from '../testing/accounts/invitations.ts';
import type { TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { addParent, makeFamily, makeLesson, PASSWORD } from '../testing/factories.ts';
import { fieldsOf, limitedTest as test, passTime } from '../testing/limited.ts';
import { limitsOf } from './limits.ts';

vi.setConfig({ testTimeout: 60_000 });

const all: readonly (readonly [string, Endpoint])[] = Object.entries(endpoints);
const counted = all.filter(([, { accountLimit = 'none' }]) => accountLimit !== 'none');
const profile = endpoints.updateProfile;

const holderOf = (api: TestApp, { auth }: Pick<Endpoint, 'auth'>) =>
  makeAccount(api, auth === 'admin' ? 'admin' : 'family');

/** One call that is mostly refused for its form or its id; returns its status. */
async function knock(
  { either }: Caller,
  endpoint: Endpoint,
  from: { address?: string } = {},
): Promise<number> {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const params = Object.fromEntries(names.map((name) => [name, 'nonsense']));
  return (await either<Endpoint>(endpoint, { params, body: {}, ...from })).status;
}

/** The number of calls, taking turns, until one is over the limit. */
async function untilLimited(caller: Caller, turns: Endpoint[]): Promise<number> {
  for (let n = 0; n <= ACCOUNT_LIMITS.read.calls; n += 1) {
    const endpoint = turns[n % turns.length] ?? endpoints.verify;
    if ((await knock(caller, endpoint)) === 429) return n;
  }
  return Infinity;
}

const countEmails = async (api: TestApp) =>
  (await api.database.db.selectFrom('emails').select('id').execute()).length;

/** The calls without a limit, and why that does no harm. */
const unlimited: Partial<Record<keyof typeof endpoints, string>> = {
  adminLogout: 'signing out is never refused; dead tokens count per address',
  logout: 'the same',
  health: 'reads nothing',
  ready: 'looks at most once a second for all callers',
  listProducts: 'reads one row',
  stripeWebhook: 'computes one signature for anybody but Stripe',
};

test.for(all)('limits %s by account or address', ([name, endpoint]) => {
  const isLimited = limitsOf(endpoint).length > 0 || endpoint.addressLimit !== undefined;
  expect(isLimited).toBe(!(name in unlimited));
});

/** Fields with what is hashed slowly: passwords, and numbers that are recognised. */
const HASHED = /password|phone|mobile/i;
const hashing = all.filter(([, { body }]) => fieldsOf(body).some((field) => HASHED.test(field)));
/** Calls that only sometimes hash, and count that themselves. */
const countsItself: Partial<Record<keyof typeof endpoints, string>> = {
  updateProfile: 'changedEmail and changedPhone',
};

test.for(hashing)('limits the hashes of %s apart from other writes', ([name, endpoint]) => {
  const { addressLimit, accountLimit } = endpoint;
  const isLimited = addressLimit !== undefined || accountLimit !== undefined;
  expect(isLimited || name in countsItself).toBe(true);
});

test.for(counted)('counts %s against its own limit', async ([, endpoint], { api }) => {
  const { accountLimit: limit } = endpoint;
  if (limit === undefined || limit === 'none') expect.unreachable();
  const { calls, minutes } = ACCOUNT_LIMITS[limit];
  const [holder, other] = [await holderOf(api, endpoint), await holderOf(api, endpoint)];
  for (let n = 0; n < calls; n += 1) {
    expect(await knock(holder, endpoint)).not.toBe(429);
    // Slowly enough for the limit of all writes.
    vi.advanceTimersByTime(MINUTE_MS / ACCOUNT_LIMITS.write.calls + 1);
  }
  const params = { bookingId: 'nonsense' };
  const elsewhere = { params, body: {}, address: '198.51.100.77' };
  const { body, headers } = await holder.refused(endpoint, elsewhere);
  const error = 'Too many requests. Please try again later.';
  expect(body).toMatchObject({ code: 'rate_limited', error });
  expect(Number(headers['retry-after'])).toBeGreaterThan(60);
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(minutes * 60);

  expect(await knock(other, endpoint, { address: '198.51.100.78' })).not.toBe(429);
  passTime(minutes * MINUTE_MS);
  expect(await knock(holder, endpoint)).not.toBe(429);
});

describe.for(['family', 'admin'] satisfies Audience[])('the calls of a %s', (auth) => {
  const own = all.map(([, endpoint]) => endpoint).filter((endpoint) => endpoint.auth === auth);

  test('are counted together if they write', async ({ api }) => {
    const writes = own.filter((endpoint) => limitsOf(endpoint).includes('write'));
    const holder = await makeAccount(api, auth);
    expect(await untilLimited(holder, writes)).toBe(ACCOUNT_LIMITS.write.calls);
    passTime(MINUTE_MS + 1);
    expect(await knock(holder, writes[0] ?? profile)).not.toBe(429);
  });

  test('are counted together if they read', async ({ api }) => {
    const reads = own
      .filter(({ method, accountLimit }) => method === 'GET' && accountLimit === undefined)
      .filter(({ stream }) => stream === undefined);
    const [holder, other] = [await makeAccount(api, auth), await makeAccount(api, auth)];
    expect(await untilLimited(holder, reads)).toBe(ACCOUNT_LIMITS.read.calls);
    // Does not affect writes or other accounts.
    const write = auth === 'family' ? endpoints.endCalendar : endpoints.endAdminCalendar;
    expect(await knock(holder, write)).toBe(200);
    const read = reads[0] ?? endpoints.verify;
    expect(await knock(other, read)).not.toBe(429);
    passTime(MINUTE_MS + 1);
    expect(await knock(holder, read)).not.toBe(429);
  });
});

test('still allows reads and sign-out over the limit', async ({ family }) => {
  for (let n = 0; n < ACCOUNT_LIMITS.write.calls; n += 1)
    await family.call(profile, { body: { Student_Name: 'Ada' } });
  expect((await family.refused(profile, { body: {} })).status).toBe(429);
  for (let n = 0; n < 2 * ACCOUNT_LIMITS.write.calls; n += 1) await family.call(endpoints.verify);
  await family.call(endpoints.logout);
});

test('refuses before reading the body, and counts only sessions', async ({ api, family }) => {
  const send = async (token: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/plain' };
    const { method, path: url } = profile;
    return (await api.app.inject({ method, url, headers, payload: 'x' })).statusCode;
  };
  const { calls } = ACCOUNT_LIMITS.write;
  for (let n = 0; n < 2 * calls; n += 1) expect(await send('garbage')).toBe(401);
  for (let n = 0; n < calls; n += 1) expect(await send(family.token)).toBe(415);
  expect(await send(family.token)).toBe(429);
});

describe('the limit of emails', () => {
  const { calls } = ACCOUNT_LIMITS.booking;

  test('applies to alternating bookings and cancellations', async ({ api, lesson }) => {
    const family = await makeFamily(api, 1);
    for (let n = 0; n < calls; n += 2) {
      const bookingId = await family.book(lesson.id);
      await family.call(endpoints.cancelBooking, { params: { bookingId } });
      vi.advanceTimersByTime(3000);
    }
    expect((await family.tryToBook(lesson.id)).status).toBe(429);
    expect(await countEmails(api)).toBe(calls);
  });

  describe('of a whole family in a day', () => {
    test.override('settings', { rateLimitScale: 0.1 });
    const [hour, day] = [calls / 10, FAMILY_LIMITS.booking.calls / 10];

    test('is shared by its people, whatever the hour', async ({ api, family }) => {
      const other = await addParent(api, family);
      const act = (person: Pick<Caller, 'either'>) =>
        person.either(endpoints.cancelBooking, { params: { bookingId: 'nonsense' } });
      const people = [family, other, family];
      for (let n = 0; n < day; n += 1) {
        if (n % hour === 0) vi.advanceTimersByTime(HOUR_MS + 1);
        expect((await act(people[Math.floor(n / hour)] ?? family)).status).toBe(400);
      }
      vi.advanceTimersByTime(HOUR_MS + 1);
      const { status, body } = await act(other);
      expect([status, body]).toEqual([
        429,
        expect.objectContaining({ error: expect.stringContaining('Please try again tomorrow') }),
      ]);
      expect((await act(await makeFamily(api))).status).toBe(400);
      vi.advanceTimersByTime(24 * HOUR_MS);
      expect((await act(other)).status).toBe(400);
    });
  });

  test('allows no email for joining and leaving lists until a spot is free', async ({ api }) => {
    const { id } = await makeLesson(api, { Max_Students: 1 });
    await (await makeFamily(api, 1)).book(id);
    const poor = await makeFamily(api);
    for (let n = 0; n < calls; n += 1) {
      const act = n % 2 === 0 ? poor.tryToJoinWaitingList : poor.tryToLeaveWaitingList;
      expect((await act(id)).body.success).toBe(true);
      vi.advanceTimersByTime(3000);
    }
    expect((await poor.tryToJoinWaitingList(id)).status).toBe(429);
    expect(await countEmails(api)).toBe(1);
  });

  test('applies to changed addresses, not to changed names', async ({ api, family }) => {
    const change = async () => {
      const body = { Parent_Email: newEmail(), current_password: PASSWORD };
      return (await family.either(profile, { body })).status;
    };
    for (let n = 0; n < ACCOUNT_LIMITS.changedEmail.calls; n += 1) expect(await change()).toBe(200);
    const emails = await countEmails(api);
    expect(await change()).toBe(429);
    expect(await countEmails(api)).toBe(emails);
    await family.call(profile, { body: { Student_Name: 'Ada' } });
  });
});

// Each is hashed.
test('limits changed numbers, not the same number again', async ({ family }) => {
  const change = async (n: number) =>
    (await family.either(profile, { body: { Parent_Phone_Number: String(7_700_900_000 + n) } }))
      .status;
  const { calls } = ACCOUNT_LIMITS.changedPhone;
  for (let n = 1; n <= calls; n += 1) expect(await change(n)).toBe(200);
  expect([await change(calls), await change(calls + 1)]).toEqual([200, 429]);
});

test('limits the password checks of many accounts from one address', async ({ api }) => {
  const { perMinute } = RATE_LIMITS;
  const families = await Promise.all(Array.from({ length: 2 * perMinute }, () => makeFamily(api)));
  const leave = async ({ either }: Caller, address: string) => {
    const body = { current_password: 'not the password' };
    return (await either(endpoints.deleteAccount, { address, body })).status;
  };
  const statuses = await Promise.all(families.map((family) => leave(family, '198.51.100.1')));
  expect(statuses.filter((status) => status === 400)).toHaveLength(perMinute);
  expect(statuses.filter((status) => status === 429)).toHaveLength(perMinute);
  for (const [n, family] of families.entries())
    expect(await leave(family, `203.0.113.${n}`)).toBe(400);
});

describe.for([
  { rateLimitScale: 0.5, passes: ACCOUNT_LIMITS.checkout.calls / 2, last: 429 },
  { rateLimitScale: null, passes: 2 * ACCOUNT_LIMITS.write.calls, last: 400 },
])('a scale of $rateLimitScale', ({ rateLimitScale, passes, last }) => {
  test.override('settings', { rateLimitScale });

  test('applies to accounts too', async ({ family }) => {
    for (let n = 0; n < passes; n += 1)
      expect(await knock(family, endpoints.createCheckout)).toBe(400);
    expect(await knock(family, endpoints.createCheckout)).toBe(last);
  });
});

describe.for(audiences)('a session of a $audience', ({ audience, refresh, verify, logout }) => {
  test('renews sixty times an hour from any address, then stays active', async ({ api }) => {
    let { session } = await makeAccount(api, audience);
    const renewFrom = (n: number) => {
      const body = { refresh_token: session.refresh_token };
      return api.either(refresh, { body, address: `198.51.100.${n}` });
    };
    for (let n = 0; n < ACCOUNT_LIMITS.renewal.calls; n += 1) {
      const { body } = await renewFrom(n);
      if (!body.success) expect.unreachable();
      ({ session } = body);
    }
    const { status, headers } = await renewFrom(100);
    expect([status, Number(headers['retry-after']) > 60]).toEqual([429, true]);
    await api.call(verify, { token: session.access_token });
    passTime(ACCOUNT_LIMITS.renewal.minutes * MINUTE_MS);
    expect((await renewFrom(100)).status).toBe(200);
  });

  test('signs out beside ten expired tokens a minute from one address', async ({ api }) => {
    const { token } = await makeAccount(api, audience);
    for (let n = 0; n < RATE_LIMITS.perMinute; n += 1) await api.call(logout, { token: 'dead' });
    expect((await api.refused(logout, { token: 'dead' })).status).toBe(429);
    await api.call(logout, { token });
    await api.call(logout, { token: 'dead', address: '198.51.100.1' });
  });
});

describe('with a single renewal an hour', () => {
  test.override('settings', { rateLimitScale: 1 / ACCOUNT_LIMITS.renewal.calls });

  test('still ends the chain on a second use of a refresh token', async ({ api, family }) => {
    const body = { refresh_token: family.session.refresh_token };
    const renewed = await api.call(endpoints.refresh, { body, address: '198.51.100.1' });
    const again = await api.refused(endpoints.refresh, { body, address: '198.51.100.2' });
    const token = renewed.body.session.access_token;
    expect([again.status, (await api.refused(endpoints.verify, { token })).status]).toEqual([
      401, 401,
    ]);
  });
});
