// The life of a family that fills every column which can contain its data. Each value contains a
// mark, so that tests can search for it.
import { sql } from 'kysely';

import * as endpoints from '../../domain/endpoints.ts';
import type { AnyColumn } from '../families/columns.ts';
import { studentDefinition } from '../families/definitions.ts';
import { newId } from '../ids.ts';
import { applyDispute } from '../payments/disputes.ts';
import { applySession, attachSession, createPayment } from '../payments/payments.ts';
import type { TestApp } from './app.ts';
import type { Caller } from './caller.ts';
import { findParent, makeLesson, PASSWORD } from './factories.ts';
import { tokenTo } from './emails.ts';

/** Each mark occurs in one field of a form and in nothing else. */
export const marks = {
  parent: 'markparent',
  student: 'markstudent',
  email: 'markfamily',
  formerEmail: 'markformer',
  pendingEmail: 'markpending',
  phone: '900451',
  otherParent: 'marksecond',
  otherEmail: 'markother',
  invited: 'markinvited',
  enquirer: 'markenquirer',
  note: 'marknote',
  reason: 'markreason',
};
/** The texts about a student that no form below fills, each with a mark of its own. */
const { name: _, ...otherTexts } = studentDefinition;
const optionalTexts = Object.entries<AnyColumn>(otherTexts)
  .filter(([, { isPersonal }]) => isPersonal)
  .map(([column]) => ({ column, mark: `mark${column}` }));
export const allMarks = [...Object.values(marks), ...optionalTexts.map(({ mark }) => mark)];
export const EMAIL = `${marks.email}@example.com`;
export const FORMER_EMAIL = `${marks.formerEmail}@example.com`;

export interface LivingFamily {
  readonly id: string;
  readonly token: string;
}

export async function enquire(api: TestApp, email: string): Promise<void> {
  await api.call(endpoints.registerInterest, {
    headers: { 'idempotency-key': newId() },
    body: {
      name: 'Ada Markenquirer',
      email,
      mobile: `+447700${marks.phone}`,
      year_class: 'year-12',
    },
  });
}

/** Adds a second parent, and an invitation that nobody has accepted. */
export async function shareWithOthers(api: TestApp, { token }: LivingFamily): Promise<void> {
  const other = `${marks.otherEmail}@example.com`;
  await api.call(endpoints.invite, {
    token,
    body: { role: 'parent', email: other, current_password: PASSWORD },
  });
  await api.call(endpoints.acceptInvitation, {
    body: {
      token: await tokenTo(api, other),
      Parent_Name: 'Sam Marksecond',
      Parent_Phone_Number: '07700900999',
      password: PASSWORD,
    },
  });
  await api.call(endpoints.invite, {
    token,
    body: { role: 'student', email: `${marks.invited}@example.com`, current_password: PASSWORD },
  });
}

/** Books three lessons: one attended, one missed, one ahead. */
export async function attend(api: TestApp, { token }: LivingFamily, admin: Caller): Promise<void> {
  const days = ['2026-11-18', '2026-11-18', '2026-11-28'];
  const bookings: string[] = [];
  for (const [hour, Date] of days.entries()) {
    const lesson = await makeLesson(api, { Date, Time: `1${3 + hour}:00:00` });
    const { body } = await api.call(endpoints.bookLesson, {
      token,
      headers: { 'idempotency-key': newId() },
      body: { Lesson_ID: lesson.id },
    });
    bookings.push(body.booking.id);
  }
  api.clock.set('2026-11-18T16:00:00Z');
  await api.call(endpoints.markAttendance, {
    token: admin.token,
    params: { bookingId: bookings[1] ?? '' },
    body: { absent: true },
  });
}

/** Buys a credit; then the payment is disputed and its receipt is sent again. */
export async function pay(api: TestApp, { id }: LivingFamily, admin: Caller): Promise<void> {
  const parent = await findParent(api, id);
  const order = await createPayment(api.context(parent), {
    credits: 1,
    amount: 3000,
    currency: 'gbp',
  });
  await attachSession(api.context(null), { paymentId: order.id, sessionId: 'cs_test_erasure' });
  await applySession(api.context(null), {
    sessionId: 'cs_test_erasure',
    paymentId: order.id,
    paymentIntent: 'pi_erasure',
    amount: order.amount,
    currency: order.currency,
    outcome: 'paid',
  });
  const dispute = {
    id: 'dp_erasure',
    paymentIntent: null,
    amount: order.amount,
    outcome: 'open',
    reason: 'general',
    dueBy: null,
  } as const;
  await applyDispute(api.context(null), dispute, { paymentId: order.id });
  await api.call(endpoints.resendReceipt, { token: admin.token, params: { id: order.id } });
}

/** Fills every text about the family's students. */
export async function describeStudents(api: TestApp, { id }: LivingFamily): Promise<void> {
  for (const { column, mark } of optionalTexts)
    await sql`update students set ${sql.ref(column)} = ${mark} where family_id = ${id}`.execute(
      api.database.db,
    );
}

/** Requests an email change, which is not confirmed yet. */
export async function askToMoveTo(
  api: TestApp,
  { token }: LivingFamily,
  Parent_Email: string,
): Promise<void> {
  await api.call(endpoints.updateProfile, {
    token,
    body: { Parent_Email, current_password: PASSWORD },
  });
}

export async function moveTo(api: TestApp, family: LivingFamily, email: string): Promise<void> {
  await askToMoveTo(api, family, email);
  await api.call(endpoints.confirmEmail, { body: { token: await tokenTo(api, email) } });
}
