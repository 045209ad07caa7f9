// Buying credits: prices, the checkout, and the return to the success page.
import { expect } from 'vitest';

import { MAX_CREDITS_PER_PAYMENT } from '../../../domain/business-words.ts';
import { DEFAULT_BUSINESS } from '../../../domain/business.ts';
import * as endpoints from '../../../domain/endpoints.ts';
import { errorCatalogue } from '../../../domain/errors.ts';
import { packagesOf } from '../../../domain/payments/credits.ts';
import { PAYMENT_REFRESH_MS } from '../../../domain/payments/payment.ts';
import { START } from '../../testing/app.ts';
import { makeFamily } from '../../testing/factories.ts';
import { sharedShopTest as test } from '../../testing/payments/shop.ts';
import { APP_URL } from '../../testing/sender.ts';
import { codeOf, test as testWithoutStripe } from '../../testing/test.ts';

test('lists the packages without sign-in', async ({ api }) => {
  const { body } = await api.call(endpoints.listProducts);
  expect(body.products).toEqual(packagesOf(DEFAULT_BUSINESS));
});

/** Pence by quantity: 30.00 each, 28.00 from five, 27.00 from ten. */
const priceOf = (credits: number) => credits * (credits >= 10 ? 2700 : credits >= 5 ? 2800 : 3000);

test('charges the rate of the largest package not above the quantity', async ({ shop, family }) => {
  for (let credits = 1; credits <= MAX_CREDITS_PER_PAYMENT; credits += 1) {
    const { amount_total, currency } = shop.sandbox.session(await shop.checkOut(family, credits));
    const charged = [amount_total, currency];
    expect(charged, `${credits} credits`).toEqual([priceOf(credits), 'gbp']);
  }
});

test('refuses a quantity outside the bounds', async ({ family }) => {
  const body = { credits_quantity: MAX_CREDITS_PER_PAYMENT + 1 };
  const refused = await family.refused(endpoints.createCheckout, { body });
  const message = 'Cannot purchase more than 100 credits at once';
  expect(refused.body.details).toEqual([{ field: 'credits_quantity', message }]);
});

test('names the site on the checkout page as the tutor publishes it', async ({ shop, family }) => {
  const { tutor } = shop;
  const pageOf = async () => {
    const body = { credits_quantity: 5 };
    const { checkout_url } = (await family.call(endpoints.createCheckout, { body })).body;
    return (await fetch(checkout_url)).text();
  };
  expect(await pageOf()).toContain('Sample Physics lessons: 5 credits');
  const { content } = (await tutor.call(endpoints.getSite)).body.site.draft;
  const site = { ...content.site, name: 'Chemistry & more' };
  await tutor.call(endpoints.saveSiteDraft, {
    body: { content: { ...content, site }, revision: 0 },
  });
  await tutor.call(endpoints.publishSite, { body: { revision: 1 } });
  expect(await pageOf()).toContain('Chemistry &amp; more lessons: 5 credits');
});

test("sends the server's price to the provider, whatever is sent", async ({ shop, family }) => {
  const success_url = 'https://evil.example.com';
  const cheap = { credits_quantity: 5, price: 1, amount: 1, currency: 'usd', success_url };
  const { body } = await family.call(endpoints.createCheckout, { body: cheap });
  expect(body.checkout_url.startsWith(shop.sandbox.url)).toBe(true);
  const session = shop.sandbox.session(body.checkout_url.split('/').at(-1) ?? '');
  const { id } = await shop.stored(session.id);
  expect(session).toMatchObject({
    amount_total: 14_000,
    currency: 'gbp',
    customer_email: family.email,
    client_reference_id: id,
    metadata: { payment_id: id },
    success_url: `${APP_URL}/user-home?payment=success&session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${APP_URL}/user-home?payment=cancelled`,
  });
  expect(await shop.look(family, session.id)).toEqual({
    session_id: session.id,
    id,
    invoice: null,
    status: 'pending',
    credits: 5,
    amount: 14_000,
    paid: null,
    currency: 'gbp',
    created_at: START,
  });
  expect(await family.readCredits()).toBe(0);
});

test('the page is in English and names the lessons, if any', async ({ shop, family }) => {
  const plain = shop.sandbox.session(await shop.checkOut(family, 5));
  expect(plain.locale).toBe('en-GB');
  const [name, rest] = ['Waves & <optics>', { Lesson_Name: 'x'.repeat(200) }];
  const [lesson = ''] = await shop.makeLessons(1, { Lesson_Name: name });
  const long = await shop.makeLessons(2, rest);
  const page = async (asked: readonly string[]) => {
    const { url } = shop.sandbox.session(await shop.checkOut(family, asked));
    return (await fetch(url ?? '')).text();
  };
  expect(await page([lesson])).toContain('For Waves &amp; &lt;optics&gt; (Sat 21 Nov, 18:00).');
  expect(await page([lesson, ...long])).toContain('xxx (Sat 21 Nov, 18:00), and 1 more.');
});

test('the success page finds the payment once, without a webhook', async ({ shop, family }) => {
  const id = await shop.checkOut(family, 10);
  expect((await shop.look(family, id)).status).toBe('pending');
  shop.sandbox.pay(id);
  shop.api.clock.advance({ ms: PAYMENT_REFRESH_MS });
  const paid = { status: 'paid', credits: 10, amount: 27_000 };
  expect(await shop.look(family, id)).toMatchObject(paid);
  expect((await shop.look(family, id)).status).toBe('paid');
  expect(await family.readCredits()).toBe(10);
  expect(await family.readEmails()).toMatchObject([{ subject: 'Receipt: 10 credits' }]);
});

test('the receipt says until when credits can be returned', async ({ shop, family }) => {
  shop.api.clock.set('2026-10-24T22:59:59.000Z');
  await shop.buy(family, 1);
  // Still Saturday in the UK; the clocks go back within the 14 days.
  const [email] = await family.readEmails();
  const text = email?.text;
  expect(text).toContain('Until the end of Saturday 7 November 2026 you can return the credits');
  expect(text).toContain(`Read the terms: ${APP_URL}/terms`);
});

test('shows a payment to its own family only', async ({ shop, family }) => {
  const other = await makeFamily(shop.api);
  const id = await shop.checkOut(family, 1);
  for (const [caller, session_id] of [
    [other, id],
    [family, 'cs_test_unknown'],
    [family, `${id}x`],
    [family, '-'],
  ] as const) {
    const answer = await caller.refused(endpoints.getPayment, { params: { session_id } });
    expect([answer.status, codeOf(answer)]).toEqual([404, 'payment_not_found']);
  }
});

test('answers 502 while the provider fails, and works afterwards', async ({ shop, family }) => {
  const { sandbox } = shop;
  sandbox.startOutage('error');
  const { status, body } = await shop.refused(family, 1);
  expect(status).toBe(502);
  const error = errorCatalogue.payment_provider_error.text;
  expect(body).toEqual({ success: false, code: 'payment_provider_error', error });
  sandbox.endOutage();
  const id = await shop.checkOut(family, 1);
  sandbox.pay(id);
  sandbox.startOutage('drop');
  expect((await shop.look(family, id)).status).toBe('pending');
  sandbox.endOutage();
  shop.api.clock.advance({ ms: PAYMENT_REFRESH_MS });
  expect((await shop.look(family, id)).status).toBe('paid');
  expect(await family.readCredits()).toBe(1);
});

test("opens one session when the provider's answer is lost", async ({ shop, family }) => {
  const before = shop.sandbox.sessions().length;
  shop.sandbox.startOutage('lose', 1);
  const id = await shop.checkOut(family, 5);
  expect(shop.sandbox.sessions().length).toBe(before + 1);
  expect(shop.sandbox.sessions()[0]?.id).toBe(id);
});

testWithoutStripe('without a Stripe key, only payments are off', async ({ api, family }) => {
  const body = { credits_quantity: 1 };
  const answer = await family.refused(endpoints.createCheckout, { body });
  expect([answer.status, codeOf(answer)]).toEqual([503, 'payments_unavailable']);
  const webhook = await api.refused(endpoints.stripeWebhook, { body: {} });
  expect(codeOf(webhook)).toBe('payments_unavailable');
  await api.call(endpoints.listProducts);
  await family.readProfile();
});
