// Kinds of acts in a random test, and how one is performed.
import fc from 'fast-check';
import { expect } from 'vitest';

import { Refusal } from '../../../domain/errors.ts';
import { newId } from '../../base/ids.ts';
import type { TestFamily } from '../caller.ts';
import { codeOf } from '../test.ts';
import {
  at,
  type Booking,
  bookingAt,
  FAMILIES,
  LESSONS,
  type Scene,
  studentsOf,
} from './random-scene.ts';

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
  'lesson_not_over',
  'lesson_not_started',
  'lesson_started',
  'letter_sent',
  'waiting_list_full',
  'not_full',
  'rate_limited',
  'reservations_full',
  'service_unavailable',
  // A second sibling has the name of the first.
  'student_exists',
  'student_not_found',
  'too_late_to_cancel',
  'too_late_to_send',
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
export const act = <Values extends object>(
  name: string,
  weight: number,
  values: { [Key in keyof Values]: fc.Arbitrary<Values[Key]> },
  run: (scene: Scene, values: Values) => Promise<unknown>,
): fc.WeightedArbitrary<Act> => ({
  weight,
  arbitrary: fc
    .record(values)
    .map((chosen) => ({ name, values: chosen, run: (scene) => run(scene, chosen) })),
});

export const family = fc.nat(FAMILIES - 1);
export const lesson = fc.nat(LESSONS - 1);
export const booking = fc.nat(FAMILIES * LESSONS - 1);
const payment = fc.nat(2);
export const isSibling = fc.boolean();

type Student = { family: number; isSibling: boolean };

/** A student of a family; if there is no sibling, an unknown one. */
export async function studentAt(scene: Scene, { family: position, isSibling: second }: Student) {
  const parent = at(scene.families, position);
  const students = await studentsOf(scene, parent);
  return { parent, studentId: students[second ? 1 : 0] ?? newId() };
}

/** An act about a student and a lesson. */
export const studentAct = (
  name: string,
  weight: number,
  run: (parent: TestFamily, lessonId: string, studentId: string) => Promise<unknown>,
) =>
  act(name, weight, { family, lesson, isSibling }, async (scene, values) => {
    const { parent, studentId } = await studentAt(scene, values);
    return run(parent, at(scene.lessons, values.lesson), studentId);
  });

/** An act about a booking. */
export const bookingAct = (
  name: string,
  weight: number,
  run: (scene: Scene, booking: Booking) => Promise<unknown>,
) =>
  act(name, weight, { booking }, async (scene, values) =>
    run(scene, await bookingAt(scene, values.booking)),
  );

/** An act about a payment; nothing happens before there is one. */
export const paymentAct = <Values extends object>(
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

/** Performs an act; accepts only the expected refusals. */
export async function perform(scene: Scene, chosen: Act): Promise<void> {
  const result = await chosen.run(scene).catch((error: unknown) => {
    if (error instanceof Refusal) return { body: error };
    throw error;
  });
  const isAnswer = typeof result === 'object' && result !== null && 'body' in result;
  expect(REFUSALS, chosen.name).toContain(isAnswer ? codeOf({ body: result.body }) : 'done');
}
