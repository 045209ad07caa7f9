// Stripe's balance: what each charge, refund and dispute moved, and what Stripe kept of it.
import type Stripe from 'stripe';

import { newStripeId } from './ids.ts';
import type { Charge, Dispute, Refund } from './objects.ts';
import { readCreated, readPage } from './pages.ts';
import type { Params } from './params.ts';

type Source = Charge | Refund | Dispute;

/** Stripe's standard price of a UK card and of a dispute, in pence (stripe.com/gb/pricing). */
const feeOf = (amount: number) => Math.round(amount * 0.015) + 20;
const DISPUTE_FEE = 2000;

function makeTransaction(
  source: Source,
  { amount, fee, type }: { amount: number; fee: number; type: Stripe.BalanceTransaction.Type },
  created: number,
) {
  return {
    id: newStripeId.balanceTransaction(),
    object: 'balance_transaction',
    amount,
    created,
    currency: source.currency,
    exchange_rate: null,
    fee,
    net: amount - fee,
    reporting_category: type === 'adjustment' ? 'dispute' : type,
    source: source.id,
    status: 'available',
    type,
  } satisfies Partial<Stripe.BalanceTransaction>;
}

type BalanceTransaction = ReturnType<typeof makeTransaction>;

export class Balance {
  readonly #all: { readonly transaction: BalanceTransaction; readonly source: Source }[] = [];
  readonly #now: () => number;

  /** `now` returns epoch milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  charged(charge: Charge): void {
    this.#add(charge, { amount: charge.amount, fee: feeOf(charge.amount), type: 'charge' });
  }

  refunded(refund: Refund): void {
    this.#add(refund, { amount: -refund.amount, fee: 0, type: 'refund' });
  }

  refundFailed(refund: Refund): void {
    this.#add(refund, { amount: refund.amount, fee: 0, type: 'refund_failure' });
  }

  withdrawn(dispute: Dispute): void {
    this.#add(dispute, { amount: -dispute.amount, fee: DISPUTE_FEE, type: 'adjustment' });
  }

  reinstated(dispute: Dispute): void {
    this.#add(dispute, { amount: dispute.amount, fee: 0, type: 'adjustment' });
  }

  /** The list that the API returns, newest first; `data.source` can be expanded. */
  list(params: Params): object {
    const isInTime = readCreated(params);
    const isExpanded = params.texts('expand').includes('data.source');
    const all = this.#all
      .map(({ transaction, source }) => (isExpanded ? { ...transaction, source } : transaction))
      .filter(isInTime)
      .toReversed();
    const page = readPage(params, '/v1/balance_transactions', all);
    params.finish();
    return page;
  }

  #add(source: Source, change: Parameters<typeof makeTransaction>[1]): void {
    const created = Math.floor(this.#now() / 1000);
    this.#all.push({ transaction: makeTransaction(source, change, created), source });
  }
}
