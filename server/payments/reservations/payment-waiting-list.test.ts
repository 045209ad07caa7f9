// A spot that was reserved while a family paid goes to the waiting list once it is released.
import { describe, expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { changeSpots } from '../../booking/change-spots.ts';
import { recordOpened } from '../../booking/locks.ts';
import { expireReservations } from '../../booking/reservations.ts';
import { transact } from '../../engine/context.ts';
import { bookLesson, bookSeveral } from '../../lessons/bookings/book.ts';
import { moveBooking } from '../../lessons/bookings/move.ts';
import { joinWaitingList, leaveWaitingList } from '../../lessons/waiting-list/join-waiting-list.ts';
import type { TestApp } from '../../testing/app.ts';
import type { TestFamily } from '../../testing/caller.ts';
import { giveCredits, makeFamily, makeLesson, PASSWORD } from '../../testing/factories.ts';
import { attending } from '../../testing/lessons/waiting-lists.ts';
import {
  payBefore,
  startPayment,
  reportRefunded,
  reportPayment,
} from '../../testing/payments/without-provider.ts';
import { test as base } from '../../testing/test.ts';
import { releaseReservationOfPayment } from '../payments.ts';
import { expirePayment, listOverdue } from '../pending/overdue.ts';

const join = (family: TestFamily, lessonId: string) =>
  joinWaitingList(family.context(), { lessonId });

/** A family pays for the lesson's only spot. Only the first on its waiting list has a credit. */
async function makeScene(api: TestApp) {
  const payer = await makeFamily(api);
  const lesson = (await makeLesson(api, { Max_Students: 1 })).id;
  const payment = await startPayment(payer.context(), [lesson]);
  const first = await makeFamily(api, 1);
  await join(first, lesson);
  return { api, lesson, payer, payment, first };
}
type Scene = Awaited<ReturnType<typeof makeScene>>;

const test = base
  .extend('scene', ({ api }) => makeScene(api))
  /** The students with a spot, in the order of booking. */
  .extend('booked', ({ scene }) => {
    return () => attending(scene.api.database.db, scene.lesson);
  })
  .extend('expire', ({ api }) => {
    return () => expireReservations(api.context(null));
  });

const newLesson = async ({ api }: Scene) => (await makeLesson(api)).id;

test('a reserved lesson has a waiting list, for other students', async ({ scene, booked }) => {
  const { api, payer, lesson, payment } = scene;
  await expect(join(payer, lesson)).rejects.toMatchObject({ code: 'not_full' });
  await reportPayment(api.context(null), payment);
  expect(await booked()).toEqual([payer.studentId]);
});

const ends: Record<string, (scene: Scene) => unknown> = {
  expires: ({ api }) => api.clock.advance({ minutes: 36 }),
  'belongs to a failed payment': ({ api, payment }) =>
    reportPayment(api.context(null), payment, 'failed'),
  'belongs to an expired one': ({ api, payment }) =>
    reportPayment(api.context(null), payment, 'expired'),
  'belongs to a wrong amount': ({ api, payment }) =>
    reportPayment(api.context(null), payment, 'paid', 1),
  'is abandoned': ({ api, payment }) =>
    releaseReservationOfPayment(api.context(null), 'id', payment.id),
  'belongs to a payment unknown to the provider': async ({ api, payment }) => {
    const [overdue] = await listOverdue({ ...api.context(null), now: payment.expiresAt });
    if (overdue === undefined) expect.unreachable();
    await expirePayment(api.context(null), overdue);
  },
  'is replaced by another': async (scene) =>
    startPayment(scene.payer.context(), [await newLesson(scene)]),
  'belongs to a deleted family': ({ payer }) =>
    payer.call(endpoints.deleteAccount, { body: { current_password: PASSWORD } }),
};

/** Ends a reservation of two lessons. */
const endsOfTwo: Record<string, (scene: Pick<Scene, 'api' | 'payer' | 'payment'>) => unknown> = {
  'is abandoned': ({ api, payment }) =>
    releaseReservationOfPayment(api.context(null), 'id', payment.id),
  'belongs to a failed payment': ({ api, payment }) =>
    reportPayment(api.context(null), payment, 'failed'),
  'belongs to a deleted family': ({ payer }) =>
    payer.call(endpoints.deleteAccount, { body: { current_password: PASSWORD } }),
};

test.for(Object.entries(endsOfTwo))(
  'a reservation of two lessons that %s gives both to a family with two credits',
  async ([, end], { api, db }) => {
    const payer = await makeFamily(api);
    const lessons = [
      (await makeLesson(api, { Max_Students: 1 })).id,
      (await makeLesson(api, { Max_Students: 1, Date: '2026-11-28' })).id,
    ] as const;
    const payment = await startPayment(payer.context(), lessons);
    const [first, second] = [await makeFamily(api, 2), await makeFamily(api, 1)];
    for (const lesson of lessons) await join(first, lesson);
    await join(second, lessons[1]);
    await end({ api, payer, payment });
    for (const lesson of lessons) expect(await attending(db, lesson)).toEqual([first.studentId]);
    const waiting = await db.selectFrom('waiting_list_entries').selectAll().execute();
    expect(waiting).toMatchObject([{ student_id: second.studentId, passed_over_at: null }]);
  },
);

test.for(Object.entries(ends))(
  'a spot that %s goes to the first on the waiting list',
  async ([, end], { scene, booked, expire }) => {
    await end(scene);
    await expire();
    expect(await booked()).toEqual([scene.first.studentId]);
  },
);

test('an expired spot goes to the waiting list before others', async ({ scene, booked }) => {
  const { api, lesson, first } = scene;
  const other = await makeFamily(api, 1);
  api.clock.advance({ minutes: 36 });
  const { body } = await other.tryToBook(lesson);
  expect(body).toMatchObject({ code: 'lesson_full' });
  expect(await booked()).toEqual([first.studentId]);
  expect(await join(other, lesson)).toEqual({ waiting: { position: 1 } });
});

describe('an expired reservation', () => {
  const waysIn: Record<string, (scene: Scene) => Promise<unknown>> = {
    'books the lesson': ({ payer, lesson }) => bookLesson(payer.context(), { lessonId: lesson }),
    'books it with others': ({ payer, lesson }) =>
      bookSeveral(payer.context(), { lessonIds: [lesson] }),
    'moves a booking there': async (scene) => {
      const bookingId = await scene.payer.book(await newLesson(scene));
      return moveBooking(scene.payer.context(), { bookingId, lessonId: scene.lesson });
    },
    'starts another checkout': ({ payer, lesson }) => startPayment(payer.context(), [lesson]),
    'starts a checkout for it and another lesson': async (scene) =>
      startPayment(scene.payer.context(), [await newLesson(scene), scene.lesson]),
  };

  test.for(Object.entries(waysIn))(
    'gives a family that %s no priority over the waiting list',
    async ([, take], { scene, booked }) => {
      await giveCredits(scene.api, scene.payer.id, 2);
      scene.api.clock.advance({ minutes: 36 });
      await expect(take(scene)).rejects.toMatchObject({ code: 'lesson_full' });
      expect(await booked()).toEqual([scene.first.studentId]);
    },
  );

  test.for(Object.entries(waysIn))(
    'leaves its spot to a family that %s when nobody waits',
    async ([, take], { scene, expire }) => {
      const { api, first, payer, lesson } = scene;
      await leaveWaitingList(first.context(), { lessonId: lesson });
      await giveCredits(api, payer.id, 2);
      api.clock.advance({ minutes: 36 });
      await take(scene);
      await expire();
      expect((await (await makeFamily(api)).readLesson(lesson)).availableSpots).toBe(0);
    },
  );

  test('gives a late payment no priority', async ({ scene, booked }) => {
    scene.api.clock.advance({ minutes: 36 });
    await reportPayment(scene.api.context(null), scene.payment);
    expect(await booked()).toEqual([scene.first.studentId]);
  });

  test('outlives another spot from the waiting list', async ({ scene, booked, expire }) => {
    const { api, payer, lesson, first } = scene;
    const last = await makeFamily(api, 1);
    await giveCredits(api, payer.id, 1);
    const waits = { lesson_id: lesson, joined_at: api.clock.now };
    const entries = [payer, last].map(({ id: family_id, studentId: student_id }, index) => ({
      ...waits,
      student_id,
      family_id,
      number: index + 2,
    }));
    await api.database.db.insertInto('waiting_list_entries').values(entries).execute();
    api.clock.advance({ minutes: 36 });
    await transact(api.context(null), (work) =>
      changeSpots(work, { lessons: [lesson], frees: () => 2 }, async ({ lessons }) => {
        const opening = work.tx.updateTable('lessons').set({ max_students: 3 });
        await opening.where('id', '=', lesson).execute();
        for (const opened of lessons.values()) recordOpened(opened);
      }),
    );
    const promoted = [first.studentId, payer.studentId];
    expect(new Set(await booked())).toEqual(new Set(promoted));
    await expire();
    expect(new Set(await booked())).toEqual(new Set([...promoted, last.studentId]));
  });
});

test('a spot that expires after the start ends the waiting list', async ({ scene, expire }) => {
  const { api, payer, first } = scene;
  api.clock.set('2026-11-21T08:30:00Z');
  const { id } = await makeLesson(api, { Max_Students: 1 });
  await startPayment(payer.context(), [id]);
  await join(first, id);
  api.clock.set('2026-11-21T09:10:00Z');
  await expire();
  const lessons = api.database.db.selectFrom('lessons').select('waiting').where('id', '=', id);
  expect(await lessons.executeTakeFirstOrThrow()).toEqual({ waiting: 0 });
});

test('a spot that the same family reserves again stays with it', async ({ scene, booked }) => {
  const { api, payer, lesson } = scene;
  const again = await startPayment(payer.context(), [lesson]);
  expect(await booked()).toEqual([]);
  await reportPayment(api.context(null), again);
  expect(await booked()).toEqual([payer.studentId]);
});

test('a payment that cannot book promotes the waiting list', async ({ scene, booked }) => {
  const { api, payment, first } = scene;
  // A refund was reported before its payment, so no credit is left.
  await reportRefunded(api.context(null), payment.id, payment.amount);
  await reportPayment(api.context(null), payment);
  expect(await booked()).toEqual([first.studentId]);
});

test('a promoted family uses the spot it has reserved', async ({ scene, booked }) => {
  const { api, payment, lesson, first } = scene;
  const { db } = api.database;
  const second = await makeFamily(api, 1);
  await join(second, lesson);
  await db.updateTable('lessons').set({ max_students: 2 }).where('id', '=', lesson).execute();
  // The passed-over family pays for the open spot and gets a credit meanwhile.
  await db.updateTable('waiting_list_entries').set({ passed_over_at: 0 }).execute();
  await payBefore(first);
  await startPayment(first.context(), [lesson]);
  await giveCredits(api, first.id, 1);
  await reportPayment(api.context(null), payment, 'expired');
  expect((await booked()).toSorted()).toEqual([first.studentId, second.studentId].toSorted());
});
