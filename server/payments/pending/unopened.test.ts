// Payments whose session id was never recorded, because the server died or the provider's answer
// was lost, are settled too.
import { expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { Crash, watch } from '../../testing/database/failing.ts';
import { brokenInvariants } from '../../testing/database/invariants.ts';
import { makeFamily } from '../../testing/factories.ts';
import { shopTest } from '../../testing/payments/shop.ts';
import { lookUpPending } from './look-up-pending.ts';

const crash = new Crash();

const test = shopTest
  .extend('payments', ({ api }) => async () => {
    const rows = api.database.db.selectFrom('payments').select(['status', 'session_id']);
    return (await rows.execute()).map(({ status, session_id }) => [status, session_id]);
  })
  .extend('look', ({ shop }) => {
    return () => lookUpPending(shop.api.context(null), shop.provider);
  })
  /** The session of a checkout whose server died before recording it. */
  .extend('unrecorded', async ({ shop, family, payments }) => {
    for (let at = 1; (await payments()).length === 0; at += 1) {
      crash.arm(at);
      expect((await shop.refused(family, 5)).status).toBe(500);
      crash.arm(null);
    }
    return shop.sandbox.sessions()[0]?.id ?? '';
  });

test.override('settings', { wrap: (database) => watch(database, crash.onStatement) });

test('finds and fulfils a paid session', async ({ shop, family, unrecorded, payments, look }) => {
  shop.sandbox.pay(unrecorded);
  shop.api.clock.advance({ minutes: 15 });
  await look();
  expect(await payments()).toEqual([['paid', unrecorded]]);
  expect(await family.readCredits()).toBe(5);
});

test('expires a payment with its unpaid session', async ({ api, unrecorded, payments, look }) => {
  api.clock.advance({ minutes: 70 });
  await look();
  expect(await payments()).toEqual([['expired', unrecorded]]);
});

test('expires a payment that cannot get a session', async ({ shop, family, payments, look }) => {
  shop.sandbox.startOutage('error');
  expect((await shop.refused(family, 5)).status).toBe(502);
  shop.sandbox.endOutage();
  shop.api.clock.advance({ minutes: 15 });
  await look();
  expect(await payments()).toEqual([['pending', null]]);
  shop.api.clock.advance({ minutes: 60 });
  await look();
  expect(await payments()).toEqual([['expired', null]]);
});

test('finds a session among those of a busy day', async ({ shop, family, unrecorded, look }) => {
  shop.sandbox.pay(unrecorded);
  const others = await makeFamily(shop.api);
  for (let n = 0; n < 120; n += 1) await shop.checkOut(others, 1);
  shop.api.clock.advance({ days: 2 });
  await look();
  await look();
  expect(await family.readCredits()).toBe(5);
});

test.for(['paid', 'left'] as const)(
  'a checkout that is %s is settled once after a crash at any statement',
  async (end, { shop, payments, look }) => {
    const { api, sandbox } = shop;
    const settle = async (email: string) => {
      const session = sandbox.sessions().find(({ customer_email }) => customer_email === email);
      if (end === 'paid' && session !== undefined) sandbox.pay(session.id);
      api.clock.advance({ minutes: 75 });
      for (let dying = 1; ; dying += 1) {
        crash.arm(dying);
        const [{ status }] = await Promise.allSettled([look()]);
        crash.arm(null);
        if (status === 'fulfilled') break;
        expect(await brokenInvariants(api.database.db)).toEqual([]);
        api.clock.advance({ minutes: 15 });
      }
      return end === 'paid' && session !== undefined ? 2 : 0;
    };
    let dying = 1;
    for (let hasSurvived = false; !hasSurvived; dying += 1) {
      const family = await makeFamily(api);
      crash.arm(dying);
      const { status } = await family.either(endpoints.createCheckout, {
        body: { credits_quantity: 2 },
      });
      hasSurvived = !crash.hasHappened;
      crash.arm(null);
      expect(status).toBe(hasSurvived ? 200 : 500);
      const credits = await settle(family.email);
      expect(await family.readCredits()).toBe(credits);
      expect((await payments()).filter(([found]) => found === 'pending')).toEqual([]);
      expect(await brokenInvariants(api.database.db)).toEqual([]);
    }
    // At least the session, the limits, the account, the payment and the session id.
    expect(dying).toBeGreaterThan(4);
  },
);
