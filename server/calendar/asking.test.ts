// How calendar programs poll a feed: responses, change detection and rate limits.
import { afterEach, describe, expect, vi } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { RATE_LIMITS } from '../../domain/limits.ts';
import { calendarPath } from '../../domain/paths.ts';
import { newToken } from '../base/ids.ts';
import { updateProfile } from '../testing/accounts/families.ts';
import { START, startTestApp } from '../testing/app.ts';
import { addStudent, makeFamily, makeLesson } from '../testing/factories.ts';
import { fetchCalendar, readText, subscribe } from '../testing/lessons/calendars.ts';
import { makeSite } from '../testing/servers/small-site.ts';
import { test as base } from '../testing/test.ts';

const test = base
  .extend('address', ({ api, family }) => subscribe(api, family))
  .extend('ask', ({ api, address }) => {
    return (headers: Record<string, string> = {}, url = address) =>
      fetchCalendar(api, url, headers);
  });
test.override('settings', { credits: 9 });

test('sends its content type and a private cache policy', async ({ api, address, ask }) => {
  const { statusCode, headers, body } = await ask();
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, no-cache',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'x-content-type-options': 'nosniff',
    'last-modified': 'Wed, 18 Nov 2026 12:00:00 GMT',
    'content-disposition': 'inline; filename="lessons.ics"',
  });
  expect(headers['etag']).toMatch(/^"[\w-]{43}"$/);
  const head = await api.app.inject({ method: 'HEAD', url: address });
  expect([head.statusCode, head.body]).toEqual([200, '']);
  expect(head.headers).toMatchObject({
    etag: headers['etag'],
    'last-modified': headers['last-modified'],
    'content-type': headers['content-type'],
    'content-length': String(Buffer.byteLength(body)),
  });
  const posted = await api.app.inject({ method: 'POST', url: address });
  expect([posted.statusCode, posted.headers['allow']]).toEqual([405, 'GET, HEAD']);
});

test('answers 304 by ETag, or else by modification time', async ({ ask }) => {
  const etag = String((await ask()).headers['etag']);
  const at = 'Wed, 18 Nov 2026 12:00:00 GMT';
  const byTag = (tag: string) => ({ 'if-none-match': tag });
  const since = (time: string) => ({ 'if-modified-since': time });
  for (const [headers, status] of [
    [byTag(etag), 304],
    [byTag(`W/${etag}`), 304],
    [byTag(`"other", ${etag}`), 304],
    [byTag('*'), 304],
    [byTag('"other"'), 200],
    [byTag(etag.slice(1, -1)), 200],
    [byTag(''), 200],
    [since(at), 304],
    [since('Thu, 19 Nov 2026 00:00:00 GMT'), 304],
    [since('Wed, 18 Nov 2026 11:59:59 GMT'), 200],
    [since('yesterday'), 200],
    // The ETag takes precedence over the time.
    [{ ...byTag('"other"'), ...since(at) }, 200],
    [{ ...byTag(etag), ...since('yesterday') }, 304],
  ] as const)
    expect((await ask(headers)).statusCode, JSON.stringify(headers)).toBe(status);

  const { body, headers } = await ask(byTag(etag));
  expect(body).toBe('');
  const policy = { 'last-modified': at, 'cache-control': 'private, no-cache' };
  expect(headers).toMatchObject({ etag, ...policy });
  expect(headers['content-type']).toBeUndefined();
});

test('changes its ETag exactly with the content', async ({ api, family, tutor, address, ask }) => {
  const { id } = await makeLesson(api, { Max_Students: 5 });
  const other = await makeLesson(api, { Date: '2026-11-28' });
  const change = (body: object) => tutor.call(endpoints.updateLesson, { params: { id }, body });
  const tutors = await subscribe(api, { ...tutor, isTutor: true });
  const readTags = async () => {
    const [own, all] = [await ask({}, address), await ask({}, tutors)];
    return { own: own.headers['etag'], tutors: all.headers['etag'] };
  };
  let booking = '';
  let tags = await readTags();
  type Change = readonly [what: string, act: () => unknown, changed: readonly string[]];
  const both = ['own', 'tutors'];
  const changes: readonly Change[] = [
    ['booked', async () => (booking = await family.book(id)), both],
    ['by another family', async () => (await makeFamily(api, 1)).book(id), ['tutors']],
    ['renamed', () => change({ Lesson_Name: 'Waves' }), both],
    ['noted', () => change({ lesson_notes: 'Bring a ruler.' }), both],
    ['saved unchanged', () => change({ lesson_notes: 'Bring a ruler.' }), []],
    ['later', () => change({ Time: '11:00:00' }), both],
    ['a link', () => change({ Meeting_Link: 'https://meet.example.com/other' }), ['tutors']],
    ['more room', () => change({ Max_Students: 6 }), ['tutors']],
    ['another lesson', () => makeLesson(api, { Date: '2026-12-05' }), ['tutors']],
    ['one unseen by families', () => makeLesson(api, { Date: '2026-12-06' }), ['tutors']],
    ['time passes', () => api.clock.advance({ hours: 5 }), []],
    ['a sibling', () => addStudent(api, family, 'Sam Sibling'), ['own']],
    ['another name', () => updateProfile(family, { Student_Name: 'Kim' }), ['own']],
    ['another surname', () => updateProfile(family, { Student_Name: 'Kim Day' }), []],
    ['moved', () => family.tryToMove(booking, other.id), both],
    ['deleted', () => tutor.call(endpoints.deleteLesson, { params: { id: other.id } }), both],
  ];
  for (const [what, act, changed] of changes) {
    await act();
    const next = await readTags();
    const found = [
      next.own === tags.own ? [] : ['own'],
      next.tutors === tags.tutors ? [] : ['tutors'],
    ];
    expect(found.flat(), what).toEqual(changed);
    tags = next;
  }
});

test('gives two changes within a second different times', async ({ api, family, ask }) => {
  const times: string[] = [];
  for (const date of ['2026-11-21', '2026-11-28', '2026-12-05']) {
    api.clock.advance({ ms: 100 });
    await family.book((await makeLesson(api, { Date: date })).id);
    // A modification time in the future is not sent.
    times.push(String((await ask()).headers['last-modified']));
  }
  expect(times).toEqual(['Wed, 18 Nov 2026 12:00:00 GMT', 'undefined', 'undefined']);
  const since = (time = '') => ask({ 'if-modified-since': time });
  expect((await since(times[0])).statusCode).toBe(200);
  api.clock.advance({ seconds: 10 });
  const last = (await ask()).headers['last-modified'];
  expect(last).toBe('Wed, 18 Nov 2026 12:00:02 GMT');
  expect((await since(String(last))).statusCode).toBe(304);
});

test('serves concurrent readers the same text', async ({ api, db, family, lesson, address }) => {
  await family.book(lesson.id);
  const texts = await Promise.all(Array.from({ length: 8 }, () => readText(api, address)));
  expect(new Set(texts).size).toBe(1);
  const feeds = db.selectFrom('calendar_feeds').select('revision');
  const own = feeds.where('person_id', '=', family.personId);
  expect(await own.execute()).toEqual([{ revision: 1 }]);
});

test.for(['%00', '%2e%2e%2fx', "'; drop table people", 'x'.repeat(5000), '%zz'])(
  'treats %j as no token',
  async (key, { api }) => {
    expect((await fetchCalendar(api, `/calendar/${key}.ics`)).statusCode).toBe(404);
  },
);

describe('with a site', () => {
  const siteTest = test.extend('api', async ({ settings }, { onCleanup }) => {
    const site = await makeSite();
    const api = await startTestApp({ ...settings, dist: site.dist });
    onCleanup(async () => {
      await api.close();
      await site.remove();
    });
    return api;
  });

  siteTest('answers an ended feed with the 404 page', async ({ api, family, address, ask }) => {
    await readText(api, address);
    await subscribe(api, family);
    const short = ['/calendar/short.ics', address.replace('.ics', '')];
    const answers: object[] = [];
    for (const url of [address, calendarPath(newToken()), ...short, '/no-page']) {
      const { statusCode, headers, body } = await ask({ 'if-none-match': '*' }, url);
      const { date: _, ...said } = headers;
      answers.push({ statusCode, body, said });
    }
    const [renewed, ...others] = answers;
    const gone = { statusCode: 404, body: 'not here' };
    const policy = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
    expect(renewed).toMatchObject({ ...gone, said: { ...policy, 'x-robots-tag': 'noindex' } });
    // Like one that never existed.
    for (const other of others.slice(0, -1)) expect(other).toEqual(renewed);
    expect(others.at(-1)).toMatchObject(gone);
  });

  siteTest('lets Google Calendar read feeds despite robots.txt', async ({ api }) => {
    const { body } = await api.app.inject('/robots.txt');
    expect(body).toContain('Disallow: /join/');
    expect(body).not.toContain('/calendar');
  });
});

describe('a limit of sixty calls a minute', () => {
  test.override('settings', { rateLimitScale: 1 });
  afterEach(() => vi.useRealTimers());

  test('counts GET and HEAD together, per feed', async ({ api, address }) => {
    // The counters use real time; only the date is faked, so timers keep running.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(START) });
    const ask = async (n: number, remoteAddress = '198.51.100.7') => {
      const url = n % 3 === 0 ? calendarPath(newToken()) : address;
      const method = n % 2 === 0 ? 'GET' : 'HEAD';
      return (await api.app.inject({ method, url, remoteAddress })).statusCode;
    };
    for (let n = 0; n < RATE_LIMITS.often.perMinute; n += 1) expect(await ask(3 * n)).toBe(404);
    for (const n of [0, 3]) expect(await ask(n)).toBe(429);
    // Guesses do not block a feed that is fetched from the same IP address.
    for (let n = 0; n < RATE_LIMITS.often.perMinute; n += 1) expect(await ask(3 * n + 1)).toBe(200);
    for (const n of [1, 2]) expect(await ask(n)).toBe(429);
    expect(await ask(1, '198.51.100.8')).toBe(200);
    vi.setSystemTime(Date.now() + 60_001);
    expect(await ask(1)).toBe(200);
  });
});
