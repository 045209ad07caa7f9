// Refunded credits that were spent on bookings: credits returned from these go towards the refund
// first, one by one.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { startStripeSandbox, type StripeSandbox } from '../../sandbox/stripe.ts';
import { eraseFamily } from '../families/erasure.ts';
import { START, startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { makeAdmin, makeLesson, makeFamily, parentOf, provenParent } from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { creditsOf, deliver, eventsAbout, paymentOf, startCheckout } from '../testing/payments.ts';
import { connectStripe } from './stripe.ts';
import { readEmails } from '../testing/emails.ts';

let sandbox: StripeSandbox;
let api: TestApp;
let admin: Caller;
beforeAll(async () => {
  sandbox = await startStripeSandbox({ now: () => Date.parse(START) });
  api = await startTestApp({
    payments: connectStripe({
      secretKey: sandbox.secretKey,
      webhookSecret: sandbox.webhookSecret,
      apiUrl: sandbox.url,
    }),
  });
  admin = await makeAdmin(api);
});
afterAll(async () => {
  await api.close();
  await sandbox.close();
});
beforeEach(() => api.clock.set(START));

async function announce(type: string, id: string): Promise<void> {
  const event = eventsAbout(sandbox, type, id).at(-1);
  expect(event).toBeDefined();
  expect((await deliver(api, sandbox.signEvent(event ?? {}))).status).toBe(200);
}

/** A paid payment; returns its session id. */
async function buy(student: Caller, credits: number): Promise<string> {
  const session = await startCheckout(api, student, credits);
  sandbox.pay(session);
  await announce('checkout.session.completed', session);
  return session;
}

/** Refunds `amount` pence of a payment, or its whole remainder. */
async function refund(session: string, amount?: number): Promise<void> {
  const intent = sandbox.paymentIntent(session).id;
  sandbox.refund(intent, amount);
  // Signatures need the current clock: the webhook is as new as the refund.
  const event = eventsAbout(sandbox, 'charge.refunded', intent).at(-1) ?? {};
  expect((await deliver(api, sandbox.signEvent(event, { at: api.clock.now }))).status).toBe(200);
}

interface Booking {
  readonly id: string;
  readonly lessonId: string;
}

/** Books `count` lessons, starting an hour and a half from now. */
async function book({ token }: Caller, count: number): Promise<Booking[]> {
  const bookings: Booking[] = [];
  for (let n = 0; n < count; n += 1) {
    const lesson = await makeLesson(api, { Date: '2026-11-18', Time: '13:30:00' });
    const { body } = await api.call(endpoints.bookLesson, {
      token,
      body: { Lesson_ID: lesson.id },
    });
    bookings.push({ id: body.booking.id, lessonId: lesson.id });
  }
  return bookings;
}

const cancel = async ({ token }: Caller, booking: Booking | undefined) =>
  (await api.call(endpoints.cancelBooking, { token, params: { bookingId: booking?.id ?? '' } }))
    .body;

/** Newest first. */
async function ledgerOf({ token }: Caller): Promise<string[]> {
  const { entries } = (await api.call(endpoints.listCredits, { token })).body;
  return entries.map(({ kind, amount }) => `${kind} ${amount}`);
}

async function emailAbout(cause: string): Promise<string> {
  const [message] = await readEmails(api, null, cause);
  return message?.text ?? 'no email';
}

test('takes every returned credit of ten refunded bookings, and logs both steps', async () => {
  const student = await makeFamily(api);
  const session = await buy(student, 10);
  const bookings = await book(student, 10);
  await refund(session);
  expect(await emailAbout(`shortfall:${(await paymentOf(api, session)).id}`)).toContain(
    'Credits that come back from lessons booked until now are taken first',
  );
  for (const booking of bookings) expect((await cancel(student, booking)).creditsRemaining).toBe(0);
  expect(await creditsOf(api, student)).toBe(0);
  expect((await ledgerOf(student)).slice(0, 2)).toEqual(['reversal -1', 'refund 1']);
  expect((await ledgerOf(student)).filter((line) => line === 'reversal -1')).toHaveLength(10);
  expect(await paymentOf(api, session)).toMatchObject({ status: 'refunded', reversed_credits: 10 });
  const message = await emailAbout(`cancelled:${bookings[0]?.id}`);
  expect(message).toContain('goes towards the payment that was refunded');
  expect(message).not.toContain('your credit refunded');
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('takes only the missing credits and returns the rest to the family', async () => {
  const student = await makeFamily(api, 2);
  const session = await buy(student, 1);
  const bookings = await book(student, 3);
  await refund(session);
  expect((await cancel(student, bookings[2])).creditsRemaining).toBe(0);
  expect((await cancel(student, bookings[1])).creditsRemaining).toBe(1);
  expect((await cancel(student, bookings[0])).creditsRemaining).toBe(2);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test.each(['absent', 'lesson deleted', 'account closed'] as const)(
  'a credit returned because of %s goes towards the refund as well',
  async (way) => {
    const student = await makeFamily(api);
    const session = await buy(student, 1);
    const [booking] = await book(student, 1);
    await refund(session);
    const asAdmin = { token: admin.token };
    if (way === 'lesson deleted') {
      await api.call(endpoints.deleteLesson, {
        ...asAdmin,
        params: { id: booking?.lessonId ?? '' },
      });
      expect(await emailAbout(`lesson-cancelled:${booking?.id}`)).toContain(
        'goes towards the payment that was refunded',
      );
    }
    if (way === 'account closed')
      await eraseFamily(api.context(parentOf(student)), await provenParent(student));
    if (way === 'absent') {
      const params = { bookingId: booking?.id ?? '' };
      api.clock.set('2026-11-18T14:00:00Z');
      await api.call(endpoints.markAttendance, { ...asAdmin, params, body: { absent: true } });
      const { body } = await api.refused(endpoints.markAttendance, {
        ...asAdmin,
        params,
        body: { absent: false },
      });
      expect(body).toMatchObject({
        code: 'insufficient_credits',
        error: 'The returned credit has already been spent.',
      });
    }
    const { credits } = await api.database.db
      .selectFrom('balances')
      .select('credits')
      .where('family_id', '=', student.id)
      .executeTakeFirstOrThrow();
    expect(credits).toBe(0);
    expect(await brokenInvariants(api.database.db)).toEqual([]);
  },
);

test('spares credits bought later, also when their booking is cancelled', async () => {
  const student = await makeFamily(api);
  const refunded = await buy(student, 1);
  const [early] = await book(student, 1);
  await refund(refunded);
  await buy(student, 1);
  const [late] = await book(student, 1);
  expect((await cancel(student, late)).creditsRemaining).toBe(1);
  expect((await cancel(student, early)).creditsRemaining).toBe(1);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('returns a later credit to the family after a correction to present', async () => {
  const student = await makeFamily(api);
  const refunded = await buy(student, 1);
  const [booking] = await book(student, 1);
  await refund(refunded);
  await buy(student, 1);
  api.clock.set('2026-11-18T14:00:00Z');
  const params = { bookingId: booking?.id ?? '' };
  const mark = (absent: boolean) =>
    api.call(endpoints.markAttendance, { token: admin.token, params, body: { absent } });
  await mark(true);
  expect(await creditsOf(api, student)).toBe(1);
  await mark(false);
  expect(await creditsOf(api, student)).toBe(0);
  await mark(true);
  expect(await creditsOf(api, student)).toBe(1);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('partial refunds with returns in between take no more than was bought', async () => {
  const student = await makeFamily(api);
  const session = await buy(student, 5);
  const bookings = await book(student, 5);
  await refund(session, 5600);
  expect((await cancel(student, bookings[0])).creditsRemaining).toBe(0);
  await refund(session, 2800);
  await announce('charge.refunded', sandbox.paymentIntent(session).id);
  expect((await cancel(student, bookings[1])).creditsRemaining).toBe(0);
  expect((await cancel(student, bookings[2])).creditsRemaining).toBe(0);
  expect((await cancel(student, bookings[3])).creditsRemaining).toBe(1);
  await refund(session);
  expect((await cancel(student, bookings[4])).creditsRemaining).toBe(0);
  expect(await paymentOf(api, session)).toMatchObject({ status: 'refunded', reversed_credits: 5 });
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('settles the oldest shortfall first', async () => {
  const student = await makeFamily(api);
  const [first, second] = [await buy(student, 1), await buy(student, 1)];
  const bookings = await book(student, 2);
  await refund(second);
  await buy(student, 1);
  await book(student, 1);
  await refund(first);
  for (const booking of bookings) expect((await cancel(student, booking)).creditsRemaining).toBe(0);
  const reversals = await api.database.db
    .selectFrom('credit_ledger')
    .innerJoin('payments', 'payments.id', 'credit_ledger.payment_id')
    .select('session_id')
    .where('credit_ledger.family_id', '=', student.id)
    .where('kind', '=', 'reversal')
    .orderBy('seq')
    .execute();
  expect(reversals.map(({ session_id }) => session_id)).toEqual([second, first]);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});
