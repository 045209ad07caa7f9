// Every path by every method that the parser knows, and some that it does not, with bodies that
// nobody asked for: refused in the words of the API, never a failure inside, and no stream left
// open.
import { METHODS } from 'node:http';

import fc from 'fast-check';
import { afterAll, expect, onTestFinished } from 'vitest';

import type { Endpoint } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { LIVE_STREAMS } from '../../domain/event-stream.ts';
import { paths as pagePaths } from '../../domain/paths.ts';
import type { LogLine } from '../testing/app.ts';
import { failureSchema } from '../testing/client.ts';
import { makeFamily } from '../testing/factories.ts';
import { brokenBodies } from '../testing/random/arbitraries.ts';
import { type RawAnswer, say } from '../testing/servers/raw-http.ts';
import { makeSite } from '../testing/servers/small-site.ts';
import { sharedTest } from '../testing/test.ts';

const SEED = 20_261_119;
/** Bodies for each path and method. */
const RUNS = 2;

const failures: string[] = [];
const onLog = ({ level, msg, err }: LogLine) => {
  if (level >= 50) failures.push(`${msg} ${err?.stack ?? ''}`);
};

const site = await makeSite();
afterAll(() => site.remove());
sharedTest.override('settings', { dist: site.dist, rateLimitScale: 1000, onLog });

const test = sharedTest
  .extend('port', { scope: 'file' }, async ({ api }) => {
    return Number(new URL(await api.app.listen({ port: 0, host: '127.0.0.1' })).port);
  })
  .extend('student', { scope: 'file' }, ({ api }) => makeFamily(api, 5))
  /** Asks as somebody else each time, with another body each time. */
  .extend('ask', ({ port, student, tutor }) => (method: string, path: string) => {
    turn += 1;
    const body = bodies[turn % bodies.length] ?? '';
    const callers = [student.token, tutor.token, 'garbage', null];
    const token = callers[turn % callers.length] ?? null;
    const types = ['application/json', 'text/plain', null];
    const type = types[turn % types.length] ?? null;
    const head = [
      `${method} ${path.replaceAll(/\{\w+\}/g, '7')} HTTP/1.1`,
      'host: lessons.test',
      'connection: close',
      `content-length: ${Buffer.byteLength(body)}`,
      ...(token === null ? [] : [`authorization: Bearer ${token}`]),
      ...(type === null ? [] : [`content-type: ${type}`]),
    ];
    return say(port, `${head.join('\r\n')}\r\n\r\n${body}`);
  });

const byPath = Map.groupBy(Object.values<Endpoint>(endpoints), ({ path }) => path);

/** What the path takes, HEAD included; null where there is nothing. */
function allowedAt(path: string): readonly string[] | null {
  const own = byPath.get(path as Endpoint['path']);
  if (own === undefined)
    return path.startsWith('/api') && path !== '/api/openapi.json' ? null : ['GET', 'HEAD'];
  const methods = own.map(({ method }): string => method);
  const isRead = own.some(({ method, stream }) => method === 'GET' && stream === undefined);
  return (isRead ? [...methods, 'HEAD'] : methods).toSorted();
}

const pages = [...Object.values(pagePaths), '/assets/app.js', '/robots.txt', '/sitemap.xml'];
const nowhere = ['/api', '/api/nothing', '/api/lessons/1/2', '/api//lessons'];
const unknownMethods = ['FOO', 'get', 'G\u0000T', 'BREW', 'GETGETGET'];

const bodies = fc.sample(brokenBodies, { numRuns: 50, seed: SEED });
let turn = 0;

function expectRefusal({ status, headers, body }: RawAnswer, code: string, isHead = false): void {
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  if (!isHead) expect(failureSchema.parse(JSON.parse(body)).code).toBe(code);
  expect(status).toBe({ method_not_allowed: 405, not_found: 404, bad_json: 400 }[code]);
}

const everyPath = [...byPath.keys(), '/api/openapi.json', ...pages, ...nowhere];

test.for(everyPath)('accepts only the declared methods at %s', async (path, { ask }) => {
  const allowed = allowedAt(path);
  for (const method of METHODS.filter((each) => each !== 'CONNECT'))
    for (let run = 0; run < RUNS; run += 1) {
      // A stream that is let in does not end.
      if (path === endpoints.watchLessons.path && method === 'GET') continue;
      const answer = await ask(method, path);
      const told = `${method} ${path}: ${answer.status} ${answer.body.slice(0, 200)}`;
      expect(answer.status, told).toBeGreaterThanOrEqual(200);
      // Card payments are switched off here, and that is what these say of themselves.
      if (!answer.body.includes('"payments_unavailable"'))
        expect(answer.status, told).toBeLessThan(500);
      if (allowed === null) expectRefusal(answer, 'not_found', method === 'HEAD');
      else if (!allowed.includes(method)) {
        expectRefusal(answer, 'method_not_allowed', method === 'HEAD');
        expect(answer.headers.get('allow'), told).toBe(allowed.join(', '));
      } else expect(answer.status, told).not.toBe(405);
      if (method === 'HEAD') expect(answer.body).toBe('');
    }
});

test('refuses an unknown method as malformed HTTP, on any path', async ({ ask }) => {
  for (const path of everyPath)
    for (const method of unknownMethods) expectRefusal(await ask(method, path), 'bad_json');
});

test('refuses CONNECT', async ({ ask }) => {
  for (const target of ['example.com:443', '127.0.0.1:22', '/api/health', '*']) {
    const answer = await ask('CONNECT', target);
    expectRefusal(answer, 'method_not_allowed');
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  }
});

test('refuses paths that the router would parse as patterns', async ({ ask }) => {
  const strange = ['/:id', '/*', '/(a+)+$', '/:id(^[a-z', '/a::b', '/%3Aid', '/sign-in%00'];
  for (const path of [...strange, '//', '/..', '/;x'])
    for (const method of ['POST', 'QUERY', 'OPTIONS', 'TRACE', 'DELETE'])
      expectRefusal(await ask(method, path), 'not_found');
});

test('has left no stream open, no internal failure and no change', async ({ port, student }) => {
  const opened = await Promise.all(
    Array.from({ length: LIVE_STREAMS.perAccount }, async () => {
      const abort = new AbortController();
      onTestFinished(() => abort.abort());
      const url = `http://127.0.0.1:${port}${endpoints.watchLessons.path}`;
      const headers = { authorization: `Bearer ${student.token}` };
      return (await fetch(url, { headers, signal: abort.signal })).status;
    }),
  );
  expect(opened).toEqual(opened.map(() => 200));
  expect(failures).toEqual([]);
});
