// People who left a family: their data is erased, and no email reaches them.
import { afterEach, beforeEach, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { forgetExpiredLinks } from '../auth/links.ts';
import { bookLesson } from '../lessons/book.ts';
import { cancelBooking } from '../lessons/cancel.ts';
import { transact } from '../engine/context.ts';
import { requeue } from '../email/undelivered.ts';
import { updateLesson } from '../lessons/change-lesson.ts';
import { eraseFamily } from './erasure.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { TestFamily } from '../testing/caller.ts';
import {
  addParent,
  addSignIn,
  addStudent,
  adminOf,
  makeAdmin,
  makeBooking,
  makeFamily,
  makeLesson,
  parentOf,
  provenParent,
} from '../testing/factories.ts';
import { accept, invite } from '../testing/invitations.ts';
import { readEmails, tokenTo } from '../testing/emails.ts';
import { findTraces } from '../testing/traces.ts';
import { removeParent } from './parents.ts';
import { removeSignIn, removeStudent } from './students.ts';

let api: TestApp;
beforeEach(async () => {
  api = await startTestApp();
});
afterEach(() => api.close());

const byParent = (family: TestFamily) => api.context(parentOf(family));

test('erases the name of a removed student everywhere, including emails to the parents', async () => {
  const family = await makeFamily(api, 3);
  const { token } = family;
  const { body } = await api.call(endpoints.addStudent, {
    token,
    body: { Student_Name: 'Zuleika Markname', year_class: 'year-10' },
  });
  const { id } = body.student;
  const email = 'markmail@example.com';
  const invitation = await invite(api, family, { role: 'student', email, Student_ID: id });
  expect((await accept(api, invitation.token)).status).toBe(201);
  await api.call(endpoints.removeStudent, { token, params: { id } });
  // The last email contains its recipient until it has been sent.
  await api.database.db.deleteFrom('emails').where('erased_once_sent', '=', 1).execute();
  expect(await findTraces(api.database, ['markname', 'markmail'])).toEqual(new Map());
});

test("deletes a removed student's row unless they have had a lesson", async () => {
  const family = await makeFamily(api, 3);
  const [never, attended] = [await addStudent(api, family), await addStudent(api, family)];
  const lesson = await makeLesson(api);
  const { booking } = await bookLesson(byParent(family), {
    lessonId: lesson.id,
    studentId: attended,
  });
  await cancelBooking(byParent(family), booking.id);
  for (const id of [never, attended]) await removeStudent(byParent(family), id);
  const rows = await api.database.db
    .selectFrom('students')
    .select('id')
    .where('family_id', '=', family.id)
    .orderBy('created_at')
    .execute();
  expect(rows.map(({ id }) => id).toSorted()).toEqual([family.studentId, attended].toSorted());
});

test('notifies nobody about a lesson that a removed student had booked', async () => {
  const admin = await makeAdmin(api);
  const family = await makeFamily(api, 2);
  const id = await addStudent(api, family);
  const lesson = await makeLesson(api);
  await bookLesson(byParent(family), { lessonId: lesson.id, studentId: id });
  api.clock.set('2026-11-21T09:10:00.000Z');
  await removeStudent(byParent(family), id);
  await updateLesson(api.context(adminOf(admin)), lesson.id, { Lesson_Name: 'Forces, renamed' });
  expect(await readEmails(api, family.email, 'lesson-changed:')).toEqual([]);
});

test('starts another sign-in without the right to book', async () => {
  const family = await makeFamily(api);
  await addSignIn(api, family, family.studentId, true);
  await removeSignIn(byParent(family), family.studentId);
  const { user } = (await api.call(endpoints.getProfile, { token: family.token })).body;
  expect(user.students[0]?.may_book).toBe(false);
});

test('revokes the invitations sent with the old password', async () => {
  const family = await makeFamily(api);
  const { token } = await invite(api, family);
  await api.call(endpoints.forgotPassword, { body: { email: family.email } });
  await api.call(endpoints.resetPassword, {
    body: { token: await tokenTo(api, family.email), password: 'another-one' },
  });
  expect((await api.refused(endpoints.readInvitation, { body: { token } })).body.code).toBe(
    'invitation_not_found',
  );
});

test('deletes the address of an expired invitation', async () => {
  const family = await makeFamily(api);
  await invite(api, family, { email: 'stranger-mark@example.com' });
  api.clock.advance({ days: 8 });
  await transact(api.context(null), forgetExpiredLinks);
  expect(await findTraces(api.database, ['stranger-mark'])).toEqual(new Map());
});

test('erases the enquiries of a leaving parent, whatever their number is now', async () => {
  const family = await makeFamily(api);
  const partner = await addParent(api, family);
  const { token } = partner;
  await api.call(endpoints.askForFreeLesson, { token, body: { year_class: 'year-10' } });
  await api.call(endpoints.updateProfile, { token, body: { Parent_Phone_Number: '07700900999' } });
  await removeParent(byParent(family), await provenParent(family), partner.id);
  const enquiries = await api.database.db.selectFrom('enquiries').select('name').execute();
  expect(enquiries).toEqual([]);
});

test('sends the last email to a removed person even if the family leaves', async () => {
  const family = await makeFamily(api);
  const partner = await addParent(api, family);
  await removeParent(byParent(family), await provenParent(family), partner.id);
  await eraseFamily(byParent(family), await provenParent(family));
  expect((await readEmails(api, partner.email)).map(({ subject }) => subject)).toEqual([
    'Your sign-in was removed',
  ]);
});

test("does not send 'Booked' again after 'Cancelled', even if the address changed in between", async () => {
  const family = await makeFamily(api, 1);
  const lesson = await makeLesson(api);
  const bookingId = await makeBooking(api, family, lesson.id);
  const { db } = api.database;
  await db
    .updateTable('emails')
    .set({ failed_at: api.clock.now, last_error: '550 no' })
    .where('cause', 'like', 'booked:%')
    .execute();
  await db
    .updateTable('people')
    .set({ email: 'new@example.com' })
    .where('id', '=', family.personId)
    .execute();
  await cancelBooking(byParent(family), bookingId);
  const { id } = await db
    .selectFrom('emails')
    .select('id')
    .where('cause', 'like', 'booked:%')
    .executeTakeFirstOrThrow();
  expect(await transact(api.context(null), (work) => requeue(work, id))).toBeNull();
});
