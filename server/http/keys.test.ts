// Keys in the paths of join links and calendar feeds: never logged, in any spelling, and not to be
// guessed.
import { describe, expect, onTestFinished } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { RATE_LIMITS } from '../../domain/limits.ts';
import { newToken } from '../base/ids.ts';
import { type LogLine, startTestApp, type TestApp } from '../testing/app.ts';
import { joinTokenOf, makeFamily } from '../testing/factories.ts';
import { excuseTokenOf } from '../testing/lessons/excuses.ts';
import { limitedTest, passTime } from '../testing/limited.ts';
import { makeSite } from '../testing/servers/small-site.ts';
import { test } from '../testing/test.ts';
import { hideKey, containsKey } from './keys.ts';

const KEY = newToken();

test.for([
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
  [`/excuse/${KEY}`, '/excuse/…'],
  [`/api/excuse/${KEY}/undo`, '/api/excuse/…'],
  [`/API/%65xcuse%2F${KEY}?x=1`, '/API/excuse/…'],
  [`/calendar/${KEY}.ics`, '/calendar/…'],
  [`/calendar/${KEY}.ics/`, '/calendar/…'],
  [`/calendar/${KEY}`, '/calendar/…'],
  [`/Calendar/${KEY}.ics?x=1`, '/calendar/…'],
  [`/c%61lendar%2f${KEY}.ics`, '/calendar/…'],
  [`/%2563alendar/${KEY}%2eics%zz`, '/calendar/…'],
  [`http://lessons.test/calendar/${KEY}.ics`, 'http://lessons.test/calendar/…'],
] as const)('logs %s as %s', ([url, logged]) => {
  expect([containsKey(url), hideKey(url)]).toEqual([true, logged]);
});

test.for([
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
  '/excuse/',
  '/excuses/x',
  '/api/users/calendar',
  '/api/admin/calendar',
  '/user-home?next=/calendar/x.ics',
])('finds no key in %s', (url) => {
  expect([containsKey(url), hideKey(url)]).toEqual([false, url.split('?')[0]]);
});

describe('requests', () => {
  const lines: LogLine[] = [];
  test.override('settings', { onLog: (line) => lines.push(line) });

  test('are logged without the key, whatever the answer', async ({ api }) => {
    const headers = { 'content-type': 'application/json' };
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE'] as const)
      for (const url of [
        `/api/join/${KEY}`,
        `/api/%6aoin/${KEY}`,
        `/join/${KEY}`,
        `/join/${KEY}%zz`,
        `/%6aoin/${KEY}%zz`,
        `/%256aoin/${KEY}`,
        `/JOIN/${KEY}`,
        `/excuse/${KEY}`,
        `/api/excuse/${KEY}`,
        `/api/%65xcuse/${KEY}/undo`,
        `/calendar/${KEY}.ics`,
        `/%63alendar/${KEY}.ics`,
        `/calendar/${KEY}.ics%zz`,
        `/CALENDAR/${KEY}`,
        `/calendar/${KEY}/${KEY}`,
      ])
        await api.app.inject({ method, url, headers, payload: '' });
    const answered = () => lines.filter(({ msg }) => msg === 'answered').length;
    await expect.poll(answered).toBeGreaterThanOrEqual(20);
    expect(lines.map(({ req }) => req?.path)).toContain('/api/join/…');
    expect(JSON.stringify(lines)).not.toContain(KEY);
  });
});

test('serves the page of a join link without caching, indexing or referrer', async () => {
  const site = await makeSite();
  const api = await startTestApp({ dist: site.dist });
  onTestFinished(async () => {
    await api.close();
    await site.remove();
  });
  const { statusCode, headers } = await api.app.inject(`/join/${KEY}`);
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  const posted = await api.app.inject({ method: 'POST', url: `/join/${KEY}` });
  expect([posted.statusCode, posted.headers['allow']]).toEqual([405, 'GET, HEAD']);
  expect((await api.app.inject('/sign-in')).headers).toMatchObject({
    'cache-control': 'no-cache',
    'referrer-policy': 'strict-origin-when-cross-origin',
  });
});

/** Reads or joins by a link from an address; returns the status. */
const knock = async (api: TestApp, n: number, token: string, address = '198.51.100.7') => {
  const endpoint = n % 2 === 0 ? endpoints.readJoinLink : endpoints.joinLesson;
  return (await api.either(endpoint, { params: { token }, address })).status;
};
const { perMinute, perMinuteOfSite } = RATE_LIMITS.often;

limitedTest('limits wrong links by address, and a known one by itself', async ({ api, lesson }) => {
  const book = async () => joinTokenOf(api, await (await makeFamily(api, 1)).book(lesson.id));
  const [one, two] = [await book(), await book()];
  for (let n = 0; n < perMinute; n += 1) expect(await knock(api, n, newToken())).toBe(404);
  expect(await knock(api, 0, newToken())).toBe(429);
  for (let n = 0; n < perMinute; n += 1)
    expect(await knock(api, n, one)).toBe(n % 2 === 0 ? 200 : 409);
  for (const n of [0, 1]) expect(await knock(api, n, one)).toBe(429);
  expect(await knock(api, 0, two)).toBe(200);
  expect(await knock(api, 0, one, '198.51.100.8')).toBe(200);
});

limitedTest(
  'limits an address to sixty keys a minute, for reading and joining together',
  { timeout: 60_000 },
  async ({ api }) => {
    const knockAs = (n: number, address?: string) => knock(api, n, newToken(), address);
    for (let n = 0; n < perMinute; n += 1) expect(await knockAs(n)).toBe(404);
    expect([await knockAs(0), await knockAs(1)]).toEqual([429, 429]);
    expect(await knockAs(0, '198.51.100.8')).toBe(404);
    let passed = 0;
    for (let n = 0; n <= perMinuteOfSite; n += 1)
      passed += (await knockAs(n, `2001:db8:1:${n.toString(16)}::1`)) === 404 ? 1 : 0;
    expect(passed).toBe(perMinuteOfSite);
    passTime(60_001);
    expect(await knockAs(0)).toBe(404);
  },
);

limitedTest('limits acts by an excuse link to twenty a minute', async ({ api, lesson }) => {
  const bookingId = await (await makeFamily(api, 1)).book(lesson.id);
  const token = await excuseTokenOf(api, bookingId);
  const { perMinute: acts } = RATE_LIMITS.excuses;
  const act = async (n: number, of: string, address = '198.51.100.7') => {
    const options = { params: { token: of }, address };
    const answer =
      n % 2 === 0
        ? await api.either(endpoints.undoExcuse, options)
        : await api.either(endpoints.excuseStudent, { ...options, body: { do: 'tell' } });
    return answer.status;
  };
  for (let n = 0; n < acts; n += 1) expect(await act(n, newToken())).toBe(404);
  for (const n of [0, 1]) expect(await act(n, newToken())).toBe(429);
  for (let n = 0; n < acts; n += 1) expect(await act(n, token)).not.toBe(429);
  for (const n of [0, 1]) expect(await act(n, token)).toBe(429);
  expect(await act(0, token, '198.51.100.8')).not.toBe(429);
  expect((await api.either(endpoints.readExcuse, { params: { token } })).status).not.toBe(429);
});
