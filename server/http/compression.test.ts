// Compression: which answers, for which clients, and which never.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { expect } from 'vitest';
import * as z from 'zod';

import type { Endpoint } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { lessonForm, makeFamily, makeLesson, PASSWORD } from '../testing/factories.ts';
import { sharedTest } from '../testing/test.ts';

const openings: Record<string, (data: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

const test = sharedTest
  /** Reads a long list by default. */
  .extend('read', { scope: 'file' }, async ({ api }) => {
    for (let n = 0; n < 10; n += 1) await makeLesson(api);
    const { token } = await makeFamily(api);
    return (
      encodings: string | undefined,
      method: 'GET' | 'HEAD' = 'GET',
      url: string = endpoints.listLessons.path,
    ) => {
      const accepted = encodings === undefined ? {} : { 'accept-encoding': encodings };
      return api.app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${token}`, ...accepted },
      });
    };
  });

test.for([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['*', 'br'],
] as const)('compresses a list for a client that accepts %j as %s', async (row, { read }) => {
  const [encodings, encoding] = row;
  const plain = await read(undefined);
  const packed = await read(encodings);
  expect(packed.statusCode).toBe(200);
  expect(packed.headers).toMatchObject({
    'content-encoding': encoding,
    'content-type': 'application/json; charset=utf-8',
    vary: 'accept-encoding',
    'content-length': String(packed.rawPayload.length),
  });
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
  expect(openings[encoding]?.(packed.rawPayload).toString()).toBe(plain.body);

  const head = await read(encodings, 'HEAD');
  expect(head.body).toBe('');
  for (const name of ['content-encoding', 'content-length', 'vary', 'content-type'])
    expect(head.headers[name], name).toBe(packed.headers[name]);
});

test.for([undefined, '', 'identity', 'deflate', 'br;q=0', '*;q=0', 'nonsense', ';;,=q'])(
  'sends it plain to a client that accepts %j, and tells caches that others differ',
  async (encodings, { read }) => {
    const { headers, statusCode } = await read(encodings);
    expect(statusCode).toBe(200);
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['vary']).toBe('accept-encoding');
  },
);

test.for([endpoints.health.path, '/api/nothing', endpoints.verify.path])(
  'leaves the short answer of %s alone',
  async (url, { read }) => {
    const { headers } = await read('br', 'GET', url);
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['vary']).toBeUndefined();
  },
);

test('never compresses answers to a write, with their tokens', async ({ api, family, tutor }) => {
  const lesson_notes = 'x'.repeat(900);
  const headers = { 'accept-encoding': 'br, gzip' };
  const form = { email: family.email, password: PASSWORD, reflected: lesson_notes };
  const weekly = { ...lessonForm, Date: '2027-01-09', lesson_notes, weeks: 5 };
  for (const answer of [
    await api.call(endpoints.login, { headers, body: form }),
    await tutor.call(endpoints.repeatLesson, { headers, body: weekly }),
  ]) {
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.headers['vary']).toBeUndefined();
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

test('sends the event stream uncompressed', async ({ api, family }) => {
  const url = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const abort = new AbortController();
  const answer = await fetch(url + endpoints.watchLessons.path, {
    headers: { authorization: `Bearer ${family.token}`, 'accept-encoding': 'br, gzip' },
    signal: abort.signal,
  });
  expect(answer.headers.get('content-encoding')).toBeNull();
  const { value } = (await answer.body?.getReader().read()) ?? {};
  expect(new TextDecoder().decode(value)).toContain('welcome');
  abort.abort();
});
