// The comparison with the provider: every kind of difference, and its mending.
import { expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { explainDifference, isMendable } from '../../../domain/payments/reconciliation.ts';
import { newId } from '../../base/ids.ts';
import { START } from '../../testing/app.ts';
import { makeFamily } from '../../testing/factories.ts';
import { comparisonTest as test } from '../../testing/payments/comparison-test.ts';
import { ledgerOf, payFor, PRICE, scenarios } from '../../testing/payments/comparisons.ts';
import { codeOf } from '../../testing/test.ts';

test('a refund that was asked for is no difference, whether it was made or not', async ({
  shop,
  tutor,
  family,
  compareNow,
}) => {
  const { id } = await payFor(shop, family);
  const refund = { params: { id }, body: { credits: 1 } };
  // The provider has made it, and its answer is lost.
  shop.sandbox.startOutage('lose', 1);
  await tutor.call(endpoints.refundPayment, refund);
  expect((await compareNow()).differences).toEqual([]);
  shop.sandbox.startOutage('error', 1);
  await tutor.call(endpoints.refundPayment, refund);
  expect((await compareNow()).differences).toEqual([]);
});

test('reports nothing before the first comparison', async ({ read }) => {
  expect(await read()).toEqual({
    checked_at: null,
    failed_at: null,
    running: false,
    since: null,
    compared: 0,
    matched: 0,
    differences: [],
    open_inquiries: 0,
  });
});

test.for(scenarios.map((scenario, index) => [index, ...scenario] as const))(
  'finds and mends, where it can: %d %s',
  async ([, kind, play], { shop, family, compareNow, read, mend }) => {
    const right = await makeFamily(shop.api);
    await play(shop, family, 'wrong');
    await play(shop, right, 'right');
    await payFor(shop, family);
    await payFor(shop, right);
    const found = await compareNow();
    expect(found.differences.map((one) => one.kind)).toEqual([kind]);
    expect(found.compared - found.matched).toBe(1);
    const [difference] = found.differences;
    if (difference === undefined) throw new Error('There is no difference.');
    const isKnown = kind !== 'unknown_session';
    expect(difference.Parent_Name === null).toBe(!isKnown);
    expect(difference.mendable).toBe(isMendable(kind));
    expect(explainDifference(difference)).toMatch(/^\S.*\.$/);
    const answer = await mend(difference.id);
    if (!isMendable(kind)) {
      expect([answer.status, codeOf(answer)]).toEqual([409, 'not_mendable']);
      expect(await read()).toEqual(found);
      return;
    }
    expect(answer.status).toBe(200);
    const mended = await read();
    expect(mended).toEqual({ ...found, matched: found.compared, differences: [] });
    expect(codeOf(await mend(difference.id))).toBe('not_found');
    expect(await ledgerOf(shop.api, family)).toEqual(await ledgerOf(shop.api, right));
    expect(await family.readCredits()).toBe(await right.readCredits());
    expect((await compareNow()).differences).toEqual([]);
  },
);

test('finds no difference where there is none', async ({ shop, family, compareNow, tutor }) => {
  await payFor(shop, family);
  // Pending on both sides, expired on both sides, and another system's.
  await payFor(shop, family, { isPaid: false, isHeard: false });
  const expired = await payFor(shop, family, { isPaid: false, isHeard: false });
  shop.sandbox.expire(expired.sessionId);
  await shop.announce('checkout.session.expired', expired.sessionId);
  const foreign = await (
    await shop.provider.client()
  ).checkout.sessions.create({
    mode: 'payment',
    client_reference_id: newId(),
    success_url: 'https://example.com',
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'gbp', unit_amount: 5000, product_data: { name: 'A book' } },
      },
    ],
  });
  shop.sandbox.pay(foreign.id);
  // A free payment, and a refund that both know.
  await tutor.call(endpoints.updateSettings, { body: { promotion_codes: true } });
  const free = await shop.checkOut(family, 5);
  shop.sandbox.enterCode(free, 'FREE');
  await shop.pay(free);
  const code = await shop.checkOut(family, 5);
  shop.sandbox.enterCode(code, 'TENOFF');
  await shop.pay(code);
  await shop.hear(shop.refund(code, 600));
  // A mismatch whose money went back.
  const mismatched = await shop.payUnheard(family, 1);
  const event = structuredClone(shop.eventOf('checkout.session.completed', mismatched));
  Object.assign(event.data.object, { amount_total: 1, amount_subtotal: 1 });
  await shop.hear(event);
  await shop.hear(shop.refund(mismatched));
  const { compared, matched, differences } = await compareNow();
  expect(differences).toEqual([]);
  expect([compared, matched]).toEqual([4, 4]);
});

test('stores an inquiry that was never told, which is no difference', async ({
  shop,
  family,
  compareNow,
  tutor,
}) => {
  const { sessionId, id: paymentId } = await payFor(shop, family);
  const intent = shop.sandbox.paymentIntent(sessionId).id;
  const { id } = shop.sandbox.inquire(intent);
  const strange = shop.sandbox.inquire(intent);
  shop.sandbox.changeDispute(strange.id, 'something_new');
  expect(await compareNow()).toMatchObject({ differences: [], open_inquiries: 1 });
  const { payments } = (await tutor.call(endpoints.listAdminPayments)).body;
  const found = payments.find((payment) => payment.id === paymentId);
  expect(found).toMatchObject({ dispute: null, inquiry: 'open' });
  expect(await tutor.readEmails(`dispute:${id}`)).toHaveLength(1);
  expect(await tutor.readEmails(`dispute:${strange.id}`)).toHaveLength(1);
  await compareNow();
  expect(await tutor.readEmails(`dispute:${id}`)).toHaveLength(1);
  shop.sandbox.changeDispute(id, 'warning_closed');
  expect(await compareNow()).toMatchObject({ differences: [], open_inquiries: 0 });
});

test('compares the payments of the days asked for', async ({ shop, family, compareNow, api }) => {
  await payFor(shop, family);
  api.clock.advance({ days: 36 });
  await payFor(shop, family);
  expect(await compareNow()).toMatchObject({ compared: 1, since: '2026-11-19T00:00:00.000Z' });
  expect(await compareNow(40)).toMatchObject({ compared: 2, matched: 2 });
});

test('finds a refund of an older payment', async ({ shop, family, compareNow, api, mend }) => {
  api.clock.set('2026-09-18T12:00:00.000Z');
  const { sessionId } = await payFor(shop, family);
  api.clock.set(START);
  shop.sandbox.refund(shop.intentOf(sessionId));
  const { differences, compared } = await compareNow(1);
  expect(differences.map(({ kind }) => kind)).toEqual(['refund_missing']);
  expect(compared).toBe(1);
  await mend(differences[0]?.id ?? '');
  expect(await family.readCredits()).toBe(0);
});

test('mends nothing while the provider is away', async ({ shop, family, compareNow, mend }) => {
  await payFor(shop, family, { isHeard: false });
  const [{ id } = { id: '' }] = (await compareNow()).differences;
  shop.sandbox.startOutage('error');
  expect(codeOf(await mend(id))).toBe('payment_provider_error');
  shop.sandbox.endOutage();
  const answers = await Promise.all([mend(id), mend(id)]);
  expect(answers.map(codeOf).toSorted()).toEqual(['done', 'not_found']);
  expect(await family.readCredits()).toBe(PRICE.credits);
});
