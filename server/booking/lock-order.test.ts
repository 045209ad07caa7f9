// Lessons are locked before families, even by calls that find a lesson late, so that nobody waits
// for a family that waits itself. No removed student waits for a lesson.
import { sql } from 'kysely';
import { describe, expect, inject } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { Refusal } from '../../domain/errors.ts';
import { transact, type Work } from '../engine/context.ts';
import { bookLesson } from '../lessons/bookings/book.ts';
import { joinWaitingList } from '../lessons/waiting-list/join-waiting-list.ts';
import { createPayment } from '../payments/checkout/create-payment.ts';
import { applySession } from '../payments/payments.ts';
import { removeStudent, eraseFamily } from '../testing/accounts/leaving.ts';
import { addStudent, makeFamily, makeLesson, provenParent } from '../testing/factories.ts';
import { begin, expectWaiting, expectWaitingFor, lock } from '../testing/races/locks.ts';
import { test as base } from '../testing/test.ts';
import { chooseAttending } from './attending.ts';
import { familyOf, requireLesson, withLocks } from './locks.ts';
import { bookSpot } from './spots.ts';

type Act = () => Promise<unknown>;
type Step = (work: Work) => Promise<unknown>;

/** A family with a second student, who joins, books and is removed. */
const test = base.extend('scene', async ({ api, db, family }) => {
  const studentId = await addStudent(api, family);
  const { promise: lessonIsLocked, resolve: tellLocked } = Promise.withResolvers<void>();
  /** Throws if another transaction has locked the family. */
  const takeFamily = ({ tx }: Work) =>
    sql`select id from families where id = ${family.id} for update nowait`.execute(tx);
  return {
    studentId,
    takeFamily,
    /** When `isFree` has locked the lesson for which its act shall wait. */
    lessonIsLocked,
    book: (lessonId: string) => bookLesson(family.context(), { lessonId, studentId }),
    join: (lessonId: string) => joinWaitingList(family.context(), { lessonId, studentId }),
    remove: () => removeStudent(family.context(), studentId),
    listEntries: () => db.selectFrom('waiting_list_entries').select('student_id').execute(),
    async makeFull() {
      const { id } = await makeLesson(api, { Max_Students: 1 });
      await (await makeFamily(api, 1)).book(id);
      return id;
    },
    /** Books the lesson in an open transaction. */
    bookIn: (lessonId: string) => (work: Work) =>
      withLocks(work, { lessons: [lessonId], families: [family.id] }, async (locks) => {
        const requested = { familyId: family.id, ownStudent: null, studentId };
        await bookSpot(work, {
          paidBy: 'credit',
          lesson: requireLesson(locks, lessonId),
          family: familyOf(locks, family.id),
          attending: await chooseAttending(work.tx, requested),
        });
      }),
    /** Joins the waiting list in an open transaction. */
    joinIn: (lessonId: string) => async (work: Work) => {
      await lock(work, { lessons: [lessonId], families: [family.id] });
      const entry = { lesson_id: lessonId, student_id: studentId, family_id: family.id };
      await work.tx
        .insertInto('waiting_list_entries')
        .values({ ...entry, number: 1, joined_at: 0 })
        .execute();
    },
    /**
     * Whether the family can be locked while `act` waits for the lesson, which `enter` needs. On a
     * busy machine the act may get the lesson first: then it is over, and nobody waits.
     */
    async isFree(lessonId: string, [act, enter]: [Act, Step]) {
      const entering = await begin(api, enter);
      let isOver = false;
      const acting = act().finally(() => (isOver = true));
      await expectWaiting(db, 1);
      const locking = begin(api, (work) => lock(work, { lessons: [lessonId] }));
      await expectWaiting(db, 2);
      await entering.end();
      const lesson = await locking;
      tellLocked();
      await expectWaitingFor(db, lesson.work.tx, () => isOver);
      const [taken] = await Promise.allSettled([takeFamily(lesson.work)]);
      await Promise.allSettled([lesson.end()]);
      await acting;
      return taken.status === 'fulfilled';
    },
  };
});
test.override('settings', { credits: 2 });

test.for(['with a past lesson', 'who never had one'])(
  'leaves no entry of a student %s who is removed and joins at once',
  async (which, { api, family, scene }) => {
    if (which === 'with a past lesson') {
      await family.book((await makeLesson(api, { Date: '2026-11-19' })).id, scene.studentId);
      api.clock.advance({ days: 2, hours: -2 });
    }
    const lessons = [await scene.makeFull(), await scene.makeFull(), await scene.makeFull()];
    const outcomes = await Promise.allSettled([...lessons.map(scene.join), scene.remove()]);
    expect(outcomes.at(-1)?.status).toBe('fulfilled');
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(Refusal);
    expect(await scene.listEntries()).toEqual([]);
  },
);

// The embedded engine has one connection: nobody waits for a row.
if (inject('engine') === 'postgres')
  describe('the lock of a family', () => {
    test('is free as a deletion waits for a booked lesson', async ({ family, lesson, scene }) => {
      const proven = provenParent(family);
      const leave = () => eraseFamily(family.context(), proven);
      expect(await scene.isFree(lesson.id, [leave, scene.bookIn(lesson.id)])).toBe(true);
    });

    test('is free while a removal waits for the lesson of an entry', async ({ scene }) => {
      const id = await scene.makeFull();
      expect(await scene.isFree(id, [scene.remove, scene.joinIn(id)])).toBe(true);
      expect(await scene.listEntries()).toEqual([]);
    });

    test('is taken by code that ignores lessons of entries', async ({ api, family, scene }) => {
      const remove = () =>
        transact(api.context(null), async (work) => {
          await lock(work, { families: [family.id] });
          await scene.lessonIsLocked;
          await work.tx
            .deleteFrom('waiting_list_entries')
            .where('student_id', '=', scene.studentId)
            .execute();
        });
      const id = await scene.makeFull();
      expect(await scene.isFree(id, [remove, scene.joinIn(id)])).toBe(false);
    });

    test('is free as a payment waits for lessons', async ({ api, db, family, lesson, scene }) => {
      const requested = { familyId: family.id, ownStudent: null, studentId: family.studentId };
      const { id, amount, currency } = await createPayment(
        family.context(),
        { credits: 1, amount: 3000, currency: 'gbp' },
        { lessonIds: [lesson.id], requested },
      );
      const busy = await begin(api, (work) => lock(work, { lessons: [lesson.id] }));
      const session = { sessionId: `cs_${id}`, paymentId: id, paymentIntent: `pi_${id}` };
      const paid = { ...session, amount, currency, outcome: 'paid' } as const;
      const applied = applySession(api.context(null), paid);
      await expectWaiting(db, 1);
      await scene.takeFamily(busy.work);
      await busy.end();
      expect(await applied).toBe(true);
    });
  });
else
  test('deletes a family that books at the same time', async ({ family, tutor, lesson, scene }) => {
    const booked = scene.book(lesson.id);
    await eraseFamily(family.context(), provenParent(family));
    await Promise.allSettled([booked]);
    const { lessons } = (await tutor.call(endpoints.listAdminLessons)).body;
    expect(lessons).toMatchObject([{ id: lesson.id, bookedCount: 0 }]);
  });
