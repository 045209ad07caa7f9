// A stand-in for Stripe's API and checkout page, for the demo and the tests. The app calls it
// through Stripe's own SDK.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import type Stripe from 'stripe';

import { answerCall } from './stripe/api.ts';
import { Balance } from './stripe/balance.ts';
import type { WantedSession } from './stripe/checkout-params.ts';
import { answerCheckout, CHECKOUT_PATH } from './stripe/checkout.ts';
import { type Decision, Disputes } from './stripe/disputes.ts';
import { StripeFailure } from './stripe/failure.ts';
import { Idempotency } from './stripe/idempotency.ts';
import { randomText } from './stripe/ids.ts';
import type { Charge, PaymentIntent, RefundStatus } from './stripe/objects.ts';
import { Outage, type OutageKind } from './stripe/outage.ts';
import { StripeState, type Outcome } from './stripe/stripe-state.ts';
import { signedHeaders, Webhooks, writeEvent } from './stripe/webhooks.ts';

const HOST = '127.0.0.1';

export interface StripeSandboxOptions {
  /** Where events are sent; without it they are stored until `setWebhook`. */
  readonly webhook?: { readonly url: string; readonly secret: string };
  /** Epoch milliseconds. */
  readonly now?: () => number;
  /** Called for every API call. */
  readonly log?: (line: string) => void;
  readonly timing?: Partial<StripeSandboxTiming>;
}

/** All in milliseconds. */
interface StripeSandboxTiming {
  /** Before each retry of a failed delivery. */
  readonly retryDelays: readonly number[];
  /** Between 'Pay later' and the bank's decision. */
  readonly settleAfter: number;
  /**
   * How long the checkout page waits for the webhook's first delivery before it redirects the
   * buyer.
   */
  readonly redirectWait: number;
}

const TIMING: StripeSandboxTiming = {
  retryDelays: [200, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000],
  settleAfter: 3000,
  redirectWait: 10_000,
};

export type StripeSandbox = Awaited<ReturnType<typeof startStripeSandbox>>;

/** Starts the stand-in on a free port of the loopback interface. Throws in production. */
export async function startStripeSandbox(options: StripeSandboxOptions = {}) {
  if (process.env['NODE_ENV'] === 'production')
    throw new Error(
      'The Stripe stand-in charges nobody and must not run in production (NODE_ENV=production).',
    );
  const { now = Date.now, log = () => {}, webhook } = options;
  const secretKey = `sk_test_${randomText(48)}`;
  const webhookSecret = webhook?.secret ?? `whsec_${randomText(32)}`;
  const timing = { ...TIMING, ...options.timing };

  const server = createServer();
  const url = await listen(server);

  const webhooks = new Webhooks({
    url: webhook?.url ?? null,
    secret: webhookSecret,
    now,
    retryDelaysMs: timing.retryDelays,
  });
  const balance = new Balance(now);
  const disputes = new Disputes({ balance, webhooks, now });
  const settleAfterMs = timing.settleAfter;
  const state = new StripeState({ base: url, balance, webhooks, disputes, now, settleAfterMs });
  const outage = new Outage();
  const parts = { state, webhooks, outage, idempotency: new Idempotency(now), secretKey, now, log };

  serveRequests(server, (request, response) => {
    const page = CHECKOUT_PATH.exec((request.url ?? '').split('?', 1)[0] ?? '');
    if (page === null) return answerCall(parts, request, response);
    const checkout = { state, redirectWaitMs: timing.redirectWait };
    return answerCheckout(checkout, page[1] ?? '', request, response);
  });

  return {
    url,
    secretKey,
    webhookSecret,
    ...webhookActs(webhooks, { webhookSecret, now }),
    ...sessionActs(state),
    ...refundActs(state),
    ...disputeActs(state, disputes),

    /**
     * Makes the next `count` API calls fail, or all of them until `endOutage`. The checkout page
     * keeps working.
     */
    startOutage: (kind: OutageKind, count = Infinity) => outage.start(kind, count),
    endOutage: () => outage.end(),
    setLatency: (milliseconds: number) => {
      outage.latencyMs = milliseconds;
    },
    close: async () => {
      state.close();
      await webhooks.close();
      await closeServer(server);
    },
  };
}

/** Listens on a free port and returns the address. */
async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, HOST, resolve);
  });
  return `http://${HOST}:${(server.address() as AddressInfo).port}`;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Answers requests; a failure becomes an answer as well. */
function serveRequests(
  server: Server,
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): void {
  server.on('request', (request, response) => {
    answer(request, response).catch((error: unknown) => {
      const failure = error instanceof StripeFailure ? error : faultOf(error);
      if (response.headersSent) response.destroy();
      else
        response
          .writeHead(failure.status, { 'content-type': 'application/json', connection: 'close' })
          .end(JSON.stringify(failure.body));
    });
  });
}

/** Events, and their deliveries to the app. */
function webhookActs(
  webhooks: Webhooks,
  { webhookSecret, now }: { webhookSecret: string; now: () => number },
) {
  return {
    setWebhook: (next: string | null) => webhooks.setUrl(next),
    events: () => structuredClone(webhooks.events()),
    /** In order. */
    deliveries: () => [...webhooks.deliveries],
    /** Resolves when no delivery is in progress or waiting for a retry. */
    idle: () => webhooks.idle(),
    /**
     * Signs without sending. Another secret makes a forgery, an early `at` (epoch milliseconds) a
     * stale event.
     */
    signEvent(content: string | object, { secret = webhookSecret, at = now() } = {}) {
      const payload = typeof content === 'string' ? content : writeEvent(content);
      return { payload, headers: signedHeaders(payload, secret, at) };
    },
  };
}

/** Sessions, what buyers do with them, and the payments that come of it; all as copies. */
function sessionActs(state: StripeState) {
  const intentOf = (sessionId: string): PaymentIntent => {
    const intent = state.intentOf(state.get(sessionId).session);
    if (intent === undefined) throw new Error(`no payment of ${sessionId} has been tried yet`);
    return intent;
  };
  const chargeOf = (sessionId: string): Charge => {
    const charge = state.chargeOf(intentOf(sessionId));
    if (charge === undefined) throw new Error(`no payment of ${sessionId} has been tried yet`);
    return charge;
  };
  return {
    /** Opens a session as a call of the API does, for tests that need very many. */
    open: (wanted: WantedSession) => structuredClone(state.open(wanted).session),
    /** The current ones, newest first. */
    sessions: () => structuredClone(state.sessions()),
    session: (id: string) => structuredClone(state.get(id).session),
    paymentIntent: (sessionId: string) => structuredClone(intentOf(sessionId)),
    charge: (sessionId: string) => structuredClone(chargeOf(sessionId)),
    /** The buyer enters a promotion code on the checkout page; promotion-codes.ts has them. */
    enterCode: (id: string, code: string) => structuredClone(state.enterCode(id, code)),
    pay: (id: string) => structuredClone(state.pay(id)),
    decline: (id: string) => structuredClone(state.decline(id)),
    /** Pays by bank debit, decided after `settleAfter`, or by `settle` when no outcome is given. */
    payLater: (id: string, outcome: Outcome | null = null) =>
      structuredClone(state.payLater(id, outcome)),
    settle: (id: string, outcome: Outcome) => structuredClone(state.settle(id, outcome)),
    expire: (id: string) => structuredClone(state.expire(id)),
  };
}

function refundActs(state: StripeState) {
  return {
    /** `amount` is in minor units; null is everything left. */
    refund: (paymentIntentId: string, amount: number | null = null) =>
      structuredClone(state.refund(paymentIntentId, { amount, reason: null, metadata: {} })),
    /** What the bank makes of refunds from now on. */
    letRefundsBecome: (status: RefundStatus) => {
      state.refunds.become = status;
    },
    /** Copies of all refunds, newest first. */
    refunds: () => structuredClone(state.refunds.list()),
    settleRefund: (id: string, outcome: Outcome) =>
      structuredClone(state.refunds.settle(id, outcome)),
  };
}

function disputeActs(state: StripeState, disputes: Disputes) {
  return {
    /** The buyer's bank disputes `amount`, in minor units; null is the whole charge. */
    dispute: (paymentIntentId: string, amount: number | null = null) =>
      structuredClone(disputes.open(state.paidCharge(paymentIntentId), amount)),
    /** The buyer's bank asks about the whole charge. */
    inquire: (paymentIntentId: string) =>
      structuredClone(disputes.inquire(state.paidCharge(paymentIntentId), null)),
    changeDispute: (id: string, to: Stripe.Dispute.Status) =>
      structuredClone(disputes.change(id, to)),
    closeDispute: (id: string, decision: Decision) => structuredClone(disputes.close(id, decision)),
  };
}

/** An error of the sandbox itself, reported in full, since only developers see it. */
function faultOf(error: unknown): StripeFailure {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${text}\n`);
  return new StripeFailure(500, text, { type: 'api_error' });
}
