// Which responses are valid, and which failure each other response becomes.
import { expect, test, vi } from 'vitest';

import { SESSION_SECONDS } from '../../domain/auth/session.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { PICTURE } from '../../domain/site/picture-files.ts';
import { call } from './client.ts';
import { ApiError, AuthenticationError, AuthorizationError, ValidationError } from './failures.ts';
import { saveSession } from './session.ts';
import {
  openBrowser,
  done,
  enquiry,
  failureOf,
  fakeFetch,
  json,
  sessionFor,
  signIn,
} from './testing/browser.ts';

openBrowser();

const details = [{ field: 'email', message: 'Invalid email address' }];
/** The failure for anything unexpected. */
const unexpected = expect.objectContaining({
  name: 'ApiError',
  status: 500,
  message: 'An unexpected error occurred. Please try again.',
}) as unknown;

const kinds = [
  [400, { error: 'No', code: 'validation_failed', details }, ValidationError, 'No'],
  [400, { error: 'No', code: 'bad_json' }, ApiError, 'No'],
  [401, { error: 'Bad', code: 'invalid_credentials' }, AuthenticationError, 'Bad'],
  [403, { error: 'Not yours', code: 'forbidden' }, AuthorizationError, 'Not yours'],
  [409, { error: 'Full', code: 'lesson_full' }, ApiError, 'Full'],
  [429, {}, ApiError, 'Too many requests. Please try again later.'],
  [500, {}, ApiError, 'Server error. Please try again later.'],
  [503, {}, ApiError, 'Server error. Please try again later.'],
  [418, {}, ApiError, 'An unexpected error occurred. Please try again.'],
] as const;

test.for(kinds)(
  'turns an answer of %i with %o into its kind of failure',
  async ([status, body, kind, message]) => {
    fakeFetch(json(status, { success: false, ...body }));
    const failure = await failureOf(
      call(endpoints.login, { body: { email: 'a@b.cd', password: 'secret' } }),
    );
    expect(failure).toBeInstanceOf(kind);
    expect(failure).toMatchObject({
      name: kind.name,
      status,
      message,
      details: 'details' in body ? details : [],
    });
  },
);

test('refuses a file that is too large without sending it', async () => {
  const user = { id: 'admin-1', name: 'Ada', email: 'ada@example.com' };
  saveSession('admin', { session: sessionFor(SESSION_SECONDS.admin), user });
  const fetched = vi.fn<typeof fetch>(() => Promise.reject(new TypeError('offline')));
  vi.stubGlobal('fetch', fetched);
  const upload = (bytes: number) =>
    failureOf(call(endpoints.uploadPicture, { file: new Blob([new Uint8Array(bytes)]) }));
  expect(await upload(PICTURE.bytes)).toMatchObject({ name: 'NetworkError' });
  expect(fetched).toHaveBeenCalledOnce();
  expect(await upload(PICTURE.bytes + 1)).toMatchObject({
    status: 413,
    code: 'payload_too_large',
    message: 'The file is larger than 10 MB.',
  });
  expect(fetched).toHaveBeenCalledOnce();
});

test('reports a response that is not JSON by its status line', async () => {
  fakeFetch(new Response('<h1>Bad</h1>', { status: 502, statusText: 'Bad Gateway' }));
  const failure = await failureOf(call(endpoints.listProducts));
  expect(failure).toMatchObject({
    name: 'ApiError',
    status: 502,
    message: 'HTTP 502: Bad Gateway',
  });
});

test.for([
  ['says so', { success: false }],
  ['says nothing of success', {}],
  ['says it in another way', { success: 'true' }],
  ['is null', null],
  ['is a list', [done]],
  ['is a text', 'success'],
])('treats an answer of 200 or 201 that %s as a failure', async ([, body]) => {
  for (const status of [200, 201]) {
    fakeFetch(json(status, body));
    expect(await failureOf(call(endpoints.registerInterest, { body: enquiry }))).toEqual(
      unexpected,
    );
  }
});

test('reports a failure that gives its reason with 200, and does not retry it', async () => {
  const { sent } = fakeFetch(
    json(200, { success: false, error: 'Not today.', code: 'idempotency_key_reused', details }),
  );
  expect(await failureOf(call(endpoints.registerInterest, { body: enquiry }))).toMatchObject({
    name: 'ApiError',
    status: 200,
    message: 'Not today.',
    code: 'idempotency_key_reused',
    details,
  });
  expect(sent).toHaveLength(1);
});

test.for([
  ['rate_limited', 'rate_limited'],
  ['payment_not_found', 'payment_not_found'],
  ['lesson_full', undefined],
  ['upstream_down', undefined],
])('reads the payment code %s as %s', async ([code, read]) => {
  signIn(SESSION_SECONDS.family);
  fakeFetch(json(409, { success: false, error: 'No', code }));
  const failure = await failureOf(call(endpoints.getPayment, { params: { session_id: 'cs_1' } }));
  expect(failure).toMatchObject({ name: 'ApiError', message: 'No', code: read });
});

test('replaces error texts of others, such as a proxy, with ours', async () => {
  fakeFetch(json(502, { error: { reason: 'upstream' }, code: 'upstream_down', details: 'none' }));
  expect(await failureOf(call(endpoints.listProducts))).toMatchObject({
    name: 'ApiError',
    status: 502,
    message: 'Server error. Please try again later.',
    code: undefined,
    details: [],
  });
  fakeFetch(json(400, { details: [null, { field: 'name' }, ...details] }));
  expect(await failureOf(call(endpoints.listProducts))).toMatchObject({
    name: 'ValidationError',
    details,
  });
});

const address = 'https://pay.example.com/1';

test.each([
  ['lacks it', {}, false],
  ['has it as null', { checkout_url: null }, false],
  ['has it as a number', { checkout_url: 7 }, false],
  ['has it, but no session', { checkout_url: address }, false],
  ['has it', { checkout_url: address, session_id: 'cs_1' }, true],
  ['has more besides', { checkout_url: address, session_id: 'cs_1', extra: 1 }, true],
])('judges an answer that %s where an address is required', async (_, answer, isGood) => {
  signIn(SESSION_SECONDS.family);
  fakeFetch(json(200, { ...done, ...answer }));
  const failure = await failureOf(
    call(endpoints.createCheckout, { body: { credits_quantity: 5 } }),
  );
  expect(failure).toEqual(isGood ? null : unexpected);
});

const customer = {
  id: 'enquiry-1',
  ...enquiry,
  year_said_in: 2026,
  created_at: '2026-11-21T12:00:00.000Z',
  status: 'new',
  note: '',
  answer_due_at: '2026-11-22T12:00:00.000Z',
  answered_at: null,
  invitation: null,
};

test.each([
  ['none', { customers: [], total: 0 }, true],
  [
    'one, with more than is known of',
    { customers: [{ ...customer, more: 1 }], total: 1, more: true },
    true,
  ],
  ['an object', { customers: {}, total: 0 }, false],
  ['null', { customers: null, total: 0 }, false],
  ['one of null', { customers: [null], total: 1 }, false],
  ['one without a name', { customers: [{ ...customer, name: undefined }], total: 1 }, false],
  ['none and no total', { customers: [] }, false],
  ['none and a total in words', { customers: [], total: '0' }, false],
])('judges an answer with a list of customers that is %s', async (_, answer, isGood) => {
  const user = { id: 'admin-1', name: 'Ada', email: 'a@example.com' };
  saveSession('admin', { session: sessionFor(SESSION_SECONDS.admin), user });
  fakeFetch(json(200, { ...done, ...answer }));
  expect(await failureOf(call(endpoints.listEnquiries))).toEqual(isGood ? null : unexpected);
});
