// Keys in the paths of join links and calendar feeds: never logged, in any spelling, and not to be
// guessed.
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { RATE_LIMITS } from '../../domain/limits.ts';
import { makeSite } from '../../sandbox/small-site.ts';
import { newToken } from '../ids.ts';
import { type LogLine, START, startTestApp } from '../testing/app.ts';
import { joinTokenOf, makeBooking, makeFamily, makeLesson } from '../testing/factories.ts';
import { hideKey, holdsKey } from './keys.ts';

const KEY = newToken();

test.each([
  [`/join/${KEY}`, '/join/…'],
  [`/join/${KEY}/`, '/join/…'],
  [`/join/${KEY}?from=message`, '/join/…'],
  [`/api/join/${KEY}`, '/api/join/…'],
  [`/api/join/${KEY}/more/${KEY}`, '/api/join/…'],
  [`/%6aoin/${KEY}`, '/join/…'],
  [`/api%2Fjoin%2F${KEY}`, '/api/join/…'],
  [`http://lessons.test/join/${KEY}`, 'http://lessons.test/join/…'],
  [`/join/%0a${KEY}`, '/join/…'],
  [`/%6aoin/${KEY}%zz`, '/join/…'],
  [`/api/%6Aoin%2f${KEY}%`, '/api/join/…'],
  [`/%256aoin%25252F${KEY}`, '/join/…'],
  [`/Join/${KEY}`, '/join/…'],
  [`/calendar/${KEY}.ics`, '/calendar/…'],
  [`/calendar/${KEY}.ics/`, '/calendar/…'],
  [`/calendar/${KEY}`, '/calendar/…'],
  [`/Calendar/${KEY}.ics?x=1`, '/calendar/…'],
  [`/c%61lendar%2f${KEY}.ics`, '/calendar/…'],
  [`/%2563alendar/${KEY}%2eics%zz`, '/calendar/…'],
  [`http://lessons.test/calendar/${KEY}.ics`, 'http://lessons.test/calendar/…'],
])('logs %s as %s', (url, logged) => {
  expect([holdsKey(url), hideKey(url)]).toEqual([true, logged]);
});

test.each([
  '/join',
  '/join/',
  '/api/join/',
  '/joined/x',
  '/user-home?next=/join/x',
  '/api/lessons',
  '/%zz',
  '/%2525',
  '/100%/join',
  '/calendar',
  '/calendar/',
  '/calendars/x',
  '/api/users/calendar',
  '/api/admin/calendar',
  '/user-home?next=/calendar/x.ics',
])('finds no key in %s', (url) => {
  expect([holdsKey(url), hideKey(url)]).toEqual([false, url.split('?')[0]]);
});

test('logs requests without the key, whatever the answer', async () => {
  const lines: LogLine[] = [];
  const api = await startTestApp({ onLog: (line) => lines.push(line) });
  onTestFinished(() => api.close());
  for (const method of ['GET', 'HEAD', 'POST', 'DELETE'] as const)
    for (const url of [
      `/api/join/${KEY}`,
      `/api/%6aoin/${KEY}`,
      `/join/${KEY}`,
      `/join/${KEY}%zz`,
      `/%6aoin/${KEY}%zz`,
      `/%256aoin/${KEY}`,
      `/JOIN/${KEY}`,
      `/calendar/${KEY}.ics`,
      `/%63alendar/${KEY}.ics`,
      `/calendar/${KEY}.ics%zz`,
      `/CALENDAR/${KEY}`,
      `/calendar/${KEY}/${KEY}`,
    ])
      await api.app.inject({
        method,
        url,
        headers: { 'content-type': 'application/json' },
        payload: '',
      });
  await vi.waitFor(() =>
    expect(lines.filter(({ msg }) => msg === 'answered').length).toBeGreaterThanOrEqual(20),
  );
  expect(lines.map(({ req }) => req?.path)).toContain('/api/join/…');
  expect(JSON.stringify(lines)).not.toContain(KEY);
});

test('serves the page of a join link without caching, indexing or referrer, for GET only', async () => {
  const site = await makeSite();
  const api = await startTestApp({ dist: site.dist });
  onTestFinished(async () => {
    await api.close();
    await site.remove();
  });
  const { statusCode, headers } = await api.app.inject(`/join/${KEY}`);
  expect([statusCode, headers]).toMatchObject([
    200,
    { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' },
  ]);
  const posted = await api.app.inject({ method: 'POST', url: `/join/${KEY}` });
  expect([posted.statusCode, posted.headers['allow']]).toEqual([405, 'GET, HEAD']);
  const other = await api.app.inject('/sign-in');
  expect(other.headers).toMatchObject({
    'cache-control': 'no-cache',
    'referrer-policy': 'strict-origin-when-cross-origin',
  });
});

// The counters use real time; only the date is moved, timers keep running.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(START) });
});
afterEach(() => {
  vi.useRealTimers();
});

test('limits wrong join links by address, and counts a known one by itself', async () => {
  const api = await startTestApp({ rateLimitScale: 1 });
  onTestFinished(() => api.close());
  const { id: lesson } = await makeLesson(api);
  const tokens: string[] = [];
  for (let n = 0; n < 2; n += 1)
    tokens.push(await joinTokenOf(api, await makeBooking(api, await makeFamily(api, 1), lesson)));
  const [one = '', two = ''] = tokens;
  const call = async (n: number, token: string, address = '198.51.100.7') => {
    const endpoint = n % 2 === 0 ? endpoints.readJoinLink : endpoints.joinLesson;
    return (await api.either(endpoint, { params: { token }, address })).status;
  };
  const { perMinute } = RATE_LIMITS.often;
  for (let n = 0; n < perMinute; n += 1) expect(await call(n, newToken())).toBe(404);
  expect(await call(0, newToken())).toBe(429);
  for (let n = 0; n < perMinute; n += 1) expect(await call(n, one)).toBe(n % 2 === 0 ? 200 : 409);
  for (const n of [0, 1]) expect(await call(n, one)).toBe(429);
  expect(await call(0, two)).toBe(200);
  expect(await call(0, one, '198.51.100.8')).toBe(200);
});

test('limits an address to sixty keys a minute, for reading and joining together', async () => {
  const api = await startTestApp({ rateLimitScale: 1 });
  onTestFinished(() => api.close());
  const knock = async (n: number, address: string) => {
    const endpoint = n % 2 === 0 ? endpoints.readJoinLink : endpoints.joinLesson;
    return (await api.refused(endpoint, { params: { token: newToken() }, address })).status;
  };
  const { perMinute, perMinuteOfSite } = RATE_LIMITS.often;
  for (let n = 0; n < perMinute; n += 1) expect(await knock(n, '198.51.100.7')).toBe(404);
  expect(await knock(0, '198.51.100.7')).toBe(429);
  expect(await knock(1, '198.51.100.7')).toBe(429);
  expect(await knock(0, '198.51.100.8')).toBe(404);
  let passed = 0;
  for (let n = 0; n <= perMinuteOfSite; n += 1)
    passed += (await knock(n, `2001:db8:1:${n.toString(16)}::1`)) === 404 ? 1 : 0;
  expect(passed).toBe(perMinuteOfSite);
  vi.setSystemTime(Date.now() + 60_001);
  expect(await knock(0, '198.51.100.7')).toBe(404);
}, 60_000);
