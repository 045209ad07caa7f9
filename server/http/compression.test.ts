// Compression: which answers, for which clients, and which never.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import type { Endpoint } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { lessonForm, makeAdmin, makeLesson, makeFamily, PASSWORD } from '../testing/factories.ts';

let api: TestApp;
let student: Caller;
let admin: Caller;
beforeAll(async () => {
  api = await startTestApp();
  student = await makeFamily(api);
  admin = await makeAdmin(api);
  for (let n = 0; n < 10; n += 1) await makeLesson(api);
});
afterAll(() => api.close());

const LESSONS = endpoints.listLessons.path;

function read(
  encodings: string | undefined,
  method: 'GET' | 'HEAD' = 'GET',
  url: string = LESSONS,
) {
  const headers = {
    authorization: `Bearer ${student.token}`,
    ...(encodings === undefined ? {} : { 'accept-encoding': encodings }),
  };
  return api.app.inject({ method, url, headers });
}

const openings: Record<string, (data: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['*', 'br'],
])('compresses a list for a client that accepts %j as %s', async (encodings, encoding) => {
  const plain = await read(undefined);
  const packed = await read(encodings);
  expect(packed.statusCode).toBe(200);
  expect(packed.headers['content-encoding']).toBe(encoding);
  expect(packed.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(packed.headers['vary']).toBe('accept-encoding');
  expect(Number(packed.headers['content-length'])).toBe(packed.rawPayload.length);
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
  expect(openings[encoding]?.(packed.rawPayload).toString()).toBe(plain.body);

  const head = await read(encodings, 'HEAD');
  expect(head.body).toBe('');
  for (const name of ['content-encoding', 'content-length', 'vary', 'content-type'])
    expect(head.headers[name], name).toBe(packed.headers[name]);
});

test.each([undefined, '', 'identity', 'deflate', 'br;q=0', '*;q=0', 'nonsense', ';;,=q'])(
  'sends it plain to a client that accepts %j, and tells caches that others differ',
  async (encodings) => {
    const { headers, statusCode } = await read(encodings);
    expect(statusCode).toBe(200);
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['vary']).toBe('accept-encoding');
  },
);

test('leaves short answers alone', async () => {
  for (const url of [endpoints.health.path, '/api/nothing', endpoints.verify.path]) {
    const { headers } = await read('br', 'GET', url);
    expect(headers['content-encoding'], url).toBeUndefined();
    expect(headers['vary'], url).toBeUndefined();
  }
});

test('never compresses answers with tokens, nor any other answer to a write', async () => {
  const headers = { 'accept-encoding': 'br, gzip', 'content-type': 'application/json' };
  const long = 'x'.repeat(900);
  const sign = await api.app.inject({
    method: 'POST',
    url: endpoints.login.path,
    headers,
    payload: JSON.stringify({ email: student.email, password: PASSWORD, reflected: long }),
  });
  expect(sign.json()).toMatchObject({ success: true });
  const repeated = await api.app.inject({
    method: 'POST',
    url: endpoints.repeatLesson.path,
    headers: { ...headers, authorization: `Bearer ${admin.token}` },
    payload: JSON.stringify({ ...lessonForm, Date: '2027-01-09', lesson_notes: long, weeks: 5 }),
  });
  expect(repeated.statusCode).toBe(201);
  for (const { headers: own } of [sign, repeated]) {
    expect(own['content-encoding']).toBeUndefined();
    expect(own['vary']).toBeUndefined();
  }
});

test('has no secret in any answer to a read', () => {
  const secret = /"(access_token|refresh_token|recovery_codes|secret)"/;
  const holding = Object.values<Endpoint>(endpoints).filter(({ answer }) =>
    secret.test(JSON.stringify(z.toJSONSchema(answer, { unrepresentable: 'any' }))),
  );
  expect(holding.map(({ path }) => path)).toContain(endpoints.login.path);
  expect(holding.filter(({ method }) => method === 'GET')).toEqual([]);
});

test('sends the event stream uncompressed', async () => {
  const url = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const abort = new AbortController();
  const answer = await fetch(url + endpoints.watchLessons.path, {
    headers: { authorization: `Bearer ${student.token}`, 'accept-encoding': 'br, gzip' },
    signal: abort.signal,
  });
  expect(answer.headers.get('content-encoding')).toBeNull();
  const { value } = (await answer.body?.getReader().read()) ?? {};
  expect(new TextDecoder().decode(value)).toContain('welcome');
  abort.abort();
});
