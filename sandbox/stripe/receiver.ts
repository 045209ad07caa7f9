// A shop for the sandbox's own tests: an SDK client on a fresh sandbox, and a webhook receiver that
// verifies signatures.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Stripe } from 'stripe';
import { onTestFinished } from 'vitest';

import { startStripeSandbox, type StripeSandbox, type StripeSandboxOptions } from '../stripe.ts';
import { readBody } from './form.ts';

export interface Shop {
  readonly sandbox: StripeSandbox;
  readonly stripe: Stripe;
  /** Events whose signature the SDK has verified, in order of arrival. */
  readonly received: Stripe.Event[];
  /** Bodies and signatures as received. */
  readonly raw: { readonly payload: string; readonly signature: string }[];
  /** Status codes for the next deliveries; 200 once it is empty. */
  readonly replies: number[];
  readonly webhookUrl: string;
}

/** Opens a shop that closes at the end of the test. */
export async function openShop(
  options: StripeSandboxOptions = {},
  client: { maxNetworkRetries?: number; timeout?: number } = {},
): Promise<Shop> {
  const sandbox = await startStripeSandbox({
    ...options,
    timing: { retryDelays: [10, 20, 40], settleAfter: 20, redirectWait: 2000, ...options.timing },
  });
  onTestFinished(() => sandbox.close());
  const stripe = connect(sandbox, sandbox.secretKey, client);
  const received: Stripe.Event[] = [];
  const raw: { payload: string; signature: string }[] = [];
  const replies: number[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const payload = await readBody(request);
      const signature = String(request.headers['stripe-signature']);
      const status = replies.shift() ?? 200;
      if (status < 300) {
        raw.push({ payload, signature });
        received.push(
          await stripe.webhooks.constructEventAsync(payload, signature, sandbox.webhookSecret),
        );
      }
      response.writeHead(status).end();
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const webhookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`;
  sandbox.setWebhook(webhookUrl);
  return { sandbox, stripe, received, raw, replies, webhookUrl };
}

/** The SDK's client, without automatic retries. */
export function connect({ url }: StripeSandbox, secretKey: string, client: object = {}): Stripe {
  const { hostname: host, port } = new URL(url);
  return new Stripe(secretKey, { protocol: 'http', host, port, maxNetworkRetries: 0, ...client });
}

/** The app's request when a parent buys five credits. */
export const fiveCredits = {
  mode: 'payment',
  client_reference_id: 'payment-1',
  customer_email: 'parent@example.com',
  line_items: [
    {
      quantity: 1,
      price_data: {
        currency: 'gbp',
        unit_amount: 14_000,
        product_data: { name: '5 lesson credits' },
      },
    },
  ],
  metadata: { payment_id: 'payment-1' },
  payment_intent_data: { metadata: { payment_id: 'payment-1' } },
  success_url: 'http://127.0.0.1:3000/user-home?payment=success&session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://127.0.0.1:3000/user-home?payment=cancelled',
} satisfies Stripe.Checkout.SessionCreateParams;
