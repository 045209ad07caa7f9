// The contract of every answer, for any request: paths, methods, bodies, headers and texts that
// break databases.
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Endpoint } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import { BODY_BYTES } from '../../domain/limits.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { type Answered, expectRefusal } from '../testing/client.ts';
import type { Caller } from '../testing/caller.ts';
import { lessonForm, makeAdmin, makeLesson, makeFamily } from '../testing/factories.ts';

let api: TestApp;
let admin: Caller;
let student: Caller;
beforeAll(async () => {
  api = await startTestApp();
  admin = await makeAdmin(api);
  student = await makeFamily(api, 5);
});
afterAll(() => api.close());

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

interface Raw {
  readonly method: Method;
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly payload?: string | Buffer;
}

/** Sends just this; every answer must carry the headers that all of them owe. */
async function raw(request: Raw): Promise<Answered<unknown>> {
  const answer = await api.app.inject(request);
  // The document alone is nobody's own: readers keep it, and ask whether it has changed.
  const isActive = request.url === '/api/openapi.json' && answer.statusCode < 400;
  expect(answer.headers['cache-control'], request.url.slice(0, 80)).toBe(
    isActive ? 'no-cache' : 'no-store',
  );
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: request.method === 'HEAD' ? null : answer.json<unknown>(),
  };
}

async function refusal(
  request: Raw,
): Promise<{ status: number; code: ErrorCode; headers: Record<string, unknown> }> {
  const { status, body, headers } = expectRefusal(await raw(request));
  return { status, code: body.code, headers };
}

const json = { 'content-type': 'application/json' };
const bearer = ({ token }: Caller) => ({ authorization: `Bearer ${token}` });
const filled = (path: string) => path.replaceAll(/\{\w+\}/g, '7');
const paths = [...new Set(Object.values(endpoints).map(({ path }) => path))];

test.each(['/api', '/api/', '/api/nothing', '/api/lessons/1/2', '/api/Lessons', '/api//lessons'])(
  'answers 404 at %s',
  async (url) => {
    for (const method of ['GET', 'POST', 'DELETE'] as const)
      expect(await refusal({ method, url })).toMatchObject({ status: 404, code: 'not_found' });
  },
);

test.each([...paths, '/api/openapi.json'])(
  'refuses other methods at %s and names the allowed ones',
  async (path) => {
    const own = Object.values<Endpoint>(endpoints).filter((endpoint) => endpoint.path === path);
    const allowed = new Set<Method>(
      path === '/api/openapi.json' ? ['GET'] : own.map(({ method }) => method),
    );
    // A HEAD would open a stream that nobody reads.
    if (allowed.has('GET') && !own.some(({ isStream }) => isStream === true)) allowed.add('HEAD');
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      if (allowed.has(method)) continue;
      const answer = await refusal({
        method,
        url: filled(path),
        headers: json,
        payload: method === 'GET' ? '' : '{',
      });
      expect(answer).toMatchObject({ status: 405, code: 'method_not_allowed' });
      expect(answer.headers['allow']).toBe(
        [...allowed].toSorted((a, b) => a.localeCompare(b)).join(', '),
      );
    }
  },
);

const withBody = Object.entries(endpoints).filter(
  ([, endpoint]) => 'body' in endpoint && endpoint.body !== undefined,
);
const callerOf = (auth: string) =>
  auth === 'none' ? {} : bearer(auth === 'admin' ? admin : student);
const send = (name: string, headers: Record<string, string>, payload: string | Buffer) => {
  const { method, path, auth } =
    Object.entries(endpoints).find(([key]) => key === name)?.[1] ?? endpoints.health;
  return refusal({
    method,
    url: filled(path),
    headers: { ...callerOf(auth), ...headers },
    payload,
  });
};

test.each(withBody.map(([name]) => name))('requires JSON of limited size at %s', async (name) => {
  for (const broken of [
    '{',
    '{"a":}',
    'nothing',
    "{'a': 1}",
    '{"a":1}}',
    '\u0000',
    '{"a":"\u0000"}',
  ])
    expect(await send(name, json, broken), broken).toMatchObject({ status: 400, code: 'bad_json' });
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'nonsense',
  ])
    expect(await send(name, { 'content-type': type }, '{}'), type).toMatchObject({
      status: 415,
      code: 'unsupported_media_type',
    });
  const tooLarge = JSON.stringify({ filling: 'x'.repeat(BODY_BYTES.json) });
  expect(await send(name, json, tooLarge)).toMatchObject({
    status: 413,
    code: 'payload_too_large',
  });
});

test('reads a body of exactly the maximum size', async () => {
  const frame = JSON.stringify({ filling: '' });
  const payload = JSON.stringify({ filling: 'x'.repeat(BODY_BYTES.json - frame.length) });
  expect(Buffer.byteLength(payload)).toBe(BODY_BYTES.json);
  expect(await send('login', json, payload)).toMatchObject({
    status: 400,
    code: 'validation_failed',
  });
});

test.each(['', 'null', '[]', '[{"email":"a@example.com"}]', '"text"', '7', 'true'])(
  'treats a body of %j as a form with every field missing',
  async (payload) => {
    const answer = await raw({
      method: 'POST',
      url: '/api/user-auth/login',
      headers: json,
      payload,
    });
    expect(expectRefusal(answer).body.details).toHaveLength(2);
  },
);

test('accepts a content type without a body, as browsers send it', async () => {
  for (const type of ['application/json', 'application/json; charset=utf-8']) {
    const headers = { ...bearer(student), 'content-type': type };
    const profile = await raw({ method: 'GET', url: '/api/users/profile', headers });
    expect(profile.status).toBe(200);
    const gone = await refusal({ method: 'DELETE', url: '/api/bookings/7', headers });
    expect(gone.code).toBe('booking_not_found');
  }
  expect((await raw({ method: 'HEAD', url: '/api/health' })).status).toBe(200);
});

test('ignores unknown keys, including those that target the prototype', async () => {
  const payload = `{"__proto__":{"Max_Students":7,"polluted":true},"constructor":{"prototype":{"polluted":true}},"id":"1","booked":9,"deleted_at":1,${JSON.stringify(
    lessonForm,
  ).slice(1)}`;
  const answer = await raw({
    method: 'POST',
    url: '/api/lessons',
    headers: { ...json, ...bearer(admin) },
    payload,
  });
  expect(answer.status).toBe(201);
  expect(answer.body).toMatchObject({ lesson: { Max_Students: 10, bookedCount: 0 } });
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test.each([
  '/api/%',
  '/api/lessons/%',
  '/api/lessons/%zz',
  '/api/lessons/%C3%28',
  '/api/payments/%E0%A4%A',
  '/%',
])('answers 404 to a badly encoded path: %s', async (url) => {
  for (const method of ['GET', 'PUT'] as const)
    expect(await refusal({ method, url })).toMatchObject({ status: 404, code: 'not_found' });
});

const LONG = 'x'.repeat(50_000);
const ids = [
  '0',
  '-1',
  '1.5',
  '1e3',
  'abc',
  ' ',
  '%00',
  '1%00',
  '%F0%9F%92%A9',
  '..%2f..',
  "1'--",
  'x'.repeat(300),
  'x'.repeat(10_000),
];

test.each([
  { noun: 'Lesson', method: 'PUT', path: '/api/lessons/', field: 'id', who: 'admin' },
  { noun: 'Lesson', method: 'DELETE', path: '/api/lessons/', field: 'id', who: 'admin' },
  { noun: 'Booking', method: 'DELETE', path: '/api/bookings/', field: 'bookingId', who: 'family' },
] as const)(
  'accepts only possible ids at $method $path',
  async ({ noun, method, path, field, who }) => {
    const headers = { ...json, ...callerOf(who) };
    for (const id of ids) {
      const { status, body } = expectRefusal(await raw({ method, url: path + id, headers }));
      const message = `${noun} ID must be a valid integer or UUID`;
      expect(status, id.slice(0, 20)).toBe(400);
      expect(body).toMatchObject({ error: message, details: [{ field, message }] });
    }
    for (const id of ['1', '007', '9'.repeat(300), '018f3a5e-0000-7000-8000-00000000ABCD'])
      expect((await refusal({ method, url: path + id, headers })).status, id).toBe(404);
    const endless = await refusal({ method, url: path + LONG, headers });
    expect([400, 404]).toContain(endless.status);
  },
);

test('accepts any payment id, and finds none', async () => {
  const headers = bearer(student);
  for (const id of [...ids, 'cs_test_1', LONG]) {
    const { status } = await refusal({ method: 'GET', url: `/api/payments/${id}`, headers });
    expect([404], id.slice(0, 20)).toContain(status);
  }
});

test.each([
  [
    'registerInterest',
    {
      name: 'A\u0000nn',
      email: 'a\u0000@example.com',
      mobile: '0770090012\u0000',
      year_class: 'year-10\u0000',
    },
  ],
  ['login', { email: 'a\u0000@example.com', password: 'pass\u0000word' }],
  ['adminLogin', { email: 'a@example.com', password: 'pass\u0000word' }],
  ['refresh', { refresh_token: '\u0000' }],
  ['bookLesson', { Lesson_ID: '\u00007' }],
  ['createLesson', { ...lessonForm, lesson_notes: 'a\u0000b', Date: '2026-11-21\u0000' }],
  ['createLesson', { ...lessonForm, Meeting_Link: 'https://example.com/\u0000' }],
] as const)('a NUL character in the body of %s is refused, not stored', async (name, body) => {
  const { status } = await send(name, json, JSON.stringify(body));
  expect([400, 401]).toContain(status);
});

test('refuses or tolerates NUL characters and broken Unicode elsewhere', async () => {
  const url = '/api/lessons?from=2026-11-21%00&to=%00';
  expect((await refusal({ method: 'GET', url, headers: bearer(student) })).code).toBe(
    'validation_failed',
  );
  expect(
    (
      await refusal({
        method: 'GET',
        url: '/api/lessons',
        headers: { authorization: 'Bearer %00' },
      })
    ).status,
  ).toBe(401);
  // Half a surrogate pair is no character at all, and comes back as the sign for that.
  const { body } = await api.call(endpoints.createLesson, {
    token: admin.token,
    body: { ...lessonForm, Lesson_Name: 'half \ud83d', lesson_notes: 'whole 🔭' },
  });
  expect(body.lesson).toMatchObject({ Lesson_Name: 'half \ufffd', lesson_notes: 'whole 🔭' });
});

test('refuses deeply nested and very wide bodies as invalid', async () => {
  expect(await send('login', json, `${'['.repeat(30_000)}${']'.repeat(30_000)}`)).toMatchObject({
    status: 400,
  });
  const wide = JSON.stringify(
    Object.fromEntries(Array.from({ length: 4000 }, (_, n) => [`k${n}`, n])),
  );
  expect(await send('login', json, wide)).toMatchObject({ status: 400, code: 'validation_failed' });
});

test('sends the same headers with successful answers as with failures', async () => {
  const lesson = await makeLesson(api);
  for (const url of ['/api/health', '/api/payments/products', '/api/openapi.json']) {
    expect((await raw({ method: 'GET', url })).status).toBe(200);
  }
  const payload = JSON.stringify({ Lesson_ID: lesson.id });
  const booked = await raw({
    method: 'POST',
    url: '/api/bookings',
    headers: { ...json, ...bearer(student) },
    payload,
  });
  expect(booked.status).toBe(201);
  expect(booked.headers['strict-transport-security']).toBeUndefined();
  expect(booked.headers['content-security-policy']).toContain("default-src 'none'");
});
