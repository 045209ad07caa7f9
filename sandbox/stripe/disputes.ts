// Disputes: a buyer's bank takes a payment back, and decides later who gets the money.
import { invalid, missing, StripeFailure } from './failure.ts';
import { makeDispute, type Charge, type Dispute } from './objects.ts';
import type { Webhooks } from './webhooks.ts';

/** A bank's possible decisions; an inquiry can also be closed without becoming a dispute. */
export type Decision = 'won' | 'lost' | 'warning_closed';

interface DisputesOptions {
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
    void this.#options.webhooks.publish('charge.dispute.created', dispute);
    return dispute;
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
    if (!isOpen(dispute)) throw new StripeFailure(400, `The dispute ${id} is already closed.`);
    const { status } = dispute;
    dispute.status = decision;
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
        {
          code: 'charge_disputed',
        },
      );
  }
}

const isOpen = ({ status }: Dispute) => status === 'needs_response';
