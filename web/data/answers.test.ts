// Answers are sent in order, each under one key, saved without a connection, and deleted on
// signing out.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { queryClient } from '../transport/query-client.ts';
import { UNSENT_ANSWERS } from '../transport/storage.ts';
import { fakeFetch, json, openBrowser, ownStudent, signIn } from '../transport/testing/browser.ts';
import { giveAnswer, sendUnsent } from './answers.ts';
import { roomKey } from './room.ts';
import { aRoom } from './testing/room.ts';
import { deleteUnsent, forgetAnswers, type GivenAnswer, readUnsent } from './unsent-answers.ts';

const { stored } = openBrowser();
const OFFLINE = new TypeError('fetch failed');
const LONG = 30 * 24 * 3600;
const refusal = (status: number, code: string) =>
  json(status, { success: false, error: `It is ${code}.`, code });

const { item, attempt } = aRoom();
const given: GivenAnswer = {
  lessonId: '1',
  studentId: '2',
  itemId: item.id,
  asked: null,
  answer: '5 m',
};
const marked = () => json(201, { success: true, attempt, item });
const answered = () => json(201, { success: true, attempt });

beforeEach(() => {
  signIn(LONG);
  forgetAnswers();
});
afterEach(() => vi.unstubAllGlobals());

test('sends an answer at once and keeps nothing', async () => {
  const { sent } = fakeFetch(marked());
  expect(await giveAnswer(given)).toBe(true);
  expect(sent[0]).toMatchObject({
    path: '/api/lessons/1/attempts',
    body: { Item_ID: item.id, Student_ID: '2', answer: '5 m' },
  });
  expect(sent[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/);
  expect(stored.has(UNSENT_ANSWERS)).toBe(false);
});

test('keeps answers without a connection and sends them in order under their keys', async () => {
  const { sent } = fakeFetch(OFFLINE, OFFLINE, marked, answered, marked);
  expect(await giveAnswer(given)).toBe(false);
  expect(await giveAnswer({ ...given, asked: { id: '9', round: 2 }, answer: ['a'] })).toBe(false);
  const practised = giveAnswer({ ...given, lessonId: null });
  const keys = readUnsent().map(({ key }) => key);
  expect(await practised).toBe(true);
  expect(readUnsent()).toEqual([]);
  expect(sent.slice(2).map(({ path }) => path)).toEqual([
    '/api/lessons/1/attempts',
    '/api/lessons/1/answers',
    '/api/practice/attempts',
  ]);
  expect(sent[3]?.body).toEqual({ Asked_ID: '9', round: 2, Student_ID: '2', answer: ['a'] });
  expect(sent.slice(2).map(({ headers }) => headers.get('Idempotency-Key'))).toEqual(keys);
});

test.each([503, 429])('keeps an answer that the server cannot take now: %d', async (status) => {
  fakeFetch(refusal(status, status === 429 ? 'rate_limited' : 'service_unavailable'));
  expect(await giveAnswer(given)).toBe(false);
  expect(readUnsent()).toMatchObject([{ hasFailed: true, refusal: null }]);
});

test.each([
  ['a session that has ended', () => refusal(401, 'unauthenticated'), {}],
  [
    'a page of a captive portal',
    () => new Response('<html>', { status: 200 }),
    { hasFailed: true },
  ],
  [
    'a page that a proxy does not find',
    () => new Response('<html>', { status: 404 }),
    { hasFailed: true },
  ],
])('keeps an answer that meets %s', async (_, response, stays) => {
  fakeFetch(response());
  expect(await giveAnswer(given)).toBe(false);
  signIn(LONG, 'again');
  expect(readUnsent()).toMatchObject([{ answer: '5 m', refusal: null, ...stays }]);
});

test('sends an answer that is given while this tab ends its turn', async () => {
  const { sent } = fakeFetch(marked, marked);
  const ends: (() => void)[] = [];
  const request = async (_name: string, act: () => Promise<void>) => {
    await act();
    await new Promise<void>((end) => ends.push(end));
  };
  vi.stubGlobal('navigator', { locks: { request } });
  const first = giveAnswer(given);
  await expect.poll(() => ends).toHaveLength(1);
  const second = giveAnswer({ ...given, answer: '6 m' });
  ends[0]?.();
  await expect.poll(() => ends).toHaveLength(2);
  ends[1]?.();
  expect([await first, await second, sent.length]).toEqual([true, true, 2]);
});

test('loads the room when another tab has sent the answer', async () => {
  fakeFetch(marked);
  const request = () => {
    deleteUnsent(readUnsent()[0]?.key ?? '');
    return Promise.resolve();
  };
  vi.stubGlobal('navigator', { locks: { request } });
  const load = vi.spyOn(queryClient, 'invalidateQueries');
  expect(await giveAnswer(given)).toBe(true);
  expect(load).toHaveBeenCalledWith({ queryKey: roomKey('1') });
});

test('keeps an answer that gets no response in time', async () => {
  const late = AbortSignal.abort(new DOMException('Late', 'TimeoutError'));
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late);
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) =>
    signal === late ? Promise.reject(late.reason as Error) : Promise.resolve(marked()),
  );
  expect(await giveAnswer(given)).toBe(false);
  expect(readUnsent()).toMatchObject([{ hasFailed: true, refusal: null }]);
});

test('throws the refusal of an answer sent at once, and keeps nothing', async () => {
  fakeFetch(refusal(409, 'no_tries_left'));
  await expect(giveAnswer(given)).rejects.toMatchObject({ code: 'no_tries_left' });
  expect(readUnsent()).toEqual([]);
});

test('stores why a saved answer is refused, and sends the next one', async () => {
  const { sent } = fakeFetch(OFFLINE, refusal(409, 'already_answered'), marked);
  await giveAnswer(given);
  await giveAnswer({ ...given, answer: '6 m' });
  const [refused, ...others] = readUnsent();
  expect([refused?.refusal, others]).toEqual(['It is already_answered.', []]);
  await sendUnsent();
  expect(sent).toHaveLength(3);
  deleteUnsent(refused?.key ?? '');
  expect(readUnsent()).toEqual([]);
});

test('neither shows nor sends the answers of somebody else', async () => {
  const { sent } = fakeFetch(OFFLINE, marked);
  await giveAnswer(given);
  signIn(LONG, 'second', ownStudent);
  await sendUnsent();
  expect([readUnsent(), sent.length]).toEqual([[], 1]);
  signIn(LONG, 'third');
  await sendUnsent();
  expect(sent).toHaveLength(2);
});
