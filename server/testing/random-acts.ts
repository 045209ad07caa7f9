// What families, the tutor and the payment provider may do in a random test, and how it is done.
import fc from 'fast-check';
import { expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { Refusal } from '../../domain/errors.ts';
import { sweepHolds } from '../bookings/lapse-store.ts';
import { newId } from '../ids.ts';
import { applyDispute } from '../payments/dispute-store.ts';
import { applyRefund } from '../payments/refund-store.ts';
import { applySession, createPurchase } from '../payments/store.ts';
import { eraseFamily } from '../privacy/erase-store.ts';
import type { TestApp } from './app.ts';
import {
  type FamilyHolder,
  type Holder,
  makeLesson,
  makeFamily,
  parentOf,
  provenParent,
} from './factories.ts';

const STUDENTS = 3;
const LESSONS = 2;
const PRICE_PENCE = 3000;

/** Where lessons are moved to: before, soon after and well after the start of the test's clock. */
export const SLOTS = [
  { Date: '2026-11-20', Time: '09:00:00' },
  { Date: '2026-11-21', Time: '08:45:00' },
  { Date: '2026-11-22', Time: '09:00:00' },
] as const;

const OF_A_BOOKING = ['cancel', 'absent', 'present', 'join'] as const;
const OF_A_LESSON = ['delete', 'rename'] as const;
const OF_A_PURCHASE = ['pay', 'expire', 'refund', 'dispute'] as const;

type LessonAct =
  | { readonly kind: 'book'; readonly student: number; readonly lesson: number; readonly sibling: boolean }
  | {
      readonly kind: 'wait' | 'leaveLine';
      readonly student: number;
      readonly lesson: number;
      readonly sibling: boolean;
    }
  | { readonly kind: 'addSibling' | 'removeSibling'; readonly student: number }
  | { readonly kind: (typeof OF_A_BOOKING)[number]; readonly booking: number }
  | { readonly kind: 'swap'; readonly booking: number; readonly lesson: number }
  | { readonly kind: (typeof OF_A_LESSON)[number]; readonly lesson: number }
  | { readonly kind: 'resize'; readonly lesson: number; readonly spots: number }
  | { readonly kind: 'move'; readonly lesson: number; readonly slot: (typeof SLOTS)[number] }
  | { readonly kind: 'leave'; readonly student: number };
type PaymentAct =
  | { readonly kind: 'buy'; readonly student: number; readonly credits: number; readonly isPaid: boolean }
  | {
      readonly kind: 'buyLessons';
      readonly student: number;
      readonly lessons: readonly number[];
      readonly isPaid: boolean;
    }
  | { readonly kind: (typeof OF_A_PURCHASE)[number]; readonly purchase: number; readonly share: number }
  | { readonly kind: 'sweep' };
export type Act = LessonAct | PaymentAct;

const isPayment = (act: Act): act is PaymentAct =>
  ['buy', 'buyLessons', 'sweep', ...OF_A_PURCHASE].includes(act.kind);

const student = fc.nat(STUDENTS - 1);
const lesson = fc.nat(LESSONS - 1);
const booking = fc.nat(STUDENTS * LESSONS - 1);
const purchase = fc.nat(2);
const share = fc.constantFrom(1, 0.5, 0.34, 0.99, 0.01);
const ofKind = <const Kind extends string>(...kinds: Kind[]) => fc.constantFrom(...kinds);

export const acts: fc.Arbitrary<Act> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: ofKind('book'), student, lesson, sibling: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: ofKind('wait', 'wait', 'wait', 'leaveLine'),
      student,
      lesson,
      sibling: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: ofKind('addSibling', 'removeSibling'), student }) },
  { weight: 5, arbitrary: fc.record({ kind: ofKind('cancel'), booking }) },
  { weight: 4, arbitrary: fc.record({ kind: ofKind('join'), booking }) },
  { weight: 4, arbitrary: fc.record({ kind: ofKind('swap'), booking, lesson }) },
  { weight: 8, arbitrary: fc.record({ kind: ofKind('absent', 'absent', 'present'), booking }) },
  { weight: 1, arbitrary: fc.record({ kind: ofKind(...OF_A_LESSON), lesson }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: ofKind('resize'), lesson, spots: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 6, arbitrary: fc.record({ kind: ofKind('move'), lesson, slot: fc.constantFrom(...SLOTS) }) },
  { weight: 1, arbitrary: fc.record({ kind: ofKind('leave'), student }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: ofKind('buy'),
      student,
      credits: fc.integer({ min: 1, max: 2 }),
      isPaid: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: ofKind('pay', 'expire', 'refund', 'refund', 'dispute'), purchase, share }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: ofKind('buyLessons'),
      student,
      lessons: fc.constantFrom([0], [1], [0, 1], [1, 0]),
      isPaid: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: ofKind('sweep') }) },
);

const REFUSALS = new Set<string>([
  'already_booked',
  'already_waiting',
  'below_booked',
  'booking_not_found',
  'door_closed',
  'door_not_found',
  'has_bookings',
  'insufficient_credits',
  'lesson_full',
  'lesson_not_found',
  'lesson_not_started',
  'lesson_started',
  'not_full',
  'rate_limited',
  'service_unavailable',
  'student_not_found',
  'too_late_to_cancel',
  'unauthenticated',
  // Booked for a sibling who is not there any more.
  'validation_failed',
]);

export interface Scene {
  readonly api: TestApp;
  readonly admin: Holder;
  readonly students: readonly FamilyHolder[];
  readonly lessons: readonly string[];
  readonly purchases: string[];
}

export async function makeScene(api: TestApp, admin: Holder): Promise<Scene> {
  const students: FamilyHolder[] = [];
  for (let n = 0; n < STUDENTS; n += 1) students.push(await makeFamily(api, n));
  const lessons: string[] = [];
  for (let n = 0; n < LESSONS; n += 1)
    lessons.push((await makeLesson(api, { Time: `09:${n}0:00`, Max_Students: n + 2 })).id);
  return { api, admin, students, lessons, purchases: [] };
}

/** The students whom a family has just now, the first one first. */
async function studentsOf({ api, students }: Scene, place: number): Promise<string[]> {
  const rows = await api.database.db
    .selectFrom('students')
    .select('id')
    .where('family_id', '=', familyAt(students, place).id)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** One of the live bookings of the scene and its holder; without any, one that names nothing. */
async function bookingAt({ api, students, lessons }: Scene, place: number) {
  const rows = await api.database.db
    .selectFrom('bookings')
    .select(['id', 'family_id', 'door'])
    .where('lesson_id', 'in', lessons)
    .where('cancelled_at', 'is', null)
    .orderBy('id')
    .execute();
  const row = rows[place % Math.max(1, rows.length)];
  const holder = students.find(({ id }) => id === row?.family_id) ?? students[0];
  return { params: { bookingId: row?.id ?? '1' }, token: holder?.token, door: row?.door ?? 'none' };
}

/** Does it; a refusal is fine if it is one of those that may come. */
export async function perform(scene: Scene, wanted: Act): Promise<void> {
  try {
    await (isPayment(wanted) ? performPayment(scene, wanted) : performCall(scene, wanted));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    expect(REFUSALS).toContain(error.code);
  }
}

function familyAt(families: readonly FamilyHolder[], place: number): FamilyHolder {
  const family = families[place];
  if (family === undefined) throw new Error(`There is no family ${place}.`);
  return family;
}

async function performPayment(
  { api, students, lessons, purchases }: Scene,
  wanted: PaymentAct,
): Promise<void> {
  const { db } = api.database;
  const hear = async (id: string, outcome: 'paid' | 'expired') => {
    const { amount } = await db
      .selectFrom('purchases')
      .select('amount')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const facts = { sessionId: `cs_${id}`, purchaseId: id, paymentIntent: `pi_${id}`, currency: 'gbp' };
    await applySession(api.context(null), { ...facts, amount, outcome });
  };
  if (wanted.kind === 'sweep') {
    await sweepHolds(api.context(null));
    return;
  }
  if (wanted.kind === 'buy' || wanted.kind === 'buyLessons') {
    const family = familyAt(students, wanted.student);
    const credits = wanted.kind === 'buy' ? wanted.credits : wanted.lessons.length;
    const { id } = await createPurchase(
      api.context(parentOf(family)),
      { credits, amount: credits * PRICE_PENCE, currency: 'gbp' },
      wanted.kind === 'buy'
        ? null
        : {
            lessonIds: wanted.lessons.map((place) => lessons[place] ?? ''),
            whom: { familyId: family.id, ownStudent: null, studentId: family.studentId },
          },
    );
    purchases.push(id);
    if (wanted.isPaid) await hear(id, 'paid');
    return;
  }
  const id = purchases[wanted.purchase % Math.max(1, purchases.length)];
  if (id === undefined) return;
  if (wanted.kind === 'pay' || wanted.kind === 'expire') {
    await hear(id, wanted.kind === 'pay' ? 'paid' : 'expired');
    return;
  }
  const { amount } = await db
    .selectFrom('purchases')
    .select('amount')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (wanted.kind === 'dispute') {
    const facts = { id: `du_${id}_${wanted.share}`, paymentIntent: null, reason: 'general', dueBy: null };
    const outcome = wanted.share < 0.5 ? 'open' : 'lost';
    const part = Math.floor((amount * wanted.share) / 2);
    await applyDispute(api.context(null), { ...facts, amount: part, outcome }, { purchaseId: id });
    return;
  }
  const refunded = Math.floor(amount * wanted.share);
  await applyRefund(api.context(null), { purchaseId: id, paymentIntent: null, refunded });
}

async function performCall(scene: Scene, wanted: LessonAct): Promise<void> {
  const { api, admin, students, lessons } = scene;
  const by = 'student' in wanted ? familyAt(students, wanted.student) : undefined;
  if (wanted.kind === 'leave') {
    const family = familyAt(students, wanted.student);
    await eraseFamily(api.context(parentOf(family)), await provenParent(family));
    return;
  }
  const id = 'lesson' in wanted ? (lessons[wanted.lesson] ?? '') : '';
  const onLesson = { token: admin.token, params: { id } };
  const { body } = await (async () => {
    switch (wanted.kind) {
      case 'book': {
        const own = await studentsOf(scene, wanted.student);
        const Student_ID = own[wanted.sibling ? 1 : 0] ?? newId();
        return api.either(endpoints.bookLesson, { token: by?.token, body: { Lesson_ID: id, Student_ID } });
      }
      case 'wait':
      case 'leaveLine': {
        const own = await studentsOf(scene, wanted.student);
        const Student_ID = own[wanted.sibling ? 1 : 0] ?? newId();
        const asked = { token: by?.token, params: { id }, body: { Student_ID } };
        return wanted.kind === 'wait'
          ? api.either(endpoints.joinLine, asked)
          : api.either(endpoints.leaveLine, asked);
      }
      case 'addSibling':
        // One is enough to be in the way.
        return (await studentsOf(scene, wanted.student)).length > 1
          ? api.either(endpoints.health)
          : api.either(endpoints.addStudent, {
              token: by?.token,
              body: { Student_Name: 'Sibling', year_class: 'year-11' },
            });
      case 'removeSibling': {
        const own = await studentsOf(scene, wanted.student);
        return api.either(endpoints.removeStudent, { token: by?.token, params: { id: own[1] ?? newId() } });
      }
      case 'join': {
        const { door } = await bookingAt(scene, wanted.booking);
        return api.either(endpoints.joinLesson, { params: { token: door } });
      }
      case 'swap': {
        const { door: _, ...own } = await bookingAt(scene, wanted.booking);
        return api.either(endpoints.moveBooking, { ...own, body: { Lesson_ID: id } });
      }
      case 'cancel':
        return api.either(endpoints.cancelBooking, await bookingAt(scene, wanted.booking));
      case 'absent':
      case 'present': {
        const { params } = await bookingAt(scene, wanted.booking);
        const marked = { absent: wanted.kind === 'absent' };
        return api.either(endpoints.markAttendance, { token: admin.token, params, body: marked });
      }
      case 'resize':
        return api.either(endpoints.updateLesson, { ...onLesson, body: { Max_Students: wanted.spots } });
      case 'rename':
        return api.either(endpoints.updateLesson, { ...onLesson, body: { Lesson_Name: 'Waves' } });
      case 'move':
        return api.either(endpoints.updateLesson, { ...onLesson, body: { ...wanted.slot } });
      case 'delete':
        return api.either(endpoints.deleteLesson, onLesson);
    }
  })();
  if (!body.success) expect(REFUSALS).toContain(body.code);
}
