// Credits and waiting lists: how many students of a family may wait, and who is replaced when the
// list is full.
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { FAMILY_STUDENTS, MAX_WAITING } from '../../domain/limits.ts';
import { changeCredits } from '../credits/ledger.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { begin, lock } from '../testing/begun.ts';
import type { Caller, TestFamily } from '../testing/caller.ts';
import {
  addSignIn,
  addStudent,
  giveCredits,
  makeBooking,
  makeFamily,
  makeLesson,
  parentOf,
} from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { waitingStudentIds, placeIn } from '../testing/waiting-lists.ts';
import { kindsOf, readEmails } from '../testing/emails.ts';
import { expectWaiting } from '../testing/waiting.ts';
import { joinWaitingList } from './join-waiting-list.ts';

let api: TestApp;
/** Full: its only spot is taken. */
let lesson: string;
beforeEach(async () => {
  api = await startTestApp();
  lesson = (await makeLesson(api, { Max_Students: 1 })).id;
  await makeBooking(api, await makeFamily(api, 1), lesson);
});
afterEach(async () => {
  expect(await brokenInvariants(api.database.db)).toEqual([]);
  await api.close();
});

const join = (who: Pick<Caller, 'token'>, Student_ID?: string) =>
  api.either(endpoints.joinWaitingList, placeIn(lesson, who, Student_ID));
const waiting = () => waitingStudentIds(api.database.db, lesson);

describe('a family without a credit', () => {
  test('has one entry per lesson, whichever member joins', async () => {
    const family = await makeFamily(api);
    const siblingId = await addStudent(api, family);
    const sibling = await addSignIn(api, family, siblingId, true);
    expect((await join(family, family.studentId)).status).toBe(201);
    for (const [who, id] of [
      [family, siblingId],
      [sibling, undefined],
    ] as const)
      expect((await join(who, id)).body).toMatchObject({
        code: 'insufficient_credits',
        error:
          'Without a credit, one student of a family can wait for a lesson. Buy a credit to add another student.',
      });
    expect(await waiting()).toEqual([family.studentId]);
  });

  test('has one entry when all of its students join at once', async () => {
    const family = await makeFamily(api);
    const students = [
      family.studentId,
      await addStudent(api, family),
      await addStudent(api, family),
    ];
    await Promise.allSettled(
      students.map((studentId) =>
        joinWaitingList(api.context(parentOf(family)), { lessonId: lesson, studentId }),
      ),
    );
    expect(await waiting()).toHaveLength(1);
  });

  test('may wait in another lesson too, and may replace its first student by another', async () => {
    const family = await makeFamily(api);
    const siblingId = await addStudent(api, family);
    const other = (await makeLesson(api, { Date: '2026-11-28', Max_Students: 1 })).id;
    await makeBooking(api, await makeFamily(api, 1), other);
    await join(family, family.studentId);
    const { status } = await api.either(
      endpoints.joinWaitingList,
      placeIn(other, family, siblingId),
    );
    expect(status).toBe(201);
    await api.call(endpoints.leaveWaitingList, placeIn(lesson, family, family.studentId));
    expect((await join(family, siblingId)).status).toBe(201);
  });
});

test('a family with a credit has an entry for each of its students', async () => {
  const family = await makeFamily(api, 1);
  const siblingId = await addStudent(api, family);
  for (const id of [family.studentId, siblingId]) expect((await join(family, id)).status).toBe(201);
});

describe('a full waiting list', () => {
  /**
   * Fills the list with families of six students each and returns them. The first `paying` families
   * have a credit.
   */
  async function fill(paying: number): Promise<TestFamily[]> {
    const families: TestFamily[] = [];
    let number = 0;
    while (number < MAX_WAITING) {
      const family = await makeFamily(api, families.length < paying ? 1 : 0);
      families.push(family);
      const students = [family.studentId];
      while (students.length < FAMILY_STUDENTS.max) students.push(await addStudent(api, family));
      for (const student_id of students.slice(0, MAX_WAITING - number)) {
        number += 1;
        await api.database.db
          .insertInto('waiting_list_entries')
          .values({ lesson_id: lesson, student_id, family_id: family.id, number, joined_at: 0 })
          .execute();
      }
    }
    return families;
  }
  const ALL = Math.ceil(MAX_WAITING / FAMILY_STUDENTS.max);

  test('replaces the last student without a credit by one with a credit, and emails the replaced family', async () => {
    const families = await fill(0);
    const [last, before] = families.toReversed();
    if (last === undefined || before === undefined) expect.unreachable();
    const lastId = (await waiting()).at(-1);
    const signIn = await addSignIn(api, last, lastId ?? '');
    await giveCredits(api, before.id, 1);
    const family = await makeFamily(api, 1);
    const { status, body } = await join(family);
    expect([status, body]).toMatchObject([201, { waiting: { position: MAX_WAITING } }]);
    expect(await waiting()).toHaveLength(MAX_WAITING);
    expect(await waiting()).not.toContain(lastId);
    expect((await waiting()).at(-1)).toBe(family.studentId);
    const [message, ...more] = await readEmails(api, last.email);
    expect(more).toEqual([]);
    expect(message?.subject).toBe(
      'Waiting list full: Forces and motion, Saturday 21 November 2026 at 09:00 UK time',
    );
    expect(message?.text).toContain('families with a credit come first');
    expect(message?.text).toContain(`/user-home?week=2026-11-16&lesson=${lesson}`);
    const [toStudent] = await readEmails(api, signIn.email);
    expect(kindsOf(toStudent === undefined ? [] : [toStudent])).toEqual(['Waiting list full']);
    expect(toStudent?.text).not.toContain('credit');
    expect(await readEmails(api, before.email)).toEqual([]);
  });

  test('refuses a family without a credit, and one with a credit when all others have one', async () => {
    await fill(ALL - 1);
    expect((await join(await makeFamily(api))).body).toMatchObject({ code: 'waiting_list_full' });
    const [lastId] = (await waiting()).toReversed();
    const entry = await api.database.db
      .selectFrom('waiting_list_entries')
      .select('family_id')
      .where('student_id', '=', lastId ?? '')
      .executeTakeFirstOrThrow();
    await giveCredits(api, entry.family_id, 1);
    const before = await waiting();
    expect((await join(await makeFamily(api, 1))).body).toMatchObject({
      code: 'waiting_list_full',
    });
    expect(await waiting()).toEqual(before);
  });

  // The embedded engine has one connection, so nothing runs between its reads and writes.
  if (inject('engine') === 'postgres')
    test('does not replace a family that buys a credit at the same time', async () => {
      const families = await fill(ALL - 1);
      const last = families.at(-1);
      if (last === undefined) expect.unreachable();
      const before = await waiting();
      const family = await makeFamily(api, 1);
      const buying = await begin(api, (work) => lock(work, { families: [last.id] }));
      const joining = Promise.allSettled([
        joinWaitingList(api.context(parentOf(family)), { lessonId: lesson }),
      ]);
      await expectWaiting(api.database.db, 1);
      await changeCredits(buying.work, { familyId: last.id, amount: 1, kind: 'adjustment' });
      await buying.end();
      expect(await joining).toMatchObject([
        { status: 'rejected', reason: { code: 'waiting_list_full' } },
      ]);
      expect(await waiting()).toEqual(before);
    });
});
