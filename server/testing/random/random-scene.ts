// The families, lessons and payments of a random test.
import { applySession } from '../../payments/payments.ts';
import type { TestApp } from '../app.ts';
import type { Caller, TestFamily } from '../caller.ts';
import { makeLesson } from '../factories.ts';
import { makeNewFamily } from '../lessons/free-lessons.ts';

export const FAMILIES = 3;
export const LESSONS = 2;

export interface Scene {
  readonly api: TestApp;
  readonly tutor: Caller;
  readonly families: readonly TestFamily[];
  readonly lessons: readonly string[];
  readonly payments: string[];
}

export async function makeScene(api: TestApp, tutor: Caller): Promise<Scene> {
  const families: TestFamily[] = [];
  for (let n = 0; n < FAMILIES; n += 1) {
    families.push(await makeNewFamily(api, { credits: n, isConfirmed: n > 0 }));
  }
  const lessons: string[] = [];
  for (let n = 0; n < LESSONS; n += 1)
    lessons.push((await makeLesson(api, { Time: `09:${n}0:00`, Max_Students: n + 2 })).id);
  return { api, tutor, families, lessons, payments: [] };
}

/** Throws if there is none at this position. */
export function at<T>(all: readonly T[], position: number): T {
  const item = all[position];
  if (item === undefined) throw new Error(`There is nothing at position ${position}.`);
  return item;
}

/** The family's current students, oldest first. */
export async function studentsOf({ api }: Scene, { id }: TestFamily): Promise<string[]> {
  const rows = await api.database.db
    .selectFrom('students')
    .select('id')
    .where('family_id', '=', id)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

export interface Booking {
  readonly id: string;
  readonly family: TestFamily;
  readonly token: string;
}

/** One of the scene's active bookings; if there are none, an unknown one. */
export async function bookingAt(
  { api, families, lessons }: Scene,
  position: number,
): Promise<Booking> {
  const rows = await api.database.db
    .selectFrom('bookings')
    .select(['id', 'family_id', 'join_token'])
    .where('lesson_id', 'in', lessons)
    .where('cancelled_at', 'is', null)
    .orderBy('id')
    .execute();
  const row = rows[position % Math.max(1, rows.length)];
  const family = families.find(({ id }) => id === row?.family_id) ?? at(families, 0);
  return { id: row?.id ?? '1', family, token: row?.join_token ?? 'none' };
}

export async function amountOf({ api }: Scene, paymentId: string): Promise<number> {
  const { amount } = await api.database.db
    .selectFrom('payments')
    .select('amount')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  return amount;
}

/** The provider reports the end of a checkout. */
export async function report(scene: Scene, paymentId: string, outcome: 'paid' | 'expired') {
  const ids = { sessionId: `cs_${paymentId}`, paymentId, paymentIntent: `pi_${paymentId}` };
  const amount = await amountOf(scene, paymentId);
  await applySession(scene.api.context(null), { ...ids, outcome, amount, currency: 'gbp' });
}
