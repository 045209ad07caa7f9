// The next and the last lesson of each family in the tutor's list.
import { expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { addStudent, makeLesson, signInAgain } from '../../testing/factories.ts';
import { test } from '../../testing/test.ts';

test.override('settings', { credits: 3 });

test("lists each family's next and last lesson", async ({ api, family, tutor }) => {
  const signedIn = () => signInAgain(api, tutor);
  const read = async () => {
    const { students } = (await (await signedIn()).call(endpoints.listFamilies)).body;
    const { next_lesson, last_attended_at } =
      students.find(({ id }) => id === family.id) ?? expect.unreachable();
    return { next_lesson, last_attended_at };
  };
  expect(await read()).toEqual({ next_lesson: null, last_attended_at: null });
  const days = ['2026-12-05', '2026-11-28', '2026-11-21'];
  const lessons = await Promise.all(days.map((date) => makeLesson(api, { Date: date })));
  const bookings: string[] = [];
  for (const { id } of lessons) bookings.push(await family.book(id));
  const [last, second, first] = lessons.map(({ id, starts_at }) => ({ id, starts_at }));
  expect(await read()).toEqual({ next_lesson: first, last_attended_at: null });

  // A lesson counts as attended once it has ended.
  api.clock.set('2026-11-28T09:59:59Z');
  const attended = { next_lesson: last, last_attended_at: first?.starts_at };
  expect(await read()).toEqual(attended);
  api.clock.advance({ seconds: 1 });
  expect(await read()).toEqual({ ...attended, last_attended_at: second?.starts_at });
  const params = { bookingId: bookings[1] ?? '' };
  await (await signedIn()).call(endpoints.markAttendance, { params, body: { absent: true } });
  await family.cancel(bookings[0] ?? '');
  expect(await read()).toEqual({ next_lesson: null, last_attended_at: first?.starts_at });
});

test('lists the lesson that runs, and whether somebody is in', async ({ api, family, tutor }) => {
  const read = async () => {
    const signedIn = await signInAgain(api, tutor);
    const { students } = (await signedIn.call(endpoints.listFamilies)).body;
    return students.find(({ id }) => id === family.id)?.running_lesson;
  };
  const lesson = await makeLesson(api, { Date: '2026-11-21', Time: '09:00:00' });
  const bookingId = await family.book(lesson.id);
  const { id, Lesson_Name, starts_at } = lesson;
  api.clock.set('2026-11-21T08:59:59.999Z');
  expect(await read()).toBeNull();
  api.clock.advance({ ms: 1 });
  expect(await read()).toEqual({ id, Lesson_Name, starts_at, joined: false });
  const joined = api.database.db.updateTable('bookings').set({ joined_at: api.clock.now });
  await joined.where('id', '=', bookingId).execute();
  expect(await read()).toEqual({ id, Lesson_Name, starts_at, joined: true });
  api.clock.set('2026-11-21T10:00:00.000Z');
  expect(await read()).toBeNull();
});

test("lists each student's own lesson", async ({ api, family, tutor }) => {
  const read = async () => {
    const signedIn = await signInAgain(api, tutor);
    const { students } = (await signedIn.call(endpoints.listFamilies)).body;
    const own = students.find(({ id }) => id === family.id) ?? expect.unreachable();
    return own.students.map(({ lesson }) => lesson);
  };
  const sibling = await addStudent(api, family);
  expect(await read()).toEqual([null, null]);
  const [first, second] = [
    await makeLesson(api, { Date: '2026-11-21', Time: '09:00:00' }),
    await makeLesson(api, { Date: '2026-11-21', Time: '11:00:00' }),
  ];
  await family.book(first.id, family.studentId);
  for (const { id } of [first, second]) await family.book(id, sibling);
  const [one, two] = [first, second].map(({ id, Lesson_Name, starts_at }) => ({
    id,
    Lesson_Name,
    starts_at,
    is_running: false,
  }));
  expect(await read()).toEqual([one, one]);
  api.clock.set('2026-11-21T09:00:00Z');
  expect(await read()).toEqual([
    { ...one, is_running: true },
    { ...one, is_running: true },
  ]);
  api.clock.set('2026-11-21T10:00:00Z');
  expect(await read()).toEqual([null, two]);
});
