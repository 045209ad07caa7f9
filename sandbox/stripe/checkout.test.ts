// Tests the checkout page without a browser: its content, its form and invalid input.
import { expect, test } from 'vitest';

import { fiveCredits, openShop, type Shop } from './receiver.ts';

async function buy({ stripe }: Shop, more: object = {}): Promise<{ id: string; url: string }> {
  const { id, url } = await stripe.checkout.sessions.create({ ...fiveCredits, ...more });
  return { id, url: url ?? '' };
}

async function look(url: string): Promise<{ status: number; page: string }> {
  const answer = await fetch(url);
  return { status: answer.status, page: await answer.text() };
}

async function press(
  url: string,
  action: string,
): Promise<{ status: number; location: string | null }> {
  const body = new URLSearchParams({ action });
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  return { status: answer.status, location: answer.headers.get('location') };
}

const successUrl = (id: string) =>
  `http://127.0.0.1:3000/user-home?payment=success&session_id=${id}`;

test('shows what is bought, the price, and that it is a test', async () => {
  const { page, status } = await look((await buy(await openShop())).url);
  expect(status).toBe(200);
  for (const text of [
    'Test mode: no card is charged',
    '5 lesson credits',
    '£140.00',
    'parent@example.com',
    'Pay £140.00',
  ])
    expect(page).toContain(text);
  expect(page).toContain('href="http://127.0.0.1:3000/user-home?payment=cancelled"');
  expect(page).not.toContain('<script');
});

test('reports a payment to the shop, then redirects the buyer, once', async () => {
  const shop = await openShop();
  const { id, url } = await buy(shop);
  expect(await press(url, 'pay')).toEqual({ status: 303, location: successUrl(id) });
  expect(shop.received.map(({ type }) => type)).toContain('checkout.session.completed');
  expect(await press(url, 'pay')).toEqual({ status: 303, location: successUrl(id) });
  expect(shop.sandbox.events()).toHaveLength(2);
  const { page } = await look(url);
  expect(page).toContain('You’re all done here');
  expect(page).toContain(successUrl(id).replaceAll('&', '&amp;'));
});

test('redirects the buyer after a while if the shop does not answer', async () => {
  const shop = await openShop({ timing: { redirectWait: 50, retryDelays: [] } });
  const { id, url } = await buy(shop);
  shop.sandbox.setWebhook(`${shop.sandbox.url}/v1/hang`);
  shop.sandbox.startOutage('hang');
  expect(await press(url, 'pay')).toEqual({ status: 303, location: successUrl(id) });
});

test('allows another attempt after a declined card', async () => {
  const shop = await openShop();
  const { id, url } = await buy(shop);
  const declined = await press(url, 'decline');
  expect(declined).toEqual({ status: 303, location: `/c/pay/${id}?declined` });
  const again = await look(new URL(declined.location ?? '', url).href);
  expect(again.page).toContain('Your card was declined.');
  expect(shop.sandbox.session(id)).toMatchObject({ status: 'open', payment_status: 'unpaid' });
  expect(shop.sandbox.paymentIntent(id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { type: 'card_error', code: 'card_declined' },
  });
  expect((await look(url)).page).not.toContain('Your card was declined.');
  expect((await press(url, 'pay')).location).toBe(successUrl(id));
  expect(shop.sandbox.paymentIntent(id)).toMatchObject({
    status: 'succeeded',
    last_payment_error: null,
  });
});

test.each([
  ['later-succeeds', 'checkout.session.async_payment_succeeded', 'paid'],
  ['later-fails', 'checkout.session.async_payment_failed', 'unpaid'],
])(
  '%s redirects the buyer unpaid and reports the outcome afterwards',
  async (action, type, status) => {
    const shop = await openShop({ timing: { settleAfter: 300 } });
    const { id, url } = await buy(shop);
    expect((await press(url, action)).location).toBe(successUrl(id));
    expect(shop.sandbox.session(id)).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
    });
    await expect.poll(() => shop.received.map((event) => event.type)).toContain(type);
    expect(shop.sandbox.session(id).payment_status).toBe(status);
  },
);

test('says that a session has expired', async () => {
  const shop = await openShop();
  const { id, url } = await buy(shop);
  shop.sandbox.expire(id);
  const { page, status } = await look(url);
  expect(status).toBe(410);
  expect(page).toContain('This checkout has expired');
  expect(await press(url, 'pay')).toEqual({ status: 303, location: `/c/pay/${id}` });
  expect(shop.sandbox.session(id).payment_status).toBe('unpaid');
});

test('ignores an unknown button', async () => {
  const shop = await openShop();
  const { id, url } = await buy(shop);
  expect(await press(url, 'refund')).toEqual({ status: 303, location: `/c/pay/${id}` });
  expect(shop.sandbox.session(id).status).toBe('open');
  expect((await look(`${shop.sandbox.url}/c/pay/cs_test_none`)).status).toBe(404);
});

test('escapes texts from the shop', async () => {
  const shop = await openShop();
  const attack = `"><script>alert('1')</script>&`;
  const { url } = await buy(shop, {
    customer_email: `"<b>"@example.com`,
    cancel_url: `http://127.0.0.1:3000/?x="><script>alert(1)</script>`,
    line_items: [
      {
        quantity: 5,
        price_data: {
          currency: 'gbp',
          unit_amount: 2800,
          product_data: { name: attack, description: attack },
        },
      },
    ],
  });
  const { page } = await look(url);
  expect(page).not.toContain('<script');
  expect(page).not.toContain('<b>');
  expect(page.split('&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;')).toHaveLength(
    3,
  );
  expect(page).toContain('5 × £28.00');
});
