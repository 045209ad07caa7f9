// Refunds by the tutor: what they take and return, and what is refused.
import { describe, expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { WHY_NOT } from '../../../domain/payments/refund.ts';
import { newId } from '../../base/ids.ts';
import { eraseFamily } from '../../testing/accounts/leaving.ts';
import { makeLesson, provenParent } from '../../testing/factories.ts';
import { refundTest as test } from '../../testing/payments/refund-shop.ts';
import { codeOf } from '../../testing/test.ts';

describe('a refund', () => {
  test('takes unused credits, returns their money and tells the parents', async ({
    shop,
    family,
    paid,
    refund,
    look,
    emailsOf,
  }) => {
    const answer = await refund(paid.id, 2);
    expect(answer.status).toBe(200);
    const payment = await look(paid.id);
    expect(answer.body).toMatchObject({ payment });
    const [made] = payment.refunds;
    expect(payment).toMatchObject({
      status: 'paid',
      paid: 14_000,
      returned: 5600,
      returned_credits: 2,
      refundable: { credits: 3, amount: 8400 },
      refunds: [{ credits: 2, amount: 5600, state: 'done', by: 'tutor' }],
    });
    expect(await family.readCredits()).toBe(3);
    expect(shop.sandbox.charge(paid.session).amount_refunded).toBe(5600);
    const emails = await emailsOf(`refunded:${made?.id}`);
    expect(emails.map(({ subject }) => subject)).toEqual(['Your refund']);
    expect(JSON.stringify(emails)).toContain('Tutor has taken 2 credits out of your account');
    // The webhook of the same refund takes nothing a second time.
    await shop.announce('charge.refunded', shop.intentOf(paid.session));
    expect(await family.readCredits()).toBe(3);
    expect(await look(paid.id)).toEqual(payment);
  });

  test('adds up to the penny if all goes back in parts', async ({ shop, family, refund, look }) => {
    // 7 x 28.00
    const session = await shop.buy(family, 7);
    const { id } = await shop.stored(session);
    for (const credits of [3, 1, 2, 1]) expect((await refund(id, credits)).status).toBe(200);
    expect(await look(id)).toMatchObject({
      status: 'refunded',
      returned: 19_600,
      refundable: { credits: 0, amount: 0 },
    });
    expect(await family.readCredits()).toBe(0);
  });

  test('leaves the credits in bookings alone', async ({ shop, family, paid, refund, look }) => {
    const { id: lesson } = await makeLesson(shop.api);
    const { body } = await family.call(endpoints.bookLesson, { body: { Lesson_ID: lesson } });
    expect((await look(paid.id)).refundable).toEqual({ credits: 4, amount: 11_200 });
    const tooMany = await refund(paid.id, 5);
    expect([tooMany.status, codeOf(tooMany)]).toEqual([409, 'not_refundable']);
    expect(tooMany.body).toMatchObject({
      details: [{ field: 'credits', message: '4 of 5 credits can be refunded' }],
    });
    await refund(paid.id, 4);
    // The credit of the cancelled booking goes back to the payment.
    await family.call(endpoints.cancelBooking, { params: { bookingId: body.booking.id } });
    expect((await look(paid.id)).refundable).toEqual({ credits: 1, amount: 2800 });
  });

  test('happens once for the same key', async ({ shop, paid, refund }) => {
    const key = newId();
    const first = await refund(paid.id, 1, key);
    expect(await refund(paid.id, 1, key)).toMatchObject({ status: 200, body: first.body });
    expect(shop.sandbox.charge(paid.session).amount_refunded).toBe(2800);
    expect(codeOf(await refund(paid.id, 2, key))).toBe('idempotency_key_reused');
  });

  test('reaches a family that has left', async ({ family, paid, refund, look }) => {
    await eraseFamily(family.context(), provenParent(family));
    expect(await look(paid.id)).toMatchObject({
      family: null,
      refundable: { credits: 5, amount: 14_000 },
    });
    expect((await refund(paid.id, 5)).status).toBe(200);
    expect(await look(paid.id)).toMatchObject({ status: 'refunded', returned: 14_000 });
  });

  test('is refused for what is no number of credits', async ({ paid, refund }) => {
    for (const credits of [0, -1, 1.5, '1', null, undefined])
      expect(codeOf(await refund(paid.id, credits))).toBe('validation_failed');
  });

  test('is refused for unknown, unpaid, free and disputed payments', async ({
    shop,
    tutor,
    family,
    paid,
    refund,
  }) => {
    expect(codeOf(await refund(newId(), 1))).toBe('payment_not_found');
    const pending = await shop.stored(await shop.checkOut(family, 1));
    expect((await refund(pending.id, 1)).body).toMatchObject({
      code: 'not_refundable',
      error: WHY_NOT.notGranted,
    });
    await tutor.call(endpoints.updateSettings, { body: { promotion_codes: true } });
    const free = await shop.checkOut(family, 1);
    shop.sandbox.enterCode(free, 'FREE');
    await shop.pay(free);
    expect((await refund((await shop.stored(free)).id, 1)).body).toMatchObject({
      error: WHY_NOT.free,
    });
    const { id } = shop.sandbox.dispute(shop.intentOf(paid.session));
    await shop.announce('charge.dispute.created', id);
    expect((await refund(paid.id, 1)).body).toMatchObject({ error: WHY_NOT.disputed });
    shop.sandbox.closeDispute(id, 'won');
    await shop.announce('charge.dispute.closed', id);
    expect((await refund(paid.id, 1)).status).toBe(200);
  });
});

test('a dashboard refund adds to those made here', async ({ shop, family, paid, refund, look }) => {
  await refund(paid.id, 1);
  await shop.hear(shop.refund(paid.session, 5600));
  expect(await look(paid.id)).toMatchObject({
    returned: 8400,
    returned_credits: 3,
    refundable: { credits: 2, amount: 5600 },
    refunds: [
      { by: 'tutor', credits: 1 },
      { id: null, by: 'provider', credits: 2, amount: 5600 },
    ],
  });
  expect(await family.readCredits()).toBe(2);
});
