// Joins, shows and leaves the waiting list of a full lesson.
import { describe, expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { newId } from '../../base/ids.ts';
import type { TestApp } from '../../testing/app.ts';
import type { Caller } from '../../testing/caller.ts';
import { kindsOf } from '../../testing/emails.ts';
import {
  addParent,
  addSignIn,
  addStudent,
  giveCredits,
  makeAdmin,
  makeFamily,
  makeLesson,
  PASSWORD,
} from '../../testing/factories.ts';
import { waitingTest } from '../../testing/lessons/waiting-lists.ts';
import { codeOf } from '../../testing/test.ts';
import { settleMoves } from '../planner/settle-moves.ts';
import { endStartedWaitingLists } from './join-waiting-list.ts';

const NOT_A_STUDENT = { code: 'validation_failed', details: [{ field: 'Student_ID' }] };

const test = waitingTest
  .extend('family', ({ api }) => makeFamily(api))
  /** The full lesson. */
  .extend('id', ({ booked }) => booked.lessonId)
  .extend('sibling', ({ api, family }) => addStudent(api, family));

type Viewer = Pick<Caller, 'readLesson'>;

async function seenBy(viewer: Viewer, id: string) {
  const { waiting, waitingStudents } = await viewer.readLesson(id);
  return { waiting, waitingStudents };
}

const positionOf = async (viewer: Viewer, id: string) =>
  (await viewer.readLesson(id)).waiting?.position ?? null;

async function countForTutor(api: TestApp, id: string) {
  const { body } = await (await makeAdmin(api)).call(endpoints.listAdminLessons);
  const lesson = body.lessons.find((each) => each.id === id);
  return [lesson?.bookedCount, lesson?.waitingCount];
}

describe('joining', () => {
  test('shows each family its own position', async ({ api, family, id }) => {
    const { status, body } = await family.tryToJoinWaitingList(id);
    expect([status, body]).toEqual([201, { success: true, waiting: { position: 1 } }]);
    const other = await makeFamily(api, 3);
    expect(await other.joinWaitingList(id)).toBe(2);
    const entry = { position: 2, Student_ID: other.studentId };
    expect(await seenBy(other, id)).toEqual({ waiting: entry, waitingStudents: [entry] });
    expect(await seenBy(await makeFamily(api), id)).toEqual({ waiting: null, waitingStudents: [] });
    expect(await countForTutor(api, id)).toEqual([1, 2]);
  });

  test('checks the reasons against it in order', async ({ api, family, booked, id }) => {
    const open = (await makeLesson(api)).id;
    for (const [who, lessonId, status, code] of [
      [family, newId(), 404, 'lesson_not_found'],
      [booked, id, 409, 'already_booked'],
      [family, open, 409, 'not_full'],
      [family, 'nonsense', 400, 'validation_failed'],
    ] as const) {
      const answer = await who.tryToJoinWaitingList(lessonId);
      expect([answer.status, codeOf(answer)]).toEqual([status, code]);
    }
    await family.joinWaitingList(id);
    expect((await family.tryToJoinWaitingList(id)).body).toMatchObject({
      code: 'already_waiting',
      error: 'You are already on the waiting list for this lesson.',
    });
    api.clock.set('2026-11-21T09:00:00Z');
    for (const who of [family, booked, await makeFamily(api)])
      expect(codeOf(await who.tryToJoinWaitingList(id))).toBe('lesson_started');
    const signedOut = await api.refused(endpoints.joinWaitingList, { params: { id }, body: {} });
    expect(signedOut.status).toBe(401);
  });

  test("requires one of the family's own students", async ({ api, family, id, sibling }) => {
    await giveCredits(api, family.id, 1);
    const stranger = await makeFamily(api);
    for (const studentId of [undefined, newId(), stranger.studentId]) {
      expect((await family.tryToJoinWaitingList(id, studentId)).body).toMatchObject(NOT_A_STUDENT);
      expect((await family.tryToLeaveWaitingList(id, studentId)).body).toMatchObject(NOT_A_STUDENT);
    }
    await stranger.joinWaitingList(id);
    await family.joinWaitingList(id, sibling);
    await family.joinWaitingList(id, family.studentId);
    const entries = [
      { position: 2, Student_ID: sibling },
      { position: 3, Student_ID: family.studentId },
    ];
    expect(await seenBy(family, id)).toEqual({ waiting: entries[0], waitingStudents: entries });
    expect((await stranger.tryToLeaveWaitingList(id, sibling)).status).toBe(400);
    expect(await positionOf(family, id)).toBe(2);
  });

  test('is for a student with the right to book', async ({ api, family, id, sibling }) => {
    await giveCredits(api, family.id, 1);
    const may = await addSignIn(api, family, sibling, true);
    const mayNot = await addSignIn(api, family, family.studentId);
    for (const call of ['tryToJoinWaitingList', 'tryToLeaveWaitingList'] as const) {
      expect((await mayNot[call](id)).status).toBe(403);
      expect((await may[call](id, family.studentId)).status).toBe(400);
    }
    await family.joinWaitingList(id, family.studentId);
    expect(await may.joinWaitingList(id)).toBe(2);
    expect((await seenBy(may, id)).waitingStudents).toEqual([{ position: 2, Student_ID: sibling }]);
    expect((await seenBy(mayNot, id)).waitingStudents).toEqual([
      { position: 1, Student_ID: family.studentId },
    ]);
    expect((await may.tryToLeaveWaitingList(id)).status).toBe(200);
    expect(await positionOf(may, id)).toBeNull();
  });
});

describe('leaving', () => {
  test('moves the others up, even when repeated', async ({ family, id, list }) => {
    await family.joinWaitingList(id);
    const other = await list.add();
    for (let n = 0; n < 2; n += 1)
      expect((await family.tryToLeaveWaitingList(id)).status).toBe(200);
    expect(await positionOf(other, id)).toBe(1);
    expect(await family.joinWaitingList(id)).toBe(2);
    expect(codeOf(await family.tryToLeaveWaitingList(newId()))).toBe('lesson_not_found');
  });

  test('follows the removal of a student or family', async ({ api, family, id, list, sibling }) => {
    await giveCredits(api, family.id, 2);
    const attended = await addStudent(api, family);
    await family.joinWaitingList(id, sibling);
    await family.joinWaitingList(id, attended);
    const other = await list.add();
    await family.book((await makeLesson(api, { Date: '2026-11-19' })).id, attended);
    api.clock.set('2026-11-20T09:00:00Z');
    // One student without a row left, and one whose lesson still counts.
    for (const studentId of [sibling, attended])
      await family.call(endpoints.removeStudent, { params: { id: studentId } });
    expect(await positionOf(other, id)).toBe(1);
    const partner = await addParent(api, other);
    await other.call(endpoints.deleteAccount, { body: { current_password: PASSWORD } });
    expect((await partner.refused(endpoints.verify)).status).toBe(401);
    expect(await list.waiting()).toEqual([]);
  });
});

describe('the waiting list of a lesson', () => {
  test('is emailed when it moves, not its name', async ({ api, tutor, family, id }) => {
    const signIn = await addSignIn(api, family, family.studentId);
    await family.joinWaitingList(id);
    await tutor.updateLesson(id, { Lesson_Name: 'Waves' });
    expect(await family.readEmails()).toEqual([]);
    await tutor.updateLesson(id, { Time: '10:00:00' });
    await tutor.updateLesson(id, { Date: '2026-11-22' });
    for (const person of [family, signIn]) {
      const emails = await person.readEmails();
      expect(kindsOf(emails)).toEqual(['Lesson changed', 'Lesson changed']);
      const text = emails[0]?.text;
      expect(text).toContain('Until now: Waves, Saturday 21 November 2026, 09:00 UK time.');
      expect(text).toContain('From now on: Waves, Saturday 21 November 2026, 10:00 UK time.');
      // The meeting link is only for families who booked.
      expect(text).not.toContain('meet.example.com');
    }
    expect(await positionOf(family, id)).toBe(1);
  });

  test('ends and is emailed when it is deleted', async ({ tutor, family, id, list }) => {
    await family.joinWaitingList(id);
    await tutor.deleteLesson(id);
    expect(kindsOf(await family.readEmails())).toEqual(['Lesson cancelled']);
    expect(await list.waiting()).toEqual([]);
  });

  test('is hidden from its start', async ({ api, family, id }) => {
    await family.joinWaitingList(id);
    api.clock.set('2026-11-21T08:59:59.999Z');
    expect(await positionOf(family, id)).toBe(1);
    expect(await countForTutor(api, id)).toEqual([1, 1]);
    api.clock.advance({ ms: 1 });
    expect(await seenBy(family, id)).toEqual({ waiting: null, waitingStudents: [] });
    expect(await countForTutor(api, id)).toEqual([1, 0]);
  });

  test('is swept from its start without an email', async ({ api, family, id, list }) => {
    await family.joinWaitingList(id);
    api.clock.set('2026-11-21T08:59:59.999Z');
    await endStartedWaitingLists(api.context(null));
    expect(await list.waiting()).toEqual([family.studentId]);
    api.clock.advance({ ms: 1 });
    await endStartedWaitingLists(api.context(null));
    expect(await list.waiting()).toEqual([]);
    expect(await family.readEmails()).toEqual([]);
  });

  test.for([
    ['kept when it is moved ahead', '2026-11-18T12:00:00Z', { Date: '2026-11-22' }, 1],
    [
      'ended without an email when it is moved after its start',
      '2026-11-21T09:30:00Z',
      { Date: '2026-11-28', Max_Students: 2 },
      0,
    ],
  ] as const)('is %s', async ([, now, changes, kept], { api, id, list }) => {
    const waiting = await list.add();
    api.clock.set(now);
    const { body } = await (await makeAdmin(api)).updateLesson(id, changes);
    expect(body.lesson.waitingCount).toBe(kept);
    expect(await list.waiting()).toHaveLength(kept);
    expect(await waiting.readEmails()).toHaveLength(kept);
  });

  test('outlives a slip into the past, corrected in ten minutes', async ({ api, id, list }) => {
    const first = await list.add();
    const second = await list.add();
    const { updateLesson } = await makeAdmin(api);
    const { body } = await updateLesson(id, { Date: '2025-11-21' });
    expect(body.lesson.waitingCount).toBe(0);
    api.clock.advance({ minutes: 9 });
    await endStartedWaitingLists(api.context(null));
    expect(await first.readEmails()).toEqual([]);
    await updateLesson(id, { Date: '2026-11-22' });
    expect(await list.waiting()).toEqual([first.studentId, second.studentId]);
    expect(await second.readEmails()).toHaveLength(1);
  });

  test('ends without an email ten minutes after a move to the past', async ({ api, id, list }) => {
    const waiting = await list.add();
    await (await makeAdmin(api)).updateLesson(id, { Date: '2026-11-17' });
    api.clock.advance({ minutes: 10, ms: -1 });
    await settleMoves(api.context(null));
    await endStartedWaitingLists(api.context(null));
    expect(await list.waiting()).toEqual([waiting.studentId]);
    api.clock.advance({ ms: 1 });
    await settleMoves(api.context(null));
    await endStartedWaitingLists(api.context(null));
    expect(await list.waiting()).toEqual([]);
    expect(await waiting.readEmails()).toEqual([]);
  });

  test('ends without an email when it is deleted after its start', async ({ api, id, list }) => {
    const waiting = await list.add();
    api.clock.set('2026-11-21T09:30:00Z');
    await (await makeAdmin(api)).deleteLesson(id);
    expect(await list.waiting()).toEqual([]);
    expect(await waiting.readEmails()).toEqual([]);
  });

  test("is part of the family's data export", async ({ family, id }) => {
    await family.joinWaitingList(id);
    const { data } = (await family.call(endpoints.exportData)).body;
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
});
