// How a reservation ends: by time, by another checkout, by abandoning the page, and by whatever
// makes it void.
import { describe, expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { RESERVATION_MINUTES } from '../../../domain/lessons/booking.ts';
import { expireReservations } from '../../booking/reservations.ts';
import { eraseFamily } from '../../testing/accounts/leaving.ts';
import { addStudent, makeFamily, provenParent } from '../../testing/factories.ts';
import { sharedShopTest } from '../../testing/payments/shop.ts';
import { findPayment } from '../checkout/family-checks.ts';
import { applySession } from '../payments.ts';

const FREE = { bookedCount: 0, reservedCount: 0 };
const RESERVED = { bookedCount: 0, reservedCount: 1 };
const BOOKED = { bookedCount: 1, reservedCount: 0 };

const test = sharedShopTest
  /** A lesson with one spot. */
  .extend('lessonId', ({ shop }) => shop.makeLesson(1))
  /** The session of a checkout that reserves it. */
  .extend('id', ({ shop, family, lessonId }) => shop.checkOut(family, [lessonId]));

describe('time', () => {
  test('ends a reservation, which is released soon', async ({ shop, family, lessonId, id }) => {
    const { api, sandbox } = shop;
    const other = await makeFamily(api, 1);
    sandbox.pay(id);
    api.clock.advance({ minutes: RESERVATION_MINUTES.untilExpiry, ms: -1 });
    expect((await other.readLesson(lessonId)).availableSpots).toBe(0);
    await expireReservations(api.context(null));
    expect((await family.readLesson(lessonId)).reserved_until).not.toBeNull();
    api.clock.advance({ ms: 1 });
    const free = { availableSpots: 1, reserved_until: null, isBooked: false };
    expect(await family.readLesson(lessonId)).toMatchObject(free);
    expect(await shop.planned(lessonId)).toEqual(FREE);
    const whose = { familyId: family.id, sessionId: id, now: api.clock.now };
    const expired = [{ state: 'not_booked', reason: 'reservation_expired' }];
    expect((await findPayment(api.database.db, whose))?.lessons).toMatchObject(expired);
    // It has not been released yet: the next booking releases it.
    await other.book(lessonId);
    expect(await shop.planned(lessonId)).toEqual(BOOKED);
    await expireReservations(api.context(null));
    expect((await shop.stored(id)).reserved_until).toBeNull();

    // A last-moment payment is reported late: its credit stays in the account.
    await shop.hearOf(id);
    expect(await shop.outcomes(family, id)).toEqual(['lesson_full']);
    expect(await family.readCredits()).toBe(1);
    expect((await family.readEmails())[0]?.text).toMatch(
      /Not booked: ".+" on .+, because no spot was left\. Its credit is in your account\./,
    );
  });

  test('leaves an open spot to a late payment', async ({ shop, family, lessonId, id }) => {
    shop.sandbox.pay(id);
    shop.api.clock.advance({ minutes: RESERVATION_MINUTES.untilExpiry + 1 });
    await shop.hearOf(id);
    expect(await shop.outcomes(family, id)).toEqual(['booked']);
    expect(await shop.planned(lessonId)).toEqual(BOOKED);
  });
});

describe('another checkout', () => {
  test('replaces reservation and page', async ({ shop, family, lessonId: a, id: first }) => {
    const [b, full] = [await shop.makeLesson(1), await shop.makeLesson(1)];
    await (await makeFamily(shop.api, 1)).book(full);
    await shop.refused(family, [full]);
    expect(await shop.outcomes(family, first)).toEqual(['reserved']);
    const second = await shop.checkOut(family, [b, a]);
    expect(await shop.planned(a)).toEqual(RESERVED);
    expect(shop.sandbox.session(first).status).toBe('expired');
    expect(await shop.look(family, first)).toMatchObject({ status: 'expired' });
    expect(await shop.outcomes(family, first)).toEqual(['not_paid']);
    await shop.announce('checkout.session.expired', first);
    expect(await shop.outcomes(family, second)).toEqual(['reserved', 'reserved']);

    // The previous page was paid just as it was replaced: it is fulfilled from the newer
    // reservation.
    shop.sandbox.pay(second);
    const third = await shop.checkOut(family, [b]);
    expect(await shop.outcomes(family, second)).toEqual(['booked', 'booked']);
    expect(await shop.planned(b)).toEqual(BOOKED);
    await shop.pay(third);
    expect(await shop.outcomes(family, third)).toEqual(['already_booked']);
    expect(await family.readCredits()).toBe(1);
  });

  test('at the same time leaves one page that can be paid', async ({ shop, family, lessonId }) => {
    shop.sandbox.setLatency(50);
    const ids = await Promise.all([1, 2, 3].map(() => shop.checkOut(family, [lessonId])));
    shop.sandbox.setLatency(0);
    const open = ids.filter((one) => shop.sandbox.session(one).status === 'open');
    expect(open).toHaveLength(1);
    const [id = ''] = open;
    expect(await shop.outcomes(family, id)).toEqual(['reserved']);
    await shop.pay(id);
    expect(await shop.outcomes(family, id)).toEqual(['booked']);
  });

  test('succeeds if the page cannot be expired', async ({ shop, family, lessonId, id }) => {
    const forgotten = { session_id: 'cs_test_forgotten' };
    const payments = shop.api.database.db.updateTable('payments').set(forgotten);
    await payments.where('session_id', '=', id).execute();
    const second = await shop.checkOut(family, [lessonId]);
    expect(await shop.outcomes(family, second)).toEqual(['reserved']);
  });

  test('reserves nothing while the provider fails', async ({ shop, family, lessonId }) => {
    shop.sandbox.startOutage('error');
    expect((await shop.refused(family, [lessonId])).status).toBe(502);
    shop.sandbox.endOutage();
    expect(await shop.planned(lessonId)).toEqual(FREE);
  });
});

describe('cancelling', () => {
  test('releases the spot, and can be repeated', async ({ shop, family, lessonId, id }) => {
    const other = await makeFamily(shop.api);
    const foreign = await other.refused(endpoints.cancelCheckout, { params: { session_id: id } });
    expect([foreign.status, foreign.body.code]).toEqual([404, 'payment_not_found']);
    const lessons = [{ state: 'not_booked', reason: 'not_paid' }];
    for (let time = 0; time < 2; time += 1)
      expect(await shop.cancel(family, id)).toMatchObject({ status: 'expired', lessons });
    expect(shop.sandbox.session(id).status).toBe('expired');
    expect(await shop.planned(lessonId)).toEqual(FREE);
  });

  test('fulfils a paid checkout instead', async ({ shop, family, id }) => {
    shop.sandbox.pay(id);
    const paid = { status: 'paid', lessons: [{ state: 'booked' }] };
    expect(await shop.cancel(family, id)).toMatchObject(paid);
    const second = await shop.checkOut(family, [await shop.makeLesson(1)]);
    await shop.cancel(family, id);
    expect(await shop.outcomes(family, second)).toEqual(['reserved']);
  });

  test('releases in an outage, with a warning', async ({ shop, family, lessonId, id }) => {
    shop.sandbox.startOutage('error');
    const refused = await family.refused(endpoints.cancelCheckout, { params: { session_id: id } });
    expect([refused.status, refused.body.code]).toEqual([502, 'payment_provider_error']);
    shop.sandbox.endOutage();
    expect(await shop.planned(lessonId)).toEqual(FREE);
    expect((await shop.cancel(family, id)).status).toBe('expired');
  });
});

test.for(['expired', 'failed', 'mismatched'] as const)(
  'a payment that is %s releases its spots',
  async (status, { shop, family, lessonId, id: sessionId }) => {
    const { id: paymentId, amount, currency } = await shop.stored(sessionId);
    const facts = { sessionId, paymentId, paymentIntent: null, currency };
    const wrong = { outcome: 'paid', amount: amount - 1 } as const;
    const report = status === 'mismatched' ? wrong : { outcome: status, amount };
    await applySession(shop.api.context(null), { ...facts, ...report });
    expect(await shop.planned(lessonId)).toEqual(FREE);
    const lessons = [{ state: 'not_booked', reason: 'not_paid' }];
    expect(await shop.look(family, sessionId)).toMatchObject({ status, lessons });
  },
);

test('a lesson keeps its reserved spots until it is deleted', async ({ shop, family, tutor }) => {
  const { clock } = shop.api;
  const lessonId = await shop.makeLesson(4);
  const other = await makeFamily(shop.api);
  const id = await shop.checkOut(family, [lessonId]);
  await shop.checkOut(other, [lessonId]);
  const resize = async (maxStudents: number) =>
    (
      await tutor.either(endpoints.updateLesson, {
        params: { id: lessonId },
        body: { Max_Students: maxStudents },
      })
    ).body;
  expect(await resize(1)).toMatchObject({ code: 'below_booked' });
  expect(await resize(2)).toMatchObject({ lesson: { reservedCount: 2 } });
  const start = clock.now;
  clock.advance({ minutes: RESERVATION_MINUTES.untilExpiry });
  expect(await resize(1)).toMatchObject({ lesson: { reservedCount: 0 } });
  clock.now = start;
  const again = await shop.checkOut(other, [lessonId]);
  await tutor.call(endpoints.deleteLesson, { params: { id: lessonId } });
  for (const [payer, session] of [
    [family, id],
    [other, again],
  ] as const) {
    await shop.pay(session);
    expect(await shop.outcomes(payer, session)).toEqual(['lesson_not_found']);
    expect(await payer.readCredits()).toBe(1);
  }
});

test('books no removed student', async ({ shop, family, lessonId }) => {
  const sibling = await addStudent(shop.api, family);
  const id = await shop.checkOut(family, { Lesson_IDs: [lessonId], Student_ID: sibling });
  await family.call(endpoints.removeStudent, { params: { id: sibling } });
  await shop.pay(id);
  expect(await shop.outcomes(family, id)).toEqual(['student_not_found']);
});

test('releases the spots of a deleted family', async ({ shop, family, lessonId, id }) => {
  await eraseFamily(family.context(), provenParent(family));
  expect(await shop.planned(lessonId)).toEqual(FREE);
  await shop.pay(id);
  expect(await shop.planned(lessonId)).toEqual(FREE);
});
