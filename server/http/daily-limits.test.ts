// Daily limits of calls that send email to any given address; a school class stays below them.
import { describe, expect, vi } from 'vitest';

import type { Endpoint } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { HONEYPOT_FIELD } from '../../domain/enquiries/enquiry.ts';
import { RATE_LIMITS } from '../../domain/limits.ts';
import { MINUTE_MS } from '../../domain/time.ts';
import { newEmail } from '../testing/accounts/invitations.ts';
import type { TestFamily } from '../testing/caller.ts';
import { makeFamily, PASSWORD, signUpForm } from '../testing/factories.ts';
import { countPassed, fieldsOf, limitedTest, passTime } from '../testing/limited.ts';

vi.setConfig({ testTimeout: 60_000 });

const { perMinute, perDay, perDayOfSite } = RATE_LIMITS;
const DAY_SECONDS = 86_400;
const SCHOOL = '198.51.100.7';
const { register, registerInterest } = endpoints;

/** A form that the trap catches counts like an enquiry, and hashes no number. */
const form = { [HONEYPOT_FIELD]: 'x' };

/**
 * Sends `count` forms, no more in a minute than its limit allows; returns how many the limits let
 * through.
 */
const test = limitedTest.extend(
  'passing',
  ({ api }) =>
    (count: number, addressOf: (n: number) => string = () => SCHOOL) =>
      countPassed(count, (n) => {
        if (n % perMinute === 0) passTime(MINUTE_MS + 1);
        return api.either<Endpoint>(registerInterest, { body: form, address: addressOf(n) });
      }),
);

/** Calls that are given an address and have no daily limit, and why that does no harm. */
const unlimited: Partial<Record<keyof typeof endpoints, string>> = {
  login: 'emails nobody',
  adminLogin: 'emails nobody',
  adminForgotPassword: 'emails the tutors alone',
  forgotPassword: 'emails accounts alone, each a few times',
  setUp: 'works once',
  updateProfile: 'counts each changed address itself',
};

const all: readonly (readonly [string, Endpoint])[] = Object.entries(endpoints);
const takesEmail = ({ body }: Endpoint) => fieldsOf(body).some((name) => /email/i.test(name));

test.for(all.filter(([, endpoint]) => takesEmail(endpoint)))(
  'limits %s by day if it emails any given address',
  ([name, { addressLimit }]) => {
    expect(addressLimit === 'daily').toBe(!(name in unlimited));
  },
);

test('limits enquiries by day from one address, and resets the next day', async ({
  api,
  passing,
}) => {
  const begin = Date.now();
  expect(await passing(perDay + 15)).toBe(perDay);
  const { headers, body } = await api.refused(registerInterest, {
    body: form,
    address: SCHOOL,
  });
  expect(body.code).toBe('rate_limited');
  const wait = Number(headers['retry-after']);
  expect(wait).toBeGreaterThan(DAY_SECONDS - 3600);
  expect(wait).toBeLessThanOrEqual(DAY_SECONDS);
  expect(await passing(1, () => '198.51.100.8')).toBe(1);
  vi.setSystemTime(begin + DAY_SECONDS * 1000 + 2 * MINUTE_MS);
  expect(await passing(1)).toBe(1);
});

test('counts each call by itself, and none refused by the minute', async ({ api, passing }) => {
  expect(await passing(perDay)).toBe(perDay);
  const signUp = await api.either(register, { body: signUpForm(), address: SCHOOL });
  expect(signUp.status).toBe(201);
  const address = '198.51.100.9';
  for (let n = 0; n < 3 * perMinute; n += 1)
    await api.either<Endpoint>(registerInterest, { body: form, address });
  expect(await passing(perDay, () => address)).toBe(perDay - perMinute);
});

test('lets a class behind one address through, with three tries each', async ({ passing }) => {
  expect(await passing(3 * 32)).toBe(3 * 32);
});

test('gives a whole IPv6 /48 no more calls than a few households', async ({ passing }) => {
  const networkOf = (n: number) => `2001:db8:1:${n.toString(16)}::1`;
  expect(await passing(perDayOfSite + 20, networkOf)).toBe(perDayOfSite);
});

describe('with three such calls a day', () => {
  test.override('settings', { rateLimitScale: 0.03 });

  const BY_DAY = 3;
  const given = () => ({
    ...signUpForm(),
    role: 'parent',
    email: newEmail(),
    current_password: PASSWORD,
  });

  test.for([
    ['POST register', register],
    ['PUT profile with another address', endpoints.updateProfile],
    ['POST invitations', endpoints.invite],
    ['POST confirmation', endpoints.sendConfirmation],
  ] as const)('limits %s from one address, whatever the account', async ([, endpoint], { api }) => {
    const make = () => makeFamily(api);
    const families = await Promise.all(Array.from({ length: BY_DAY + 1 }, make));
    const statusOf = async ({ either }: TestFamily, address: string) => {
      passTime(MINUTE_MS + 1);
      return (await either<Endpoint>(endpoint, { body: given(), address })).status;
    };
    const statuses = [];
    for (const family of families) statuses.push(await statusOf(family, SCHOOL));
    expect(statuses.map((status) => status === 429)).toEqual([false, false, false, true]);
    expect(await statusOf(await make(), '198.51.100.8')).not.toBe(429);
  });

  test.for([
    ['malformed sign-ups', register, 400],
    ['malformed enquiries', registerInterest, 400],
    ['invitations of nobody', endpoints.invite, 401],
    ['confirmations for nobody', endpoints.sendConfirmation, 401],
  ] as const)('%s count by the minute alone', async ([, endpoint, refused], { api }) => {
    const call = async (body: object) =>
      (await api.either<Endpoint>(endpoint, { body, address: SCHOOL })).status;
    for (let n = 0; n < 2 * BY_DAY; n += 1) {
      passTime(MINUTE_MS + 1);
      expect(await call({})).toBe(refused);
      expect(await call({})).toBe(429);
    }
    passTime(MINUTE_MS + 1);
    const { either } = await makeFamily(api);
    const own = await either<Endpoint>(endpoint, {
      body: endpoint === registerInterest ? form : given(),
      address: SCHOOL,
    });
    expect(own.status).not.toBe(429);
  });
});
