// The state of the Stripe sandbox: sessions, payments and refunds, their possible states and the
// events that report them.
import type { Balance } from './balance.ts';
import type { WantedSession } from './checkout-params.ts';
import type { Disputes } from './disputes.ts';
import { invalid, missing, StripeFailure } from './failure.ts';
import {
  makeCharge,
  makePaymentIntent,
  makeRefund,
  makeSession,
  type Charge,
  type Dispute,
  type PaymentIntent,
  type Refund,
  type RefundRequest,
  type RefundStatus,
  type Session,
} from './objects.ts';
import { collect, readRefundAmount, reject } from './payment.ts';
import { applyCode } from './promotion-codes.ts';
import type { Cause, Webhooks } from './webhooks.ts';

export type Outcome = 'succeeds' | 'fails';

export interface Checkout {
  readonly session: Session;
  readonly wanted: WantedSession;
  /** Resolves after the first delivery of the session's completion events. */
  announced: Promise<unknown>;
}

/** Without an amount, everything left is refunded. */
export type WantedRefund = Omit<RefundRequest, 'amount'> & { readonly amount: number | null };

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
  readonly #refunds = new Map<string, Refund>();
  readonly #options: StripeStateOptions;
  /** What the bank makes of new refunds. */
  refundsBecome: RefundStatus = 'succeeded';
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(options: StripeStateOptions) {
    this.#options = options;
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

  /** Newest first. */
  refunds(): Refund[] {
    return [...this.#refunds.values()].toReversed();
  }

  /** Newest first. */
  disputes(): Dispute[] {
    return this.#options.disputes.list();
  }

  /** Throws a StripeFailure for an unknown dispute. */
  dispute(id: string): Dispute {
    return this.#options.disputes.get(id);
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

  /** Refunds a payment. Throws a StripeFailure if there is not enough money left to refund. */
  refund(intentId: string, wanted: WantedRefund, cause?: Cause): Refund {
    const charge = this.paidCharge(intentId);
    this.#options.disputes.refuseRefund(charge);
    const amount = readRefundAmount(charge, wanted.amount);
    const status = this.refundsBecome;
    const refund = makeRefund(charge, { ...wanted, amount, status }, this.#seconds);
    this.#refunds.set(refund.id, refund);
    if (status === 'failed')
      void this.#options.webhooks.publish('refund.failed', refund, { cause });
    else {
      const previous = this.#addRefunded(charge, amount);
      this.balance.refunded(refund);
      void this.#options.webhooks.publish('charge.refunded', charge, { previous, cause });
      if (charge.refunded) this.#options.disputes.endInquiries(charge);
    }
    return refund;
  }

  /** The bank decides a refund; one that has succeeded can still fail. */
  settleRefund(id: string, outcome: Outcome): Refund {
    const refund = this.#refunds.get(id);
    const charge = this.#charges.get(refund?.charge ?? '');
    if (refund === undefined || charge === undefined) throw missing('refund', id, 'refund');
    if (refund.status === 'failed') throw new StripeFailure(400, `Refund ${id} has failed.`);
    const { webhooks } = this.#options;
    if (outcome === 'succeeds') {
      refund.status = 'succeeded';
      void webhooks.publish('refund.updated', refund);
    } else {
      refund.status = 'failed';
      this.#addRefunded(charge, -refund.amount);
      this.balance.refundFailed(refund);
      void webhooks.publish('refund.failed', refund);
    }
    return refund;
  }

  get balance(): Balance {
    return this.#options.balance;
  }

  #collect(intent: PaymentIntent, charge: Charge): void {
    collect(intent, charge);
    this.balance.charged(charge);
  }

  /** Returns the previous values of the charge. */
  #addRefunded(charge: Charge, amount: number) {
    const previous = { amount_refunded: charge.amount_refunded };
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === charge.amount;
    return previous;
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
