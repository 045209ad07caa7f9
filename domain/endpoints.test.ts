// The calls that the product's call table promises: method, path, who may call, and how often it is
// tried again.
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
])('%s %s is for %s', (method, path, auth) => {
  const matching = all.filter(
    ([, endpoint]) => endpoint.method === method && endpoint.path === path,
  );
  expect(matching.map(([, endpoint]) => endpoint.auth)).toEqual([auth]);
});

test.each(all.filter(([, { isStream }]) => isStream !== true))(
  'an answer of %s is only one with success: true',
  (_, { answer }) => {
    const faults = (said: object) =>
      answer.safeParse(said).error?.issues.map(({ path }) => path[0]) ?? [];
    expect(faults({ success: true })).not.toContain('success');
    for (const said of [{}, { success: false }, { success: 'true' }])
      expect(faults(said)).toContain('success');
  },
);

test('no two endpoints answer the same call', () => {
  const calls = all.map(([, { method, path }]) => `${method} ${path}`);
  expect(calls.filter((call, index) => calls.indexOf(call) !== index)).toEqual([]);
});

test('what creates something answers 201', () => {
  expect(all.filter(([, { status }]) => status === 201).map(([name]) => name)).toEqual(
    expect.arrayContaining(['registerInterest', 'createLesson', 'register', 'bookLesson']),
  );
});

test.each(all)(
  '%s names its parameters and known errors only',
  (_, { path, params, errors = [] }) => {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const declared =
      params === undefined ? [] : Object.keys((params as unknown as { shape: object }).shape);
    expect(declared).toEqual(named);
    expect(errors.filter((code) => !Object.hasOwn(errorCatalogue, code))).toEqual([]);
  },
);

test.each(all.filter(([, { auth, method }]) => auth === 'none' && method === 'POST'))(
  '%s, which anybody may post to, is limited or needs a secret of its own',
  (name, { limited }) => {
    const ownSecret = [
      'adminRefresh',
      'refresh',
      'adminResetPassword',
      'resetPassword',
      'stripeWebhook',
    ].includes(name);
    expect(limited !== undefined || ownSecret).toBe(true);
  },
);

test.each(all)(
  '%s says what it counts as, if it is a write of somebody signed in',
  (_, { auth, method, limit }) => {
    if (auth === 'none') expect(limit).toBeUndefined();
    else if (method === 'GET') expect(limit).not.toBe('write');
    else expect(limit).toBeDefined();
  },
);

test('only signing out is never refused for its number', () => {
  const free = all.filter(([, { limit }]) => limit === 'none').map(([name]) => name);
  expect(free).toEqual(['adminLogout', 'logout']);
});

/** What anybody may call as often as they like, and why that does no harm. */
const unlimited: Readonly<Record<string, string>> = {
  stripeWebhook: 'only its signature is computed for whoever is not Stripe',
};

test.each(all.filter(([, { method, auth }]) => method !== 'GET' && auth === 'none'))(
  'a call of %s without a session is limited, or says here why not',
  (name, { limited }) => {
    expect(limited !== undefined).toBe(!(name in unlimited));
  },
);
