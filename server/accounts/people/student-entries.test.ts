// Waiting-list entries made by a student's own sign-in end when the right behind them ends.
import { describe, expect, inject } from 'vitest';

import type { BookingActor } from '../../booking/attending.ts';
import { joinWaitingList } from '../../lessons/waiting-list/join-waiting-list.ts';
import { changeStudent } from '../../people/student-rows.ts';
import { tryToRemoveStudent } from '../../testing/accounts/families.ts';
import { removeSignIn } from '../../testing/accounts/leaving.ts';
import { addSignIn, addStudent, makeFamily, makeLesson } from '../../testing/factories.ts';
import { attending, waitingStudentIds } from '../../testing/lessons/waiting-lists.ts';
import { lock, overlap } from '../../testing/races/locks.ts';
import { test as base } from '../../testing/test.ts';
import { updateStudent } from './students.ts';

const test = base
  /** A lesson whose only spot is taken until `cancel`. */
  .extend('full', async ({ api, db }) => {
    const { id } = await makeLesson(api, { Max_Students: 1 });
    const other = await makeFamily(api, 1);
    const bookingId = await other.book(id);
    return {
      id,
      cancel: () => other.tryToCancel(bookingId),
      waiting: () => waitingStudentIds(db, id),
      attending: () => attending(db, id),
    };
  })
  /** A student with the right to book; `join` is let in while the student has it. */
  .extend('sibling', async ({ api, family, full }) => {
    const id = await addStudent(api, family);
    const student: BookingActor = { familyId: family.id, student: { id, mayBook: true } };
    return {
      id,
      caller: await addSignIn(api, family, id, true),
      join: () => joinWaitingList(api.context(student), { lessonId: full.id }),
      changeRight: (may_book: boolean) => updateStudent(family.context(), id, { may_book }),
    };
  })
  .extend('endings', ({ family, sibling }) => ({
    'the right to book is taken away': () => sibling.changeRight(false),
    'the sign-in is removed': () => removeSignIn(family.context(), sibling.id),
    'the student is removed': () => tryToRemoveStudent(family, sibling.id),
  }));
test.override('settings', { credits: 3 });

const RIGHTS = ['the right to book is taken away', 'the sign-in is removed'] as const;

describe('an entry that a student joined alone', () => {
  test.for([...RIGHTS, 'the student is removed'] as const)(
    'ends when %s, and spends no credit',
    async (ending, { full, sibling, endings }) => {
      expect((await sibling.caller.tryToJoinWaitingList(full.id)).status).toBe(201);
      await endings[ending]();
      expect(await full.waiting()).toEqual([]);
      await full.cancel();
      expect(await full.attending()).toEqual([]);
    },
  );

  test('stays when the student is renamed', async ({ family, full, sibling }) => {
    await sibling.join();
    await updateStudent(family.context(), sibling.id, { Student_Name: 'Ada Sample' });
    await sibling.changeRight(true);
    expect(await full.waiting()).toEqual([sibling.id]);
  });

  test('belongs to a parent who joins again', async ({ family, full, sibling }) => {
    await sibling.join();
    await sibling.changeRight(false);
    expect((await family.tryToJoinWaitingList(full.id, sibling.id)).status).toBe(201);
    await sibling.changeRight(true);
    await sibling.changeRight(false);
    expect(await full.waiting()).toEqual([sibling.id]);
  });
});

test.for(RIGHTS)(
  'keeps an entry that a parent joined when %s',
  async (ending, { family, full, sibling, endings }) => {
    const ids = [sibling.id, family.studentId];
    for (const id of ids) await family.tryToJoinWaitingList(full.id, id);
    await endings[ending]();
    expect(await full.waiting()).toEqual(ids);
  },
);

test('keeps the entry of another student', async ({ api, family, full, sibling }) => {
  const first = await addSignIn(api, family, family.studentId, true);
  await first.tryToJoinWaitingList(full.id);
  await sibling.join();
  await sibling.changeRight(false);
  expect(await full.waiting()).toEqual([family.studentId]);
});

test('adds no entry while the right is revoked', async ({ full, sibling }) => {
  for (let round = 0; round < 8; round += 1) {
    const calls = [sibling.join, () => sibling.changeRight(false)];
    const begun = (round % 2 === 0 ? calls : calls.toReversed()).map((call) => call());
    for (const outcome of await Promise.allSettled<unknown>(begun))
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ code: 'forbidden' });
    expect(await full.waiting()).toEqual([]);
    await sibling.changeRight(true);
  }
});

// The embedded engine has one connection: nobody waits for a row.
if (inject('engine') === 'postgres')
  test('refuses a student whose right is being revoked', async ({ api, family, full, sibling }) => {
    // As updateStudent does, but without the commit.
    const revoke: Parameters<typeof overlap>[1] = async (work) => {
      await lock(work, { families: [family.id] });
      await changeStudent(work, { id: sibling.id, familyId: family.id }, { may_book: false });
    };
    const joining = overlap(api, revoke, sibling.join);
    await expect(joining).rejects.toMatchObject({ code: 'forbidden' });
    expect(await full.waiting()).toEqual([]);
  });
