// A student who is removed while joining a waiting list: no removed student waits, and no family is
// locked while a lesson is waited for.
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';

import { Refusal } from '../../domain/errors.ts';
import { joinWaitingList } from '../lessons/join-waiting-list.ts';
import { transact, type Work } from '../engine/context.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { begin, lock } from '../testing/begun.ts';
import type { TestFamily } from '../testing/caller.ts';
import { addStudent, makeBooking, makeFamily, makeLesson, parentOf } from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { expectWaiting, expectWaitingFor } from '../testing/waiting.ts';
import { removeStudent } from './students.ts';

let api: TestApp;
let family: TestFamily;
let siblingId: string;
beforeEach(async () => {
  api = await startTestApp();
  family = await makeFamily(api, 2);
  siblingId = await addStudent(api, family);
});
afterEach(async () => {
  expect(await brokenInvariants(api.database.db)).toEqual([]);
  await api.close();
});

async function makeFull(): Promise<string> {
  const { id } = await makeLesson(api, { Max_Students: 1 });
  await makeBooking(api, await makeFamily(api, 1), id);
  return id;
}

const join = (lessonId: string) =>
  joinWaitingList(api.context(parentOf(family)), { lessonId, studentId: siblingId });

const listWaiting = () =>
  api.database.db.selectFrom('waiting_list_entries').select('student_id').execute();

/** Throws if another transaction has locked the family. */
const takeFamily = ({ tx }: Work) =>
  sql`select id from families where id = ${family.id} for update nowait`.execute(tx);

test.each(['with a past lesson', 'who never had one'])(
  'leaves no entry of a student %s who is removed and joins at once',
  async (which) => {
    if (which === 'with a past lesson') {
      const past = await makeLesson(api, { Date: '2026-11-19' });
      await makeBooking(api, family, past.id, siblingId);
      api.clock.advance({ days: 2, hours: -2 });
    }
    const lessons = [await makeFull(), await makeFull(), await makeFull()];
    const outcomes = await Promise.allSettled([
      ...lessons.map(join),
      removeStudent(api.context(parentOf(family)), siblingId),
    ]);
    expect(outcomes.at(-1)?.status).toBe('fulfilled');
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(Refusal);
    expect(await listWaiting()).toEqual([]);
  },
);

// The embedded engine has one connection: nobody waits for a row.
if (inject('engine') === 'postgres') {
  /** Whether the family can be locked while `remove` waits for the lesson of a concurrent entry. */
  async function isFamilyFree(remove: () => Promise<void>): Promise<boolean> {
    const lessonId = await makeFull();
    const joining = await begin(api, async (work) => {
      await lock(work, { lessons: [lessonId], families: [family.id] });
      const entry = { lesson_id: lessonId, student_id: siblingId, family_id: family.id };
      await work.tx
        .insertInto('waiting_list_entries')
        .values({ ...entry, number: 1, joined_at: 0 })
        .execute();
    });
    const removed = remove();
    await expectWaiting(api.database.db, 1);
    const locking = begin(api, (work) => lock(work, { lessons: [lessonId] }));
    await expectWaiting(api.database.db, 2);
    await joining.end();
    const lesson = await locking;
    await expectWaitingFor(api.database.db, lesson.work.tx);
    const [taken] = await Promise.allSettled([takeFamily(lesson.work)]);
    await Promise.allSettled([lesson.end()]);
    await removed;
    return taken.status === 'fulfilled';
  }

  test('does not lock the family while a removal waits for the lesson of an entry', async () => {
    expect(await isFamilyFree(() => removeStudent(api.context(parentOf(family)), siblingId))).toBe(
      true,
    );
    expect(await listWaiting()).toEqual([]);
  });

  test('locks it with code that deletes entries without locking their lessons', async () => {
    const leave = () =>
      transact(api.context(null), async (work) => {
        await lock(work, { families: [family.id] });
        await work.tx
          .deleteFrom('waiting_list_entries')
          .where('student_id', '=', siblingId)
          .execute();
      });
    expect(await isFamilyFree(leave)).toBe(false);
  });
}
