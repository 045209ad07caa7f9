// What call() sends, and how it fails without a response. Responses are tested in send.test.ts.
import { expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { call } from './client.ts';
import { AuthenticationError, NetworkError } from './failures.ts';
import { reportFailure } from './query-client.ts';
import { readSession, saveSession } from './session.ts';
import {
  openBrowser,
  done,
  enquiry,
  failureOf,
  fakeFetch,
  json,
  parent,
  sessionFor,
  signIn,
} from './testing/browser.ts';

openBrowser();

const LONG = 30 * 24 * 3600;
test('sends JSON and no token on public calls, even when somebody is signed in', async () => {
  signIn(LONG);
  const { sent } = fakeFetch(json(201, done));
  await call(endpoints.registerInterest, { body: enquiry, idempotencyKey: 'key-1' });
  expect(sent[0]).toMatchObject({ path: '/api/customers', method: 'POST', body: enquiry });
  expect(sent[0]?.headers.get('Content-Type')).toBe('application/json');
  expect(sent[0]?.headers.get('Idempotency-Key')).toBe('key-1');
  expect(sent[0]?.headers.get('Authorization')).toBeNull();
});

test('sends the token, path parameters and defined query values of a student call', async () => {
  signIn(LONG);
  const { sent } = fakeFetch(
    json(200, { ...done, creditsRemaining: 3 }),
    json(200, { ...done, lessons: [] }),
  );
  await call(endpoints.cancelBooking, { params: { bookingId: 'a b/c' } });
  await call(endpoints.listLessons, { query: { from: '2026-11-16' } });
  expect(sent.map(({ path }) => path)).toEqual([
    '/api/bookings/a%20b%2Fc',
    '/api/lessons?from=2026-11-16',
  ]);
  expect(sent[0]?.headers.get('Authorization')).toBe('Bearer first-access');
});

test('refuses a student call without a session before any request', async () => {
  const { sent } = fakeFetch(json(200, done));
  const failure = await failureOf(
    call(endpoints.createCheckout, { body: { credits_quantity: 5 } }),
  );
  expect(failure).toBeInstanceOf(AuthenticationError);
  expect(failure).toMatchObject({ message: 'Authentication required', audience: 'family' });
  expect(sent).toEqual([]);
});

test("does not use the admin's session for a student call", async () => {
  saveSession('admin', {
    session: sessionFor(3600),
    user: { id: 'admin-1', name: 'Ada', email: 'a@example.com' },
  });
  fakeFetch(json(200, done));
  expect(await failureOf(call(endpoints.verify))).toBeInstanceOf(AuthenticationError);
});

test('turns a failed fetch into a NetworkError', async () => {
  fakeFetch(new TypeError('fetch failed'));
  const failure = await failureOf(call(endpoints.listProducts));
  expect(failure).toBeInstanceOf(NetworkError);
  expect(failure).toMatchObject({
    message: 'Unable to connect to the server. Please check your internet connection.',
  });
});

test('turns anything else into an unexpected error with status 500', async () => {
  fakeFetch(json(200, done));
  const body = { email: 'a@b.cd', password: 1n as unknown as string };
  const failure = await failureOf(call(endpoints.login, { body }));
  expect(failure).toMatchObject({
    name: 'ApiError',
    status: 500,
    message: 'An unexpected error occurred. Please try again.',
    cause: expect.any(TypeError) as unknown,
  });
});

test('throws the abort of a cancelled call', async () => {
  const { sent } = fakeFetch(new DOMException('given up', 'AbortError'));
  const failure = await failureOf(call(endpoints.registerInterest, { body: enquiry }));
  expect(failure).toMatchObject({ name: 'AbortError' });
  expect(sent).toHaveLength(1);
});

test('sends once and leaves retries to the query layer', async () => {
  const { sent } = fakeFetch(json(500, {}));
  await failureOf(call(endpoints.listProducts));
  expect(sent).toHaveLength(1);
});

test('replaces once a token that was renewed during the call', async () => {
  signIn(LONG);
  const { sent } = fakeFetch(
    () => {
      signIn(LONG, 'second');
      return json(401, { error: 'Authentication required', code: 'unauthenticated' });
    },
    json(200, { ...done, user: parent }),
  );
  await expect(call(endpoints.verify)).resolves.toEqual({ ...done, user: parent });
  expect(sent.map(({ headers }) => headers.get('Authorization'))).toEqual([
    'Bearer first-access',
    'Bearer second-access',
  ]);
});

test("never repeats a call with somebody else's session, and leaves that session", async () => {
  signIn(LONG);
  const other = { ...parent, Person_ID: 'person-2' };
  const { sent } = fakeFetch(
    () => {
      saveSession('family', { session: sessionFor(LONG, 'second'), user: other });
      return json(401, { error: 'Authentication required', code: 'unauthenticated' });
    },
    json(200, { ...done, user: other }),
  );
  const failure = await failureOf(call(endpoints.verify));
  expect(sent).toHaveLength(1);
  reportFailure(failure);
  expect(readSession('family')?.user).toEqual(other);
});

test('does not retry a current token that is refused, and keeps the session', async () => {
  signIn(LONG);
  const { sent } = fakeFetch(
    json(401, { error: 'Authentication required', code: 'unauthenticated' }),
  );
  expect(await failureOf(call(endpoints.verify))).toMatchObject({ audience: 'family' });
  expect(sent).toHaveLength(1);
  expect(readSession('family')).not.toBeNull();
});
