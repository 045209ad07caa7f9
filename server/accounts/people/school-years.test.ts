// A student's year through the API: as it was said, as it is now, confirmed, changed and over.
import { describe, expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import type { YearClass } from '../../../domain/year-class.ts';
import { fileOf, importFile, rowOf } from '../../testing/accounts/imports.ts';
import { makeLesson, parentAgain, signInAgain, signUpForm } from '../../testing/factories.ts';
import { test as base } from '../../testing/test.ts';

const test = base
  .extend('at', ({ api, family }) => async (instant: string) => {
    api.clock.set(instant);
    return parentAgain(api, family);
  })
  .extend('say', ({ at, family }) => async (year_class: YearClass | null, instant: string) => {
    const parent = await at(instant);
    return parent.either(endpoints.updateStudent, {
      params: { id: family.studentId },
      body: { year_class },
    });
  })
  /** What the profile says at an instant. */
  .extend('yearAt', ({ at }) => async (instant: string) => {
    const [student] = (await (await at(instant)).readProfile()).user.students;
    if (student === undefined) expect.unreachable();
    const { year_class, finished, year_to_confirm } = student;
    return [year_class, finished, year_to_confirm];
  });

const NOVEMBER = '2026-11-18T12:00:00.000Z';

describe('the year of a student', () => {
  test('changes at midnight in the UK on 1 September', async ({ say, yearAt }) => {
    await say('year-11', NOVEMBER);
    expect(await yearAt('2027-08-31T22:59:59.999Z')).toEqual(['year-11', false, false]);
    expect(await yearAt('2027-08-31T23:00:00.000Z')).toEqual(['year-12', false, true]);
    expect(await yearAt('2028-09-01T12:00:00.000Z')).toEqual(['year-13', false, true]);
    expect(await yearAt('2029-09-01T12:00:00.000Z')).toEqual([null, true, true]);
  });

  test('counts from September if it is said in July or August', async ({ say, yearAt }) => {
    await say('year-11', '2027-06-30T22:59:59.999Z');
    expect(await yearAt('2027-09-01T12:00:00.000Z')).toEqual(['year-12', false, true]);
    await say('year-11', '2028-06-30T23:00:00.000Z');
    expect(await yearAt('2028-08-31T12:00:00.000Z')).toEqual(['year-11', false, false]);
    expect(await yearAt('2028-09-01T12:00:00.000Z')).toEqual(['year-11', false, false]);
    expect(await yearAt('2029-09-01T12:00:00.000Z')).toEqual(['year-12', false, true]);
  });

  test('is confirmed or corrected by saying it again', async ({ say, yearAt, at, family }) => {
    await say('year-11', NOVEMBER);
    expect(await yearAt('2027-09-02T12:00:00.000Z')).toEqual(['year-12', false, true]);
    // Changing something else says nothing.
    const params = { id: family.studentId };
    const body = { Student_Name: 'Kit Sample' };
    await (await at('2027-09-02T12:00:00.000Z')).call(endpoints.updateStudent, { params, body });
    expect(await yearAt('2027-09-02T12:00:00.000Z')).toEqual(['year-12', false, true]);
    await say('year-12', '2027-09-03T12:00:00.000Z');
    expect(await yearAt('2027-09-03T12:00:00.000Z')).toEqual(['year-12', false, false]);
    await say('year-11', '2027-09-04T12:00:00.000Z');
    expect(await yearAt('2028-01-01T12:00:00.000Z')).toEqual(['year-11', false, false]);
    expect(await yearAt('2028-09-01T12:00:00.000Z')).toEqual(['year-12', false, true]);
  });

  test('ends after Year 13, which a parent can confirm with null', async ({ say, yearAt }) => {
    await say('year-13', NOVEMBER);
    const early = await say(null, '2027-08-31T12:00:00.000Z');
    expect([early.status, early.body]).toMatchObject([
      400,
      { code: 'validation_failed', details: [{ field: 'year_class' }] },
    ]);
    expect(await yearAt('2027-09-01T12:00:00.000Z')).toEqual([null, true, true]);
    expect((await say(null, '2027-09-01T12:00:00.000Z')).status).toBe(200);
    expect(await yearAt('2027-09-01T12:00:00.000Z')).toEqual([null, true, false]);
    expect(await yearAt('2029-09-01T12:00:00.000Z')).toEqual([null, true, false]);
    // Somebody who repeats the year.
    await say('year-13', '2029-09-02T12:00:00.000Z');
    expect(await yearAt('2029-09-02T12:00:00.000Z')).toEqual(['year-13', false, false]);
  });

  test('cannot be null for a student whose year nobody has said', async ({ say }) => {
    expect((await say(null, NOVEMBER)).status).toBe(400);
  });
});

test('everybody sees the year of today', async ({ api, family, tutor, say, at }) => {
  await say('year-13', NOVEMBER);
  const lesson = await makeLesson(api, { Date: '2027-09-11' });
  const parent = await at('2027-09-02T12:00:00.000Z');
  await parent.book(lesson.id);
  const { call } = await signInAgain(api, tutor);
  const finished = { id: family.studentId, year_class: null, finished: true };
  const { students } = (await call(endpoints.listFamilies)).body;
  expect(students.find(({ id }) => id === family.id)?.students).toMatchObject([finished]);
  const record = (await call(endpoints.getFamilyRecord, { params: { id: family.id } })).body;
  expect(record.record.students).toMatchObject([finished]);
  const { lessons } = (await call(endpoints.listAdminLessons)).body;
  expect(lessons.find(({ id }) => id === lesson.id)?.students).toMatchObject([
    { Student_ID: family.studentId, year_class: null, finished: true },
  ]);
  expect((await parent.readFamily()).students).toMatchObject([finished]);
  const { data } = (await parent.call(endpoints.exportData)).body;
  expect(data.students).toMatchObject([
    { ...finished, year_said: 'year-13', year_said_in: 2026, year_to_confirm: true },
  ]);
});

test('a sign-up in July says the year from September', async ({ api, db }) => {
  api.clock.set('2027-07-01T12:00:00.000Z');
  const form = { ...signUpForm(), year_class: 'year-10' } as const;
  const { user } = (await api.call(endpoints.register, { body: form })).body;
  expect(user.students).toMatchObject([{ year_class: 'year-10', year_asked: 'year-10' }]);
  const row = await db
    .selectFrom('students')
    .select(['year_class', 'year_said_in'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ year_class: 'year-10', year_said_in: 2027 });
});

test.for([
  ['2027-06-30T22:59:59.999Z', 2026],
  ['2027-06-30T23:00:00.000Z', 2027],
] as const)(
  'an import at %s brings years of the school year %i',
  async ([now, year], { api, db, tutor }) => {
    api.clock.set(now);
    await importFile(await signInAgain(api, tutor), fileOf([rowOf({ student: 'Ada' })]));
    const row = await db
      .selectFrom('students')
      .select(['year_class', 'year_said_in'])
      .where('name', '=', 'Ada')
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ year_class: 'year-12', year_said_in: year });
  },
);
