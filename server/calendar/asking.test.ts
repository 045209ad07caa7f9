// How calendar programs poll a feed: responses, change detection and rate limits.
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { RATE_LIMITS } from '../../domain/limits.ts';
import { calendarPath } from '../../domain/paths.ts';
import { makeSite } from '../../sandbox/small-site.ts';
import { newToken } from '../ids.ts';
import { START, startTestApp, type TestApp } from '../testing/app.ts';
import { fetchCalendar, readText, subscribe } from '../testing/calendars.ts';
import type { Caller, TestFamily } from '../testing/caller.ts';
import {
  addStudent,
  makeAdmin,
  makeBooking,
  makeFamily,
  makeLesson,
} from '../testing/factories.ts';

let api: TestApp;
let family: TestFamily;
let admin: Caller;
let address: string;
beforeEach(async () => {
  api = await startTestApp();
  family = await makeFamily(api, 9);
  admin = await makeAdmin(api);
  address = await subscribe(api, family);
});
afterEach(() => {
  vi.useRealTimers();
  return api.close();
});

async function tagOf(url = address): Promise<string> {
  const { headers } = await fetchCalendar(api, url);
  return String(headers['etag']);
}

const statusOf = async (headers: Record<string, string>) =>
  (await fetchCalendar(api, address, headers)).statusCode;

test('sends its content type and a private cache policy', async () => {
  const { statusCode, headers, body } = await fetchCalendar(api, address);
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

test('answers 304 by ETag, or else by modification time', async () => {
  const etag = await tagOf();
  for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
    expect(await statusOf({ 'if-none-match': tag })).toBe(304);
  for (const tag of ['"other"', etag.slice(1, -1), ''])
    expect(await statusOf({ 'if-none-match': tag })).toBe(200);
  const at = 'Wed, 18 Nov 2026 12:00:00 GMT';
  expect(await statusOf({ 'if-modified-since': at })).toBe(304);
  expect(await statusOf({ 'if-modified-since': 'Thu, 19 Nov 2026 00:00:00 GMT' })).toBe(304);
  expect(await statusOf({ 'if-modified-since': 'Wed, 18 Nov 2026 11:59:59 GMT' })).toBe(200);
  expect(await statusOf({ 'if-modified-since': 'yesterday' })).toBe(200);
  // The ETag takes precedence over the time.
  expect(await statusOf({ 'if-none-match': '"other"', 'if-modified-since': at })).toBe(200);
  expect(await statusOf({ 'if-none-match': etag, 'if-modified-since': 'yesterday' })).toBe(304);

  const known = await fetchCalendar(api, address, { 'if-none-match': etag });
  expect([known.body, known.headers]).toMatchObject([
    '',
    { etag, 'last-modified': at, 'cache-control': 'private, no-cache' },
  ]);
  expect(known.headers['content-type']).toBeUndefined();
});

test('changes its ETag exactly when the content changes', async () => {
  const asAdmin = { token: admin.token };
  const lesson = await makeLesson(api, { Max_Students: 5 });
  const other = await makeLesson(api, { Date: '2026-11-28' });
  const change = (body: object) =>
    api.call(endpoints.updateLesson, { ...asAdmin, params: { id: lesson.id }, body });
  let booking = '';
  const tutors = await subscribe(api, { ...admin, isTutor: true });
  let tags = { own: await tagOf(), tutors: await tagOf(tutors) };
  const changes: Record<string, readonly string[]> = {};
  const steps: readonly (readonly [what: string, act: () => Promise<unknown>])[] = [
    ['booked', async () => (booking = await makeBooking(api, family, lesson.id))],
    ['by another family', async () => makeBooking(api, await makeFamily(api, 1), lesson.id)],
    ['renamed', () => change({ Lesson_Name: 'Waves' })],
    ['noted', () => change({ lesson_notes: 'Bring a ruler.' })],
    ['saved unchanged', () => change({ lesson_notes: 'Bring a ruler.' })],
    ['later', () => change({ Time: '11:00:00' })],
    ['another link', () => change({ Meeting_Link: 'https://meet.example.com/other' })],
    ['more room', () => change({ Max_Students: 6 })],
    ['another lesson', () => makeLesson(api, { Date: '2026-12-05' })],
    ['a lesson unseen by families', () => makeLesson(api, { Date: '2026-12-06' })],
    ['time passes', async () => api.clock.advance({ hours: 5 })],
    ['a sibling', () => addStudent(api, family, 'Sam Sibling')],
    [
      'another name',
      () =>
        api.call(endpoints.updateProfile, { token: family.token, body: { Student_Name: 'Kim' } }),
    ],
    [
      'another surname',
      () =>
        api.call(endpoints.updateProfile, {
          token: family.token,
          body: { Student_Name: 'Kim Day' },
        }),
    ],
    [
      'moved',
      () =>
        api.call(endpoints.moveBooking, {
          token: family.token,
          params: { bookingId: booking },
          body: { Lesson_ID: other.id },
        }),
    ],
    ['deleted', () => api.call(endpoints.deleteLesson, { ...asAdmin, params: { id: other.id } })],
  ];
  for (const [what, act] of steps) {
    await act();
    const next = { own: await tagOf(), tutors: await tagOf(tutors) };
    changes[what] = (['own', 'tutors'] as const).filter((owner) => next[owner] !== tags[owner]);
    tags = next;
    expect({ own: await tagOf(), tutors: await tagOf(tutors) }, what).toEqual(tags);
  }
  expect(changes).toEqual({
    booked: ['own', 'tutors'],
    'by another family': ['tutors'],
    renamed: ['own', 'tutors'],
    noted: ['own', 'tutors'],
    'saved unchanged': [],
    later: ['own', 'tutors'],
    'another link': ['tutors'],
    'more room': ['tutors'],
    'another lesson': ['tutors'],
    'a lesson unseen by families': ['tutors'],
    'time passes': [],
    'a sibling': ['own'],
    'another name': ['own'],
    'another surname': [],
    moved: ['own', 'tutors'],
    deleted: ['own', 'tutors'],
  });
});

test('gives two changes within a second different modification times', async () => {
  const times: string[] = [];
  for (const Date of ['2026-11-21', '2026-11-28', '2026-12-05']) {
    api.clock.advance({ ms: 100 });
    await makeBooking(api, family, (await makeLesson(api, { Date })).id);
    const { headers } = await fetchCalendar(api, address);
    // A modification time in the future is not sent.
    times.push(String(headers['last-modified']));
  }
  expect(times).toEqual(['Wed, 18 Nov 2026 12:00:00 GMT', 'undefined', 'undefined']);
  expect(await statusOf({ 'if-modified-since': times[0] ?? '' })).toBe(200);
  api.clock.advance({ seconds: 10 });
  const { headers } = await fetchCalendar(api, address);
  expect(headers['last-modified']).toBe('Wed, 18 Nov 2026 12:00:02 GMT');
  expect(await statusOf({ 'if-modified-since': String(headers['last-modified']) })).toBe(304);
});

test('serves the same text to concurrent readers of a change', async () => {
  await makeBooking(api, family, (await makeLesson(api)).id);
  const texts = await Promise.all(Array.from({ length: 8 }, () => readText(api, address)));
  expect(new Set(texts).size).toBe(1);
  const { revision } = await api.database.db
    .selectFrom('calendar_feeds')
    .select('revision')
    .where('person_id', '=', family.personId)
    .executeTakeFirstOrThrow();
  expect(revision).toBe(1);
});

test('answers an ended feed like one that never existed: with the 404 page', async () => {
  const site = await makeSite();
  const withSite = await startTestApp({ dist: site.dist });
  onTestFinished(async () => {
    await withSite.close();
    await site.remove();
  });
  const own = await makeFamily(withSite);
  const old = await subscribe(withSite, own);
  await readText(withSite, old);
  await subscribe(withSite, own);
  const answers = [];
  for (const url of [
    old,
    calendarPath(newToken()),
    '/calendar/short.ics',
    old.replace('.ics', ''),
    '/no-page',
  ]) {
    const { statusCode, headers, body } = await fetchCalendar(withSite, url, {
      'if-none-match': '*',
    });
    const { date: _, ...said } = headers;
    answers.push({ statusCode, body, said });
  }
  const [renewed, ...others] = answers;
  expect(renewed).toMatchObject({
    statusCode: 404,
    body: 'not here',
    said: {
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    },
  });
  for (const other of others.slice(0, -1)) expect(other).toEqual(renewed);
  expect(others.at(-1)).toMatchObject({ statusCode: 404, body: 'not here' });
});

test.each(['%00', '%2e%2e%2fx', "'; drop table people", 'x'.repeat(5000), '%zz'])(
  'treats %j as no token',
  async (key) => {
    expect((await fetchCalendar(api, `/calendar/${key}.ics`)).statusCode).toBe(404);
  },
);

test('limits a feed to sixty calls a minute, GET and HEAD together, per feed', async () => {
  // The counters use real time; only the date is faked, so timers keep running.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(START) });
  const limited = await startTestApp({ rateLimitScale: 1 });
  onTestFinished(() => limited.close());
  const url = await subscribe(limited, await makeFamily(limited));
  const ask = async (n: number, remoteAddress: string) => {
    const path = n % 3 === 0 ? calendarPath(newToken()) : url;
    const { statusCode } = await limited.app.inject({
      method: n % 2 === 0 ? 'GET' : 'HEAD',
      url: path,
      remoteAddress,
    });
    return statusCode;
  };
  for (let n = 0; n < RATE_LIMITS.often.perMinute; n += 1)
    expect(await ask(3 * n, '198.51.100.7')).toBe(404);
  for (const n of [0, 3]) expect(await ask(n, '198.51.100.7')).toBe(429);
  // Guesses do not block a feed that is fetched from the same IP address.
  for (let n = 0; n < RATE_LIMITS.often.perMinute; n += 1)
    expect(await ask(3 * n + 1, '198.51.100.7')).toBe(200);
  for (const n of [1, 2]) expect(await ask(n, '198.51.100.7')).toBe(429);
  expect(await ask(1, '198.51.100.8')).toBe(200);
  vi.setSystemTime(Date.now() + 60_001);
  expect(await ask(1, '198.51.100.7')).toBe(200);
});

test('tells robots not to index feeds, but lets Google Calendar read them', async () => {
  const site = await makeSite();
  const withSite = await startTestApp({ dist: site.dist });
  onTestFinished(async () => {
    await withSite.close();
    await site.remove();
  });
  const { body } = await withSite.app.inject('/robots.txt');
  expect(body).toContain('Disallow: /join/');
  expect(body).not.toContain('/calendar');
});
