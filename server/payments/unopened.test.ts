// Payments whose session id was never recorded, because the server died or the provider's answer
// was lost, are settled too.
import { expect, onTestFinished, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { startStripeSandbox, type StripeSandbox } from '../../sandbox/stripe.ts';
import { START, startTestApp, type TestApp } from '../testing/app.ts';
import { Crash, watch } from '../testing/failing.ts';
import type { Caller } from '../testing/caller.ts';
import { makeFamily } from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { creditsOf, startCheckout } from '../testing/payments.ts';
import { reconcile } from './reconcile.ts';
import { connectStripe, type PaymentProvider } from './stripe.ts';

interface Shop {
  readonly api: TestApp;
  readonly sandbox: StripeSandbox;
  readonly provider: PaymentProvider;
  readonly crash: Crash;
}

async function openShop(): Promise<Shop> {
  const time = { now: Date.parse(START) };
  const sandbox = await startStripeSandbox({ now: () => time.now, timing: { retryDelays: [] } });
  onTestFinished(() => sandbox.close());
  const { secretKey, webhookSecret, url } = sandbox;
  const provider = connectStripe({ secretKey, webhookSecret, apiUrl: url });
  const crash = new Crash();
  const api = await startTestApp({
    payments: provider,
    wrap: (database) => watch(database, crash.onStatement),
  });
  onTestFinished(() => api.close());
  // One clock for both.
  const advance = api.clock.advance.bind(api.clock);
  api.clock.advance = (change) => {
    advance(change);
    time.now = api.clock.now;
  };
  return { api, sandbox, provider, crash };
}

const statuses = async ({ api }: Shop) =>
  (await api.database.db.selectFrom('payments').select(['status', 'session_id']).execute()).map(
    (row) => [row.status, row.session_id],
  );

const lookIn = ({ api, provider }: Shop) => reconcile(api.context(null), provider);

/** Crashes in the statement that records the session id. */
async function crashBeforeRecording({ api, crash }: Shop, { token }: Caller): Promise<void> {
  for (let at = 1; ; at += 1) {
    crash.arm(at);
    const { status } = await api.either(endpoints.createCheckout, {
      token,
      body: { credits_quantity: 5 },
    });
    expect(status).toBe(500);
    crash.arm(null);
    const rows = await api.database.db.selectFrom('payments').select('id').execute();
    if (rows.length > 0) return;
  }
}

test('finds an unrecorded session at the provider, and fulfils it if it was paid', async () => {
  const shop = await openShop();
  const student = await makeFamily(shop.api);
  await crashBeforeRecording(shop, student);
  const id = shop.sandbox.sessions()[0]?.id ?? '';
  shop.sandbox.pay(id);
  shop.api.clock.advance({ minutes: 15 });
  await lookIn(shop);
  expect(await statuses(shop)).toEqual([['paid', id]]);
  expect(await creditsOf(shop.api, student)).toBe(5);
});

test('expires a payment along with its unrecorded, unpaid session', async () => {
  const shop = await openShop();
  await crashBeforeRecording(shop, await makeFamily(shop.api));
  const id = shop.sandbox.sessions()[0]?.id;
  shop.api.clock.advance({ minutes: 70 });
  await lookIn(shop);
  expect(await statuses(shop)).toEqual([['expired', id]]);
});

test('expires a payment without a session once none can be opened any more', async () => {
  const shop = await openShop();
  const { token } = await makeFamily(shop.api);
  shop.sandbox.startOutage('error');
  const { status } = await shop.api.refused(endpoints.createCheckout, {
    token,
    body: { credits_quantity: 5 },
  });
  expect(status).toBe(502);
  shop.sandbox.endOutage();
  shop.api.clock.advance({ minutes: 15 });
  await lookIn(shop);
  expect(await statuses(shop)).toEqual([['pending', null]]);
  shop.api.clock.advance({ minutes: 60 });
  await lookIn(shop);
  expect(await statuses(shop)).toEqual([['expired', null]]);
});

test('finds the session among those of a busy day', async () => {
  const shop = await openShop();
  const [student, others] = [await makeFamily(shop.api), await makeFamily(shop.api)];
  await crashBeforeRecording(shop, student);
  shop.sandbox.pay(shop.sandbox.sessions()[0]?.id ?? '');
  for (let n = 0; n < 120; n += 1) await startCheckout(shop.api, others, 1);
  shop.api.clock.advance({ days: 2 });
  await lookIn(shop);
  await lookIn(shop);
  expect(await creditsOf(shop.api, student)).toBe(5);
});

test.each(['paid', 'left'] as const)(
  'a checkout that is %s is settled once after a crash at any statement',
  async (end) => {
    const shop = await openShop();
    const { api, sandbox, crash } = shop;
    let dying = 1;
    for (; ; dying += 1) {
      const student = await makeFamily(api);
      crash.arm(dying);
      const { status } = await api.either(endpoints.createCheckout, {
        token: student.token,
        body: { credits_quantity: 2 },
      });
      const survived = !crash.hasHappened;
      crash.arm(null);
      const session = sandbox
        .sessions()
        .find(({ customer_email }) => customer_email === student.email);
      if (end === 'paid' && session !== undefined) sandbox.pay(session.id);
      api.clock.advance({ minutes: 75 });
      for (let dyingLater = 1; ; dyingLater += 1) {
        crash.arm(dyingLater);
        const looked = await lookIn(shop).then(
          () => true,
          () => false,
        );
        crash.arm(null);
        if (looked) break;
        expect(await brokenInvariants(api.database.db)).toEqual([]);
        api.clock.advance({ minutes: 15 });
      }
      expect(await creditsOf(api, student)).toBe(end === 'paid' && session !== undefined ? 2 : 0);
      expect((await statuses(shop)).filter(([found]) => found === 'pending')).toEqual([]);
      expect(await brokenInvariants(api.database.db)).toEqual([]);
      if (survived) {
        expect(status).toBe(200);
        break;
      }
    }
    // At least the session, the limits, the account, the payment and the session id.
    expect(dying).toBeGreaterThan(3);
  },
);
