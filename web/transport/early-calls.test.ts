// Which early responses a call takes over, and when it sends a request of its own.
import { expect, test, vi } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { call } from './client.ts';
import { sendEarly } from './early-calls.ts';
import { ApiError, AuthenticationError, NetworkError } from './failures.ts';
import { clearSession } from './session.ts';
import { failureOf, fakeFetch, json, openBrowser, signIn } from './testing/browser.ts';

openBrowser();

const lessons = { success: true, lessons: [] };
const refused = { success: false, error: 'No', code: 'unauthenticated' };
const { path } = endpoints.listLessons;
const DAY = 24 * 3600;

/** Signs in, sends the early call of the page, and returns the requests so far. */
function begin(...replies: Parameters<typeof fakeFetch>) {
  signIn(29 * DAY);
  const { sent } = fakeFetch(...replies);
  sendEarly([path], 'first-access');
  return sent;
}

test('takes an early response over once', async () => {
  const sent = begin(json(200, lessons));
  expect(await call(endpoints.listLessons)).toEqual(lessons);
  expect(sent).toHaveLength(1);
  await call(endpoints.listLessons);
  expect(sent).toHaveLength(2);
});

test('asks again for another address, and for anything but reading', async () => {
  const sent = begin(json(200, lessons));
  await call(endpoints.listLessons, { query: { from: '2026-12-07', to: '2026-12-13' } });
  expect(sent).toHaveLength(2);
  sendEarly([endpoints.bookLesson.path], 'first-access');
  await failureOf(call(endpoints.bookLesson, { body: { Lesson_ID: 'lesson-1' } }));
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('leaves the response of an earlier session alone', async () => {
  const sent = begin(json(200, lessons));
  signIn(29 * DAY, 'second');
  await call(endpoints.listLessons);
  expect(sent).toHaveLength(2);
});

test('shows nothing to someone who has signed out meanwhile', async () => {
  const sent = begin(json(200, lessons));
  clearSession('family');
  expect(await failureOf(call(endpoints.listLessons))).toBeInstanceOf(AuthenticationError);
  expect(sent).toHaveLength(1);
});

test('leaves an old response alone', async () => {
  const sent = begin(json(200, lessons));
  vi.advanceTimersByTime(6_000);
  await call(endpoints.listLessons);
  expect(sent).toHaveLength(2);
});

test.each([
  ['a lost connection', new Error('offline'), NetworkError],
  ['an error of the server', json(500, {}), ApiError],
  ['a limit', json(429, {}), ApiError],
  ['an ended session', json(401, refused), AuthenticationError],
])('fails like any other call after %s, and the next call asks again', async (_, reply, kind) => {
  const sent = begin(reply, json(200, lessons));
  expect(await failureOf(call(endpoints.listLessons))).toBeInstanceOf(kind);
  expect(await call(endpoints.listLessons)).toEqual(lessons);
  expect(sent).toHaveLength(2);
});

test('a failure that nobody takes is no error of the page', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  begin(new Error('offline'));
  await vi.advanceTimersByTimeAsync(1000);
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
