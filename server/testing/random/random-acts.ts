// The acts of families, the tutor and the payment provider in a random test.
import fc from 'fast-check';
import { expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { Refusal } from '../../../domain/errors.ts';
import { excuseActs } from '../../../domain/lessons/excuse.ts';
import type { LessonChanges } from '../../../domain/lessons/lesson.ts';
import { withdrawUnconfirmed } from '../../enquiries/unconfirmed-grants.ts';
import { eraseFamily } from '../../families/personal-data/erasure.ts';
import { newId } from '../../ids.ts';
import { expireReservations } from '../../lessons/bookings/reservations.ts';
import { applyDispute } from '../../payments/disputes/disputes.ts';
import { createPayment } from '../../payments/payments.ts';
import type { TestFamily } from '../caller.ts';
import { provenParent } from '../factories.ts';
import { anyExcuseToken, byExcuse, excuseTokenOf } from '../lessons/excuses.ts';
import { enquire, enquirer, tryToInvite } from '../lessons/free-lessons.ts';
import { reportRefunded } from '../payments/without-provider.ts';
import { codeOf } from '../test.ts';
import {
  amountOf,
  at,
  type Booking,
  bookingAt,
  FAMILIES,
  LESSONS,
  report,
  type Scene,
  studentsOf,
} from './random-scene.ts';
import { requestRefundOf, decideRefunds } from './refund-acts.ts';

const PRICE_PENCE = 3000;

/** The slots for moved lessons: before, soon after and well after the start of the clock. */
export const SLOTS = [
  { Date: '2026-11-20', Time: '09:00:00' },
  { Date: '2026-11-21', Time: '08:45:00' },
  { Date: '2026-11-22', Time: '09:00:00' },
] as const;

const REFUSALS = new Set([
  'done',
  'already_asked',
  'already_booked',
  'already_done',
  'already_joined',
  'already_waiting',
  'below_booked',
  'booking_not_found',
  'join_closed',
  'join_link_not_found',
  'email_unconfirmed',
  'excuse_not_found',
  'free_lesson_used',
  'free_spots_taken',
  'has_bookings',
  'insufficient_credits',
  'lesson_full',
  'lesson_not_found',
  'lesson_not_started',
  'lesson_started',
  'waiting_list_full',
  'not_full',
  'rate_limited',
  'reservations_full',
  'service_unavailable',
  'student_not_found',
  'too_late_to_cancel',
  'undo_over',
  'unauthenticated',
  // Booked for a sibling who has been removed.
  'validation_failed',
  'not_refundable',
  'payment_not_found',
]);

/** An act with random values. */
export interface Act {
  readonly name: string;
  readonly values: object;
  readonly run: (scene: Scene) => Promise<unknown>;
}

/** An act that is chosen with this weight. */
const act = <Values extends object>(
  name: string,
  weight: number,
  values: { [Key in keyof Values]: fc.Arbitrary<Values[Key]> },
  run: (scene: Scene, values: Values) => Promise<unknown>,
): fc.WeightedArbitrary<Act> => ({
  weight,
  arbitrary: fc.record(values).map((chosen) => ({
    name,
    values: chosen,
    run: (scene) => run(scene, chosen),
  })),
});

const family = fc.nat(FAMILIES - 1);
const lesson = fc.nat(LESSONS - 1);
const booking = fc.nat(FAMILIES * LESSONS - 1);
const payment = fc.nat(2);
const share = fc.constantFrom(1, 0.5, 0.34, 0.99, 0.01);
const isSibling = fc.boolean();
const isPaid = fc.boolean();
const isConfirmed = fc.boolean();

type Student = { family: number; isSibling: boolean };

/** A student of a family; if there is no sibling, an unknown one. */
async function studentAt(scene: Scene, { family: position, isSibling: second }: Student) {
  const parent = at(scene.families, position);
  const students = await studentsOf(scene, parent);
  return { parent, studentId: students[second ? 1 : 0] ?? newId() };
}

/** An act about a student and a lesson. */
const studentAct = (
  name: string,
  weight: number,
  run: (parent: TestFamily, lessonId: string, studentId: string) => Promise<unknown>,
) =>
  act(name, weight, { family, lesson, isSibling }, async (scene, values) => {
    const { parent, studentId } = await studentAt(scene, values);
    return run(parent, at(scene.lessons, values.lesson), studentId);
  });

/** An act about a booking. */
const bookingAct = (
  name: string,
  weight: number,
  run: (scene: Scene, booking: Booking) => Promise<unknown>,
) =>
  act(name, weight, { booking }, async (scene, values) =>
    run(scene, await bookingAt(scene, values.booking)),
  );

const mark = (name: string, weight: number, absent: boolean) =>
  bookingAct(name, weight, ({ tutor }, { id: bookingId }) =>
    tutor.either(endpoints.markAttendance, { params: { bookingId }, body: { absent } }),
  );

/** An act about a payment; nothing happens before there is one. */
const paymentAct = <Values extends object>(
  name: string,
  weight: number,
  values: { [Key in keyof Values]: fc.Arbitrary<Values[Key]> },
  run: (scene: Scene, id: string, values: Values) => Promise<unknown>,
) =>
  act(name, weight, { payment, chosen: fc.record(values) }, async (scene, { chosen, ...which }) => {
    const { payments } = scene;
    const id = payments[which.payment % Math.max(1, payments.length)];
    if (id !== undefined) await run(scene, id, chosen);
  });

const change = (scene: Scene, position: number, body: LessonChanges) =>
  scene.tutor.either(endpoints.updateLesson, {
    params: { id: at(scene.lessons, position) },
    body,
  });

const lessonActs = [
  studentAct('book', 8, (parent, id, studentId) => parent.tryToBook(id, studentId)),
  studentAct('book free', 4, (parent, id, studentId) => parent.tryToBookFree(id, studentId)),
  studentAct('join waiting list', 4, (parent, id, studentId) =>
    parent.tryToJoinWaitingList(id, studentId),
  ),
  studentAct('leave waiting list', 2, (parent, id, studentId) =>
    parent.tryToLeaveWaitingList(id, studentId),
  ),
  bookingAct('cancel', 5, (_, { family: parent, id }) => parent.tryToCancel(id)),
  bookingAct('join', 4, ({ api }, { token }) =>
    api.either(endpoints.joinLesson, { params: { token } }),
  ),
  act('move booking', 4, { booking, lesson }, async (scene, values) => {
    const { family: parent, id } = await bookingAt(scene, values.booking);
    return parent.tryToMove(id, at(scene.lessons, values.lesson));
  }),
  act(
    'book for family',
    4,
    { family, lesson, isSibling, credit: fc.constantFrom('take', 'free') },
    async (scene, { credit, ...values }) => {
      const { studentId } = await studentAt(scene, values);
      return scene.tutor.tryToBookFor(at(scene.lessons, values.lesson), studentId, credit);
    },
  ),
  act('cancel for family', 3, { booking, refund: fc.boolean() }, async (scene, values) => {
    const { id } = await bookingAt(scene, values.booking);
    return scene.tutor.tryToCancelFor(id, { refund: values.refund });
  }),
  act('move for family', 3, { booking, lesson }, async (scene, values) => {
    const { id } = await bookingAt(scene, values.booking);
    return scene.tutor.tryToMoveFor(id, at(scene.lessons, values.lesson));
  }),
  act(
    'excuse',
    6,
    { booking, lesson, did: fc.constantFrom(...excuseActs) },
    async (scene, { did, ...values }) => {
      const { id } = await bookingAt(scene, values.booking);
      const lessonId = at(scene.lessons, values.lesson);
      return byExcuse(scene.api, await excuseTokenOf(scene.api, id)).act({
        do: did,
        Lesson_ID: lessonId,
      });
    },
  ),
  act('undo excuse', 4, { booking }, async ({ api }, values) =>
    byExcuse(api, await anyExcuseToken(api, values.booking)).undo(),
  ),
  mark('mark absent', 5, true),
  mark('mark present', 3, false),
  act('delete lesson', 1, { lesson }, (scene, values) =>
    scene.tutor.either(endpoints.deleteLesson, {
      params: { id: at(scene.lessons, values.lesson) },
    }),
  ),
  act('rename lesson', 1, { lesson }, (scene, values) =>
    change(scene, values.lesson, { Lesson_Name: 'Waves' }),
  ),
  act('resize lesson', 1, { lesson, spots: fc.integer({ min: 1, max: 4 }) }, (scene, values) =>
    change(scene, values.lesson, { Max_Students: values.spots }),
  ),
  act('move lesson', 6, { lesson, slot: fc.constantFrom(...SLOTS) }, (scene, values) =>
    change(scene, values.lesson, values.slot),
  ),
];

const familyActs = [
  act('add sibling', 1, { family }, async (scene, values) => {
    const parent = at(scene.families, values.family);
    // One is enough to cause conflicts.
    if ((await studentsOf(scene, parent)).length > 1) return null;
    const body = { Student_Name: 'Sibling', year_class: 'year-11' } as const;
    return parent.either(endpoints.addStudent, { body });
  }),
  act('remove sibling', 1, { family }, async (scene, values) => {
    const { parent, studentId: id } = await studentAt(scene, { ...values, isSibling: true });
    return parent.either(endpoints.removeStudent, { params: { id } });
  }),
  act('ask for free lesson', 1, { family }, (scene, values) =>
    at(scene.families, values.family).either(endpoints.askForFreeLesson, {
      body: { year_class: 'year-11' },
    }),
  ),
  act('invite', 3, { family, lesson }, async (scene, values) => {
    const { email } = at(scene.families, values.family);
    const { id } = await enquire(scene.api, { ...enquirer(), email });
    const lessonId = at(scene.lessons, values.lesson);
    return tryToInvite(scene.api, scene.tutor, id, { Lesson_ID: lessonId });
  }),
  act('lose or confirm the address', 2, { family, isConfirmed }, async (scene, values) => {
    const { personId: id } = at(scene.families, values.family);
    const email_confirmed_at = values.isConfirmed ? scene.api.clock.now : null;
    const people = scene.api.database.db.updateTable('people').set({ email_confirmed_at });
    await people.where('id', '=', id).execute();
  }),
  act('withdraw unconfirmed lessons', 3, {}, ({ api }) => withdrawUnconfirmed(api.context(null))),
  act('leave', 1, { family }, async (scene, values) => {
    const parent = at(scene.families, values.family);
    await eraseFamily(parent.context(), provenParent(parent));
  }),
];

/** A checkout, which is paid at once or later. */
async function buy(
  scene: Scene,
  parent: TestFamily,
  { credits, lessonIds, isPaid: paid }: CheckoutAct,
) {
  const price = { credits, amount: credits * PRICE_PENCE, currency: 'gbp' };
  const requested = { familyId: parent.id, ownStudent: null, studentId: parent.studentId };
  const lessons = lessonIds === null ? null : { lessonIds, requested };
  const { id } = await createPayment(parent.context(), price, lessons);
  scene.payments.push(id);
  if (paid) await report(scene, id, 'paid');
}

interface CheckoutAct {
  readonly credits: number;
  readonly lessonIds: readonly string[] | null;
  readonly isPaid: boolean;
}

const paymentActs = [
  act(
    'buy credits',
    3,
    { family, credits: fc.integer({ min: 1, max: 2 }), isPaid },
    (scene, values) =>
      buy(scene, at(scene.families, values.family), { ...values, lessonIds: null }),
  ),
  act(
    'buy lessons',
    5,
    { family, positions: fc.constantFrom([0], [1], [0, 1], [1, 0]), isPaid },
    (scene, { positions, ...values }) => {
      const lessonIds = positions.map((position) => at(scene.lessons, position));
      const checkout = { credits: positions.length, lessonIds, isPaid: values.isPaid };
      return buy(scene, at(scene.families, values.family), checkout);
    },
  ),
  paymentAct('pay', 1, {}, (scene, id) => report(scene, id, 'paid')),
  paymentAct('expire', 1, {}, (scene, id) => report(scene, id, 'expired')),
  paymentAct('refund', 2, { share }, async (scene, paymentId, values) => {
    const refunded = Math.floor((await amountOf(scene, paymentId)) * values.share);
    await reportRefunded(scene.api.context(null), paymentId, refunded);
  }),
  paymentAct(
    'ask for a refund',
    3,
    {
      family,
      by: fc.constantFrom('tutor', 'tutor', 'family'),
      credits: fc.integer({ min: 1, max: 2 }),
    },
    requestRefundOf,
  ),
  paymentAct(
    'decide about refunds',
    2,
    { state: fc.constantFrom('done', 'failed') },
    decideRefunds,
  ),
  paymentAct(
    'dispute',
    1,
    { share, outcome: fc.constantFrom('open', 'lost') },
    async (scene, paymentId, { outcome, ...values }) => {
      const amount = Math.floor(((await amountOf(scene, paymentId)) * values.share) / 2);
      const id = `du_${paymentId}_${values.share}`;
      const facts = { id, paymentIntent: null, reason: 'general', dueBy: null, amount };
      await applyDispute(scene.api.context(null), { ...facts, outcome }, { paymentId });
    },
  ),
  act('expire reservations', 2, {}, ({ api }) => expireReservations(api.context(null))),
];

export const acts: fc.Arbitrary<Act> = fc.oneof(...lessonActs, ...familyActs, ...paymentActs);

/** Performs an act; accepts only the expected refusals. */
export async function perform(scene: Scene, chosen: Act): Promise<void> {
  const result = await chosen.run(scene).catch((error: unknown) => {
    if (error instanceof Refusal) return { body: error };
    throw error;
  });
  const isAnswer = typeof result === 'object' && result !== null && 'body' in result;
  expect(REFUSALS, chosen.name).toContain(isAnswer ? codeOf({ body: result.body }) : 'done');
}
