// Weekly repeats and copied weeks through the API: UK time across clock changes, and all lessons or
// none.
import { describe, expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { REPEAT_WEEKS } from '../../../domain/lessons/lesson.ts';
import { Crash, watch } from '../../testing/database/failing.ts';
import { lessonForm, makeLesson } from '../../testing/factories.ts';
import { sharedTest } from '../../testing/test.ts';
import { MAX_LESSONS_COPIED } from './plan.ts';

const crash = new Crash();
const test = sharedTest
  .override('settings', { wrap: (database) => watch(database, crash.onStatement) })
  .extend('repeat', ({ tutor }) => async (changes: Partial<typeof weekly>) => {
    const answer = await tutor.call(endpoints.repeatLesson, { body: { ...weekly, ...changes } });
    return answer.body.lessons;
  })
  .extend('refuseRepeat', ({ tutor }) => async (changes: object) => {
    const options = { body: { ...weekly, ...changes } };
    return (await tutor.refused(endpoints.repeatLesson, options)).body;
  })
  .extend('copy', ({ tutor }) => async (from: string, to: string) => {
    return (await tutor.call(endpoints.copyWeek, { body: { from, to } })).body.lessons;
  })
  .extend('faultsOfCopy', ({ tutor }) => async (body: object) => {
    return (await tutor.refused(endpoints.copyWeek, { body })).body.details;
  })
  .extend('listed', ({ tutor }) => async (from: string, to: string) => {
    const options = { query: { from, to } };
    return (await tutor.call(endpoints.listAdminLessons, options)).body.lessons;
  });

const weekly = { ...lessonForm, weeks: 2 };

describe('repeating a lesson', () => {
  test.for([
    ['autumn', '2026-10-24', ['2026-10-24T08', '2026-10-31T09', '2026-11-07T09']],
    ['spring', '2027-03-20', ['2027-03-20T09', '2027-03-27T09', '2027-04-03T08']],
  ] as const)('stays at 09:00 over the %s clock change', async ([, date, hours], { repeat }) => {
    const lessons = await repeat({ Date: date, weeks: 3, Lesson_Name: 'Waves' });
    const starts = hours.map((hour) => `${hour}:00:00.000Z`);
    expect(lessons.map(({ starts_at }) => starts_at)).toEqual(starts);
    expect(lessons.map(({ Time: time }) => time)).toEqual(['09:00:00', '09:00:00', '09:00:00']);
    expect(new Set(lessons.map(({ id }) => id)).size).toBe(3);
  });

  test('plans half a year of lessons at once', async ({ repeat, listed }) => {
    const lessons = await repeat({ Date: '2028-01-01', weeks: REPEAT_WEEKS.max });
    expect(lessons).toHaveLength(26);
    expect(lessons.at(-1)).toMatchObject({ ...lessonForm, Date: '2028-06-24', bookedCount: 0 });
    expect(await listed('2028-01-01', '2028-06-24')).toHaveLength(26);
  });

  test.for([1, 27, 2.5, '3', null, undefined])(
    'is refused for %j weeks',
    async (weeks, { refuseRepeat }) => {
      expect((await refuseRepeat({ weeks })).details).toEqual([
        { field: 'weeks', message: 'Weeks must be a whole number from 2 to 26' },
      ]);
    },
  );

  test('reports every fault together with the weeks', async ({ refuseRepeat }) => {
    const { details } = await refuseRepeat({ weeks: 0, Lesson_Name: '', Meeting_Link: 'no link' });
    const fields = ['Lesson_Name', 'Meeting_Link', 'weeks'];
    expect(details?.map(({ field }) => field).toSorted()).toEqual(fields);
  });

  test('is refused beyond the end of the calendar', async ({ refuseRepeat, listed }) => {
    expect((await refuseRepeat({ Date: '9999-12-25' })).details).toMatchObject([{ field: 'Date' }]);
    expect(await listed('9999-12-20', '9999-12-31')).toEqual([]);
  });

  test('creates nothing if it fails half-way', async ({ tutor, repeat, refuseRepeat, listed }) => {
    const count = async () => {
      crash.arm(null);
      const { activities } = (await tutor.call(endpoints.listActivities)).body;
      return [(await listed('2029-01-01', '2029-12-31')).length, activities.length];
    };
    const before = await count();
    for (const at of [6, 12, 18]) {
      crash.arm(at);
      expect((await refuseRepeat({ Date: '2029-01-06', weeks: 20 })).code).toBe('internal');
      expect(crash.hasHappened).toBe(true);
      expect(await count()).toEqual(before);
    }
    expect(await repeat({ Date: '2029-01-06', weeks: 20 })).toHaveLength(20);
  });
});

describe('copying a week', () => {
  test('keeps weekdays and UK times, without bookings', async ({ api, copy, listed }) => {
    await makeLesson(api, { Date: '2027-10-30', Lesson_Name: 'Forces' });
    const energy = { Time: '10:00:00', Lesson_Name: 'Energy', Max_Students: 4 };
    await makeLesson(api, { Date: '2027-10-31', ...energy });
    await makeLesson(api, { Date: '2027-11-01', Lesson_Name: 'Of the next week' });
    // Any day of a week works; the clocks go back between the two.
    const lessons = await copy('2027-10-27', '2027-11-12');
    expect(lessons.map((each) => [each.Lesson_Name, each.Date, each.Time])).toEqual([
      ['Forces', '2027-11-13', '09:00:00'],
      ['Energy', '2027-11-14', '10:00:00'],
    ]);
    expect(lessons).toMatchObject([
      { starts_at: '2027-11-13T09:00:00.000Z', Max_Students: 10, bookedCount: 0 },
      { starts_at: '2027-11-14T10:00:00.000Z', Max_Students: 4, bookedCount: 0 },
    ]);
    expect(await listed('2027-10-25', '2027-10-31')).toHaveLength(2);
  });

  test('leaves out deleted lessons', async ({ api, tutor, copy }) => {
    await tutor.deleteLesson((await makeLesson(api, { Date: '2030-05-04' })).id);
    expect(await copy('2030-05-04', '2030-05-11')).toEqual([]);
  });

  test('is refused onto itself', async ({ faultsOfCopy }) => {
    expect(await faultsOfCopy({ from: '2026-11-16', to: '2026-11-22' })).toEqual([
      { field: 'to', message: 'Choose another week to copy to' },
    ]);
  });

  test.for([{}, { from: '2026-02-30', to: 'tomorrow' }])(
    'is refused from %j',
    async (body, { faultsOfCopy }) => {
      expect(await faultsOfCopy(body)).toMatchObject([{ field: 'from' }, { field: 'to' }]);
    },
  );

  test('is refused with too many lessons', async ({ api, faultsOfCopy, listed }) => {
    for (let made = 0; made <= MAX_LESSONS_COPIED; made += 1)
      await makeLesson(api, { Date: '2031-05-03' });
    expect(await faultsOfCopy({ from: '2031-05-03', to: '2031-05-10' })).toEqual([
      { field: 'from', message: `At most ${MAX_LESSONS_COPIED} lessons can be copied at once` },
    ]);
    expect(await listed('2031-05-05', '2031-05-11')).toEqual([]);
  });

  test('answers a repeated request like the first', async ({ api, tutor }) => {
    const from = '2032-05-01';
    for (let made = 0; made < MAX_LESSONS_COPIED; made += 1) await makeLesson(api, { Date: from });
    const headers = { 'idempotency-key': 'copied once' };
    const request = { body: { from, to: '2032-05-08' }, headers };
    const first = await tutor.call(endpoints.copyWeek, request);
    // The week has changed since.
    await makeLesson(api, { Date: from });
    expect((await tutor.call(endpoints.copyWeek, request)).body).toEqual(first.body);
  });
});
