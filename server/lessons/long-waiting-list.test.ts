// The waiting list of a lesson is limited: a transaction that frees a spot visits all entries while
// it locks the lesson.
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { Refusal } from '../../domain/errors.ts';
import { FAMILY_STUDENTS, MAX_WAITING } from '../../domain/limits.ts';
import { transact } from '../engine/context.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { TestFamily } from '../testing/caller.ts';
import { addStudent, makeBooking, makeFamily, makeLesson, parentOf } from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { joinWaitingList, leaveWaitingList } from './join-waiting-list.ts';

interface Member {
  readonly family: TestFamily;
  readonly studentId: string;
}

let api: TestApp;
/** The maximum length of a waiting list. */
const members: Member[] = [];
const LATE = 6;
/** One family each, without a credit. */
const late: Member[] = [];
let lessonId: string;
beforeAll(async () => {
  api = await startTestApp();
  while (members.length < MAX_WAITING) {
    const family = await makeFamily(api);
    members.push({ family, studentId: family.studentId });
    for (let n = 1; n < FAMILY_STUDENTS.max; n += 1)
      members.push({ family, studentId: await addStudent(api, family) });
  }
  for (let n = 0; n < LATE; n += 1) {
    const family = await makeFamily(api);
    late.push({ family, studentId: family.studentId });
  }
});
afterAll(() => api.close());
beforeEach(async () => {
  lessonId = (await makeLesson(api, { Max_Students: 1 })).id;
  await makeBooking(api, await makeFamily(api, 1), lessonId);
});
afterEach(async () => {
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

const enter = ({ family, studentId }: Member, number: number) => ({
  lesson_id: lessonId,
  student_id: studentId,
  family_id: family.id,
  number,
  joined_at: api.clock.now,
});

/** Adds this many students to the waiting list. */
const fill = (count: number) =>
  api.database.db
    .insertInto('waiting_list_entries')
    .values(members.slice(0, count).map((member, n) => enter(member, n + 1)))
    .execute();

const join = ({ family, studentId }: Member) =>
  joinWaitingList(api.context(parentOf(family)), { lessonId, studentId });

async function countWaiting(): Promise<number> {
  const { waiting } = await api.database.db
    .selectFrom('lessons')
    .select('waiting')
    .where('id', '=', lessonId)
    .executeTakeFirstOrThrow();
  return waiting;
}

test('refuses to join a full waiting list until one student has left', async () => {
  await fill(MAX_WAITING);
  const [one] = late;
  if (one === undefined) throw new Error('There is nobody to wait.');
  const ask = {
    token: one.family.token,
    params: { id: lessonId },
    body: { Student_ID: one.studentId },
  };
  const { status, body } = await api.refused(endpoints.joinWaitingList, ask);
  expect([status, body.code, body.error]).toEqual([
    409,
    'waiting_list_full',
    'The waiting list of this lesson is full. Please try another lesson.',
  ]);
  const [first] = members;
  if (first === undefined) throw new Error('Nobody waits.');
  await leaveWaitingList(api.context(parentOf(first.family)), {
    lessonId,
    studentId: first.studentId,
  });
  expect((await api.call(endpoints.joinWaitingList, ask)).body.waiting.position).toBe(MAX_WAITING);
});

test('accepts only as many concurrent joins as there are entries left', async () => {
  await fill(MAX_WAITING - 2);
  const outcomes = await Promise.allSettled(late.map(join));
  const refused = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  );
  expect(refused).toHaveLength(LATE - 2);
  for (const reason of refused) expect(reason).toMatchObject(new Refusal('waiting_list_full'));
  expect(await countWaiting()).toBe(MAX_WAITING);
});

// The embedded engine has one connection, so nothing runs between its reads and writes.
if (inject('engine') === 'postgres')
  test('control: code that counts entries without locking the lesson accepts too many', async () => {
    await fill(MAX_WAITING - 2);
    const looked = Promise.withResolvers<void>();
    let looking = LATE;
    const naive = (member: Member, position: number) =>
      transact(api.context(null), async ({ tx }) => {
        const count = await countWaiting();
        looking -= 1;
        if (looking === 0) looked.resolve();
        await looked.promise;
        if (count < MAX_WAITING)
          await tx
            .insertInto('waiting_list_entries')
            .values(enter(member, MAX_WAITING + position))
            .execute();
      });
    await Promise.all(late.map(naive));
    expect(await countWaiting()).toBeGreaterThan(MAX_WAITING);
  });
