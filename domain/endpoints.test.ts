// Tests the agreed API: method, path, audience and retries of each endpoint.
import { expect, test } from 'vitest';

import type { Endpoint } from './endpoint.ts';
import * as endpoints from './endpoints.ts';
import { errorCatalogue } from './errors.ts';

const all: readonly (readonly [string, Endpoint])[] = Object.entries(endpoints);

test.each([
  ['POST', '/api/customers', 'none'],
  ['POST', '/api/auth/login', 'none'],
  ['POST', '/api/auth/logout', 'admin'],
  ['GET', '/api/auth/verify', 'admin'],
  ['GET', '/api/admin/customers', 'admin'],
  ['GET', '/api/lessons/admin', 'admin'],
  ['POST', '/api/lessons', 'admin'],
  ['PUT', '/api/lessons/{id}', 'admin'],
  ['DELETE', '/api/lessons/{id}', 'admin'],
  ['GET', '/api/bookings/admin', 'admin'],
  ['POST', '/api/user-auth/register', 'none'],
  ['POST', '/api/user-auth/login', 'none'],
  ['POST', '/api/user-auth/logout', 'family'],
  ['GET', '/api/user-auth/verify', 'family'],
  ['GET', '/api/users/profile', 'family'],
  ['GET', '/api/lessons', 'family'],
  ['POST', '/api/bookings', 'family'],
  ['DELETE', '/api/bookings/{bookingId}', 'family'],
  ['POST', '/api/payments/create-checkout', 'family'],
  ['GET', '/api/payments/products', 'none'],
  ['POST', '/api/auth/refresh', 'none'],
  ['POST', '/api/user-auth/refresh', 'none'],
  ['GET', '/api/payments/{session_id}', 'family'],
  ['POST', '/api/payments/webhook', 'none'],
  ['GET', '/api/health', 'none'],
  ['GET', '/api/ready', 'none'],
  ['POST', '/api/setup', 'none'],
])('%s %s is open to %s', (method, path, auth) => {
  const matching = all.filter(
    ([, endpoint]) => endpoint.method === method && endpoint.path === path,
  );
  expect(matching.map(([, endpoint]) => endpoint.auth)).toEqual([auth]);
});

test.each(all.filter(([, { stream }]) => stream === undefined))(
  'accepts an answer of %s only with success: true',
  (_, { answer }) => {
    const faults = (said: object) =>
      answer.safeParse(said).error?.issues.map(({ path }) => path[0]) ?? [];
    expect(faults({ success: true })).not.toContain('success');
    for (const said of [{}, { success: false }, { success: 'true' }])
      expect(faults(said)).toContain('success');
  },
);

test('no two endpoints have the same method and path', () => {
  const calls = all.map(([, { method, path }]) => `${method} ${path}`);
  expect(calls.filter((call, index) => calls.indexOf(call) !== index)).toEqual([]);
});

test('endpoints that create something answer 201', () => {
  expect(all.filter(([, { status }]) => status === 201).map(([name]) => name)).toEqual(
    expect.arrayContaining(['registerInterest', 'createLesson', 'register', 'bookLesson']),
  );
});

test.each(all)('%s lists its parameters and known errors', (_, { path, params, errors = [] }) => {
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const declared =
    params === undefined ? [] : Object.keys((params as unknown as { shape: object }).shape);
  expect(declared).toEqual(named);
  expect(errors.filter((code) => !Object.hasOwn(errorCatalogue, code))).toEqual([]);
});

test.each(all.filter(([, { auth, method }]) => auth === 'none' && method === 'POST'))(
  '%s, a public POST, is rate-limited or needs a secret',
  (name, { addressLimit }) => {
    const ownSecret = [
      'adminRefresh',
      'refresh',
      'adminResetPassword',
      'resetPassword',
      'stripeWebhook',
    ].includes(name);
    expect(addressLimit !== undefined || ownSecret).toBe(true);
  },
);

test.each(all)('%s names an account limit only if it is signed in', (_, { auth, accountLimit }) => {
  if (auth === 'none') expect(accountLimit).toBeUndefined();
});

test('exempts only signing out from the limits', () => {
  const free = all.filter(([, { accountLimit }]) => accountLimit === 'none').map(([name]) => name);
  expect(free).toEqual(['adminLogout', 'logout']);
});

/** Public endpoints without a limit, and why that is harmless. */
const unlimited: Readonly<Record<string, string>> = {
  stripeWebhook: 'only computes a signature for callers other than Stripe',
};

test.each(all.filter(([, { method, auth }]) => method !== 'GET' && auth === 'none'))(
  'limits %s without a session, or lists the reason here',
  (name, { addressLimit }) => {
    expect(addressLimit !== undefined).toBe(!(name in unlimited));
  },
);
