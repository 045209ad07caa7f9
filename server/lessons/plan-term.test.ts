// Plans a term of lessons through the API: all of them or none, and only once per key.
import { afterAll, beforeAll, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { MAX_LESSONS_PER_TERM } from '../../domain/limits.ts';
import { addDays } from '../../domain/time.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { Crash, watch } from '../testing/failing.ts';
import type { Caller } from '../testing/caller.ts';
import { lessonForm, makeAdmin } from '../testing/factories.ts';

let api: TestApp;
let admin: Caller;
const crash = new Crash();
beforeAll(async () => {
  api = await startTestApp({ wrap: (database) => watch(database, crash.onStatement) });
  admin = await makeAdmin(api);
});
afterAll(() => api.close());

/** Builds this many weeks of lessons at nine and ten from a date on, each with its own name. */
const termOf = (from: string, weeks: number) => ({
  lessons: Array.from({ length: weeks }, (_, week) => addDays(from, 7 * week)).flatMap((date) =>
    ['09:00:00', '10:00:00'].map((Time) => ({
      ...lessonForm,
      Date: date,
      Time,
      Lesson_Name: `${date} ${Time}`,
    })),
  ),
});
const plan = (body: ReturnType<typeof termOf>, key?: string) =>
  api.either(endpoints.planTerm, {
    token: admin.token,
    body,
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  });
const listed = async (from: string, to: string) =>
  (await api.call(endpoints.listAdminLessons, { token: admin.token, query: { from, to } })).body
    .lessons;

test('plans a term as requested across the clock change', async () => {
  const body = termOf('2027-10-23', 6);
  const { status, body: answer } = await plan(body);
  expect(status).toBe(201);
  expect(answer).toMatchObject({ success: true, lessons: body.lessons });
  const lessons = await listed('2027-10-23', '2027-11-27');
  expect(lessons).toMatchObject(body.lessons);
  expect(lessons.slice(3, 6).map(({ starts_at }) => starts_at)).toEqual([
    '2027-10-30T09:00:00.000Z',
    '2027-11-06T09:00:00.000Z',
    '2027-11-06T10:00:00.000Z',
  ]);
  const { body: record } = await api.call(endpoints.listActivities, { token: admin.token });
  expect(record.activities.filter(({ kind }) => kind === 'lesson_created')).toHaveLength(12);
});

test('plans the largest term at once, and refuses one lesson more', async () => {
  const most = termOf('2028-01-01', MAX_LESSONS_PER_TERM / 2);
  const more = {
    lessons: [...most.lessons, { ...lessonForm, Date: '2028-01-01', Time: '12:00:00' }],
  };
  const refused = await plan(more);
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({
    code: 'validation_failed',
    details: [{ field: 'lessons', message: 'Plan from 1 to 60 lessons' }],
  });
  expect(await listed('2028-01-01', '2028-12-31')).toEqual([]);
  expect((await plan(most)).status).toBe(201);
  expect(await listed('2028-01-01', '2028-12-31')).toHaveLength(MAX_LESSONS_PER_TERM);
});

test('reports every fault of a term and creates nothing', async () => {
  const { lessons } = termOf('2029-01-06', 2);
  const faulty = lessons.map((lesson, position) =>
    position === 2 ? { ...lesson, Lesson_Name: ' ' } : lesson,
  );
  expect((await plan({ lessons: faulty })).body).toMatchObject({
    details: [{ field: 'lessons.2.Lesson_Name', message: 'Lesson name is required' }],
  });
  const clashing = [...lessons, { ...lessonForm, Date: '2029-01-13', Time: '09:30:00' }];
  const { status, body } = await plan({ lessons: clashing });
  expect(status).toBe(400);
  expect(body).toMatchObject({
    code: 'validation_failed',
    details: [
      {
        field: 'lessons.4',
        message: 'Clashes with the lesson on Sat 13 Jan 09:00 of the same term',
      },
    ],
  });
  expect(await listed('2029-01-01', '2029-12-31')).toEqual([]);
});

test('creates no lesson when a term fails half-way, and can be retried with its key', async () => {
  const body = termOf('2030-01-05', 6);
  for (const at of [4, 12, 24]) {
    crash.arm(at);
    expect((await plan(body, 'broken term')).body).toMatchObject({ code: 'internal' });
    expect(crash.hasHappened).toBe(true);
    crash.arm(null);
    expect(await listed('2030-01-01', '2030-12-31')).toEqual([]);
  }
  expect((await plan(body, 'broken term')).status).toBe(201);
  expect(await listed('2030-01-01', '2030-12-31')).toHaveLength(12);
});

test('creates one term for repeated and concurrent requests with one key', async () => {
  const body = termOf('2031-01-04', 6);
  const answers = await Promise.all([1, 2, 3, 4].map(() => plan(body, 'double tap')));
  answers.push(await plan(body, 'double tap'));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
  expect(await listed('2031-01-01', '2031-12-31')).toHaveLength(12);
  const other = await plan(termOf('2031-06-07', 1), 'double tap');
  expect(other.body).toMatchObject({ code: 'idempotency_key_reused' });
  expect(await listed('2031-06-01', '2031-06-30')).toEqual([]);
});

test('control: creates a term for each request without a key', async () => {
  const body = termOf('2032-01-03', 2);
  await Promise.all([1, 2].map(() => plan(body)));
  expect(await listed('2032-01-01', '2032-12-31')).toHaveLength(8);
});
