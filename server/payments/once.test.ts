// One payment, one grant: under concurrency, with a crash at any statement, and with a lost
// webhook.
import { expect, onTestFinished } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { startStripeSandbox } from '../../sandbox/stripe.ts';
import type { TestApp } from '../testing/app.ts';
import { Crash, watch } from '../testing/database/failing.ts';
import { brokenInvariants } from '../testing/database/invariants.ts';
import { subjectsOf } from '../testing/emails.ts';
import { makeFamily } from '../testing/factories.ts';
import { eventsAbout } from '../testing/payments/payments.ts';
import { shopTest as test } from '../testing/payments/shop.ts';
import { startFleet } from '../testing/races/fleet.ts';
import { APP_URL } from '../testing/sender.ts';

const COMPLETED = 'checkout.session.completed';

const crash = new Crash();

test.override('settings', { wrap: (database) => watch(database, crash.onStatement) });

async function grantsOf({ database }: TestApp, sessionId: string) {
  const rows = await database.db
    .selectFrom('credit_ledger')
    .innerJoin('payments', 'payments.id', 'credit_ledger.payment_id')
    .select('credit_ledger.amount')
    .where('session_id', '=', sessionId)
    .where('kind', '=', 'purchase')
    .execute();
  return rows.map(({ amount }) => amount);
}

test('grants once for 20 webhooks and 5 checks at the same time', async () => {
  const sandbox = await startStripeSandbox();
  onTestFinished(() => sandbox.close());
  const { observer, serverFor, close } = await startFleet({ stripe: sandbox });
  onTestFinished(close);
  for (let round = 0; round < 3; round += 1) {
    const family = await makeFamily(observer);
    const fiveCredits = { body: { credits_quantity: 5 } };
    const { body } = await family.via(serverFor(round)).call(endpoints.createCheckout, fiveCredits);
    const { session_id } = body;
    sandbox.pay(session_id);
    const [event = {}] = eventsAbout(sandbox, COMPLETED, session_id);
    const { payload, headers } = sandbox.signEvent(event);
    const looks = Array.from({ length: 5 }, (_, n) =>
      family.via(serverFor(n)).call(endpoints.getPayment, { params: { session_id } }),
    );
    const webhooks = Array.from({ length: 20 }, async (_, n) => {
      const url = serverFor(n).url + endpoints.stripeWebhook.path;
      return (await fetch(url, { method: 'POST', headers, body: payload })).status;
    });
    expect(await Promise.all(webhooks)).toEqual(Array<number>(20).fill(200));
    for (const look of await Promise.all(looks))
      expect(['pending', 'paid']).toContain(look.body.payment.status);
    expect(await family.readCredits()).toBe(5);
    expect(await grantsOf(observer, session_id)).toEqual([5]);
    expect(subjectsOf(await family.readEmails())).toEqual(['Receipt: 5 credits']);
  }
  expect(await brokenInvariants(observer.database.db)).toEqual([]);
}, 60_000);

test('a crash at any statement grants nothing; the retry grants once', async ({ shop, family }) => {
  /** Delivers the event until it succeeds; after each crash the balance must be as before. */
  const deliverThroughCrashes = async (event: object) => {
    const before = await family.readCredits();
    const { deaths, answer } = await crash.survive(
      () => shop.deliver(event),
      async (crashed) => {
        expect(crashed).toMatchObject({ value: { status: 500 } });
        expect(await family.readCredits()).toBe(before);
        expect(await brokenInvariants(shop.api.database.db)).toEqual([]);
      },
    );
    expect(answer.status).toBe(200);
    return deaths;
  };
  const id = await shop.payUnheard(family, 5);
  // The payment twice, the balance, the ledger, the family, the receipt and the refund's part.
  const granting = await deliverThroughCrashes(shop.eventOf(COMPLETED, id));
  expect(granting).toBeGreaterThanOrEqual(7);
  expect(await family.readCredits()).toBe(5);
  expect(await grantsOf(shop.api, id)).toEqual([5]);

  expect(await deliverThroughCrashes(shop.refund(id, 5600))).toBeGreaterThanOrEqual(5);
  expect(await family.readCredits()).toBe(3);
});

test('a repeated report leaves the date of the last change', async ({ shop, family }) => {
  const { api } = shop;
  const changedAt = async (id: string) => {
    const payments = api.database.db.selectFrom('payments').select('updated_at');
    return (await payments.where('session_id', '=', id).executeTakeFirstOrThrow()).updated_at;
  };
  const id = await shop.buy(family, 5);
  const boughtAt = api.clock.now;
  api.clock.advance({ hours: 1 });
  await shop.deliver(shop.eventOf(COMPLETED, id));
  expect(await changedAt(id)).toBe(boughtAt);
  const refund = shop.refund(id, 2800);
  await shop.deliver(refund);
  const refundedAt = api.clock.now;
  expect(await changedAt(id)).toBe(refundedAt);
  api.clock.advance({ hours: 1 });
  await shop.deliver(refund);
  expect(await changedAt(id)).toBe(refundedAt);
});

test('the webhook fulfils a payment without a session id', async ({ shop, family }) => {
  // The session, earlier payments, the confirmed email, the site's version and settings, the
  // prices, the email and the payment; then the session id, which is never recorded.
  crash.arm(9);
  expect((await shop.refused(family, 5)).status).toBe(500);
  crash.arm(null);
  const id = shop.sandbox.sessions()[0]?.id ?? '';
  shop.sandbox.pay(id);
  await shop.hearOf(id);
  expect(await family.readCredits()).toBe(5);
  expect(await shop.look(family, id)).toMatchObject({ status: 'paid', session_id: id });
  expect((await family.readEmails())[0]?.text).toContain(`${APP_URL}/user-home`);
});
