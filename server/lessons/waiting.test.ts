// Joins, shows and leaves the waiting list of a full lesson.
import { afterEach, beforeEach, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { newId } from '../ids.ts';
import { deleteLesson, updateLesson } from './change-lesson.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller, TestFamily } from '../testing/caller.ts';
import {
  addParent,
  addSignIn,
  addStudent,
  adminOf,
  giveCredits,
  makeAdmin,
  makeBooking,
  makeFamily,
  makeLesson,
  PASSWORD,
} from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { waitingStudentIds, placeIn } from '../testing/waiting-lists.ts';
import { kindsOf, readEmails } from '../testing/emails.ts';
import { sweepWaitingLists } from './join-waiting-list.ts';

let api: TestApp;
let bookedFamily: TestFamily;
let family: TestFamily;
/** Full: its only spot is taken. */
let lesson: string;
beforeEach(async () => {
  api = await startTestApp();
  bookedFamily = await makeFamily(api, 1);
  family = await makeFamily(api);
  lesson = (await makeLesson(api, { Max_Students: 1 })).id;
  await makeBooking(api, bookedFamily, lesson);
});
afterEach(async () => {
  expect(await brokenInvariants(api.database.db)).toEqual([]);
  await api.close();
});

type Who = Pick<Caller, 'token'>;
const join = (who: Who, Student_ID?: string, id = lesson) =>
  api.either(endpoints.joinWaitingList, placeIn(id, who, Student_ID));
const leave = (who: Who, Student_ID?: string, id = lesson) =>
  api.either(endpoints.leaveWaitingList, placeIn(id, who, Student_ID));
const seenBy = async ({ token }: Who) => {
  const { body } = await api.call(endpoints.listLessons, { token });
  const { waiting, waitingStudents } = body.lessons.find(({ id }) => id === lesson) ?? {};
  return { waiting, waitingStudents };
};
const positionOf = async (who: Who) => (await seenBy(who)).waiting?.position ?? null;

test('joins at the end without a credit, and shows each family only its own position', async () => {
  const { status, body } = await join(family);
  expect([status, body]).toEqual([201, { success: true, waiting: { position: 1 } }]);
  const other = await makeFamily(api, 3);
  expect((await join(other)).body).toMatchObject({ waiting: { position: 2 } });
  expect(await seenBy(other)).toEqual({
    waiting: { position: 2, Student_ID: other.studentId },
    waitingStudents: [{ position: 2, Student_ID: other.studentId }],
  });
  expect(await seenBy(await makeFamily(api))).toEqual({ waiting: null, waitingStudents: [] });
  const admin = await makeAdmin(api);
  const { lessons } = (await api.call(endpoints.listAdminLessons, { token: admin.token })).body;
  expect(lessons.find(({ id }) => id === lesson)).toMatchObject({
    bookedCount: 1,
    waitingCount: 2,
  });
});

test('checks the reasons against joining in order', async () => {
  const open = (await makeLesson(api)).id;
  for (const [who, id, status, code] of [
    [family, newId(), 404, 'lesson_not_found'],
    [bookedFamily, lesson, 409, 'already_booked'],
    [family, open, 409, 'not_full'],
    [family, 'nonsense', 400, 'validation_failed'],
  ] as const) {
    const answer = await join(who, undefined, id);
    expect([answer.status, answer.body], code).toMatchObject([status, { code }]);
  }
  await join(family);
  expect((await join(family)).body).toMatchObject({
    code: 'already_waiting',
    error: 'You are already on the waiting list for this lesson.',
  });
  api.clock.set('2026-11-21T09:00:00Z');
  for (const who of [family, bookedFamily, await makeFamily(api)])
    expect((await join(who)).body).toMatchObject({ code: 'lesson_started' });
  expect(
    (await api.refused(endpoints.joinWaitingList, { params: { id: lesson }, body: {} })).status,
  ).toBe(401);
});

test('requires a student when there are several, and only one of the own family', async () => {
  await giveCredits(api, family.id, 1);
  const siblingId = await addStudent(api, family);
  const chosen = { code: 'validation_failed', details: [{ field: 'Student_ID' }] };
  const stranger = await makeFamily(api);
  for (const studentId of [undefined, newId(), stranger.studentId]) {
    expect((await join(family, studentId)).body).toMatchObject(chosen);
    expect((await leave(family, studentId)).body).toMatchObject(chosen);
  }
  await join(stranger);
  await join(family, siblingId);
  await join(family, family.studentId);
  expect(await seenBy(family)).toEqual({
    waiting: { position: 2, Student_ID: siblingId },
    waitingStudents: [
      { position: 2, Student_ID: siblingId },
      { position: 3, Student_ID: family.studentId },
    ],
  });
  expect((await leave(stranger, siblingId)).status).toBe(400);
  expect(await positionOf(family)).toBe(2);
});

test('lets a student join only for themselves, and only with the right to book', async () => {
  await giveCredits(api, family.id, 1);
  const siblingId = await addStudent(api, family);
  const may = await addSignIn(api, family, siblingId, true);
  const mayNot = await addSignIn(api, family, family.studentId);
  for (const call of [join, leave]) {
    expect((await call(mayNot)).status).toBe(403);
    expect((await call(may, family.studentId)).status).toBe(400);
  }
  await join(family, family.studentId);
  expect((await join(may)).body).toMatchObject({ waiting: { position: 2 } });
  expect((await seenBy(may)).waitingStudents).toEqual([{ position: 2, Student_ID: siblingId }]);
  expect((await seenBy(mayNot)).waitingStudents).toEqual([
    { position: 1, Student_ID: family.studentId },
  ]);
  expect((await leave(may)).status).toBe(200);
  expect(await positionOf(may)).toBeNull();
});

test('moves the others up when one leaves, tolerates leaving twice, and rejoins at the end', async () => {
  const other = await makeFamily(api);
  await join(family);
  await join(other);
  for (let n = 0; n < 2; n += 1) expect((await leave(family)).status).toBe(200);
  expect(await positionOf(other)).toBe(1);
  expect((await join(family)).body).toMatchObject({ waiting: { position: 2 } });
  expect((await leave(family, undefined, newId())).body).toMatchObject({
    code: 'lesson_not_found',
  });
});

test('removes the entries of a removed student and of a family that leaves', async () => {
  await giveCredits(api, family.id, 1);
  const siblingId = await addStudent(api, family);
  const attended = await addStudent(api, family);
  const other = await makeFamily(api);
  await join(family, siblingId);
  await join(family, attended);
  await join(other);
  const past = await makeLesson(api, { Date: '2026-11-19' });
  await api.call(endpoints.adjustCredits, {
    token: (await makeAdmin(api)).token,
    params: { id: family.id },
    body: { amount: 1, reason: 'test' },
  });
  await api.call(endpoints.bookLesson, {
    token: family.token,
    body: { Lesson_ID: past.id, Student_ID: attended },
  });
  api.clock.set('2026-11-20T09:00:00Z');
  // One student without a row left, and one whose lesson still counts.
  for (const id of [siblingId, attended])
    await api.call(endpoints.removeStudent, { token: family.token, params: { id } });
  expect(await positionOf(other)).toBe(1);
  const { token } = await addParent(api, other);
  await api.call(endpoints.deleteAccount, {
    token: other.token,
    body: { current_password: PASSWORD },
  });
  expect((await api.refused(endpoints.verify, { token })).status).toBe(401);
  const left = await api.database.db.selectFrom('waiting_list_entries').selectAll().execute();
  expect(left).toEqual([]);
});

test('keeps the waiting list of a moved lesson and emails it, but not about a new name', async () => {
  const signIn = await addSignIn(api, family, family.studentId);
  await join(family);
  const admin = await makeAdmin(api);
  const change = (body: object) =>
    api.call(endpoints.updateLesson, { token: admin.token, params: { id: lesson }, body });
  await change({ Lesson_Name: 'Waves' });
  expect(await readEmails(api, family.email)).toEqual([]);
  await change({ Time: '10:00:00' });
  await change({ Date: '2026-11-22' });
  for (const { email } of [family, signIn]) {
    const emails = await readEmails(api, email);
    expect(kindsOf(emails)).toEqual(['Lesson changed', 'Lesson changed']);
    expect(emails[0]?.text).toContain(
      'Until now: Waves, Saturday 21 November 2026, 09:00 UK time.',
    );
    expect(emails[0]?.text).toContain(
      'From now on: Waves, Saturday 21 November 2026, 10:00 UK time.',
    );
    // The meeting link is only for families who booked.
    expect(emails[0]?.text).not.toContain('meet.example.com');
  }
  expect(await positionOf(family)).toBe(1);
});

test('ends the waiting list of a deleted lesson and emails it', async () => {
  await join(family);
  const admin = await makeAdmin(api);
  await api.call(endpoints.deleteLesson, { token: admin.token, params: { id: lesson } });
  expect(kindsOf(await readEmails(api, family.email))).toEqual(['Lesson cancelled']);
  expect(await api.database.db.selectFrom('waiting_list_entries').selectAll().execute()).toEqual(
    [],
  );
});

test('shows no waiting list of a lesson that has started, though the sweep has yet to end it', async () => {
  await join(family);
  const planned = async () => {
    const admin = await makeAdmin(api);
    const { lessons } = (await api.call(endpoints.listAdminLessons, { token: admin.token })).body;
    return lessons.find(({ id }) => id === lesson)?.waitingCount;
  };
  api.clock.set('2026-11-21T08:59:59.999Z');
  expect([await positionOf(family), await planned()]).toEqual([1, 1]);
  api.clock.advance({ ms: 1 });
  expect(await seenBy(family)).toEqual({ waiting: null, waitingStudents: [] });
  expect(await planned()).toBe(0);
});

test('sweeps the waiting list of a started lesson without an email', async () => {
  await join(family);
  api.clock.set('2026-11-21T08:59:59.999Z');
  await sweepWaitingLists(api.context(null));
  expect(await waitingStudentIds(api.database.db, lesson)).toEqual([family.studentId]);
  api.clock.advance({ ms: 1 });
  await sweepWaitingLists(api.context(null));
  expect(await waitingStudentIds(api.database.db, lesson)).toEqual([]);
  expect(await readEmails(api, family.email)).toEqual([]);
});

test('ends the waiting list when the lesson is deleted or moved after its start, or into the past', async () => {
  const admin = api.context(adminOf(await makeAdmin(api)));
  await join(family);
  const later = Date.parse('2026-11-21T09:30:00Z');
  await updateLesson({ ...admin, now: later }, lesson, { Date: '2026-11-28', Max_Students: 2 });
  expect(await positionOf(family)).toBeNull();
  for (const [Date, keepsList] of [
    ['2026-11-22', true],
    ['2026-11-17', false],
  ] as const) {
    const moved = await makeLesson(api, { Max_Students: 1 });
    await makeBooking(api, await makeFamily(api, 1), moved.id);
    const other = await makeFamily(api);
    await join(other, undefined, moved.id);
    const { waitingCount } = await updateLesson(admin, moved.id, { Date });
    expect(waitingCount).toBe(keepsList ? 1 : 0);
    expect(await readEmails(api, other.email)).toHaveLength(keepsList ? 1 : 0);
  }
  const second = await makeLesson(api, { Max_Students: 1 });
  await makeBooking(api, await makeFamily(api, 1), second.id);
  await join(family, undefined, second.id);
  await deleteLesson({ ...admin, now: later }, second.id);
  const left = await api.database.db
    .selectFrom('waiting_list_entries')
    .select('family_id')
    .execute();
  expect(left.map(({ family_id }) => family_id)).not.toContain(family.id);
  expect(await readEmails(api, family.email)).toEqual([]);
});

test("includes waiting-list entries in the family's data export", async () => {
  await join(family);
  const { data } = (await api.call(endpoints.exportData, { token: family.token })).body;
  expect(data.waiting).toEqual([
    {
      Student_ID: family.studentId,
      Student_Name: expect.any(String),
      Lesson_Name: 'Forces and motion',
      Lesson_Date: '2026-11-21',
      Lesson_Time: '09:00:00',
      joined_at: '2026-11-18T12:00:00.000Z',
    },
  ]);
});
