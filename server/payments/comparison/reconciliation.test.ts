// The comparison with the provider: every kind of difference, its mending, and how a comparison
// begins, ends, fails and goes on.
import { describe, expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { RECONCILIATION_DAYS } from '../../../domain/limits.ts';
import { explainDifference, isMendable } from '../../../domain/payments/reconciliation.ts';
import { newId } from '../../ids.ts';
import { START } from '../../testing/app.ts';
import { makeFamily } from '../../testing/factories.ts';
import { ledgerOf, payFor, PRICE, scenarios } from '../../testing/payments/comparisons.ts';
import { shopTest } from '../../testing/payments/shop.ts';
import { codeOf, test as testWithoutStripe } from '../../testing/test.ts';
import { queueDailySummary } from '../../tutor/daily-summary.ts';
import { readReconciliation } from './result.ts';
import { beginComparison, beginNight, LEASE_MS, runComparison } from './run.ts';

const test = shopTest
  .extend('base', ({ api }) => ({ database: api.database, clock: () => api.clock.now }))
  // Not by HTTP, because the clock moves on and sessions expire.
  .extend(
    'read',
    ({ db }) =>
      () =>
        readReconciliation(db),
  )
  .extend('begin', ({ api }) => async (days: number = RECONCILIATION_DAYS.usual) => {
    await beginComparison(api.context(null), days);
  })
  .extend('compareNow', ({ shop, base, begin, read }) => async (days?: number) => {
    await begin(days);
    await runComparison(base, shop.provider);
    return read();
  })
  .extend('mend', ({ tutor }) => (id: string) => {
    return tutor.either(endpoints.mendDifference, { params: { id } });
  });

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
  const foreign = await shop.provider.client.checkout.sessions.create({
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

test.for([0, 401, 1.5, '7', null])('refuses %j days', async (days, { tutor }) => {
  const { status, body } = await tutor.send(endpoints.startReconciliation, { body: { days } });
  expect(status).toBe(400);
  expect(body).toMatchObject({ details: [{ field: 'days' }] });
});

test('runs once at a time', async ({ shop, base, tutor, read }) => {
  const started = await tutor.call(endpoints.startReconciliation, { body: { days: 400 } });
  expect(started.body.reconciliation.running).toBe(true);
  const again = await tutor.refused(endpoints.startReconciliation, { body: {} });
  expect([again.status, codeOf(again)]).toEqual([409, 'already_running']);
  await Promise.all([runComparison(base, shop.provider), runComparison(base, shop.provider)]);
  expect((await tutor.call(endpoints.getReconciliation)).body).toMatchObject({
    reconciliation: { running: false, checked_at: START, since: '2025-10-13T23:00:00.000Z' },
  });
  expect((await tutor.call(endpoints.startReconciliation, { body: {} })).status).toBe(202);
  await runComparison(base, shop.provider);
  expect((await read()).since).toBe('2026-10-13T23:00:00.000Z');
});

test('without the lease two processes would run it', async ({ begin, db }) => {
  await begin();
  const look = () => db.selectFrom('reconciliation').select('run').executeTakeFirstOrThrow();
  const seen = await Promise.all([look(), look()]);
  expect(seen.every(({ run }) => run !== null)).toBe(true);
});

test('adds its differences to the daily summary', async ({
  shop,
  family,
  compareNow,
  api,
  tutor,
}) => {
  await payFor(shop, family, { isHeard: false });
  await payFor(shop, family, { isHeard: false });
  await compareNow();
  api.clock.set('2026-11-19T07:00:00.000Z');
  await queueDailySummary(api.context(null));
  const [summary] = await tutor.readEmails('daily-summary:');
  expect(summary?.subject).toBe('Today: 2 payment differences');
  expect(summary?.text).toContain('2 payments are not the same here and at Stripe. See which');
});

test('keeps the last result when the provider fails', async ({
  shop,
  family,
  api,
  compareNow,
  begin,
  read,
  base,
}) => {
  await payFor(shop, family);
  const before = await compareNow();
  api.clock.advance({ hours: 1 });
  await begin();
  shop.sandbox.startOutage('error');
  await runComparison(base, shop.provider);
  const failed_at = new Date(api.clock.now).toISOString();
  expect(await read()).toEqual({ ...before, failed_at });
  shop.sandbox.endOutage();
  expect(await compareNow()).toMatchObject({ failed_at: null, compared: 1, matched: 1 });
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

test('goes on where a killed process stopped', async ({ shop, family, api, begin, read, base }) => {
  for (let count = 0; count < 3; count += 1) await payFor(shop, family, { isHeard: false });
  await begin();
  // It dies after the sessions were stored.
  const { database } = base;
  let left = 1;
  const dying: typeof database = {
    ...database,
    transact: (work) => {
      if (left === 0) return Promise.reject(new Error('killed'));
      left -= 1;
      return database.transact(work);
    },
  };
  await expect(runComparison({ ...base, database: dying }, shop.provider)).rejects.toThrow();
  const stored = () => api.database.db.selectFrom('reconciliation').selectAll().executeTakeFirst();
  expect(await stored()).toMatchObject({ stage: 'refunds' });
  // Nobody else runs it before the lease has ended.
  api.clock.advance({ ms: LEASE_MS - 1 });
  await runComparison(base, shop.provider);
  expect((await read()).running).toBe(true);
  api.clock.advance({ ms: 1 });
  await runComparison(base, shop.provider);
  expect(await read()).toMatchObject({ running: false, compared: 3, matched: 0 });
});

test('goes on at once after an orderly shutdown', async ({ shop, family, begin, read, base }) => {
  await payFor(shop, family);
  await begin();
  await runComparison(base, shop.provider, AbortSignal.abort());
  expect(await read()).toMatchObject({ running: true, failed_at: null });
  await runComparison(base, shop.provider);
  expect(await read()).toMatchObject({ running: false, compared: 1, matched: 1 });
});

describe('at night', () => {
  test.for([
    ['in winter', '2026-11-19T02:59:59.999Z', '2026-11-19T03:00:00.000Z'],
    ['in summer', '2026-07-01T01:59:59.999Z', '2026-07-01T02:00:00.000Z'],
    ['when the clocks go forward', '2027-03-28T01:59:59.999Z', '2027-03-28T02:00:00.000Z'],
    ['when they go back', '2026-10-25T02:59:59.999Z', '2026-10-25T03:00:00.000Z'],
  ] as const)('begins at 03:00 in the UK, %s', async ([, before, at], { shop, read, base }) => {
    const { clock } = shop.api;
    clock.set(before);
    await beginNight(shop.api.context(null));
    expect((await read()).running).toBe(false);
    clock.set(at);
    // Several processes look at the same time.
    await Promise.all([1, 2, 3].map(() => beginNight(shop.api.context(null))));
    expect((await read()).running).toBe(true);
    await runComparison(base, shop.provider);
    for (let look = 0; look < 3; look += 1) {
      clock.advance({ minutes: 70 });
      await beginNight(shop.api.context(null));
      expect((await read()).running).toBe(false);
    }
    clock.set(at);
    clock.advance({ hours: 25 });
    await beginNight(shop.api.context(null));
    expect((await read()).running).toBe(true);
  });

  test('waits for a comparison that runs', async ({ shop, begin, read, base }) => {
    shop.api.clock.set('2026-11-19T02:59:59.000Z');
    await begin(1);
    shop.api.clock.advance({ seconds: 1 });
    await beginNight(shop.api.context(null));
    await runComparison(base, shop.provider);
    expect((await read()).since).toBe('2026-11-18T00:00:00.000Z');
    await beginNight(shop.api.context(null));
    await runComparison(base, shop.provider);
    expect((await read()).since).toBe('2026-10-14T23:00:00.000Z');
  });
});

testWithoutStripe('needs a provider', async ({ tutor }) => {
  const answer = await tutor.refused(endpoints.startReconciliation, { body: {} });
  expect([answer.status, codeOf(answer)]).toEqual([503, 'payments_unavailable']);
  await tutor.call(endpoints.getReconciliation);
});
