// Compares everything that the provider has said with the payments here.
import { paidFor } from '../../../domain/payments/checkout.ts';
import {
  type DisputeState,
  disputeStateOf,
  type StoredState,
  nextState,
} from '../../../domain/payments/dispute.ts';
import type { PaymentStatus } from '../../../domain/payments/payment.ts';
import type { DifferenceKind } from '../../../domain/payments/reconciliation.ts';
import type { Db } from '../../engine/database.ts';
import type { DisputeFacts } from '../disputes/provider.ts';
import { isGranted } from '../locked-payment.ts';
import {
  disputeSchema,
  type ProviderDispute,
  type ProviderSession,
  refundedSchema,
  sessionSchema,
  type Span,
} from './provider.ts';
import { factBatches, listGrantedPayments, readPayments, withPayments } from './read-batches.ts';

/** Amounts are in minor units of `currency`. */
interface Money {
  readonly amount: number | null;
  readonly returned: number;
  readonly currency: string | null;
}

export interface Difference {
  readonly kind: DifferenceKind;
  readonly sessionId: string | null;
  readonly disputeId: string | null;
  readonly here: StoredPayment | null;
  readonly there: Money | null;
}

export interface Comparison {
  /** The payments that were paid there or granted here, by id or by their session's. */
  readonly compared: ReadonlySet<string>;
  readonly differences: readonly Difference[];
  /** What the provider says of inquiries, and of disputes in states that are unknown here. */
  readonly inquiries: readonly { readonly dispute: DisputeFacts; readonly paymentId: string }[];
}

/** What a difference is about: the payment or, without one, the session. */
export const aboutOf = ({ here, sessionId }: Difference): string => here?.id ?? sessionId ?? '';

/**
 * Compares the facts of a run. `confirm` asks the provider again about a session whose difference
 * may come from a payment or refund in this very moment.
 */
export async function compare(
  db: Db,
  run: string,
  span: Span,
  confirm: (sessionId: string) => Promise<ProviderSession | 'unknown'>,
): Promise<Comparison> {
  const compared = new Set<string>();
  const differences: Difference[] = [];
  const comparedSessions = new Set<string>();
  /** The total refunded there, by payment. A list read later is newer. */
  const refunded = new Map<string, { readonly there: Money; readonly here: StoredPayment }>();
  const lost = new Map<string, number>();

  const disputes = await disputesOf(db, run);
  for (const { here, there } of disputes)
    if (there.status === 'lost') lost.set(here.id, (lost.get(here.id) ?? 0) + there.amount);
  const moneyOf = ({ amount, refunded: back, currency }: ProviderSession, id: string | null) => ({
    amount,
    returned: back + (lost.get(id ?? '') ?? 0),
    currency,
  });

  for await (const facts of factBatches(db, run, 'session')) {
    const payments = await readPayments(
      db,
      'id',
      facts.map(({ payment_id }) => payment_id ?? ''),
    );
    for (const fact of facts) {
      const session = sessionSchema.parse(JSON.parse(fact.facts));
      const here = payments.get(fact.payment_id ?? '') ?? null;
      const kind = compareSession(session, here);
      const isOwn = here !== null && kind !== 'unknown_session';
      if (isOwn) comparedSessions.add(here.id);
      if (session.outcome === 'paid' || (isOwn && isGranted(here.status)))
        compared.add(isOwn ? here.id : session.sessionId);
      const there = moneyOf(session, here?.id ?? null);
      if (isOwn && session.outcome === 'paid') refunded.set(here.id, { there, here });
      if (kind === null) continue;
      if (kind === 'granted_not_paid') {
        const now = await confirm(session.sessionId);
        if (now !== 'unknown' && compareSession(now, here) !== kind) continue;
      }
      differences.push({
        kind,
        sessionId: session.sessionId,
        disputeId: null,
        here: isOwn ? here : null,
        there,
      });
    }
  }

  for await (const payments of listGrantedPayments(db, span))
    for (const here of payments) {
      if (comparedSessions.has(here.id)) continue;
      compared.add(here.id);
      if (here.paid === 0) continue;
      const session = here.session_id === null ? 'unknown' : await confirm(here.session_id);
      const kind = session === 'unknown' ? 'granted_not_paid' : compareSession(session, here);
      if (kind === null) continue;
      const there = session === 'unknown' ? null : moneyOf(session, here.id);
      differences.push({ kind, sessionId: here.session_id, disputeId: null, here, there });
    }

  for await (const facts of factBatches(db, run, 'refund'))
    for (const { fact, here } of await withPayments(db, facts)) {
      const { amount, refunded: back, currency } = refundedSchema.parse(JSON.parse(fact.facts));
      const there = { amount, returned: back + (lost.get(here.id) ?? 0), currency };
      refunded.set(here.id, { there, here });
    }
  for (const { there, here } of refunded.values()) {
    compared.add(here.id);
    const kind = compareRefunded(there.returned - (lost.get(here.id) ?? 0), here);
    if (kind === null) continue;
    if (kind === 'refund_unknown' && here.session_id !== null) {
      const now = await confirm(here.session_id);
      if (now !== 'unknown' && compareRefunded(now.refunded, here) !== kind) continue;
    }
    differences.push({ kind, sessionId: here.session_id, disputeId: null, here, there });
  }

  const inquiries: Comparison['inquiries'][number][] = [];
  for (const { id, here, there, report } of disputes) {
    compared.add(here.id);
    const state = disputeStateOf(there.status);
    if (!isDispute(state)) {
      const dispute = { ...there, id, paymentIntent: here.payment_intent };
      inquiries.push({ dispute, paymentId: here.id });
      continue;
    }
    if (!isDisputeMissing(state, report)) continue;
    const { amount, currency } = there;
    const returned = state === 'lost' ? amount : 0;
    differences.push({
      kind: 'dispute_missing',
      sessionId: here.session_id,
      disputeId: id,
      here,
      there: { amount, returned, currency },
    });
  }
  return { compared, differences, inquiries };
}

const isDispute = (state: DisputeState | null): state is DisputeReport =>
  state === 'open' || state === 'appeal' || state === 'won' || state === 'lost';

interface StoredDispute {
  readonly id: string;
  readonly here: StoredPayment;
  readonly there: ProviderDispute;
  /** What is recorded here; null if nothing is. */
  readonly report: DisputeReport | null;
}

/** The disputes of payments that are stored here. */
async function disputesOf(db: Db, run: string): Promise<StoredDispute[]> {
  const all: StoredDispute[] = [];
  for await (const facts of factBatches(db, run, 'dispute')) {
    const rows = await db
      .selectFrom('disputes')
      .select(['id', 'status', 'is_appealed'])
      .where(
        'id',
        'in',
        facts.map(({ object_id }) => object_id),
      )
      .execute();
    const stored = new Map(
      rows.map(
        ({ id, status, is_appealed }) => [id, is_appealed === 1 ? 'appeal' : status] as const,
      ),
    );
    for (const { fact, here } of await withPayments(db, facts)) {
      const there = disputeSchema.parse(JSON.parse(fact.facts));
      const { object_id: id } = fact;
      all.push({ id, here, there, report: stored.get(id) ?? null });
    }
  }
  return all;
}

/** A payment as it is stored here; amounts are in minor units of `currency`. */
interface StoredPayment {
  readonly id: string;
  readonly session_id: string | null;
  readonly payment_intent: string | null;
  readonly status: PaymentStatus;
  readonly amount: number;
  /** Null until its credits are granted. */
  readonly paid: number | null;
  /** 0 or 1. */
  readonly accepts_codes: number;
  readonly currency: string;
  readonly refunded_amount: number;
  /** Refunds asked for whose answer from the provider is not known. */
  readonly asked: number;
  /** The total of lost disputes. */
  readonly lost: number;
}

/** How a session and the payment that it belongs to differ; null if they do not. */
function compareSession(there: ProviderSession, here: StoredPayment | null): DifferenceKind | null {
  const isPaid = there.outcome === 'paid';
  if (here === null || (here.session_id ?? there.sessionId) !== there.sessionId)
    return isPaid ? 'unknown_session' : null;
  const { status, amount, currency, paid: paidHere } = here;
  if (!isPaid) return isGranted(status) && paidHere !== 0 ? 'granted_not_paid' : null;
  const paid = paidFor({ amount, currency, acceptsCodes: here.accepts_codes === 1 }, there);
  if (isGranted(status)) return paid === paidHere ? null : 'amount_differs';
  if (paid !== null && status !== 'mismatched') return 'paid_not_granted';
  // Money that was returned in full has settled it.
  return there.refunded >= (there.amount ?? 0) && there.refunded > 0 ? null : 'amount_differs';
}

/** How the total refunded there and the one recorded here differ; null if they do not. */
function compareRefunded(there: number, { refunded_amount: here, asked }: StoredPayment) {
  if (there < here) return 'refund_unknown';
  // The server settles what was asked for by itself.
  return there <= here + asked ? null : 'refund_missing';
}

/** A state of a dispute; inquiries are no difference. */
type DisputeReport = Extract<StoredState, 'open' | 'appeal' | 'won' | 'lost'>;

/** Whether a dispute there, or its outcome, is not known here (null: not recorded at all). */
function isDisputeMissing(there: DisputeReport, here: DisputeReport | null): boolean {
  if (here === null) return there !== 'won';
  const next = nextState(here, there);
  // Events of an open dispute may be on their way; a won one costs nothing.
  return next !== here && !(here === 'won' && there !== 'lost');
}
