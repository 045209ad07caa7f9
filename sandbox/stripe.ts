// A stand-in of Stripe's API and checkout page for the demo and the tests; the app reaches it through Stripe's own SDK.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { answerCall } from './stripe/api.ts';
import { chargeOf } from './stripe/calls.ts';
import { answerCheckout, CHECKOUT_PATH } from './stripe/checkout.ts';
import { type Decision, Disputes } from './stripe/disputes.ts';
import { StripeFailure } from './stripe/failure.ts';
import { Idempotency } from './stripe/idempotency.ts';
import { randomText } from './stripe/ids.ts';
import type { Charge, Dispute, PaymentIntent, Refund, SentEvent, Session } from './stripe/objects.ts';
import { Outage, type OutageKind } from './stripe/outage.ts';
import { signPayload, writeEvent } from './stripe/signature.ts';
import { Till, type Outcome } from './stripe/till.ts';
import { Webhooks, type Delivery } from './stripe/webhooks.ts';

export interface StripeSandboxOptions {
  /** 0, or left out, lets the system choose a free one. */
  readonly port?: number;
  readonly host?: '127.0.0.1';
  /** Where events go; without it they are only kept until `setWebhook`. */
  readonly webhook?: { readonly url: string; readonly secret: string };
  readonly secretKey?: string;
  /** Epoch milliseconds. */
  readonly now?: () => number;
  readonly log?: (line: string) => void;
  readonly timing?: Partial<StripeSandboxTiming>;
}

/** All in milliseconds. */
export interface StripeSandboxTiming {
  /** Before each further delivery of a refused event. */
  readonly retryDelays: readonly number[];
  readonly deliveryTimeout: number;
  /** Between 'Pay later' and the bank's word. */
  readonly settleAfter: number;
  /** How long the checkout page waits for the webhook's first delivery before it sends the buyer back. */
  readonly redirectWait: number;
}

const TIMING: StripeSandboxTiming = {
  retryDelays: [200, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000],
  deliveryTimeout: 10_000,
  settleAfter: 3000,
  redirectWait: 10_000,
};
const SWEEP_MS = 5000;

export interface SignedEvent {
  /** The exact body that the signature is for. */
  readonly payload: string;
  readonly headers: { readonly 'content-type': string; readonly 'stripe-signature': string };
}

export interface StripeSandbox {
  readonly url: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** What the SDK's constructor takes beside the key. */
  readonly clientOptions: { readonly protocol: 'http'; readonly host: string; readonly port: number };
  setWebhook: (url: string | null) => void;

  /** Copies of what is there now, newest first. */
  sessions: () => Session[];
  events: () => SentEvent[];
  deliveries: () => readonly Delivery[];
  session: (sessionId: string) => Session;
  paymentIntent: (sessionId: string) => PaymentIntent;
  charge: (sessionId: string) => Charge;

  pay: (sessionId: string) => Session;
  decline: (sessionId: string) => Session;
  /** By bank debit: decided after `settleAfter`, or by `settle` when no outcome is given. */
  payLater: (sessionId: string, outcome?: Outcome) => Session;
  settle: (sessionId: string, outcome: Outcome) => Session;
  expire: (sessionId: string) => Session;
  /** `amount` in minor units; without it all that is left. */
  refund: (paymentIntentId: string, amount?: number) => Refund;
  /** The buyer's bank disputes `amount`, in minor units; without it the whole charge. */
  dispute: (paymentIntentId: string, amount?: number) => Dispute;
  closeDispute: (disputeId: string, decision: Decision) => Dispute;

  /** The next `count` API calls (all until `endOutage`, without it) go wrong; the checkout page keeps working. */
  startOutage: (kind: OutageKind, count?: number) => void;
  endOutage: () => void;
  setLatency: (milliseconds: number) => void;

  /** Delivers an event once more, in any order and any number of times. */
  resend: (eventId: string) => Promise<Delivery>;
  /** Resolves when no delivery is under way or waiting for a retry. */
  idle: () => Promise<void>;
  /** Signs without sending; another secret makes a forgery, an early `at` (epoch milliseconds) a stale event. */
  signEvent: (payload: string | object, how?: { secret?: string; at?: number }) => SignedEvent;
  close: () => Promise<void>;
}

/** Starts the stand-in on the loopback interface. Throws in production. */
export async function startStripeSandbox(options: StripeSandboxOptions = {}): Promise<StripeSandbox> {
  if (process.env['NODE_ENV'] === 'production')
    throw new Error(
      'The Stripe stand-in charges nobody and must not run in production (NODE_ENV=production).',
    );
  const host = options.host ?? '127.0.0.1';
  if (host !== '127.0.0.1')
    throw new Error(`The Stripe stand-in listens on 127.0.0.1 alone, not on ${String(host)}.`);
  const { now = Date.now, log = () => {}, secretKey = `sk_test_${randomText(48)}` } = options;
  const webhookSecret = options.webhook?.secret ?? `whsec_${randomText(32)}`;
  const timing = { ...TIMING, ...options.timing };

  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://${host}:${port}`;

  const webhooks = new Webhooks({
    url: options.webhook?.url ?? null,
    secret: webhookSecret,
    now,
    log,
    retryDelaysMs: timing.retryDelays,
    timeoutMs: timing.deliveryTimeout,
  });
  const disputes = new Disputes({ webhooks, now });
  const till = new Till({ base: url, webhooks, disputes, now, settleAfterMs: timing.settleAfter });
  const outage = new Outage();
  const parts = { till, webhooks, outage, idempotency: new Idempotency(now), secretKey, now, log };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const page = CHECKOUT_PATH.exec(path);
    if (page === null) await answerCall(parts, request, response);
    else
      await answerCheckout({ till, redirectWaitMs: timing.redirectWait }, page[1] ?? '', request, response);
  };
  server.on('request', (request, response) => {
    answer(request, response).catch((error: unknown) => {
      log(error instanceof Error ? (error.stack ?? error.message) : String(error));
      const failure =
        error instanceof StripeFailure
          ? error
          : new StripeFailure(500, 'An unknown error occurred', { type: 'api_error' });
      if (response.headersSent) response.destroy();
      else
        response
          .writeHead(failure.status, { 'content-type': 'application/json', connection: 'close' })
          .end(JSON.stringify(failure.body));
    });
  });
  const sweeping = setInterval(() => till.sweep(), SWEEP_MS).unref();

  const session = (sessionId: string): Session => {
    const checkout = till.find(sessionId);
    if (checkout === undefined) throw new Error(`No such session: ${sessionId}`);
    return checkout.session;
  };
  const intentOf = (sessionId: string): PaymentIntent => {
    const intent = till.intentOf(session(sessionId));
    if (intent === undefined) throw new Error(`Nobody has tried to pay ${sessionId} yet.`);
    return intent;
  };
  const chargeOfSession = (sessionId: string): Charge => {
    const charge = till.chargeOf(intentOf(sessionId));
    if (charge === undefined) throw new Error(`Nobody has tried to pay ${sessionId} yet.`);
    return charge;
  };

  return {
    url,
    secretKey,
    webhookSecret,
    clientOptions: { protocol: 'http', host, port },
    setWebhook: (next) => webhooks.setUrl(next),
    sessions: () => {
      till.sweep();
      return till.checkouts.newestFirst().map((checkout) => structuredClone(checkout.session));
    },
    events: () => structuredClone(webhooks.events.newestFirst()),
    deliveries: () => [...webhooks.deliveries],
    session: (id) => structuredClone(session(id)),
    paymentIntent: (id) => structuredClone(intentOf(id)),
    charge: (id) => structuredClone(chargeOfSession(id)),
    pay: (id) => structuredClone(till.pay(id)),
    decline: (id) => structuredClone(till.decline(id)),
    payLater: (id, outcome) => structuredClone(till.payLater(id, outcome ?? null)),
    settle: (id, outcome) => structuredClone(till.settle(id, outcome)),
    expire: (id) => structuredClone(till.expire(id)),
    refund: (id, amount) =>
      structuredClone(
        till.refund(chargeOf(till, id), { amount: amount ?? null, reason: null, metadata: {} }),
      ),
    dispute: (id, amount) => structuredClone(disputes.open(chargeOf(till, id), amount ?? null)),
    closeDispute: (id, decision) => structuredClone(disputes.close(id, decision)),
    startOutage: (kind, count = Infinity) => outage.start(kind, count),
    endOutage: () => outage.end(),
    setLatency: (milliseconds) => {
      outage.latencyMs = milliseconds;
    },
    resend: (eventId) => webhooks.resend(eventId),
    idle: () => webhooks.idle(),
    signEvent: (content, how = {}) => {
      const payload = typeof content === 'string' ? content : writeEvent(content);
      return {
        payload,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signPayload(payload, how.secret ?? webhookSecret, how.at ?? now()),
        },
      };
    },
    close: async () => {
      clearInterval(sweeping);
      till.close();
      await webhooks.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
