// Waiting-list entries made by a student's own sign-in end when the right behind them ends.
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import type { Booker } from '../lessons/book.ts';
import { joinWaitingList } from '../lessons/join-waiting-list.ts';
import { changeStudent } from './student-rows.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { begin, lock } from '../testing/begun.ts';
import type { Caller, TestFamily } from '../testing/caller.ts';
import {
  addSignIn,
  addStudent,
  makeBooking,
  makeFamily,
  makeLesson,
  parentOf,
} from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { attending, waitingStudentIds, placeIn } from '../testing/waiting-lists.ts';
import { expectWaiting } from '../testing/waiting.ts';
import { removeSignIn, updateStudent } from './students.ts';

let api: TestApp;
/** The booking that takes the only spot of the lesson. */
let other: TestFamily;
let booking: string;
let lesson: string;
let family: TestFamily;
let siblingId: string;
let sibling: Caller;
beforeEach(async () => {
  api = await startTestApp();
  other = await makeFamily(api, 1);
  lesson = (await makeLesson(api, { Max_Students: 1 })).id;
  booking = await makeBooking(api, other, lesson);
  family = await makeFamily(api, 3);
  siblingId = await addStudent(api, family);
  sibling = await addSignIn(api, family, siblingId, true);
});
afterEach(async () => {
  expect(await brokenInvariants(api.database.db)).toEqual([]);
  await api.close();
});

const join = (who: Pick<Caller, 'token'>, Student_ID?: string) =>
  api.either(endpoints.joinWaitingList, placeIn(lesson, who, Student_ID));
const asParent = () => api.context(parentOf(family));
const changeRight = (may_book: boolean) => updateStudent(asParent(), siblingId, { may_book });
const waiting = () => waitingStudentIds(api.database.db, lesson);

const endings: readonly [what: string, end: () => Promise<unknown>][] = [
  ['the right to book is taken away', () => changeRight(false)],
  ['the sign-in is removed', () => removeSignIn(asParent(), siblingId)],
  [
    'the student is removed',
    () => api.call(endpoints.removeStudent, { token: family.token, params: { id: siblingId } }),
  ],
];

describe('an entry that a student joined alone', () => {
  test.each(endings)('ends when %s, and spends no credit', async (_, end) => {
    expect((await join(sibling)).status).toBe(201);
    await end();
    expect(await waiting()).toEqual([]);
    await api.call(endpoints.cancelBooking, { token: other.token, params: { bookingId: booking } });
    expect(await attending(api.database.db, lesson)).toEqual([]);
  });

  test('stays when the student is renamed, or may still book', async () => {
    await join(sibling);
    await updateStudent(asParent(), siblingId, { Student_Name: 'Ada Sample' });
    await changeRight(true);
    expect(await waiting()).toEqual([siblingId]);
  });

  test('can be joined again by a parent, and then belongs to the parent', async () => {
    await join(sibling);
    await changeRight(false);
    expect((await join(family, siblingId)).status).toBe(201);
    await changeRight(true);
    await changeRight(false);
    expect(await waiting()).toEqual([siblingId]);
  });
});

test.each(endings.slice(0, 2))('keeps an entry that a parent joined when %s', async (_, end) => {
  await join(family, siblingId);
  await join(family, family.studentId);
  await end();
  expect(await waiting()).toEqual([siblingId, family.studentId]);
});

test('keeps the entry of another student', async () => {
  const first = await addSignIn(api, family, family.studentId, true);
  await join(first);
  await join(sibling);
  await changeRight(false);
  expect(await waiting()).toEqual([family.studentId]);
});

/** The student's actor when the call is let in: still with the right to book. */
const asStudent = () =>
  api.context({ familyId: family.id, student: { id: siblingId, mayBook: true } } satisfies Booker);

test('adds no entry for a student who joins while the right is revoked', async () => {
  for (let round = 0; round < 8; round += 1) {
    const calls = [
      () => joinWaitingList(asStudent(), { lessonId: lesson }),
      () => changeRight(false),
    ];
    const begun = (round % 2 === 0 ? calls : calls.toReversed()).map((call) => call());
    const outcomes = await Promise.allSettled<unknown>(begun);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ code: 'forbidden' });
    expect(await waiting()).toEqual([]);
    await changeRight(true);
  }
});

// The embedded engine has one connection: nobody waits for a row.
if (inject('engine') === 'postgres')
  test('refuses a student whose right is revoked after the lesson is locked', async () => {
    // As updateStudent does, but without the commit.
    const taking = await begin(api, async (work) => {
      await lock(work, { families: [family.id] });
      await changeStudent(work.tx, { id: siblingId, familyId: family.id }, { may_book: false });
    });
    const joining = Promise.allSettled([joinWaitingList(asStudent(), { lessonId: lesson })]);
    await expectWaiting(api.database.db, 1);
    await taking.end();
    expect(await joining).toMatchObject([{ status: 'rejected', reason: { code: 'forbidden' } }]);
    expect(await waiting()).toEqual([]);
  });
