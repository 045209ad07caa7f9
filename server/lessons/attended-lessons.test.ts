// The list of attended lessons.
import { expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import type { Caller } from '../testing/caller.ts';
import {
  addSignIn,
  addStudent,
  makeFamily,
  makeLesson,
  signInAgain,
} from '../testing/factories.ts';
import { test as base } from '../testing/test.ts';

const test = base.extend('read', () => async ({ call }: Pick<Caller, 'call'>) => {
  const { lessons } = (await call(endpoints.listAttended)).body;
  return lessons.map(({ id, Student_ID: studentId }) => [id, studentId]);
});

test.override('settings', { credits: 4 });

test('lists what each student attended, without absences', async ({ api, family, tutor, read }) => {
  const sibling = await addStudent(api, family, 'Sam Sibling');
  const signIn = await addSignIn(api, family, sibling);
  const days = ['2026-11-28', '2026-11-21', '2026-12-05'];
  const lessons = await Promise.all(days.map((date) => makeLesson(api, { Date: date })));
  const [second, first, ahead] = lessons.map(({ id }) => id);
  for (const lesson of [second, first, ahead]) await family.book(lesson ?? '', family.studentId);
  const bookingId = await family.book(first ?? '', sibling);
  const other = await makeFamily(api, 1);
  expect(await read(family)).toEqual([]);

  // A lesson counts once it has ended.
  api.clock.set('2026-11-28T09:59:59Z');
  const own = [first, family.studentId];
  const siblings = [first, sibling];
  expect(await read(family)).toEqual(expect.arrayContaining([own, siblings]));
  expect(await read(family)).toHaveLength(2);
  expect(await read(signIn)).toEqual([siblings]);
  expect(await read(other)).toEqual([]);
  api.clock.advance({ seconds: 1 });
  const body = { absent: true };
  const later = await signInAgain(api, tutor);
  await later.call(endpoints.markAttendance, { params: { bookingId }, body });
  expect(await read(family)).toEqual([own, [second, family.studentId]]);
  expect(await read(signIn)).toEqual([]);
  const { user } = await family.readProfile();
  expect(user.Lessons_Attended).toBe(2);
});
