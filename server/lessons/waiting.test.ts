// Joining, seeing and leaving the line of a full lesson.
import { afterEach, beforeEach, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { newId } from '../ids.ts';
import { deleteLesson, updateLesson } from './change-lesson.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import {
  addParent,
  addSignIn,
  addStudent,
  adminOf,
  type FamilyHolder,
  giveCredits,
  type Holder,
  makeAdmin,
  makeBooking,
  makeFamily,
  makeLesson,
  PASSWORD,
} from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { waitingStudentIds, placeIn } from '../testing/waiting-lists.ts';
import { kindsOf, readEmails } from '../testing/emails.ts';
import { sweepWaitingLists } from './waiting-list.ts';

let api: TestApp;
let holder: FamilyHolder;
let family: FamilyHolder;
/** Full: its one spot is the holder's. */
let lesson: string;
beforeEach(async () => {
  api = await startTestApp();
  holder = await makeFamily(api, 1);
  family = await makeFamily(api);
  lesson = (await makeLesson(api, { Max_Students: 1 })).id;
  await makeBooking(api, holder, lesson);
});
afterEach(async () => {
  expect(await brokenInvariants(api.database.db)).toEqual([]);
  await api.close();
});

type Who = Pick<Holder, 'token'>;
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

test('the line is joined at its end, needs no credit, and shows each family its own place alone', async () => {
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

test('the reasons against it come in their order', async () => {
  const open = (await makeLesson(api)).id;
  for (const [who, id, status, code] of [
    [family, newId(), 404, 'lesson_not_found'],
    [holder, lesson, 409, 'already_booked'],
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
  for (const who of [family, holder, await makeFamily(api)])
    expect((await join(who)).body).toMatchObject({ code: 'lesson_started' });
  expect(
    (await api.refused(endpoints.joinWaitingList, { params: { id: lesson }, body: {} })).status,
  ).toBe(401);
});

test('of several students it has to be said who waits; another family has no say', async () => {
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

test("a student's own sign-in waits for itself, and only if it may book", async () => {
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

test('whoever leaves makes room for those behind, may do so twice, and joins again at the end', async () => {
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

test('a removed student, and a family that leaves, wait for nothing any more', async () => {
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
  // One of whom nothing stays, and one whose lesson still counts.
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

test('it keeps its line and tells it when it moves, and is silent about a new name', async () => {
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
    // The link is for those who have booked.
    expect(emails[0]?.text).not.toContain('meet.example.com');
  }
  expect(await positionOf(family)).toBe(1);
});

test('a deleted lesson ends its line and tells it', async () => {
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

test('the line of a lesson that has started is swept away without a word', async () => {
  await join(family);
  api.clock.set('2026-11-21T08:59:59.999Z');
  await sweepWaitingLists(api.context(null));
  expect(await waitingStudentIds(api.database.db, lesson)).toEqual([family.studentId]);
  api.clock.advance({ ms: 1 });
  await sweepWaitingLists(api.context(null));
  expect(await waitingStudentIds(api.database.db, lesson)).toEqual([]);
  expect(await readEmails(api, family.email)).toEqual([]);
});

test('deleted or moved once it has started, or moved into the past, it leaves nobody waiting either', async () => {
  const admin = api.context(adminOf(await makeAdmin(api)));
  await join(family);
  const later = Date.parse('2026-11-21T09:30:00Z');
  await updateLesson({ ...admin, now: later }, lesson, { Date: '2026-11-28', Max_Students: 2 });
  expect(await positionOf(family)).toBeNull();
  for (const [Date, hasLine] of [
    ['2026-11-22', true],
    ['2026-11-17', false],
  ] as const) {
    const moved = await makeLesson(api, { Max_Students: 1 });
    await makeBooking(api, await makeFamily(api, 1), moved.id);
    const other = await makeFamily(api);
    await join(other, undefined, moved.id);
    const { waitingCount } = await updateLesson(admin, moved.id, { Date });
    expect(waitingCount).toBe(hasLine ? 1 : 0);
    expect(await readEmails(api, other.email)).toHaveLength(hasLine ? 1 : 0);
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

test("the family's copy of its data holds its places", async () => {
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
