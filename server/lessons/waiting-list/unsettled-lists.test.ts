// The waiting list of a lesson that the tutor has just moved: spots that come free are offered once
// the move is settled or taken back, and meanwhile nobody takes them before those who wait.
import { describe, expect, inject } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { readSpots } from '../../booking/lessons.ts';
import { expireReservations } from '../../booking/reservations.ts';
import type { Work } from '../../engine/context.ts';
import type { TestApp } from '../../testing/app.ts';
import type { Caller, TestFamily } from '../../testing/caller.ts';
import { makeFamily, makeLesson, signInAgain } from '../../testing/factories.ts';
import { waitingTest } from '../../testing/lessons/waiting-lists.ts';
import { reportPayment, startPayment } from '../../testing/payments/without-provider.ts';
import { overlap } from '../../testing/races/locks.ts';
import { codeOf } from '../../testing/test.ts';
import { listNextLessons } from '../next-lessons.ts';

const SLIP = { Date: '2026-11-28' };
const BACK = { Date: '2026-11-21' };

const test = waitingTest
  /** Waits for the full lesson, and has a credit. */
  .extend('first', ({ list }) => list.add(1))
  /** Moves the lesson to another day, a minute before somebody's cancellation frees its spot. */
  .extend('freeInSlip', ({ api, tutor, lesson, booked, first }) => async () => {
    expect(await first.readCredits()).toBe(1);
    await tutor.updateLesson(lesson.id, SLIP);
    api.clock.advance({ minutes: 1 });
    await booked.cancel(booked.bookingId);
  });

test.for([
  ['once the move is settled', {}],
  ['once the move is taken back', BACK],
] as const)(
  'a spot that comes free is offered %s',
  async ([, change], { tutor, lesson, list, first, freeInSlip }) => {
    await freeInSlip();
    expect(await list.attending()).toEqual([]);
    if ('Date' in change) await tutor.updateLesson(lesson.id, change);
    else await list.settle();
    expect(await list.attending()).toEqual([first.studentId]);
    expect(await list.kindsTo(first)).toContain('Booked from the waiting list');
  },
);

test('a spot that the tutor adds is offered once the move is settled', async ({
  tutor,
  lesson,
  list,
  booked,
  first,
}) => {
  await tutor.updateLesson(lesson.id, SLIP);
  await tutor.updateLesson(lesson.id, { Max_Students: 2 });
  expect(await list.attending()).toEqual([booked.studentId]);
  await list.settle();
  expect(await list.attending()).toEqual([booked.studentId, first.studentId]);
});

test('a student with another lesson at the time of a slip gets the spot', async ({
  api,
  tutor,
  lesson,
  list,
  freeInSlip,
  first,
}) => {
  const other = await makeLesson(api, SLIP);
  await tutor.call(endpoints.bookForFamily, {
    params: { id: other.id },
    body: { Student_ID: first.studentId, credit: 'free' },
  });
  await freeInSlip();
  await tutor.updateLesson(lesson.id, BACK);
  expect(await list.attending()).toEqual([first.studentId]);
});

interface Scene {
  readonly api: TestApp;
  readonly tutor: Caller;
  readonly lesson: { readonly id: string };
}

/** Starts a payment for the lesson, and answers as a request does. */
const tryToPay = async (family: TestFamily, lessonId: string): Promise<{ body: object }> => ({
  body: await startPayment(family.context(), [lessonId]).then(
    () => ({}),
    (error: object) => error,
  ),
});

/** How somebody who does not wait tries to get the spot, and what becomes of it. */
const TRIES: [how: string, act: (scene: Scene) => Promise<{ body: unknown }>, outcome: string][] = [
  [
    'a family that books',
    async ({ api, lesson }) => (await makeFamily(api, 1)).tryToBook(lesson.id),
    'lesson_full',
  ],
  [
    'a family that books several lessons',
    async ({ api, lesson }) => (await makeFamily(api, 1)).tryToBookSeveral([lesson.id]),
    'lesson_full',
  ],
  [
    'a family that books its free first lesson',
    async ({ api, lesson }) => (await makeFamily(api)).tryToBookFree(lesson.id),
    'lesson_full',
  ],
  [
    'a family that moves its booking',
    async ({ api, lesson }) => {
      const family = await makeFamily(api, 1);
      const { id } = await makeLesson(api, { Date: '2026-12-01' });
      return family.tryToMove(await family.book(id), lesson.id);
    },
    'lesson_full',
  ],
  [
    'a family that pays',
    async ({ api, lesson }) => tryToPay(await makeFamily(api), lesson.id),
    'lesson_full',
  ],
  [
    'a family that joins the list',
    async ({ api, lesson }) => (await makeFamily(api, 1)).tryToJoinWaitingList(lesson.id),
    'done',
  ],
  [
    'the tutor, who books for a family',
    async ({ api, tutor, lesson }) =>
      tutor.tryToBookFor(lesson.id, (await makeFamily(api, 1)).studentId),
    'done, spot taken',
  ],
  [
    'the tutor, who moves a booking',
    async ({ api, tutor, lesson }) => {
      const family = await makeFamily(api, 1);
      const { id } = await makeLesson(api, { Date: '2026-12-01' });
      return tutor.tryToMoveFor(await family.book(id), lesson.id);
    },
    'done, spot taken',
  ],
];

describe('a spot that came free in a slip', () => {
  test.for(TRIES)(
    'is asked for by %s',
    async ([, act, outcome], { api, tutor, lesson, list, first, freeInSlip }) => {
      await freeInSlip();
      const code = codeOf(await act({ api, tutor, lesson }));
      const isTaken = (await list.attending()).length > 0;
      expect(isTaken ? `${code}, spot taken` : code).toBe(outcome);
      await list.settle();
      expect((await list.attending()).includes(first.studentId)).toBe(!isTaken);
    },
  );

  test('is shown as open to nobody until the move is settled', async ({
    api,
    db,
    lesson,
    list,
    freeInSlip,
  }) => {
    const family = await makeFamily(api, 1);
    const { now } = api.context(null);
    const shown = async (at = now) => [
      (await family.readLesson(lesson.id)).availableSpots,
      (await listNextLessons(db, at)).find(({ id }) => id === lesson.id)?.availableSpots,
      await readSpots(db, { id: lesson.id, now: at }),
    ];
    await freeInSlip();
    expect(await shown()).toEqual([0, 0, 0]);
    await db.deleteFrom('waiting_list_entries').execute();
    expect(await shown()).toEqual([1, 1, 1]);
    await list.settle();
  });

  test('is refused in words that say when it may be had', async ({ api, lesson, freeInSlip }) => {
    await freeInSlip();
    const { body } = await (await makeFamily(api, 1)).tryToBook(lesson.id);
    expect('error' in body && body.error).toMatch(/again in ten minutes/);
  });
});

test.for([
  ['08:59', /^done$/],
  ['09:01', /it starts too soon for this/],
] as const)(
  'an open spot of a lesson that starts a little later is for everybody until %s',
  async ([at, words], { api, tutor, lesson, list }) => {
    await list.add();
    api.clock.set('2026-11-21T08:58:00Z');
    await (
      await signInAgain(api, tutor)
    ).updateLesson(lesson.id, { Time: '09:05:00', Max_Students: 2 });
    api.clock.set(`2026-11-21T${at}:00Z`);
    const { body } = await (await makeFamily(api, 1)).tryToBook(lesson.id);
    expect('error' in body ? body.error : 'done').toMatch(words);
  },
);

test('a spot that is reserved is booked for its family, also after another checkout', async ({
  api,
  tutor,
  list,
}) => {
  const lesson = await makeLesson(api, { Max_Students: 1 });
  const payer = await makeFamily(api);
  await startPayment(payer.context(), [lesson.id]);
  const waiting = await makeFamily(api, 1);
  await waiting.joinWaitingList(lesson.id);
  await tutor.updateLesson(lesson.id, SLIP);
  const again = await startPayment(payer.context(), [lesson.id]);
  await reportPayment(api.context(null), again);
  expect(await payer.readLesson(lesson.id)).toMatchObject({ isBooked: true });
  await list.settle();
  expect(await waiting.readLesson(lesson.id)).toMatchObject({ isBooked: false });
});

test('an expired reservation that is paid for does not pass the list', async ({
  api,
  tutor,
  list,
}) => {
  const lesson = await makeLesson(api, { Max_Students: 1 });
  const payer = await makeFamily(api);
  const payment = await startPayment(payer.context(), [lesson.id]);
  const waiting = await makeFamily(api, 1);
  await waiting.joinWaitingList(lesson.id);
  api.clock.advance({ minutes: 35 });
  await (await signInAgain(api, tutor)).updateLesson(lesson.id, SLIP);
  api.clock.advance({ minutes: 2 });
  await expireReservations(api.context(null));
  await reportPayment(api.context(null), payment);
  expect(await payer.readLesson(lesson.id)).toMatchObject({ isBooked: false });
  await list.settle();
  expect(await waiting.readLesson(lesson.id)).toMatchObject({ isBooked: true });
});

test('a notice waits until the move is settled', async ({ tutor, lesson, list, booked }) => {
  const poor = await list.add();
  await booked.cancel(booked.bookingId);
  await tutor.updateLesson(lesson.id, { Date: '2025-11-21' });
  expect(await list.kindsTo(poor)).not.toContain('Spot missed, no credit');
  await tutor.updateLesson(lesson.id, BACK);
  expect(await list.kindsTo(poor)).toContain('Spot missed, no credit');
});

test.runIf(inject('engine') === 'postgres').for(['books', 'moves its booking', 'pays'] as const)(
  'a family that %s while the tutor moves the lesson does not pass the list',
  async (act, { api, db, lesson, list, booked }) => {
    await list.add();
    await booked.cancel(booked.bookingId);
    const family = await makeFamily(api, 1);
    const { id } = await makeLesson(api, { Date: '2026-12-01' });
    const bookingId = act === 'moves its booking' ? await family.book(id) : null;
    const move = ({ tx, now }: Work) =>
      tx
        .updateTable('lessons')
        .set({ moved_from: now + 1, moved_at: now })
        .where('id', '=', lesson.id)
        .execute();
    const answer = await overlap<{ body: unknown }>(api, move, () => {
      if (act === 'pays') return tryToPay(family, lesson.id);
      return bookingId === null
        ? family.tryToBook(lesson.id)
        : family.tryToMove(bookingId, lesson.id);
    });
    expect(codeOf(answer)).toBe('lesson_full');
    expect(await list.attending()).toEqual([]);
    await db.updateTable('lessons').set({ moved_from: null }).execute();
  },
);
