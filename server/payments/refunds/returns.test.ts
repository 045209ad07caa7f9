// Returns by the family itself: within 14 UK days, three times an hour, by its parents alone.
import { describe, expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { NEW_REQUEST } from '../../engine/idempotency.ts';
import { readEmails } from '../../testing/emails.ts';
import { makeFamily } from '../../testing/factories.ts';
import { sharedShopTest } from '../../testing/payments/shop.ts';
import { codeOf } from '../../testing/test.ts';
import { returnableUntil } from './refundable.ts';
import { requestRefund } from './request-refund.ts';

const test = sharedShopTest
  .extend('paid', async ({ shop, family }) => {
    const session = await shop.buy(family, 5);
    const { id, created_at } = await shop.stored(session);
    return { id, created_at, session };
  })
  .extend('giveBack', ({ family }) => (id: string, credits: number) => {
    return family.either(endpoints.returnPayment, { params: { id }, body: { credits } });
  });

test.for([
  // Bought at noon on 18 November: until the end of 2 December.
  ['2026-11-18T12:00:00.000Z', '2026-12-03T00:00:00.000Z'],
  // The day begins an hour earlier in summer, and the clocks go back in between.
  ['2026-10-14T22:59:59.999Z', '2026-10-29T00:00:00.000Z'],
  ['2026-10-14T23:00:00.000Z', '2026-10-30T00:00:00.000Z'],
  ['2027-03-20T12:00:00.000Z', '2027-04-03T23:00:00.000Z'],
] as const)('ends the returns of credits granted at %s at %s', ([granted, until]) => {
  expect(new Date(returnableUntil(Date.parse(granted))).toISOString()).toBe(until);
});

describe('a return', () => {
  test('sends unused credits back and says what is left', async ({ family, paid, giveBack }) => {
    const answer = await giveBack(paid.id, 2);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        payment: {
          id: paid.id,
          status: 'paid',
          refundable: { credits: 3, amount: 8400 },
          returnable_until: '2026-12-03T00:00:00.000Z',
          refunds: [{ by: 'family', credits: 2, amount: 5600, state: 'done' }],
        },
      },
    });
    expect(await family.readCredits()).toBe(3);
    const { body } = await family.call(endpoints.listPayments);
    expect(body.payments).toHaveLength(1);
    expect(answer.body).toMatchObject({ payment: body.payments[0] });
  });

  test('finds no payment of another family', async ({ api, paid }) => {
    const other = await makeFamily(api);
    const refused = await other.refused(endpoints.returnPayment, {
      params: { id: paid.id },
      body: { credits: 1 },
    });
    expect([refused.status, refused.body.code]).toEqual([404, 'payment_not_found']);
  });

  test('is refused after the 14 days, before anything else', async ({ shop, family, paid }) => {
    const context = family.context();
    const requester = { by: 'family', familyId: family.id } as const;
    const giveBackAt = (now: number, credits: number) =>
      requestRefund(
        { ...context, now },
        shop.provider,
        { paymentId: paid.id, credits, requester },
        NEW_REQUEST,
      );
    const end = returnableUntil(paid.created_at);
    await expect(giveBackAt(end, 99)).rejects.toMatchObject({ code: 'return_period_over' });
    await giveBackAt(end - 1, 1);
    expect(await family.readCredits()).toBe(4);
  });

  test('fails if the payment has no invoice, which would start the 14 days', async ({
    shop,
    family,
    giveBack,
  }) => {
    const { id } = await shop.stored(await shop.checkOut(family, 1));
    const payments = shop.api.database.db.updateTable('payments').where('id', '=', id);
    await payments.set({ status: 'paid', paid: 3000, paid_at: 0 }).execute();
    expect((await giveBack(id, 1)).status).toBe(500);
    await payments.set({ status: 'pending', paid: null, paid_at: null }).execute();
    const refused = await giveBack(id, 1);
    expect([refused.status, codeOf(refused)]).toEqual([409, 'not_refundable']);
  });

  test('is possible three times an hour', async ({ shop, family, paid, giveBack }) => {
    for (let n = 0; n < 3; n += 1) expect((await giveBack(paid.id, 1)).status).toBe(200);
    const fourth = await giveBack(paid.id, 1);
    expect([fourth.status, codeOf(fourth)]).toEqual([429, 'rate_limited']);
    expect(fourth.headers['retry-after']).toBe('3600');
    shop.api.clock.advance({ minutes: 60 });
    expect((await giveBack(paid.id, 1)).status).toBe(200);
    expect(await family.readCredits()).toBe(1);
  });

  test('tells the parents if the provider refuses it', async ({ shop, family, paid, giveBack }) => {
    shop.sandbox.dispute(shop.intentOf(paid.session));
    expect((await giveBack(paid.id, 2)).status).toBe(200);
    const notices = await readEmails(shop.api, family.email, 'refund-not-possible:');
    expect(notices.map(({ subject }) => subject)).toEqual(['Your refund has failed']);
    expect(notices[0]?.text.replaceAll(/\s+/g, ' ')).toContain(
      "Our payment provider could not send the money. The refund's 2 credits are back in your account",
    );
  });

  test('does not count if the provider refuses it', async ({ shop, family, paid, giveBack }) => {
    shop.sandbox.letRefundsBecome('failed');
    for (let n = 0; n < 4; n += 1) expect((await giveBack(paid.id, 1)).status).toBe(200);
    shop.sandbox.letRefundsBecome('succeeded');
    expect((await giveBack(paid.id, 1)).status).toBe(200);
    expect(await family.readCredits()).toBe(4);
  });
});
