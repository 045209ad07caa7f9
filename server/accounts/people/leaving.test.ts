// People who left a family: their data is erased, and no email reaches them.
import { describe, expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { deleteExpiredLinks } from '../../auth/links.ts';
import { requeue } from '../../email/undelivered.ts';
import { transact } from '../../engine/context.ts';
import { bookLesson } from '../../lessons/bookings/book.ts';
import { cancelBooking } from '../../lessons/bookings/cancel.ts';
import { updateLesson } from '../../lessons/planner/change-lesson.ts';
import { linkFor } from '../../testing/accounts/accounts.ts';
import { subjectsTo, updateProfile } from '../../testing/accounts/families.ts';
import { accept, DEAD, invite, read } from '../../testing/accounts/invitations.ts';
import {
  eraseFamily,
  removeParent,
  removeSignIn,
  removeStudent,
} from '../../testing/accounts/leaving.ts';
import {
  addParent,
  addSignIn,
  addStudent,
  adminOf,
  makeLesson,
  provenParent,
} from '../../testing/factories.ts';
import { findTraces } from '../../testing/personal-data/find-text.ts';
import { test as base } from '../../testing/test.ts';

const test = base
  .extend('expectNoTraces', ({ api }) => async (...marks: string[]) => {
    expect(await findTraces(api.database, marks)).toEqual(new Map());
  })
  .extend('partner', async ({ api, family }) => {
    const partner = await addParent(api, family);
    const proven = provenParent(family);
    return { ...partner, remove: () => removeParent(family.context(), proven, partner.id) };
  });

test('erases the name of a removed student', async ({ api, db, family, expectNoTraces }) => {
  const body = { Student_Name: 'Zuleika Markname', year_class: 'year-10' } as const;
  const { id } = (await family.call(endpoints.addStudent, { body })).body.student;
  const email = 'markmail@example.com';
  const { token } = await invite(api, family, { role: 'student', email, Student_ID: id });
  expect((await accept(api, token)).status).toBe(201);
  await family.call(endpoints.removeStudent, { params: { id } });
  // The last email contains its recipient until it has been sent.
  await db.deleteFrom('emails').where('erased_once_sent', '=', 1).execute();
  await expectNoTraces('markname', 'markmail');
});

test('deletes a removed student who never had a lesson', async ({ api, db, family, lesson }) => {
  const [never, attended] = [await addStudent(api, family), await addStudent(api, family)];
  const about = { lessonId: lesson.id, studentId: attended };
  const { booking } = await bookLesson(family.context(), about);
  await cancelBooking(family.context(), booking.id);
  for (const id of [never, attended]) await removeStudent(family.context(), id);
  const rows = await db.selectFrom('students').select('id').execute();
  expect(rows.map(({ id }) => id).toSorted()).toEqual([family.studentId, attended].toSorted());
});

test('sends no news of the lessons of a removed student', async ({ api, family, tutor }) => {
  const id = await addStudent(api, family);
  const lesson = await makeLesson(api);
  await bookLesson(family.context(), { lessonId: lesson.id, studentId: id });
  api.clock.set('2026-11-21T09:10:00.000Z');
  await removeStudent(family.context(), id);
  await updateLesson(api.context(adminOf(tutor)), lesson.id, { Lesson_Name: 'Forces, renamed' });
  expect(await family.readEmails('lesson-changed:')).toEqual([]);
});

test('starts another sign-in without the right to book', async ({ api, family }) => {
  await addSignIn(api, family, family.studentId, true);
  await removeSignIn(family.context(), family.studentId);
  expect((await family.readProfile()).user.students[0]?.may_book).toBe(false);
});

test('revokes the invitations sent with the old password', async ({ api, family }) => {
  const { token } = await invite(api, family);
  const body = { token: await linkFor(api, 'family', family.email), password: 'another-one' };
  await api.call(endpoints.resetPassword, { body });
  expect((await read(api, token)).body).toMatchObject(DEAD);
});

test('deletes the address of an expired invitation', async ({ api, family, expectNoTraces }) => {
  await invite(api, family, { email: 'stranger-mark@example.com' });
  api.clock.advance({ days: 8 });
  await transact(api.context(null), deleteExpiredLinks);
  await expectNoTraces('stranger-mark');
});

test("sends no 'Booked' after 'Cancelled'", async ({ api, db, family, lesson }) => {
  const bookingId = await family.book(lesson.id);
  const failed = { failed_at: api.clock.now, last_error: '550 no' };
  await db.updateTable('emails').set(failed).where('cause', 'like', 'booked:%').execute();
  const moved = { email: 'new@example.com' };
  await db.updateTable('people').set(moved).where('id', '=', family.personId).execute();
  await cancelBooking(family.context(), bookingId);
  const booked = db.selectFrom('emails').select('id').where('cause', 'like', 'booked:%');
  const { id } = await booked.executeTakeFirstOrThrow();
  expect(await transact(api.context(null), (work) => requeue(work, id))).toBeNull();
});

describe('a removed parent', () => {
  test.override('settings', { credits: 0 });

  test('leaves no enquiry, whatever their number is now', async ({ db, partner }) => {
    await partner.call(endpoints.askForFreeLesson, { body: { year_class: 'year-10' } });
    await updateProfile(partner, { Parent_Phone_Number: '07700900999' });
    await partner.remove();
    expect(await db.selectFrom('enquiries').select('name').execute()).toEqual([]);
  });

  test('gets the last email even if the family leaves', async ({ family, partner }) => {
    await partner.remove();
    await eraseFamily(family.context(), provenParent(family));
    expect(await subjectsTo(partner)).toEqual(['Your sign-in was removed']);
  });
});
