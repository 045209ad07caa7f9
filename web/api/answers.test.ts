// Answers are sent in order, each under one key, kept without a connection, and dropped on
// signing out.
import { beforeEach, expect, test } from 'vitest';

import { giveAnswer, sendKept } from './answers.ts';
import { dropKept, forgetAnswers, type GivenAnswer, readKept } from './kept-answers.ts';
import { aRoom } from './testing/room.ts';
import { KEPT_ANSWERS } from './transport/storage.ts';
import { fakeFetch, json, openBrowser, ownStudent, signIn } from './transport/testing/browser.ts';

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

test('sends an answer at once and keeps nothing', async () => {
  const { sent } = fakeFetch(marked());
  expect(await giveAnswer(given)).toBe(true);
  expect(sent[0]).toMatchObject({
    path: '/api/lessons/1/attempts',
    body: { Item_ID: item.id, Student_ID: '2', answer: '5 m' },
  });
  expect(sent[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/);
  expect(stored.has(KEPT_ANSWERS)).toBe(false);
});

test('keeps answers without a connection and sends them in order under their keys', async () => {
  const { sent } = fakeFetch(OFFLINE, OFFLINE, marked, answered, marked);
  expect(await giveAnswer(given)).toBe(false);
  expect(await giveAnswer({ ...given, asked: { id: '9', round: 2 }, answer: ['a'] })).toBe(false);
  const practised = giveAnswer({ ...given, lessonId: null });
  const keys = readKept().map(({ key }) => key);
  expect(await practised).toBe(true);
  expect(readKept()).toEqual([]);
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
  expect(readKept()).toMatchObject([{ isKept: true, refusal: null }]);
});

test('throws the refusal of an answer sent at once, and keeps nothing', async () => {
  fakeFetch(refusal(409, 'no_tries_left'));
  await expect(giveAnswer(given)).rejects.toMatchObject({ code: 'no_tries_left' });
  expect(readKept()).toEqual([]);
});

test('stores why an answer that was kept is refused, and sends the next one', async () => {
  const { sent } = fakeFetch(OFFLINE, refusal(409, 'already_answered'), marked);
  await giveAnswer(given);
  await giveAnswer({ ...given, answer: '6 m' });
  const [refused, ...others] = readKept();
  expect([refused?.refusal, others]).toEqual(['It is already_answered.', []]);
  await sendKept();
  expect(sent).toHaveLength(3);
  dropKept(refused?.key ?? '');
  expect(readKept()).toEqual([]);
});

test('neither shows nor sends the answers of somebody else', async () => {
  const { sent } = fakeFetch(OFFLINE, marked);
  await giveAnswer(given);
  signIn(LONG, 'second', ownStudent);
  await sendKept();
  expect([readKept(), sent.length]).toEqual([[], 1]);
  signIn(LONG, 'third');
  await sendKept();
  expect(sent).toHaveLength(2);
});
