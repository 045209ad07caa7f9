// Disputes: a buyer's bank takes a payment back, and decides later who keeps the money.
import { BoundedMap } from './bounded-map.ts';
import { invalid, missing, StripeFailure } from './failure.ts';
import { newId } from './ids.ts';
import type { Charge, Dispute } from './objects.ts';
import type { Webhooks } from './webhooks.ts';

const MOST_KEPT = 20_000;
const DAYS_TO_ANSWER = 10;
const DAY_SECONDS = 86_400;

/** How a bank may decide; an inquiry can also end without having become a dispute. */
export type Decision = 'won' | 'lost' | 'warning_closed';

interface DisputesOptions {
  readonly webhooks: Webhooks;
  readonly now: () => number;
}

export class Disputes {
  readonly #all = new BoundedMap<string, Dispute>(MOST_KEPT);
  readonly #options: DisputesOptions;

  constructor(options: DisputesOptions) {
    this.#options = options;
  }

  /** Disputes `amount` (minor units; null: all) of a charge, whatever of it has been refunded, as banks do. */
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

  close(id: string, decision: Decision): Dispute {
    const dispute = this.#all.get(id);
    if (dispute === undefined) throw missing('dispute', id, 'dispute');
    if (!isOpen(dispute)) throw new StripeFailure(400, `The dispute ${id} is already closed.`);
    const { status } = dispute;
    dispute.status = decision;
    dispute.is_charge_refundable = false;
    void this.#options.webhooks.publish('charge.dispute.closed', dispute, { previous: { status } });
    return dispute;
  }

  /** A charge whose money the bank has, or may yet take, cannot be refunded as well. Throws a StripeFailure. */
  refuseRefund(charge: Charge): void {
    const blocking = this.#all
      .newestFirst()
      .some((dispute) => dispute.charge === charge.id && (isOpen(dispute) || dispute.status === 'lost'));
    if (blocking)
      throw new StripeFailure(400, `Charge ${charge.id} has been charged back; cannot issue a refund.`, {
        code: 'charge_disputed',
      });
  }
}

const isOpen = ({ status }: Dispute) => status === 'needs_response';

function makeDispute(charge: Charge, amount: number, created: number): Dispute {
  return {
    id: newId.dispute(),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: created + DAYS_TO_ANSWER * DAY_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    network_reason_code: null,
    payment_intent: charge.payment_intent,
    reason: 'product_not_received',
    status: 'needs_response',
  };
}

const NO_EVIDENCE: Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};
