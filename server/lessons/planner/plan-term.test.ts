// Plans a term of lessons through the API: all of them or none, and only once per key.
import { expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { MAX_LESSONS_PER_TERM } from '../../../domain/lessons/term.ts';
import { addDays } from '../../../domain/time.ts';
import { Crash, watch } from '../../testing/database/failing.ts';
import { lessonForm } from '../../testing/factories.ts';
import { codeOf, sharedTest } from '../../testing/test.ts';

const crash = new Crash();
const test = sharedTest
  .override('settings', { wrap: (database) => watch(database, crash.onStatement) })
  .extend('plan', ({ tutor }) => (body: ReturnType<typeof termOf>, key?: string) => {
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    return tutor.either(endpoints.planTerm, { body, headers });
  })
  /** The lessons of a year. */
  .extend('listed', ({ tutor }) => async (year: number) => {
    const query = { from: `${year}-01-01`, to: `${year}-12-31` };
    return (await tutor.call(endpoints.listAdminLessons, { query })).body.lessons;
  });

/** Builds this many weeks of lessons at nine and ten from a date on, each with its own name. */
const termOf = (from: string, weeks: number) => ({
  lessons: Array.from({ length: weeks }, (_, week) => addDays(from, 7 * week)).flatMap((date) =>
    ['09:00:00', '10:00:00'].map((time) => ({
      ...lessonForm,
      Date: date,
      Time: time,
      Lesson_Name: `${date} ${time}`,
    })),
  ),
});

test('plans a term as requested across the clock change', async ({ tutor, plan, listed }) => {
  const body = termOf('2027-10-23', 6);
  const { status, body: answer } = await plan(body);
  expect(status).toBe(201);
  expect(answer).toMatchObject({ success: true, lessons: body.lessons });
  const lessons = await listed(2027);
  expect(lessons).toMatchObject(body.lessons);
  expect(lessons.slice(3, 6).map(({ starts_at }) => starts_at)).toEqual([
    '2027-10-30T09:00:00.000Z',
    '2027-11-06T09:00:00.000Z',
    '2027-11-06T10:00:00.000Z',
  ]);
  const { activities } = (await tutor.call(endpoints.listActivities)).body;
  expect(activities.filter(({ kind }) => kind === 'lesson_created')).toHaveLength(12);
});

test('plans the largest term, and refuses one lesson more', async ({ plan, listed }) => {
  const { lessons } = termOf('2028-01-01', MAX_LESSONS_PER_TERM / 2);
  const more = { ...lessonForm, Date: '2028-01-01', Time: '12:00:00' };
  const refused = await plan({ lessons: [...lessons, { ...more, Lesson_Name: 'One more' }] });
  const details = [{ field: 'lessons', message: 'Plan from 1 to 60 lessons' }];
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({ code: 'validation_failed', details });
  expect(await listed(2028)).toEqual([]);
  expect((await plan({ lessons })).status).toBe(201);
  expect(await listed(2028)).toHaveLength(MAX_LESSONS_PER_TERM);
});

test('reports every fault of a term and creates nothing', async ({ plan, listed }) => {
  const { lessons } = termOf('2029-01-06', 2);
  const unnamed = lessons.map((lesson, n) => (n === 2 ? { ...lesson, Lesson_Name: ' ' } : lesson));
  const clashing = [...lessons, { ...lessonForm, Date: '2029-01-13', Time: '09:30:00' }];
  const clash = 'Clashes with the lesson on Sat 13 Jan, 09:00 of the same term';
  for (const [term, field, message] of [
    [unnamed, 'lessons.2.Lesson_Name', 'Lesson name is required'],
    [clashing, 'lessons.4', clash],
  ] as const) {
    const { status, body } = await plan({ lessons: [...term] });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'validation_failed', details: [{ field, message }] });
  }
  expect(await listed(2029)).toEqual([]);
});

test('creates no lesson when a term fails half-way', async ({ plan, listed }) => {
  const body = termOf('2030-01-05', 6);
  for (const at of [4, 12, 24]) {
    crash.arm(at);
    expect(codeOf(await plan(body, 'broken term'))).toBe('internal');
    expect(crash.hasHappened).toBe(true);
    crash.arm(null);
    expect(await listed(2030)).toEqual([]);
  }
  expect((await plan(body, 'broken term')).status).toBe(201);
  expect(await listed(2030)).toHaveLength(12);
});

test('creates one term for all requests with one key', async ({ plan, listed }) => {
  const body = termOf('2031-01-04', 6);
  const answers = await Promise.all([1, 2, 3, 4].map(() => plan(body, 'double tap')));
  answers.push(await plan(body, 'double tap'));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
  const other = await plan(termOf('2031-06-07', 1), 'double tap');
  expect(codeOf(other)).toBe('idempotency_key_reused');
  expect(await listed(2031)).toHaveLength(12);
});

test('control: creates a term for each request without a key', async ({ plan, listed }) => {
  const body = termOf('2032-01-03', 2);
  await Promise.all([1, 2].map(() => plan(body)));
  expect(await listed(2032)).toHaveLength(8);
});
