// Weekly repeats and copied weeks through the API: UK time across clock changes, and all lessons or
// none.
import { afterAll, beforeAll, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { MAX_LESSONS_COPIED, REPEAT_WEEKS } from '../../domain/limits.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { Crash, watch } from '../testing/failing.ts';
import type { Caller } from '../testing/caller.ts';
import { lessonForm, makeAdmin, makeLesson } from '../testing/factories.ts';

let api: TestApp;
let admin: Caller;
const crash = new Crash();
beforeAll(async () => {
  api = await startTestApp({ wrap: (database) => watch(database, crash.onStatement) });
  admin = await makeAdmin(api);
});
afterAll(() => api.close());

const repeat = (changes: object) =>
  api.call(endpoints.repeatLesson, {
    token: admin.token,
    body: { ...lessonForm, weeks: 2, ...changes },
  });
const refuseRepeat = async (changes: object) =>
  (
    await api.refused(endpoints.repeatLesson, {
      token: admin.token,
      body: { ...lessonForm, weeks: 2, ...changes },
    })
  ).body;
const copy = (from: string, to: string) =>
  api.call(endpoints.copyWeek, { token: admin.token, body: { from, to } });
const listed = async (from: string, to: string) =>
  (await api.call(endpoints.listAdminLessons, { token: admin.token, query: { from, to } })).body
    .lessons;

test.each([
  [
    'autumn',
    '2026-10-24',
    ['2026-10-24T08:00:00.000Z', '2026-10-31T09:00:00.000Z', '2026-11-07T09:00:00.000Z'],
  ],
  [
    'spring',
    '2027-03-20',
    ['2027-03-20T09:00:00.000Z', '2027-03-27T09:00:00.000Z', '2027-04-03T08:00:00.000Z'],
  ],
])('a lesson repeated over the %s clock change stays at 09:00 UK time', async (_, Date, starts) => {
  const { body } = await repeat({ Date, weeks: 3, Lesson_Name: 'Waves' });
  expect(body.lessons.map(({ starts_at }) => starts_at)).toEqual(starts);
  expect(body.lessons.map(({ Time }) => Time)).toEqual(['09:00:00', '09:00:00', '09:00:00']);
  expect(new Set(body.lessons.map(({ id }) => id)).size).toBe(3);
});

test('plans half a year of lessons at once, complete and without bookings', async () => {
  const { body } = await repeat({ Date: '2028-01-01', weeks: REPEAT_WEEKS.max });
  expect(body.lessons).toHaveLength(26);
  expect(body.lessons.at(-1)).toMatchObject({ ...lessonForm, Date: '2028-06-24', bookedCount: 0 });
  expect(await listed('2028-01-01', '2028-06-24')).toHaveLength(26);
});

test.each([1, 27, 2.5, '3', null, undefined])('refuses a repeat for %j weeks', async (weeks) => {
  expect((await refuseRepeat({ weeks })).details).toEqual([
    { field: 'weeks', message: 'Weeks must be a whole number from 2 to 26' },
  ]);
});

test('reports every fault of the lesson together with the weeks', async () => {
  const { details } = await refuseRepeat({ weeks: 0, Lesson_Name: '', Meeting_Link: 'no link' });
  expect(details?.map(({ field }) => field).toSorted()).toEqual([
    'Lesson_Name',
    'Meeting_Link',
    'weeks',
  ]);
});

test('refuses a repeat beyond the end of the calendar', async () => {
  expect((await refuseRepeat({ Date: '9999-12-25' })).details).toMatchObject([{ field: 'Date' }]);
  expect(await listed('9999-12-20', '9999-12-31')).toEqual([]);
});

test('leaves no lesson and no activity when a repeat fails half-way', async () => {
  const count = async () => {
    crash.arm(null);
    const { body } = await api.call(endpoints.listActivities, { token: admin.token });
    return [(await listed('2029-01-01', '2029-12-31')).length, body.activities.length];
  };
  const before = await count();
  for (const at of [6, 12, 18]) {
    crash.arm(at);
    expect((await refuseRepeat({ Date: '2029-01-06', weeks: 20 })).code).toBe('internal');
    expect(crash.hasHappened).toBe(true);
    expect(await count()).toEqual(before);
  }
  const { body } = await repeat({ Date: '2029-01-06', weeks: 20 });
  expect(body.lessons).toHaveLength(20);
});

test('copies lessons to the same weekdays and UK times, without their bookings', async () => {
  await makeLesson(api, { Date: '2027-10-30', Time: '09:00:00', Lesson_Name: 'Forces' });
  await makeLesson(api, {
    Date: '2027-10-31',
    Time: '10:00:00',
    Lesson_Name: 'Energy',
    Max_Students: 4,
  });
  await makeLesson(api, { Date: '2027-11-01', Lesson_Name: 'Of the next week' });
  // Any day of a week works; the clocks go back between the two.
  const { body } = await copy('2027-10-27', '2027-11-12');
  expect(
    body.lessons.map(({ Lesson_Name, Date: date, Time, starts_at, Max_Students, bookedCount }) => [
      Lesson_Name,
      date,
      Time,
      starts_at,
      Max_Students,
      bookedCount,
    ]),
  ).toEqual([
    ['Forces', '2027-11-13', '09:00:00', '2027-11-13T09:00:00.000Z', 10, 0],
    ['Energy', '2027-11-14', '10:00:00', '2027-11-14T10:00:00.000Z', 4, 0],
  ]);
  expect(await listed('2027-10-25', '2027-10-31')).toHaveLength(2);
});

test('copies no deleted lessons, and nothing from an empty week', async () => {
  const lesson = await makeLesson(api, { Date: '2030-05-04' });
  await api.call(endpoints.deleteLesson, { token: admin.token, params: { id: lesson.id } });
  expect((await copy('2030-05-04', '2030-05-11')).body.lessons).toEqual([]);
});

test('refuses to copy a week onto itself', async () => {
  const { body } = await api.refused(endpoints.copyWeek, {
    token: admin.token,
    body: { from: '2026-11-16', to: '2026-11-22' },
  });
  expect(body.details).toEqual([{ field: 'to', message: 'Choose another week to copy to' }]);
});

test.each([
  [{}, ['from', 'to']],
  [{ from: '2026-02-30', to: 'tomorrow' }, ['from', 'to']],
])('refuses to copy %j, naming %j', async (body, fields) => {
  const refused = await api.refused(endpoints.copyWeek, { token: admin.token, body });
  expect(refused.body.details?.map(({ field }) => field)).toEqual(fields);
});

test('refuses to copy a week with too many lessons', async () => {
  for (let made = 0; made <= MAX_LESSONS_COPIED; made += 1)
    await makeLesson(api, { Date: '2031-05-03' });
  const body = { from: '2031-05-03', to: '2031-05-10' };
  const refused = await api.refused(endpoints.copyWeek, { token: admin.token, body });
  expect(refused.body.details).toEqual([
    { field: 'from', message: `At most ${MAX_LESSONS_COPIED} lessons can be copied at once` },
  ]);
  expect(await listed('2031-05-05', '2031-05-11')).toEqual([]);
});

test('answers a repeated copy like the first, even after the week has changed', async () => {
  const from = '2032-05-01';
  for (let made = 0; made < MAX_LESSONS_COPIED; made += 1) await makeLesson(api, { Date: from });
  const request = {
    token: admin.token,
    body: { from, to: '2032-05-08' },
    headers: { 'idempotency-key': 'copied once' },
  };
  const first = await api.call(endpoints.copyWeek, request);
  await makeLesson(api, { Date: from });
  expect((await api.call(endpoints.copyWeek, request)).body).toEqual(first.body);
});
