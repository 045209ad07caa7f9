// The limits of a waiting list: how many students of a family may wait without a credit, and who
// is replaced when the list is full. A transaction that frees a spot visits all entries while it
// locks the lesson.
import { describe, expect, inject } from 'vitest';

import { FREE_LESSON_REASON } from '../../../domain/enquiries/free-lesson.ts';
import { Refusal } from '../../../domain/errors.ts';
import { MAX_WAITING } from '../../../domain/lessons/waiting.ts';
import { FAMILY_STUDENTS } from '../../../domain/people/student-rules.ts';
import { changeCredits } from '../../credits/ledger.ts';
import { transact } from '../../engine/context.ts';
import type { TestApp } from '../../testing/app.ts';
import { kindsOf } from '../../testing/emails.ts';
import {
  addSignIn,
  addStudent,
  giveCredits,
  makeFamilies,
  makeFamily,
  makeLesson,
} from '../../testing/factories.ts';
import { fillWaitingList, waitingTest } from '../../testing/lessons/waiting-lists.ts';
import { lock, overlap } from '../../testing/races/locks.ts';
import { race } from '../../testing/races/races.ts';
import { codeOf } from '../../testing/test.ts';
import { joinWaitingList } from './join-waiting-list.ts';

const test = waitingTest.extend('id', ({ booked }) => booked.lessonId);

describe('a family without a credit', () => {
  test('has one entry per lesson, whoever joins', async ({ api, id, list }) => {
    const family = await makeFamily(api);
    const siblingId = await addStudent(api, family);
    const sibling = await addSignIn(api, family, siblingId, true);
    await family.joinWaitingList(id, family.studentId);
    for (const answer of [
      await family.tryToJoinWaitingList(id, siblingId),
      await sibling.tryToJoinWaitingList(id),
    ])
      expect(answer.body).toMatchObject({
        code: 'insufficient_credits',
        error:
          'Without a credit, one student of a family can wait for a lesson. Buy a credit to add another student.',
      });
    expect(await list.waiting()).toEqual([family.studentId]);
  });

  test('has one entry when all of its students join at once', async ({ api, id, list }) => {
    const family = await makeFamily(api);
    const siblings = [await addStudent(api, family), await addStudent(api, family)];
    await Promise.allSettled(
      [family.studentId, ...siblings].map((studentId) =>
        joinWaitingList(family.context(), { lessonId: id, studentId }),
      ),
    );
    expect(await list.waiting()).toHaveLength(1);
  });

  test('may wait elsewhere too, and may replace its student', async ({ api, id }) => {
    const family = await makeFamily(api);
    const siblingId = await addStudent(api, family);
    const other = (await makeLesson(api, { Date: '2026-11-28', Max_Students: 1 })).id;
    await (await makeFamily(api, 1)).book(other);
    await family.joinWaitingList(id, family.studentId);
    await family.joinWaitingList(other, siblingId);
    await family.tryToLeaveWaitingList(id, family.studentId);
    await family.joinWaitingList(id, siblingId);
  });
});

test('a family with a credit has an entry for each of its students', async ({ api, id }) => {
  const family = await makeFamily(api, 1);
  const siblingId = await addStudent(api, family);
  for (const studentId of [family.studentId, siblingId])
    await family.joinWaitingList(id, studentId);
});

describe('a full waiting list', () => {
  const FAMILIES = Math.ceil(MAX_WAITING / FAMILY_STUDENTS.max);

  test('replaces the last student without a credit', async ({ api, id, list }) => {
    const [last, before] = (await fillWaitingList(api, id)).toReversed();
    if (last === undefined || before === undefined) expect.unreachable();
    const lastId = (await list.waiting()).at(-1) ?? '';
    const signIn = await addSignIn(api, last, lastId);
    await giveCredits(api, before.id, 1);
    const family = await makeFamily(api, 1);
    expect(await family.joinWaitingList(id)).toBe(MAX_WAITING);
    const waiting = await list.waiting();
    expect(waiting).toHaveLength(MAX_WAITING);
    expect(waiting).not.toContain(lastId);
    expect(waiting.at(-1)).toBe(family.studentId);
    const [email, ...more] = await last.readEmails();
    expect(more).toEqual([]);
    expect(email?.subject).toBe(
      'Waiting list full: Sat 21 Nov at 09:00 UK time, Forces and motion',
    );
    expect(email?.text).toContain('Families with a credit come first');
    expect(email?.text).toContain(`/user-home?week=2026-11-16&lesson=${id}`);
    const toStudent = await signIn.readEmails();
    expect(kindsOf(toStudent)).toEqual(['Waiting list full']);
    expect(toStudent[0]?.text).not.toContain('credit');
    expect(await before.readEmails()).toEqual([]);
  });

  test('replaces families with only the credit of a free lesson', async ({ api, id, list }) => {
    const giveFree = (familyId: string) =>
      transact(api.context(null), (work) =>
        changeCredits(work, {
          familyId,
          amount: 1,
          kind: 'adjustment',
          reason: FREE_LESSON_REASON,
        }),
      );
    for (const { id: familyId } of await fillWaitingList(api, id)) await giveFree(familyId);
    const free = await makeFamily(api);
    await giveFree(free.id);
    expect(codeOf(await free.tryToJoinWaitingList(id))).toBe('waiting_list_full');
    const family = await makeFamily(api, 1);
    expect(await family.joinWaitingList(id)).toBe(MAX_WAITING);
    expect((await list.waiting()).at(-1)).toBe(family.studentId);
  });

  test('refuses a family that may replace nobody', async ({ api, id, list }) => {
    const families = await fillWaitingList(api, id, { paying: FAMILIES - 1 });
    const poor = await makeFamily(api);
    expect(codeOf(await poor.tryToJoinWaitingList(id))).toBe('waiting_list_full');
    await giveCredits(api, families.at(-1)?.id ?? '', 1);
    const before = await list.waiting();
    const rich = await makeFamily(api, 1);
    expect(codeOf(await rich.tryToJoinWaitingList(id))).toBe('waiting_list_full');
    expect(await list.waiting()).toEqual(before);
  });

  test('refuses to join until one student has left', async ({ api, id }) => {
    const [first] = await fillWaitingList(api, id);
    const family = await makeFamily(api);
    const answer = await family.tryToJoinWaitingList(id);
    expect([answer.status, answer.body]).toMatchObject([
      409,
      {
        code: 'waiting_list_full',
        error: 'The waiting list of this lesson is full. Please try another lesson.',
      },
    ]);
    await first?.tryToLeaveWaitingList(id, first.studentId);
    expect(await family.joinWaitingList(id)).toBe(MAX_WAITING);
  });

  // The embedded engine has one connection, so nothing runs between its reads and writes.
  test.runIf(inject('engine') === 'postgres')(
    'does not replace a family that buys a credit at the same time',
    async ({ api, id, list }) => {
      const last = (await fillWaitingList(api, id, { paying: FAMILIES - 1 })).at(-1);
      const familyId = last?.id ?? '';
      const before = await list.waiting();
      const family = await makeFamily(api, 1);
      const joining = overlap(
        api,
        (work) => lock(work, { families: [familyId] }),
        () => joinWaitingList(family.context(), { lessonId: id }),
        (work) => changeCredits(work, { familyId, amount: 1, kind: 'adjustment' }),
      );
      await expect(joining).rejects.toMatchObject({ code: 'waiting_list_full' });
      expect(await list.waiting()).toEqual(before);
    },
  );
});

async function countWaiting({ database: { db } }: TestApp, id: string): Promise<number> {
  const lesson = db.selectFrom('lessons').select('waiting').where('id', '=', id);
  return (await lesson.executeTakeFirstOrThrow()).waiting;
}

race({
  title: 'accepts only as many concurrent joins as there are entries left',
  setup: async ({ api }) => {
    const { id } = await makeLesson(api, { Max_Students: 1 });
    await (await makeFamily(api, 1)).book(id);
    await fillWaitingList(api, id, { count: MAX_WAITING - 2 });
    return { id, families: await makeFamilies(api, 6) };
  },
  actors: ({ id, families }) =>
    families.map((family) => () => joinWaitingList(family.context(), { lessonId: id })),
  invariant: async ({ api, id, outcomes }) => {
    expect(outcomes.toSorted()).toEqual(['done', 'done', ...Array(4).fill('waiting_list_full')]);
    expect(await countWaiting(api, id)).toBe(MAX_WAITING);
  },
  naive: {
    only: 'postgres',
    actors: ({ api, id, families }) =>
      families.map(({ id: family_id, studentId: student_id }, n) => () => {
        return transact(api.context(null), async ({ tx }) => {
          if ((await countWaiting(api, id)) >= MAX_WAITING) throw new Refusal('waiting_list_full');
          await tx
            .insertInto('waiting_list_entries')
            .values({
              lesson_id: id,
              student_id,
              family_id,
              number: MAX_WAITING + n,
              joined_at: 0,
            })
            .execute();
        });
      }),
  },
});
