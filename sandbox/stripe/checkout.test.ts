// Tests the checkout page without a browser: its content, its form and invalid input.
import { expect, test } from 'vitest';

import type { StripeSandboxOptions } from '../stripe.ts';
import { fiveCredits, openShop } from './receiver.ts';

/** Opens a shop with a session, and what a buyer's browser does with its page. */
async function openCheckout(options: StripeSandboxOptions = {}, more: object = {}) {
  const shop = await openShop(options);
  const session = await shop.stripe.checkout.sessions.create({ ...fiveCredits, ...more });
  const { id } = session;
  const url = session.url ?? '';
  return {
    ...shop,
    id,
    url,
    /** Where a buyer is redirected after payment. */
    successUrl: `http://127.0.0.1:3000/user-home?payment=success&session_id=${id}`,
    stored: () => shop.sandbox.session(id),
    look: async (address = url) => {
      const answer = await fetch(address);
      return { status: answer.status, page: await answer.text() };
    },
    /** Presses a button; returns where that redirects. */
    press: async (action: string) => {
      const body = new URLSearchParams({ action });
      const { status, headers } = await fetch(url, { method: 'POST', body, redirect: 'manual' });
      expect(status).toBe(303);
      return headers.get('location');
    },
  };
}

test('shows what is bought, the price, and that it is a test', async () => {
  const { look } = await openCheckout();
  const { page, status } = await look();
  expect(status).toBe(200);
  const cancel = 'href="http://127.0.0.1:3000/user-home?payment=cancelled"';
  const texts = ['Test mode: no card is charged', '5 lesson credits', '£140.00', 'Pay £140.00'];
  for (const text of [...texts, 'parent@example.com', cancel]) expect(page).toContain(text);
  expect(page).not.toContain('<script');
});

test('reports a payment to the shop, then redirects the buyer, once', async () => {
  const { press, look, successUrl, received, sandbox } = await openCheckout();
  expect(await press('pay')).toBe(successUrl);
  expect(received.map(({ type }) => type)).toContain('checkout.session.completed');
  expect(await press('pay')).toBe(successUrl);
  expect(sandbox.events()).toHaveLength(2);
  const { page } = await look();
  expect(page).toContain('You’re all done here');
  expect(page).toContain(successUrl.replaceAll('&', '&amp;'));
});

test('redirects the buyer after a while if the shop does not answer', async () => {
  const timing = { redirectWait: 50, retryDelays: [] };
  const { press, successUrl, sandbox } = await openCheckout({ timing });
  sandbox.setWebhook(`${sandbox.url}/v1/hang`);
  sandbox.startOutage('hang');
  expect(await press('pay')).toBe(successUrl);
});

test('allows another attempt after a declined card', async () => {
  const { id, url, press, look, successUrl, stored, sandbox } = await openCheckout();
  const declined = await press('decline');
  expect(declined).toBe(`/c/pay/${id}?declined`);
  const again = await look(new URL(declined ?? '', url).href);
  expect(again.page).toContain('Your card was declined.');
  expect(stored()).toMatchObject({ status: 'open', payment_status: 'unpaid' });
  expect(sandbox.paymentIntent(id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { type: 'card_error', code: 'card_declined' },
  });
  expect((await look()).page).not.toContain('Your card was declined.');
  expect(await press('pay')).toBe(successUrl);
  const paid = { status: 'succeeded', last_payment_error: null };
  expect(sandbox.paymentIntent(id)).toMatchObject(paid);
});

test.for([
  ['later-succeeds', 'checkout.session.async_payment_succeeded', 'paid'],
  ['later-fails', 'checkout.session.async_payment_failed', 'unpaid'],
] as const)(
  '%s redirects the buyer unpaid and reports the outcome afterwards',
  async ([action, type, payment_status]) => {
    const timing = { settleAfter: 300 };
    const { press, successUrl, stored, received } = await openCheckout({ timing });
    expect(await press(action)).toBe(successUrl);
    expect(stored()).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
    await expect.poll(() => received.map((event) => event.type)).toContain(type);
    expect(stored()).toMatchObject({ payment_status });
  },
);

test('says that a session has expired', async () => {
  const { id, press, look, stored, sandbox } = await openCheckout();
  sandbox.expire(id);
  const { page, status } = await look();
  expect(status).toBe(410);
  expect(page).toContain('This checkout has expired');
  expect(await press('pay')).toBe(`/c/pay/${id}`);
  expect(stored().payment_status).toBe('unpaid');
});

test('ignores an unknown button', async () => {
  const { id, press, look, stored, sandbox } = await openCheckout();
  expect(await press('refund')).toBe(`/c/pay/${id}`);
  expect(stored().status).toBe('open');
  expect((await look(`${sandbox.url}/c/pay/cs_test_none`)).status).toBe(404);
});

test('escapes texts from the shop', async () => {
  const attack = `"><script>alert('1')</script>&`;
  const product_data = { name: attack, description: attack };
  const price_data = { currency: 'gbp', unit_amount: 2800, product_data };
  const { look } = await openCheckout(
    {},
    {
      customer_email: `"<b>"@example.com`,
      cancel_url: `http://127.0.0.1:3000/?x="><script>alert(1)</script>`,
      line_items: [{ quantity: 5, price_data }],
    },
  );
  const { page } = await look();
  expect(page).not.toContain('<script');
  expect(page).not.toContain('<b>');
  const escaped = '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;';
  expect(page.split(escaped)).toHaveLength(3);
  expect(page).toContain('5 × £28.00');
});

test('takes a promotion code off the price where the shop accepts codes', async () => {
  const { look, url, stored, sandbox, id } = await openCheckout(
    {},
    { allow_promotion_codes: true },
  );
  const enter = async (code: string) => {
    const answer = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ action: 'code', code }),
    });
    return answer.text();
  };
  expect((await look()).page).toContain('Promotion code');
  expect(await enter('NONSENSE')).toContain('This code is invalid.');
  expect(await enter(' tenoff ')).toContain('Pay £126.00');
  expect(stored()).toMatchObject({
    amount_subtotal: 14_000,
    amount_total: 12_600,
    total_details: { amount_discount: 1400 },
  });
  // Another code takes the place of the first.
  expect(await enter('FIVER')).toContain('Pay £135.00');
  sandbox.pay(id);
  expect(stored().payment_status).toBe('paid');
  expect(sandbox.charge(id).amount).toBe(13_500);
});

test('charges nothing where a code pays for everything', async () => {
  const { stored, sandbox, id, received } = await openCheckout({}, { allow_promotion_codes: true });
  sandbox.enterCode(id, 'FREE');
  sandbox.pay(id);
  await sandbox.idle();
  const free = { status: 'complete', payment_status: 'no_payment_required', payment_intent: null };
  expect(stored()).toMatchObject({ ...free, amount_total: 0 });
  expect(received.map(({ type }) => type)).toEqual(['checkout.session.completed']);
});

test('accepts no promotion code unless the shop does', async () => {
  const { look, sandbox, id } = await openCheckout();
  expect((await look()).page).not.toContain('Promotion code');
  expect(() => sandbox.enterCode(id, 'FREE')).toThrow('accepts no promotion codes');
});
