// The till: sessions, payments and refunds, what may become of them and which events tell of it.
import { BoundedMap } from './bounded-map.ts';
import type { Method, WantedSession } from './checkout-params.ts';
import type { Disputes } from './disputes.ts';
import { missing, StripeFailure } from './failure.ts';
import { randomText } from './ids.ts';
import {
  customerDetails,
  makeLineItem,
  makeSession,
  type Charge,
  type LineItem,
  type PaymentIntent,
  type Refund,
  type Session,
} from './objects.ts';
import {
  collect,
  makeCharge,
  makePaymentIntent,
  makeRefund,
  readRefundAmount,
  reject,
} from './payment-objects.ts';
import type { Cause, Webhooks } from './webhooks.ts';

const MOST_KEPT = 20_000;
const ANONYMOUS_BUYER = 'buyer@example.com';

export type Outcome = 'succeeds' | 'fails';

export interface Checkout {
  readonly session: Session;
  readonly wanted: WantedSession;
  readonly items: readonly LineItem[];
  /** Known to the checkout page alone, so that no other site can post its form. */
  readonly formToken: string;
  /** Resolves once the events of its completion have been sent for the first time. */
  announced: Promise<unknown>;
}

export interface WantedRefund {
  /** Minor units; null for all that is left. */
  readonly amount: number | null;
  readonly reason: string | null;
  readonly metadata: Record<string, string>;
}

interface TillOptions {
  /** The sandbox's own address. */
  readonly base: string;
  readonly webhooks: Webhooks;
  readonly disputes: Disputes;
  readonly now: () => number;
  /** How long a delayed payment takes to be decided. */
  readonly settleAfterMs: number;
}

export class Till {
  readonly checkouts = new BoundedMap<string, Checkout>(MOST_KEPT);
  readonly intents = new BoundedMap<string, PaymentIntent>(MOST_KEPT);
  readonly charges = new BoundedMap<string, Charge>(MOST_KEPT);
  readonly refunds = new BoundedMap<string, Refund>(MOST_KEPT);
  readonly #options: TillOptions;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(options: TillOptions) {
    this.#options = options;
  }

  get #seconds(): number {
    return Math.floor(this.#options.now() / 1000);
  }

  open(wanted: WantedSession): Checkout {
    const created = this.#seconds;
    const session = makeSession(wanted, created, this.#options.base);
    const checkout: Checkout = {
      session,
      wanted,
      items: wanted.items.map((item) => makeLineItem(item, wanted.currency, created)),
      formToken: randomText(32),
      announced: Promise.resolve(),
    };
    this.checkouts.set(session.id, checkout);
    return checkout;
  }

  /** A session as of now: one whose time is up is expired by looking at it. */
  find(id: string): Checkout | undefined {
    const checkout = this.checkouts.get(id);
    if (checkout?.session.status === 'open' && checkout.session.expires_at <= this.#seconds)
      this.#close(checkout);
    return checkout;
  }

  /** The intent of a session that somebody has tried to pay. */
  intentOf({ payment_intent: id }: Session): PaymentIntent | undefined {
    return id === null ? undefined : this.intents.get(id);
  }

  /** The charge that was tried last. */
  chargeOf(intent: PaymentIntent | undefined): Charge | undefined {
    return typeof intent?.latest_charge === 'string' ? this.charges.get(intent.latest_charge) : undefined;
  }

  /** Expires every session whose time is up. */
  sweep(): void {
    for (const id of this.checkouts.keys()) this.find(id);
  }

  expire(id: string, cause?: Cause): Session {
    const checkout = this.#get(id);
    const { status } = checkout.session;
    if (status !== 'open')
      throw new StripeFailure(
        400,
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${status}\`.`,
      );
    this.#close(checkout, cause);
    return checkout.session;
  }

  /** The buyer pays by card and it works. */
  pay(id: string): Session {
    const checkout = this.#getOpen(id);
    const { intent, charge } = this.#charge(checkout, 'card');
    collect(intent, charge);
    this.#complete(checkout, 'paid');
    checkout.announced = Promise.all([
      this.#options.webhooks.publish('payment_intent.succeeded', intent),
      this.#options.webhooks.publish('checkout.session.completed', checkout.session),
    ]);
    return checkout.session;
  }

  /** The buyer's card is declined; the session stays open for another try. */
  decline(id: string): Session {
    const checkout = this.#getOpen(id);
    const { intent, charge } = this.#charge(checkout, 'card');
    reject(intent, charge, 'card_declined', 'Your card was declined.');
    void this.#options.webhooks.publish('payment_intent.payment_failed', intent);
    return checkout.session;
  }

  /** The buyer pays by bank debit, decided `settleAfterMs` later, or by `settle` when no outcome is given. */
  payLater(id: string, outcome: Outcome | null): Session {
    const checkout = this.#getOpen(id);
    const { intent } = this.#charge(checkout, 'bacs_debit');
    intent.status = 'processing';
    this.#complete(checkout, 'unpaid');
    checkout.announced = Promise.all([
      this.#options.webhooks.publish('payment_intent.processing', intent),
      this.#options.webhooks.publish('checkout.session.completed', checkout.session),
    ]);
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
    const { session } = this.#get(id);
    const intent = this.intentOf(session);
    const charge = this.chargeOf(intent);
    if (intent?.status !== 'processing' || charge === undefined)
      throw new StripeFailure(400, `The payment of ${id} is not waiting to be decided.`);
    if (outcome === 'succeeds') {
      collect(intent, charge);
      session.payment_status = 'paid';
      void this.#options.webhooks.publish('payment_intent.succeeded', intent);
      void this.#options.webhooks.publish('checkout.session.async_payment_succeeded', session);
    } else {
      reject(intent, charge, 'payment_method_provider_decline', 'The bank declined the payment.');
      void this.#options.webhooks.publish('payment_intent.payment_failed', intent);
      void this.#options.webhooks.publish('checkout.session.async_payment_failed', session);
    }
    return session;
  }

  refund(charge: Charge, wanted: WantedRefund, cause?: Cause): Refund {
    this.#options.disputes.refuseRefund(charge);
    const amount = readRefundAmount(charge, wanted.amount);
    const refund = makeRefund(charge, { ...wanted, amount }, this.#seconds);
    this.refunds.set(refund.id, refund);
    const previous = { amount_refunded: charge.amount_refunded, refunded: charge.refunded };
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === charge.amount;
    void this.#options.webhooks.publish('charge.refunded', charge, {
      previous: charge.refunded ? previous : { amount_refunded: previous.amount_refunded },
      ...(cause === undefined ? {} : { cause }),
    });
    return refund;
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  #get(id: string): Checkout {
    const checkout = this.find(id);
    if (checkout === undefined) throw missing('checkout.session', id, 'session');
    return checkout;
  }

  #getOpen(id: string): Checkout {
    const checkout = this.#get(id);
    if (checkout.session.status !== 'open')
      throw new StripeFailure(400, `This Checkout Session has a status of \`${checkout.session.status}\`.`);
    return checkout;
  }

  #charge(checkout: Checkout, method: Method): { intent: PaymentIntent; charge: Charge } {
    const { session, wanted } = checkout;
    if (!wanted.methods.includes(method))
      throw new StripeFailure(400, `This Checkout Session does not allow ${method}.`);
    const known = this.intentOf(session);
    const intent = known ?? makePaymentIntent(wanted, this.#seconds);
    if (known === undefined) {
      this.intents.set(intent.id, intent);
      session.payment_intent = intent.id;
    }
    const charge = makeCharge(intent, method, session.customer_email ?? ANONYMOUS_BUYER, this.#seconds);
    this.charges.set(charge.id, charge);
    intent.latest_charge = charge.id;
    intent.payment_method = charge.payment_method;
    return { intent, charge };
  }

  #complete({ session }: Checkout, paymentStatus: 'paid' | 'unpaid'): void {
    session.status = 'complete';
    session.payment_status = paymentStatus;
    session.url = null;
    session.customer_details = customerDetails(session.customer_email ?? ANONYMOUS_BUYER);
  }

  #close({ session }: Checkout, cause?: Cause): void {
    session.status = 'expired';
    session.url = null;
    const intent = this.intentOf(session);
    if (intent !== undefined) {
      intent.status = 'canceled';
      intent.canceled_at = this.#seconds;
      intent.cancellation_reason = 'automatic';
    }
    void this.#options.webhooks.publish(
      'checkout.session.expired',
      session,
      cause === undefined ? {} : { cause },
    );
  }
}
