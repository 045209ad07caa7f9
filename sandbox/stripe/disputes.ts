// Disputes: a buyer's bank takes a payment back, and decides later who gets the money. An inquiry
// comes before, and moves no money.
import type Stripe from 'stripe';

import type { Balance } from './balance.ts';
import { invalid, missing, StripeFailure } from './failure.ts';
import { makeDispute, type Charge, type Dispute } from './objects.ts';
import type { Webhooks } from './webhooks.ts';

/** A bank's possible decisions; an inquiry can also be closed without becoming a dispute. */
export type Decision = 'won' | 'lost' | 'warning_closed';

interface DisputesOptions {
  readonly balance: Balance;
  readonly webhooks: Webhooks;
  readonly now: () => number;
}

export class Disputes {
  readonly #all = new Map<string, Dispute>();
  readonly #options: DisputesOptions;

  constructor(options: DisputesOptions) {
    this.#options = options;
  }

  /** Disputes `amount` (minor units; null: all) of a charge. Like banks, it ignores refunds. */
  open(charge: Charge, amount: number | null): Dispute {
    if (amount !== null && (amount < 1 || amount > charge.amount))
      throw invalid('amount', 'A dispute is about some of what was charged.');
    charge.disputed = true;
    const created = Math.floor(this.#options.now() / 1000);
    const dispute = makeDispute(charge, amount ?? charge.amount, created);
    this.#all.set(dispute.id, dispute);
    this.#options.balance.withdrawn(dispute);
    void this.#options.webhooks.publish('charge.dispute.created', dispute);
    return dispute;
  }

  /** Asks about `amount` (minor units; null: all) of a charge, which no money leaves. */
  inquire(charge: Charge, amount: number | null): Dispute {
    const created = Math.floor(this.#options.now() / 1000);
    const dispute = makeDispute(charge, amount ?? charge.amount, created);
    dispute.status = 'warning_needs_response';
    this.#all.set(dispute.id, dispute);
    void this.#options.webhooks.publish('charge.dispute.created', dispute);
    return dispute;
  }

  /** Changes the state, as banks do, without a decision. */
  change(id: string, to: Stripe.Dispute.Status): Dispute {
    const dispute = this.get(id);
    const { status } = dispute;
    if (isInquiry(dispute) && to === 'needs_response') this.#options.balance.withdrawn(dispute);
    dispute.status = to;
    const circumstances = { previous: { status } };
    void this.#options.webhooks.publish('charge.dispute.updated', dispute, circumstances);
    return dispute;
  }

  /** A full refund ends the inquiries about a charge. */
  endInquiries(charge: Charge): void {
    for (const dispute of this.#all.values())
      if (dispute.charge === charge.id && isInquiry(dispute))
        this.close(dispute.id, 'warning_closed');
  }

  /** Newest first. */
  list(): Dispute[] {
    return [...this.#all.values()].toReversed();
  }

  /** Throws a StripeFailure for an unknown dispute. */
  get(id: string): Dispute {
    const dispute = this.#all.get(id);
    if (dispute === undefined) throw missing('dispute', id, 'dispute');
    return dispute;
  }

  close(id: string, decision: Decision): Dispute {
    const dispute = this.get(id);
    if (!isOpen(dispute) && !isInquiry(dispute))
      throw new StripeFailure(400, `The dispute ${id} is already closed.`);
    const { status } = dispute;
    dispute.status = decision;
    if (decision === 'won') this.#options.balance.reinstated(dispute);
    void this.#options.webhooks.publish('charge.dispute.closed', dispute, { previous: { status } });
    return dispute;
  }

  /**
   * A charge that is disputed, or that the bank has taken back, cannot be refunded as well. Throws
   * a StripeFailure.
   */
  refuseRefund(charge: Charge): void {
    const blocking = [...this.#all.values()].some(
      (dispute) => dispute.charge === charge.id && (isOpen(dispute) || dispute.status === 'lost'),
    );
    if (blocking)
      throw new StripeFailure(
        400,
        `Charge ${charge.id} has been charged back; cannot issue a refund.`,
        { code: 'charge_disputed' },
      );
  }
}

const isOpen = ({ status }: Dispute) =>
  status === 'needs_response' ||
  status === 'under_review' ||
  status === 'appeal_needs_response' ||
  status === 'appeal_under_review';

const isInquiry = ({ status }: Dispute) =>
  status === 'warning_needs_response' || status === 'warning_under_review';
