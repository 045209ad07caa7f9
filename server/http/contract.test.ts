// The contract of every answer, for any request: paths, methods, bodies, headers and texts that
// break databases.
import type { InjectOptions } from 'fastify';
import { describe, expect } from 'vitest';

import type { Endpoint } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { BODY_BYTES } from '../../domain/limits.ts';
import { type ClientAnswer, expectRefusal } from '../testing/client.ts';
import { lessonForm, makeFamily } from '../testing/factories.ts';
import { sharedTest } from '../testing/test.ts';

type Method = Endpoint['method'] | 'HEAD' | 'PATCH' | 'OPTIONS';

interface Raw {
  method: Method;
  url: string;
  headers?: Record<string, string>;
  payload?: string | Buffer;
}

const DOCUMENT = '/api/openapi.json';
const json = { 'content-type': 'application/json' };
const filled = (path: string) => path.replaceAll(/\{\w+\}/g, '7');
const all = Object.values<Endpoint>(endpoints);
const paths = [...new Set(all.map(({ path }) => path))];

const test = sharedTest
  .extend('headersOf', { scope: 'file' }, async ({ api, tutor }) => {
    const family = await makeFamily(api, 5);
    const bearer = (token: string) => ({ ...json, authorization: `Bearer ${token}` });
    return { none: json, family: bearer(family.token), admin: bearer(tutor.token) };
  })
  /** Sends just this; every answer must have the headers that all answers have. */
  .extend('raw', ({ api }) => async (request: Raw): Promise<ClientAnswer<unknown>> => {
    const options: InjectOptions = request;
    const answer = await api.app.inject(options);
    const { statusCode: status, headers } = answer;
    // Clients may store only the document, which is the same for all of them.
    const isDocument = request.url === DOCUMENT && status < 400;
    const caching = isDocument ? 'no-cache' : 'no-store';
    expect(headers['cache-control'], request.url.slice(0, 80)).toBe(caching);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-type']).toMatch(/^application\/json/);
    return { status, headers, body: request.method === 'HEAD' ? null : answer.json<unknown>() };
  })
  .extend('refusal', ({ raw }) => async (request: Raw) => {
    const { status, body, headers } = expectRefusal(await raw(request));
    return { status, code: body.code, body, headers };
  })
  /** Sends a body to an endpoint that refuses it. */
  .extend(
    'sendTo',
    ({ refusal, headersOf }) =>
      (endpoint: Endpoint, payload: string | Buffer, headers: Record<string, string> = {}) =>
        refusal({
          method: endpoint.method,
          url: filled(endpoint.path),
          headers: { ...headersOf[endpoint.auth], ...headers },
          payload,
        }),
  );

const NOT_FOUND = { status: 404, code: 'not_found' };
const INVALID = { status: 400, code: 'validation_failed' };

describe('paths and methods', () => {
  const unknown = ['/api', '/api/', '/api/nothing', '/api/lessons/1/2', '/api/Lessons'];
  const broken = ['%', 'lessons/%', 'lessons/%zz', 'lessons/%C3%28', 'payments/%E0%A4%A'];
  test.for([...unknown, '/api//lessons', '/%', ...broken.map((path) => `/api/${path}`)])(
    'answers 404 at %s',
    async (url, { refusal }) => {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const)
        expect(await refusal({ method, url })).toMatchObject(NOT_FOUND);
    },
  );

  test.for([...paths, DOCUMENT])(
    'refuses other methods at %s and names the allowed ones',
    async (path, { refusal }) => {
      const own = all.filter((endpoint) => endpoint.path === path);
      const declared: readonly Method[] = own.map(({ method }) => method);
      const allowed = new Set(path === DOCUMENT ? (['GET'] as const) : declared);
      // A HEAD would open a stream that nobody reads.
      const hasHead = allowed.has('GET') && !own.some(({ stream }) => stream !== undefined);
      const named = [...allowed, ...(hasHead ? ['HEAD'] : [])].toSorted().join(', ');
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
        if (allowed.has(method)) continue;
        const payload = method === 'GET' ? '' : '{';
        const answer = await refusal({ method, url: filled(path), headers: json, payload });
        expect(answer).toMatchObject({ status: 405, code: 'method_not_allowed' });
        expect(answer.headers['allow']).toBe(named);
      }
    },
  );
});

describe('bodies', () => {
  const taking = all.filter(({ body }) => body !== undefined);
  const brokenTexts = [
    '{',
    '{"a":}',
    'nothing',
    "{'a': 1}",
    '{"a":1}}',
    '\u0000',
    '{"a":"\u0000"}',
  ];
  const otherTypes = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'nonsense',
  ];

  test.for(taking)('must be JSON of limited size: $method $path', async (endpoint, { sendTo }) => {
    for (const broken of brokenTexts)
      expect(await sendTo(endpoint, broken), broken).toMatchObject({
        status: 400,
        code: 'bad_json',
      });
    for (const type of otherTypes)
      expect(await sendTo(endpoint, '{}', { 'content-type': type }), type).toMatchObject({
        status: 415,
        code: 'unsupported_media_type',
      });
    const tooLarge = JSON.stringify({
      filling: 'x'.repeat(endpoint.maxBytes ?? BODY_BYTES.json),
    });
    expect(await sendTo(endpoint, tooLarge)).toMatchObject({
      status: 413,
      code: 'payload_too_large',
    });
  });

  test('may have exactly the maximum size', async ({ sendTo }) => {
    const frame = JSON.stringify({ filling: '' });
    const payload = JSON.stringify({ filling: 'x'.repeat(BODY_BYTES.json - frame.length) });
    expect(Buffer.byteLength(payload)).toBe(BODY_BYTES.json);
    expect(await sendTo(endpoints.login, payload)).toMatchObject(INVALID);
  });

  test.for(['', 'null', '[]', '[{"email":"a@example.com"}]', '"text"', '7', 'true'])(
    'are forms with every field missing if they are %j',
    async (payload, { sendTo }) => {
      expect((await sendTo(endpoints.login, payload)).body.details).toHaveLength(2);
    },
  );

  test('may be missing beside a type, as in browsers', async ({ raw, refusal, headersOf }) => {
    for (const type of ['application/json', 'application/json; charset=utf-8']) {
      const headers = { ...headersOf.family, 'content-type': type };
      const profile = await raw({ method: 'GET', url: '/api/users/profile', headers });
      expect(profile.status).toBe(200);
      const gone = await refusal({ method: 'DELETE', url: '/api/bookings/7', headers });
      expect(gone.code).toBe('booking_not_found');
    }
    expect((await raw({ method: 'HEAD', url: '/api/health' })).status).toBe(200);
  });

  test('may have unknown keys, even those of the prototype', async ({ raw, headersOf }) => {
    const payload = `{"__proto__":{"Max_Students":7,"polluted":true},"constructor":{"prototype":{"polluted":true}},"id":"1","booked":9,"deleted_at":1,${JSON.stringify(
      lessonForm,
    ).slice(1)}`;
    const headers = headersOf.admin;
    const answer = await raw({ method: 'POST', url: '/api/lessons', headers, payload });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ lesson: { Max_Students: 10, bookedCount: 0 } });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('are refused when deeply nested or very wide', async ({ sendTo }) => {
    const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    expect((await sendTo(endpoints.login, deep)).status).toBe(400);
    const keys = Array.from({ length: 4000 }, (_, n) => [`k${n}`, n]);
    const wide = JSON.stringify(Object.fromEntries(keys));
    expect(await sendTo(endpoints.login, wide)).toMatchObject(INVALID);
  });
});

describe('ids', () => {
  const LONG = 'x'.repeat(50_000);
  const texts = ['0', '-1', '1.5', '1e3', 'abc', ' ', '%00', '1%00', '%F0%9F%92%A9', '..%2f..'];
  const ids = [...texts, "1'--", 'x'.repeat(300), 'x'.repeat(10_000)];

  test.for([
    ['Lesson', 'PUT', '/api/lessons/', 'id', 'admin'],
    ['Lesson', 'DELETE', '/api/lessons/', 'id', 'admin'],
    ['Booking', 'DELETE', '/api/bookings/', 'bookingId', 'family'],
  ] as const)(
    'of a %s must be possible at %s %s',
    async ([noun, method, path, field, who], { refusal, headersOf }) => {
      const askFor = (id: string) => refusal({ method, url: path + id, headers: headersOf[who] });
      const message = `${noun} ID must be a valid integer or UUID`;
      for (const id of ids) {
        const { status, body } = await askFor(id);
        expect(status, id.slice(0, 20)).toBe(400);
        expect(body).toMatchObject({ error: message, details: [{ field, message }] });
      }
      for (const id of ['1', '007', '9'.repeat(300), '018f3a5e-0000-7000-8000-00000000ABCD'])
        expect((await askFor(id)).status, id).toBe(404);
      expect([400, 404]).toContain((await askFor(LONG)).status);
    },
  );

  test('of payments may be anything, and find none', async ({ refusal, headersOf }) => {
    for (const id of [...ids, 'cs_test_1', LONG]) {
      const request = { url: `/api/payments/${id}`, headers: headersOf.family };
      const { status } = await refusal({ method: 'GET', ...request });
      expect(status, id.slice(0, 20)).toBe(404);
    }
  });
});

describe('a NUL character', () => {
  const mobile = '0770090012\u0000';
  test.for([
    [
      endpoints.registerInterest,
      { name: 'A\u0000nn', email: 'a\u0000@example.com', mobile, year_class: 'year-10\u0000' },
    ],
    [endpoints.login, { email: 'a\u0000@example.com', password: 'pass\u0000word' }],
    [endpoints.adminLogin, { email: 'a@example.com', password: 'pass\u0000word' }],
    [endpoints.refresh, { refresh_token: '\u0000' }],
    [endpoints.bookLesson, { Lesson_ID: '\u00007' }],
    [endpoints.createLesson, { ...lessonForm, lesson_notes: 'a\u0000b', Date: '2026-11-21\u0000' }],
    [endpoints.createLesson, { ...lessonForm, Meeting_Link: 'https://example.com/\u0000' }],
  ] as const)('is refused in a body (%#)', async ([endpoint, body], { sendTo }) => {
    const { status } = await sendTo(endpoint, JSON.stringify(body));
    expect([400, 401]).toContain(status);
  });

  test('is refused elsewhere; bad Unicode is replaced', async ({ refusal, headersOf, tutor }) => {
    const url = '/api/lessons?from=2026-11-21%00&to=%00';
    const dated = await refusal({ method: 'GET', url, headers: headersOf.family });
    expect(dated.code).toBe('validation_failed');
    const headers = { authorization: 'Bearer %00' };
    expect((await refusal({ method: 'GET', url: '/api/lessons', headers })).status).toBe(401);
    // Half a surrogate pair is not a character; the replacement character is stored.
    const texts = { Lesson_Name: 'half \ud83d', lesson_notes: 'whole 🔭' };
    const { body } = await tutor.call(endpoints.createLesson, {
      body: { ...lessonForm, ...texts },
    });
    expect(body.lesson).toMatchObject({ ...texts, Lesson_Name: 'half \ufffd' });
  });
});

test('successful answers have the same headers as failures', async ({ raw, headersOf, lesson }) => {
  for (const url of ['/api/health', '/api/payments/products', DOCUMENT])
    expect((await raw({ method: 'GET', url })).status).toBe(200);
  const payload = JSON.stringify({ Lesson_ID: lesson.id });
  const headers = headersOf.family;
  const booked = await raw({ method: 'POST', url: '/api/bookings', headers, payload });
  expect(booked.status).toBe(201);
  expect(booked.headers['strict-transport-security']).toBeUndefined();
  expect(booked.headers['content-security-policy']).toContain("default-src 'none'");
});
