// The state of the Stripe sandbox: sessions, payments and refunds, their possible states and the
// events that report them.
import type { Balance } from './balance.ts';
import type { WantedSession } from './checkout-params.ts';
import type { Disputes } from './disputes.ts';
import { invalid, missing, StripeFailure } from './failure.ts';
import {
  makeCharge,
  makePaymentIntent,
  makeSession,
  type Charge,
  type PaymentIntent,
  type Refund,
  type Session,
} from './objects.ts';
import { collect, reject } from './payment.ts';
import { applyCode } from './promotion-codes.ts';
import { Refunds, type WantedRefund } from './refunds.ts';
import type { Cause, Webhooks } from './webhooks.ts';

export type Outcome = 'succeeds' | 'fails';

export interface Checkout {
  readonly session: Session;
  readonly wanted: WantedSession;
  /** Resolves after the first delivery of the session's completion events. */
  announced: Promise<unknown>;
}

interface StripeStateOptions {
  readonly balance: Balance;
  /** The sandbox's own URL. */
  readonly base: string;
  readonly webhooks: Webhooks;
  readonly disputes: Disputes;
  readonly now: () => number;
  /** How long a delayed payment takes to be decided. */
  readonly settleAfterMs: number;
}

export class StripeState {
  readonly #checkouts = new Map<string, Checkout>();
  readonly intents = new Map<string, PaymentIntent>();
  readonly #charges = new Map<string, Charge>();
  readonly #options: StripeStateOptions;
  readonly disputes: Disputes;
  readonly refunds: Refunds;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(options: StripeStateOptions) {
    this.#options = options;
    this.disputes = options.disputes;
    this.refunds = new Refunds(options);
  }

  get #seconds(): number {
    return Math.floor(this.#options.now() / 1000);
  }

  open(wanted: WantedSession): Checkout {
    const session = makeSession(wanted, this.#seconds, this.#options.base);
    const checkout: Checkout = { session, wanted, announced: Promise.resolve() };
    this.#checkouts.set(session.id, checkout);
    return checkout;
  }

  /** The current session. Reading one past its time expires it. */
  find(id: string): Checkout | undefined {
    const checkout = this.#checkouts.get(id);
    if (checkout?.session.status === 'open' && checkout.session.expires_at <= this.#seconds)
      this.#close(checkout);
    return checkout;
  }

  /** Like `find`, but throws a StripeFailure for an unknown session. */
  get(id: string): Checkout {
    const checkout = this.find(id);
    if (checkout === undefined) throw missing('checkout.session', id, 'session');
    return checkout;
  }

  /** The current sessions, newest first. */
  sessions(): Session[] {
    return [...this.#checkouts.keys()].map((id) => this.get(id).session).toReversed();
  }

  /** The payment intent of a session that somebody has tried to pay. */
  intentOf({ payment_intent: id }: Session): PaymentIntent | undefined {
    return id === null ? undefined : this.intents.get(id);
  }

  /** The latest charge of an intent. */
  chargeOf(intent: PaymentIntent | undefined): Charge | undefined {
    return this.#charges.get(intent?.latest_charge ?? '');
  }

  /** The successful charge of a payment intent. Throws a StripeFailure. */
  paidCharge(intentId: string): Charge {
    const intent = this.intents.get(intentId);
    if (intent === undefined) throw missing('payment_intent', intentId, 'payment_intent', 400);
    const charge = this.chargeOf(intent);
    if (intent.status === 'succeeded' && charge !== undefined) return charge;
    const message = `This PaymentIntent (${intentId}) does not have a successful charge to refund.`;
    throw invalid('payment_intent', message, 'payment_intent_unexpected_state');
  }

  expire(id: string, cause?: Cause): Session {
    const checkout = this.get(id);
    const { status } = checkout.session;
    if (status !== 'open')
      throw new StripeFailure(
        400,
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${status}\`.`,
      );
    this.#close(checkout, cause);
    return checkout.session;
  }

  /** The buyer enters a promotion code. Throws a StripeFailure. */
  enterCode(id: string, code: string): Session {
    const { session } = this.#getOpen(id);
    // The amount of an attempt stays as it was.
    if (session.payment_intent !== null)
      throw new StripeFailure(400, 'A payment of this checkout has been tried already.');
    applyCode(session, code);
    return session;
  }

  /** The buyer pays by card successfully; where nothing is due, without a payment intent. */
  pay(id: string): Session {
    const checkout = this.#getOpen(id);
    if (checkout.session.amount_total === 0) {
      this.#complete(checkout, 'no_payment_required');
      return checkout.session;
    }
    const { intent, charge } = this.#charge(checkout);
    this.#collect(intent, charge);
    this.#complete(checkout, 'paid', ['payment_intent.succeeded', intent]);
    return checkout.session;
  }

  /** The buyer's card is declined; the session stays open for another attempt. */
  decline(id: string): Session {
    const checkout = this.#getOpen(id);
    const { intent, charge } = this.#charge(checkout);
    reject(intent, charge, 'card_declined', 'Your card was declined.');
    void this.#options.webhooks.publish('payment_intent.payment_failed', intent);
    return checkout.session;
  }

  /**
   * The buyer pays by bank debit. It is decided `settleAfterMs` later, or by `settle` when no
   * outcome is given.
   */
  payLater(id: string, outcome: Outcome | null): Session {
    const checkout = this.#getOpen(id);
    if (checkout.session.amount_total === 0) return this.pay(id);
    const { intent } = this.#charge(checkout);
    intent.status = 'processing';
    this.#complete(checkout, 'unpaid', ['payment_intent.processing', intent]);
    if (outcome !== null) {
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        if (intent.status === 'processing') this.settle(id, outcome);
      }, this.#options.settleAfterMs);
      this.#timers.add(timer.unref());
    }
    return checkout.session;
  }

  /** Decides a delayed payment now. */
  settle(id: string, outcome: Outcome): Session {
    const { session } = this.get(id);
    const intent = this.intentOf(session);
    const charge = this.chargeOf(intent);
    const { webhooks } = this.#options;
    if (intent?.status !== 'processing' || charge === undefined)
      throw new StripeFailure(400, `The payment of ${id} is not waiting to be decided.`);
    if (outcome === 'succeeds') {
      this.#collect(intent, charge);
      session.payment_status = 'paid';
      void webhooks.publish('payment_intent.succeeded', intent);
      void webhooks.publish('checkout.session.async_payment_succeeded', session);
    } else {
      reject(intent, charge, 'payment_method_provider_decline', 'The bank declined the payment.');
      void webhooks.publish('payment_intent.payment_failed', intent);
      void webhooks.publish('checkout.session.async_payment_failed', session);
    }
    return session;
  }

  /** Refunds the payment of an intent. Throws a StripeFailure. */
  refund(intentId: string, wanted: WantedRefund, cause?: Cause): Refund {
    return this.refunds.make(this.paidCharge(intentId), wanted, cause);
  }

  get balance(): Balance {
    return this.#options.balance;
  }

  #collect(intent: PaymentIntent, charge: Charge): void {
    collect(intent, charge);
    this.balance.charged(charge);
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  #getOpen(id: string): Checkout {
    const checkout = this.get(id);
    const { status } = checkout.session;
    if (status !== 'open')
      throw new StripeFailure(400, `This Checkout Session has a status of \`${status}\`.`);
    return checkout;
  }

  #charge({ session, wanted }: Checkout): { intent: PaymentIntent; charge: Charge } {
    const intent =
      this.intentOf(session) ?? makePaymentIntent(wanted, session.amount_total, this.#seconds);
    this.intents.set(intent.id, intent);
    session.payment_intent = intent.id;
    const charge = makeCharge(intent, this.#seconds);
    this.#charges.set(charge.id, charge);
    intent.latest_charge = charge.id;
    return { intent, charge };
  }

  #complete(
    checkout: Checkout,
    paymentStatus: Session['payment_status'],
    about?: Parameters<Webhooks['publish']>,
  ): void {
    const { session } = checkout;
    session.status = 'complete';
    session.payment_status = paymentStatus;
    session.url = null;
    const { webhooks } = this.#options;
    checkout.announced = Promise.all([
      ...(about === undefined ? [] : [webhooks.publish(...about)]),
      webhooks.publish('checkout.session.completed', session),
    ]);
  }

  #close({ session }: Checkout, cause?: Cause): void {
    session.status = 'expired';
    session.url = null;
    const intent = this.intentOf(session);
    if (intent !== undefined) intent.status = 'canceled';
    void this.#options.webhooks.publish('checkout.session.expired', session, { cause });
  }
}
