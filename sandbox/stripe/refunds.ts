// Refunds: money goes back to the buyer's bank, which can refuse it, even days later.
import type { Balance } from './balance.ts';
import type { Disputes } from './disputes.ts';
import { missing, StripeFailure } from './failure.ts';
import {
  makeRefund,
  type Charge,
  type Refund,
  type RefundRequest,
  type RefundStatus,
} from './objects.ts';
import { readRefundAmount } from './payment.ts';
import type { Cause, Webhooks } from './webhooks.ts';

/** Without an amount, everything left is refunded. */
export type WantedRefund = Omit<RefundRequest, 'amount'> & { readonly amount: number | null };

interface RefundsOptions {
  readonly balance: Balance;
  readonly webhooks: Webhooks;
  readonly disputes: Disputes;
  readonly now: () => number;
}

export class Refunds {
  readonly #all = new Map<string, { readonly refund: Refund; readonly charge: Charge }>();
  readonly #options: RefundsOptions;
  /** What the bank makes of new refunds. */
  become: RefundStatus = 'succeeded';

  constructor(options: RefundsOptions) {
    this.#options = options;
  }

  /** Throws a StripeFailure if there is not enough money left to refund. */
  make(charge: Charge, wanted: WantedRefund, cause?: Cause): Refund {
    const { balance, webhooks, disputes, now } = this.#options;
    disputes.refuseRefund(charge);
    const amount = readRefundAmount(charge, wanted.amount);
    const status = this.become;
    const refund = makeRefund(charge, { ...wanted, amount, status }, Math.floor(now() / 1000));
    this.#all.set(refund.id, { refund, charge });
    if (status === 'failed') void webhooks.publish('refund.failed', refund, { cause });
    else {
      const previous = addRefunded(charge, amount);
      balance.refunded(refund);
      void webhooks.publish('charge.refunded', charge, { previous, cause });
      if (charge.refunded) disputes.endInquiries(charge);
    }
    return refund;
  }

  /** Newest first. */
  list(): Refund[] {
    return [...this.#all.values()].map(({ refund }) => refund).toReversed();
  }

  /** The bank decides a refund; one that has succeeded can still fail. Throws a StripeFailure. */
  settle(id: string, outcome: 'succeeds' | 'fails'): Refund {
    const one = this.#all.get(id);
    if (one === undefined) throw missing('refund', id, 'refund');
    const { refund, charge } = one;
    if (refund.status === 'failed') throw new StripeFailure(400, `Refund ${id} has failed.`);
    const { balance, webhooks } = this.#options;
    if (outcome === 'succeeds') {
      refund.status = 'succeeded';
      void webhooks.publish('refund.updated', refund);
    } else {
      refund.status = 'failed';
      addRefunded(charge, -refund.amount);
      balance.refundFailed(refund);
      void webhooks.publish('refund.failed', refund);
    }
    return refund;
  }
}

/** Returns the previous values of the charge. */
function addRefunded(charge: Charge, amount: number) {
  const previous = { amount_refunded: charge.amount_refunded };
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  return previous;
}
