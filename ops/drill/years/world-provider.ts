// The payment provider of the simulated business: its stand-in, and its events, which wait until an
// act delivers them.
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import * as endpoints from '../../../domain/endpoints.ts';
import { startStripeSandbox, type StripeSandbox } from '../../../sandbox/stripe.ts';
import {
  connectStripe,
  type PaymentProvider,
  type StripeSettings,
} from '../../../server/payments/stripe.ts';
import type { ActOf } from './acts.ts';
import type { MovedClock } from './world-clock.ts';
import type { Server } from './world-server.ts';

interface Checkout {
  /** The parent who started it. */
  readonly by: string;
  readonly session: string;
  /** Null until it is paid. */
  intent: string | null;
  dispute: string | null;
  /** Whether the bank has won or lost it, which is the end of it. */
  isDecided: boolean;
}

export class Provider {
  readonly #clock: MovedClock;
  readonly sandbox: StripeSandbox;
  readonly #hook: HttpServer;
  /** The events that were not delivered yet, as they were sent. */
  #waiting: string[] = [];
  readonly #checkouts = new Map<string, Checkout>();
  readonly #names = new Map<string, string>();
  /** Calls of the product fail until then. */
  awayUntil = 0;
  readonly #calls: { count: number };

  constructor(
    clock: MovedClock,
    sandbox: StripeSandbox,
    hook: HttpServer,
    calls: { count: number },
  ) {
    this.#clock = clock;
    this.sandbox = sandbox;
    this.#hook = hook;
    this.#calls = calls;
    hook.on('request', (request, response) => {
      void text(request).then((payload) => {
        this.#waiting.push(payload);
        response.end();
      });
    });
  }

  static async open(clock: MovedClock): Promise<Provider> {
    const calls = { count: 0 };
    const sandbox = await startStripeSandbox({
      now: () => clock.now,
      log: () => (calls.count += 1),
      timing: { retryDelays: [] },
    });
    const hook = createServer();
    await new Promise<void>((resolve) => {
      hook.listen(0, '127.0.0.1', resolve);
    });
    sandbox.setWebhook(`http://127.0.0.1:${(hook.address() as AddressInfo).port}`);
    return new Provider(clock, sandbox, hook, calls);
  }

  /** How many calls the product has made. */
  get calls(): number {
    return this.#calls.count;
  }

  get settings(): StripeSettings {
    const { secretKey, webhookSecret, url } = this.sandbox;
    return { secretKey, webhookSecret, apiUrl: url };
  }

  connect(): PaymentProvider {
    return connectStripe(this.settings);
  }

  /** The time has moved: the provider may be there again, and sessions may have expired. */
  async tick(): Promise<void> {
    if (this.#clock.now < this.awayUntil) this.sandbox.startOutage('error');
    else this.sandbox.endOutage();
    await this.sandbox.idle();
  }

  opened(payment: string, by: string, session: string): void {
    this.#checkouts.set(payment, { by, session, intent: null, dispute: null, isDecided: false });
    this.#names.set(session, payment);
  }

  /** The payment of a session. */
  nameOf(session: string): string | undefined {
    return this.#names.get(session);
  }

  checkout(payment: string): Checkout | null {
    return this.#checkouts.get(payment) ?? null;
  }

  /** The buyer pays, with a promotion code or without. False if the page takes no payment. */
  async pay(payment: string, code: string | null): Promise<boolean> {
    const checkout = this.#checkouts.get(payment);
    if (checkout === undefined || this.sandbox.session(checkout.session).status !== 'open')
      return false;
    if (code !== null && this.sandbox.session(checkout.session).allow_promotion_codes === true)
      this.sandbox.enterCode(checkout.session, code);
    this.sandbox.pay(checkout.session);
    const { payment_intent: intent } = this.sandbox.session(checkout.session);
    checkout.intent = typeof intent === 'string' ? intent : null;
    await this.sandbox.idle();
    return true;
  }

  /** The buyer's bank asks, disputes or decides. False if nothing of the kind is possible. */
  async dispute(payment: string, state: ActOf<'dispute'>['state']): Promise<boolean> {
    const checkout = this.#checkouts.get(payment);
    if (checkout === undefined || checkout.intent === null || checkout.isDecided) return false;
    if (state === 'inquiry' && checkout.dispute === null)
      checkout.dispute = this.sandbox.inquire(checkout.intent).id;
    else if (state === 'open')
      if (checkout.dispute === null) checkout.dispute = this.sandbox.dispute(checkout.intent).id;
      else this.sandbox.changeDispute(checkout.dispute, 'needs_response');
    else if (checkout.dispute === null) return false;
    else if (state === 'inquiry closed')
      this.sandbox.closeDispute(checkout.dispute, 'warning_closed');
    else if (state === 'won' || state === 'lost') {
      this.sandbox.closeDispute(checkout.dispute, state);
      checkout.isDecided = true;
    }
    await this.sandbox.idle();
    return true;
  }

  /** Money goes back by the provider's dashboard. False if there is not enough left. */
  async refund(payment: string, pence: number): Promise<boolean> {
    const checkout = this.#checkouts.get(payment);
    if (checkout === undefined || checkout.intent === null) return false;
    const { amount, amount_refunded: refunded } = this.sandbox.charge(checkout.session);
    if (amount - refunded < pence) return false;
    this.sandbox.refund(checkout.intent, pence);
    await this.sandbox.idle();
    return true;
  }

  /** Delivers the events about a payment so many times each. */
  async deliver(
    server: Server,
    payment: string,
    { times = 1, reversed = false } = {},
  ): Promise<void> {
    const { session, intent } = this.#checkouts.get(payment) ?? {};
    if (session === undefined) return;
    // A session past its time expires when it is read.
    this.sandbox.session(session);
    await this.sandbox.idle();
    const isAbout = (event: string) =>
      event.includes(session) || (typeof intent === 'string' && event.includes(intent));
    const due = this.#waiting.filter(isAbout);
    this.#waiting = this.#waiting.filter((event) => !isAbout(event));
    for (const event of reversed ? due.toReversed() : due)
      for (let time = 0; time < times; time += 1) {
        const { payload, headers } = this.sandbox.signEvent(event);
        const { path: url } = endpoints.stripeWebhook;
        const answer = await server.inject({ method: 'POST', url, headers, payload });
        if (answer.statusCode >= 500) this.#waiting.push(event);
      }
  }

  async close(): Promise<void> {
    await this.sandbox.close();
    this.#hook.closeAllConnections();
    await new Promise((resolve) => {
      this.#hook.close(resolve);
    });
  }
}
