// How a reservation ends: by time, by another checkout, by abandoning the page, and by whatever
// makes it void.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { RESERVATION_MINUTES } from '../../domain/limits.ts';
import { startStripeSandbox, type StripeSandbox } from '../../sandbox/stripe.ts';
import { expireReservations } from '../lessons/reservations.ts';
import { eraseFamily } from '../families/erasure.ts';
import { START, type TestApp } from '../testing/app.ts';
import { addStudent, makeFamily, parentOf, provenParent } from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { readEmails } from '../testing/emails.ts';
import { openShop, type Shop } from '../testing/paid-lessons.ts';
import { creditsOf, look, paymentOf } from '../testing/payments.ts';
import { applySession, findPayment } from './payments.ts';

let shop: Shop<StripeSandbox>;
let api: TestApp;
beforeAll(async () => {
  shop = await openShop(startStripeSandbox);
  ({ api } = shop);
});
afterEach(() => api.clock.set(START));
afterAll(async () => {
  expect(await brokenInvariants(api.database.db)).toEqual([]);
  await shop.close();
});

test('expires by time alone, blocks nobody, and is released within a minute', async () => {
  const [lesson = ''] = await shop.makeLessons(1, { Max_Students: 1 });
  const [mine, other] = [await makeFamily(api), await makeFamily(api, 1)];
  const id = await shop.checkOut(mine, { Lesson_IDs: [lesson] });
  shop.sandbox.pay(id);
  api.clock.advance({ minutes: RESERVATION_MINUTES.untilExpiry, ms: -1 });
  expect((await shop.seen(other, lesson)).availableSpots).toBe(0);
  await expireReservations(api.context(null));
  expect((await shop.seen(mine, lesson)).reserved_until).not.toBeNull();
  api.clock.advance({ ms: 1 });
  expect(await shop.seen(mine, lesson)).toEqual({
    availableSpots: 1,
    reserved_until: null,
    isBooked: false,
  });
  expect(await shop.planned(lesson)).toEqual({ bookedCount: 0, reservedCount: 0 });
  const stored = await findPayment(api.database.db, {
    familyId: mine.id,
    sessionId: id,
    now: api.clock.now,
  });
  expect(stored?.lessons).toMatchObject([{ state: 'not_booked', reason: 'reservation_expired' }]);
  // It has not been released yet: the next booking releases it.
  await api.call(endpoints.bookLesson, { token: other.token, body: { Lesson_ID: lesson } });
  expect(await shop.planned(lesson)).toEqual({ bookedCount: 1, reservedCount: 0 });
  await expireReservations(api.context(null));
  expect((await paymentOf(api, id)).reserved_until).toBeNull();

  // A last-moment payment is reported late: its credit stays in the account.
  await shop.announce('checkout.session.completed', id);
  expect(await shop.outcomes(mine, id)).toEqual(['lesson_full']);
  expect(await creditsOf(api, mine)).toBe(1);
  const [receipt] = await readEmails(api, mine.email);
  expect(receipt?.text).toMatch(
    /Not booked: ".+" on .+, because no spot was left\. Its credit is in your account\./,
  );
});

test('a payment after the expiry books if a spot is left', async () => {
  const [lesson = ''] = await shop.makeLessons(1, { Max_Students: 1 });
  const mine = await makeFamily(api);
  const id = await shop.checkOut(mine, { Lesson_IDs: [lesson] });
  shop.sandbox.pay(id);
  api.clock.advance({ minutes: RESERVATION_MINUTES.untilExpiry + 1 });
  await shop.announce('checkout.session.completed', id);
  expect(await shop.outcomes(mine, id)).toEqual(['booked']);
  expect(await shop.planned(lesson)).toEqual({ bookedCount: 1, reservedCount: 0 });
});

test('a new checkout replaces the reservation and the page; a refused one neither', async () => {
  const [a = '', b = '', full = ''] = [
    ...(await shop.makeLessons(2, { Max_Students: 1 })),
    ...(await shop.makeLessons(1, { Max_Students: 1 })),
  ];
  const mine = await makeFamily(api);
  await api.call(endpoints.bookLesson, {
    token: (await makeFamily(api, 1)).token,
    body: { Lesson_ID: full },
  });
  const first = await shop.checkOut(mine, { Lesson_IDs: [a] });
  await shop.refused(mine, { Lesson_IDs: [full] });
  expect(await shop.outcomes(mine, first)).toEqual(['reserved']);
  const second = await shop.checkOut(mine, { Lesson_IDs: [b, a] });
  expect(await shop.planned(a)).toEqual({ bookedCount: 0, reservedCount: 1 });
  expect(shop.sandbox.session(first).status).toBe('expired');
  expect(await look(api, mine, first)).toMatchObject({ status: 'expired' });
  expect(await shop.outcomes(mine, first)).toEqual(['not_paid']);
  await shop.announce('checkout.session.expired', first);
  expect(await shop.outcomes(mine, second)).toEqual(['reserved', 'reserved']);

  // The previous page was paid just as it was replaced: it is fulfilled from the newer reservation.
  shop.sandbox.pay(second);
  const third = await shop.checkOut(mine, { Lesson_IDs: [b] });
  expect(await shop.outcomes(mine, second)).toEqual(['booked', 'booked']);
  expect(await shop.planned(b)).toEqual({ bookedCount: 1, reservedCount: 0 });
  await shop.pay(third);
  expect(await shop.outcomes(mine, third)).toEqual(['already_booked']);
  expect(await creditsOf(api, mine)).toBe(1);
});

test('only one of several concurrent checkouts can be paid', async () => {
  const [lesson = ''] = await shop.makeLessons(1, { Max_Students: 1 });
  const mine = await makeFamily(api);
  shop.sandbox.setLatency(50);
  const begun = Array.from({ length: 3 }, () => shop.checkOut(mine, { Lesson_IDs: [lesson] }));
  const ids = await Promise.all(begun);
  shop.sandbox.setLatency(0);
  const open = ids.filter((id) => shop.sandbox.session(id).status === 'open');
  expect(open).toHaveLength(1);
  expect(await shop.outcomes(mine, open[0] ?? '')).toEqual(['reserved']);
  await shop.pay(open[0] ?? '');
  expect(await shop.outcomes(mine, open[0] ?? '')).toEqual(['booked']);
});

test('a page that cannot be expired does not fail its replacement', async () => {
  const [a = ''] = await shop.makeLessons(1, { Max_Students: 1 });
  const mine = await makeFamily(api);
  const first = await shop.checkOut(mine, { Lesson_IDs: [a] });
  await api.database.db
    .updateTable('payments')
    .set({ session_id: 'cs_test_forgotten' })
    .where('session_id', '=', first)
    .execute();
  const second = await shop.checkOut(mine, { Lesson_IDs: [a] });
  expect(await shop.outcomes(mine, second)).toEqual(['reserved']);
});

test('reserves nothing while the provider fails', async () => {
  const [lesson = ''] = await shop.makeLessons(1);
  const mine = await makeFamily(api);
  shop.sandbox.startOutage('error');
  expect((await shop.refused(mine, { Lesson_IDs: [lesson] })).status).toBe(502);
  shop.sandbox.endOutage();
  expect(await shop.planned(lesson)).toEqual({ bookedCount: 0, reservedCount: 0 });
});

test('a cancelled checkout releases its spots, and cancelling can be repeated', async () => {
  const [lesson = ''] = await shop.makeLessons(1, { Max_Students: 1 });
  const [mine, other] = [await makeFamily(api), await makeFamily(api)];
  const id = await shop.checkOut(mine, { Lesson_IDs: [lesson] });
  const foreign = await api.refused(endpoints.cancelCheckout, {
    token: other.token,
    params: { session_id: id },
  });
  expect([foreign.status, foreign.body.code]).toEqual([404, 'payment_not_found']);
  for (let time = 0; time < 2; time += 1) {
    const { body } = await shop.cancel(mine, id);
    expect(body.payment).toMatchObject({
      status: 'expired',
      lessons: [{ state: 'not_booked', reason: 'not_paid' }],
    });
  }
  expect(shop.sandbox.session(id).status).toBe('expired');
  expect(await shop.planned(lesson)).toEqual({ bookedCount: 0, reservedCount: 0 });
});

test('a paid checkout is fulfilled instead of cancelled', async () => {
  const [a = '', b = ''] = await shop.makeLessons(2, { Max_Students: 1 });
  const mine = await makeFamily(api);
  const first = await shop.checkOut(mine, { Lesson_IDs: [a] });
  shop.sandbox.pay(first);
  expect((await shop.cancel(mine, first)).body.payment).toMatchObject({
    status: 'paid',
    lessons: [{ state: 'booked' }],
  });
  const second = await shop.checkOut(mine, { Lesson_IDs: [b] });
  await shop.cancel(mine, first);
  expect(await shop.outcomes(mine, second)).toEqual(['reserved']);
});

test('in a provider outage, cancelling releases and warns of the open page', async () => {
  const [lesson = ''] = await shop.makeLessons(1, { Max_Students: 1 });
  const mine = await makeFamily(api);
  const id = await shop.checkOut(mine, { Lesson_IDs: [lesson] });
  shop.sandbox.startOutage('error');
  const { status, body } = await api.refused(endpoints.cancelCheckout, {
    token: mine.token,
    params: { session_id: id },
  });
  expect([status, body.code]).toEqual([502, 'payment_provider_error']);
  shop.sandbox.endOutage();
  expect(await shop.planned(lesson)).toEqual({ bookedCount: 0, reservedCount: 0 });
  expect((await shop.cancel(mine, id)).body.payment.status).toBe('expired');
});

test.each(['expired', 'failed', 'mismatched'] as const)(
  'a payment that is %s releases its spots',
  async (status) => {
    const [lesson = ''] = await shop.makeLessons(1, { Max_Students: 1 });
    const mine = await makeFamily(api);
    const sessionId = await shop.checkOut(mine, { Lesson_IDs: [lesson] });
    const { id: paymentId, amount, currency } = await paymentOf(api, sessionId);
    const facts = { sessionId, paymentId, paymentIntent: null, currency };
    await applySession(
      api.context(null),
      status === 'mismatched'
        ? { ...facts, outcome: 'paid', amount: amount - 1 }
        : { ...facts, outcome: status, amount },
    );
    expect(await shop.planned(lesson)).toEqual({ bookedCount: 0, reservedCount: 0 });
    expect(await look(api, mine, sessionId)).toMatchObject({
      status,
      lessons: [{ state: 'not_booked', reason: 'not_paid' }],
    });
  },
);

test('a lesson cannot shrink below its reservations; deleting it releases them', async () => {
  const [lesson = ''] = await shop.makeLessons(1, { Max_Students: 4 });
  const [mine, other] = [await makeFamily(api), await makeFamily(api)];
  const id = await shop.checkOut(mine, { Lesson_IDs: [lesson] });
  await shop.checkOut(other, { Lesson_IDs: [lesson] });
  const resize = (Max_Students: number) =>
    api.either(endpoints.updateLesson, {
      token: shop.admin.token,
      params: { id: lesson },
      body: { Max_Students },
    });
  expect((await resize(1)).body).toMatchObject({ code: 'below_booked' });
  expect((await resize(2)).body).toMatchObject({ lesson: { reservedCount: 2 } });
  const start = api.clock.now;
  api.clock.advance({ minutes: RESERVATION_MINUTES.untilExpiry });
  expect((await resize(1)).body).toMatchObject({ lesson: { reservedCount: 0 } });
  api.clock.now = start;
  const again = await shop.checkOut(other, { Lesson_IDs: [lesson] });
  await api.call(endpoints.deleteLesson, { token: shop.admin.token, params: { id: lesson } });
  for (const [family, session] of [
    [mine, id],
    [other, again],
  ] as const) {
    await shop.pay(session);
    expect(await shop.outcomes(family, session)).toEqual(['lesson_not_found']);
    expect(await creditsOf(api, family)).toBe(1);
  }
});

test('books no removed student, and releases the spots of a deleted family', async () => {
  const [lesson = ''] = await shop.makeLessons(1);
  const mine = await makeFamily(api);
  const sibling = await addStudent(api, mine);
  const id = await shop.checkOut(mine, { Lesson_IDs: [lesson], Student_ID: sibling });
  await api.call(endpoints.removeStudent, { token: mine.token, params: { id: sibling } });
  await shop.pay(id);
  expect(await shop.outcomes(mine, id)).toEqual(['student_not_found']);
  const last = await shop.checkOut(mine, { Lesson_IDs: [lesson] });
  await eraseFamily(api.context(parentOf(mine)), await provenParent(mine));
  expect(await shop.planned(lesson)).toEqual({ bookedCount: 0, reservedCount: 0 });
  await shop.pay(last);
  expect(await shop.planned(lesson)).toEqual({ bookedCount: 0, reservedCount: 0 });
});
