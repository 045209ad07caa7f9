// The OpenAPI document: every endpoint with its callers, its input and all its answers.
import { syncBuiltinESMExports } from 'node:module';
import zlib, { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { expect, vi } from 'vitest';
import * as z from 'zod';

import type { Endpoint } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { errorCatalogue } from '../../domain/errors.ts';
import { APP_URL } from '../testing/sender.ts';
import { sharedTest } from '../testing/test.ts';
import { limitsOf } from './limits.ts';

const schemaSchema = z.record(z.string(), z.unknown());
const contentSchema = z.record(z.string(), z.strictObject({ schema: schemaSchema }));
const operationSchema = z.strictObject({
  operationId: z.string(),
  summary: z.string().regex(/^[A-Z].{5,70}[^.]$/),
  description: z.string().min(1).optional(),
  security: z.array(z.partialRecord(z.enum(['student', 'admin']), z.array(z.never()))),
  parameters: z.array(
    z.strictObject({
      name: z.string(),
      in: z.enum(['path', 'query', 'header']),
      required: z.boolean(),
      schema: schemaSchema,
    }),
  ),
  requestBody: z.strictObject({ required: z.literal(true), content: contentSchema }).optional(),
  responses: z.record(
    z.string().regex(/^[2-5]\d\d$/),
    z.strictObject({
      description: z.string().min(1),
      headers: z.strictObject({ 'Retry-After': schemaSchema }).optional(),
      content: contentSchema,
    }),
  ),
});
const documentSchema = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d$/),
  info: z.strictObject({
    title: z.string().min(1),
    version: z.string().min(1),
    license: z.strictObject({ name: z.literal('MIT'), url: z.url() }),
  }),
  servers: z.array(z.strictObject({ url: z.string() })),
  paths: z.record(
    z.string().startsWith('/api/'),
    z.partialRecord(z.enum(['get', 'post', 'put', 'delete']), operationSchema),
  ),
  components: z.strictObject({
    securitySchemes: z.record(
      z.string(),
      z.looseObject({ type: z.literal('http'), scheme: z.literal('bearer') }),
    ),
    schemas: z.record(z.string(), schemaSchema),
  }),
});

const PATH = '/api/openapi.json';
const test = sharedTest
  .extend('ask', { scope: 'file' }, ({ api }) => {
    return (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
      api.app.inject({ method, url: PATH, headers });
  })
  .extend('document', { scope: 'file' }, async ({ ask }) => {
    const answer = await ask();
    expect(answer.statusCode).toBe(200);
    return documentSchema.parse(answer.json());
  })
  /** The operations by 'GET /api/health'. */
  .extend('operations', { scope: 'file' }, ({ document }) => {
    const found = Object.entries(document.paths).flatMap(([path, byVerb]) =>
      Object.entries(byVerb).map(
        ([verb, operation]) => [`${verb.toUpperCase()} ${path}`, operation] as const,
      ),
    );
    return new Map(found);
  })
  .extend('operationOf', ({ operations }) => ({ path, method }: Endpoint) => {
    const operation = operations.get(`${method} ${path}`);
    if (operation === undefined) throw new Error(`${method} ${path} is not described`);
    return operation;
  });

const all: readonly (readonly [string, Endpoint])[] = Object.entries(endpoints);

/** What clients know the audiences by. */
const schemeOf = { family: 'student', admin: 'admin' } as const;

test.for(all)('describes the callers and input of %s', ([name, endpoint], { operationOf }) => {
  const operation = operationOf(endpoint);
  expect(operation.operationId).toBe(name);
  expect(operation.security).toEqual(
    endpoint.auth === 'none' ? [] : [{ [schemeOf[endpoint.auth]]: [] }],
  );
  const named = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
  expect(inPath.map((parameter) => parameter.name)).toEqual(named);
  expect(inPath.every(({ required }) => required)).toBe(true);
  const { body, file } = endpoint;
  const types = file?.types ?? (body === undefined ? [] : ['application/json']);
  expect(Object.keys(operation.requestBody?.content ?? {})).toEqual(types);
});

test.for<{ endpoint: Endpoint; words: string }>([
  { endpoint: endpoints.getProfile, words: '300 reads a minute' },
  { endpoint: endpoints.updateStudent, words: '60 writes a minute' },
  { endpoint: endpoints.createCheckout, words: '10 calls an hour, and 60 writes a minute,' },
  { endpoint: endpoints.sendConfirmation, words: '5 calls a day, and 60 writes a minute,' },
  { endpoint: endpoints.giveAttempt, words: '240 answers an hour' },
  { endpoint: endpoints.previewQuestion, words: '1200 previews an hour' },
])('says which calls are limited to $words', ({ endpoint, words }, { operationOf }) => {
  expect(operationOf(endpoint).description).toContain(`Up to ${words} by one account.`);
});

test.for(all)('describes all answers of %s', ([, endpoint], { operationOf }) => {
  const { responses } = operationOf(endpoint);
  const worked = responses[String(endpoint.status ?? 200)];
  expect(Object.keys(worked?.content ?? {})).toEqual([endpoint.stream ?? 'application/json']);
  const told = JSON.stringify(responses);
  const codes = [
    ...(endpoint.errors ?? []),
    ...(endpoint.auth === 'none' ? [] : ['unauthenticated', 'forbidden']),
  ];
  for (const code of [...codes, 'internal', 'service_unavailable'])
    expect(told).toContain(`"${code}"`);
  if (endpoint.addressLimit !== undefined || limitsOf(endpoint).length > 0)
    expect(operationOf(endpoint)).toMatchObject({
      description: expect.stringMatching(/^Up to \d+ /),
      responses: { 429: { headers: { 'Retry-After': expect.anything() } } },
    });
  for (const [status, { description }] of Object.entries(responses))
    for (const [, code = ''] of description.matchAll(/(?:^| )([a-z_]+):/g))
      if (code in errorCatalogue)
        expect(errorCatalogue[code as keyof typeof errorCatalogue].status).toBe(Number(status));
});

// openapi-markdown 1.2 ends a table's cell there, and openapi-to-md 1.1 leaves out a part without a
// type.
test('writes refusals without |, and with their types', ({ document }) => {
  const text = JSON.stringify(document);
  expect(text).not.toMatch(/"description":"[^"]*\|/);
  expect(text).not.toMatch(/\{"(?:properties|enum|const)":/);
});

test('describes nothing that does not exist', ({ document, operations }) => {
  const existing = all.map(([, { method, path }]) => `${method} ${path}`);
  expect([...operations.keys()].toSorted()).toEqual(existing.toSorted());
  expect(document.servers).toEqual([{ url: APP_URL }]);
});

test('resolves every reference in the document', ({ document }) => {
  const references = [
    ...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g),
  ];
  expect(references.length).toBeGreaterThan(0);
  for (const [, name = ''] of references) expect(document.components.schemas).toHaveProperty(name);
});

test.for(['operationId', 'summary'] as const)(
  'has a unique %s for every operation',
  (field, { operations }) => {
    const given = new Set([...operations.values()].map(({ [field]: value }) => value));
    expect(given.size).toBe(operations.size);
  },
);

test('sends the document with an ETag, and 304 to a client that has it', async ({ ask }) => {
  const { headers } = await ask();
  expect(headers).toMatchObject({
    etag: expect.stringMatching(/^W\/"[\w-]{43}"$/),
    'cache-control': 'no-cache',
    'content-type': 'application/json; charset=utf-8',
    vary: 'accept-encoding',
  });
  const etag = String(headers['etag']);
  for (const tags of [etag, etag.slice(2), `"other", ${etag}`, '*'])
    for (const method of ['GET', 'HEAD'] as const) {
      const known = await ask({ 'if-none-match': tags, 'accept-encoding': 'br' }, method);
      expect([tags, known.statusCode, known.body]).toEqual([tags, 304, '']);
      expect(known.headers).toMatchObject({
        etag,
        'cache-control': 'no-cache',
        vary: 'accept-encoding',
      });
    }
  expect((await ask({ 'if-none-match': '"other"' })).statusCode).toBe(200);
});

test.for([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)(
  'compresses the document once as %s, and sends the same bytes to everybody',
  async ([encoding, open], { ask }) => {
    const plain = await ask();
    const first = await ask({ 'accept-encoding': encoding });
    expect(first.headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(first.rawPayload.length),
      'content-type': 'application/json; charset=utf-8',
      etag: plain.headers['etag'],
      vary: 'accept-encoding',
    });
    expect(first.rawPayload.length).toBeLessThan(plain.rawPayload.length / 8);
    expect(open(first.rawPayload).toString()).toBe(plain.body);

    const compressing = (['brotliCompressSync', 'gzipSync'] as const).map((name) =>
      vi.spyOn(zlib, name),
    );
    syncBuiltinESMExports();
    const stringify = vi.spyOn(JSON, 'stringify');
    const again = await ask({ 'accept-encoding': encoding });
    const written = stringify.mock.results.map(({ value }) => String(value).length);
    stringify.mockRestore();
    expect(Math.max(0, ...written)).toBeLessThan(1000);
    expect(again.rawPayload.equals(first.rawPayload)).toBe(true);
    const head = await ask({ 'accept-encoding': encoding }, 'HEAD');
    expect([head.body, head.headers['content-length']]).toEqual([
      '',
      first.headers['content-length'],
    ]);
    const counts = compressing.map(({ mock }) => mock.calls.length);
    for (const spy of compressing) spy.mockRestore();
    syncBuiltinESMExports();
    expect(counts).toEqual([0, 0]);
  },
);
