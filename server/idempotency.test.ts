// Requests that are sent again because their answer was lost.
import { afterAll, beforeAll, expect, test } from 'vitest';

import * as endpoints from '../domain/endpoints.ts';
import { startTestApp, type TestApp } from './testing/app.ts';
import { lessonForm, makeAdmin, makeLesson, makeFamily } from './testing/factories.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });

test('books once for two requests with one key, even at the same time', async () => {
  const { token } = await makeFamily(api, 3);
  const lesson = await makeLesson(api);
  const request = { token, body: { Lesson_ID: lesson.id }, ...withKey('book-1') };
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => api.call(endpoints.bookLesson, request)),
  );
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect((await api.call(endpoints.getProfile, { token })).body.user.Credits).toBe(2);

  const bookingId = answers[0]?.body.booking.id ?? '';
  const cancel = { token, params: { bookingId }, ...withKey('cancel-1') };
  const first = await api.call(endpoints.cancelBooking, cancel);
  expect((await api.call(endpoints.cancelBooking, cancel)).body).toEqual(first.body);
  expect((await api.call(endpoints.getProfile, { token })).body.user.Credits).toBe(3);
});

test('does not remember refused requests', async () => {
  const { token, id } = await makeFamily(api);
  const admin = await makeAdmin(api);
  const lesson = await makeLesson(api);
  const request = { token, body: { Lesson_ID: lesson.id }, ...withKey('poor') };
  expect((await api.refused(endpoints.bookLesson, request)).body.code).toBe('insufficient_credits');
  await api.call(endpoints.adjustCredits, {
    token: admin.token,
    params: { id },
    body: { amount: 1, reason: 'First lesson free' },
  });
  await api.call(endpoints.bookLesson, request);
});

test('creates a lesson and grants credits once for two requests with one key', async () => {
  const admin = await makeAdmin(api);
  const student = await makeFamily(api);
  const plan = {
    token: admin.token,
    body: { ...lessonForm, Date: '2027-05-01' },
    ...withKey('plan'),
  };
  const first = await api.call(endpoints.createLesson, plan);
  expect((await api.call(endpoints.createLesson, plan)).body.lesson.id).toBe(first.body.lesson.id);
  const give = {
    token: admin.token,
    params: { id: student.id },
    body: { amount: 2, reason: 'Sorry for the noise' },
    ...withKey('give'),
  };
  await api.call(endpoints.adjustCredits, give);
  expect((await api.call(endpoints.adjustCredits, give)).body.creditsRemaining).toBe(2);
});

test('refuses one key for two different requests, and separates the keys of accounts', async () => {
  const [one, other] = [await makeFamily(api, 2), await makeFamily(api, 2)];
  const [a, b] = [await makeLesson(api), await makeLesson(api)];
  await api.call(endpoints.bookLesson, {
    token: one.token,
    body: { Lesson_ID: a.id },
    ...withKey('shared'),
  });
  await api.call(endpoints.bookLesson, {
    token: other.token,
    body: { Lesson_ID: a.id },
    ...withKey('shared'),
  });
  const reused = await api.refused(endpoints.bookLesson, {
    token: one.token,
    body: { Lesson_ID: b.id },
    ...withKey('shared'),
  });
  expect(reused.body.code).toBe('idempotency_key_reused');
});
