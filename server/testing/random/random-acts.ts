// The acts of families, the tutor and the payment provider in a random test.
import fc from 'fast-check';

import * as endpoints from '../../../domain/endpoints.ts';
import { excuseActs } from '../../../domain/lessons/excuse.ts';
import type { LessonChanges } from '../../../domain/lessons/lesson.ts';
import { expireReservations } from '../../booking/reservations.ts';
import { withdrawUnconfirmed } from '../../enquiries/unconfirmed-grants.ts';
import { createPayment } from '../../payments/checkout/create-payment.ts';
import { sendLetters } from '../../rooms/letter/send-letters.ts';
import { eraseFamily } from '../accounts/leaving.ts';
import type { TestFamily } from '../caller.ts';
import { provenParent } from '../factories.ts';
import { anyExcuseToken, byExcuse, excuseTokenOf } from '../lessons/excuses.ts';
import { enquire, enquirer, tryToInvite } from '../lessons/free-lessons.ts';
import { reportDispute } from '../payments/report-dispute.ts';
import { reportRefunded } from '../payments/without-provider.ts';
import {
  act,
  type Act,
  booking,
  bookingAct,
  family,
  isSibling,
  lesson,
  paymentAct,
  studentAct,
  studentAt,
} from './act.ts';
import { amountOf, at, bookingAt, report, type Scene, studentsOf } from './random-scene.ts';
import { requestRefundOf, decideRefunds } from './refund-acts.ts';

const PRICE_PENCE = 3000;

/** The slots for moved lessons: before, soon after and well after the start of the clock. */
export const SLOTS = [
  { Date: '2026-11-20', Time: '09:00:00' },
  { Date: '2026-11-21', Time: '08:45:00' },
  { Date: '2026-11-22', Time: '09:00:00' },
] as const;

const share = fc.constantFrom(1, 0.5, 0.34, 0.99, 0.01);
const isPaid = fc.boolean();
const isConfirmed = fc.boolean();

const mark = (name: string, weight: number, absent: boolean) =>
  bookingAct(name, weight, ({ tutor }, { id: bookingId }) =>
    tutor.either(endpoints.markAttendance, { params: { bookingId }, body: { absent } }),
  );

const change = (scene: Scene, position: number, body: LessonChanges) =>
  scene.tutor.either(endpoints.updateLesson, { params: { id: at(scene.lessons, position) }, body });

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
  act('send letters', 3, {}, ({ api }) => sendLetters(api.context(null))),
  act(
    'change letter',
    3,
    { lesson, state: fc.constantFrom('planned', 'sent', 'off') },
    (scene, values) =>
      scene.tutor.either(endpoints.changeLetter, {
        params: { id: at(scene.lessons, values.lesson) },
        body: { sentence: 'Well done.', state: values.state },
      }),
  ),
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
  credits: number;
  lessonIds: readonly string[] | null;
  isPaid: boolean;
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
    {
      share,
      status: fc.constantFrom(
        'warning_needs_response',
        'warning_closed',
        'needs_response',
        'won',
        'lost',
        'appeal_under_review',
        'prevented',
      ),
    },
    async (scene, paymentId, { status, ...values }) => {
      const amount = Math.floor(((await amountOf(scene, paymentId)) * values.share) / 2);
      const id = `du_${paymentId}_${values.share}`;
      await reportDispute(scene.api.context(null), { id, amount, status }, paymentId);
    },
  ),
  act('expire reservations', 2, {}, ({ api }) => expireReservations(api.context(null))),
];

export const acts: fc.Arbitrary<Act> = fc.oneof(...lessonActs, ...familyActs, ...paymentActs);
