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
  providerSessionSchema,
  type Span,
} from './provider.ts';
import { factBatches, listGrantedPayments, readPayments, withPayments } from './read-batches.ts';

/** Amounts are in minor units of `currency`. */
interface Money {
  readonly amount: number | null;
  readonly returned: number;
  readonly currency: string | null;
}

export interface FoundDifference {
  readonly kind: DifferenceKind;
  readonly sessionId: string | null;
  readonly disputeId: string | null;
  readonly here: StoredPayment | null;
  readonly there: Money | null;
}

export interface Comparison {
  /** The payments that were paid there or granted here, by id or by their session's. */
  readonly compared: ReadonlySet<string>;
  readonly differences: readonly FoundDifference[];
  /** What the provider says of inquiries, and of disputes in states that are unknown here. */
  readonly inquiries: readonly { readonly dispute: DisputeFacts; readonly paymentId: string }[];
}

/** What a difference is about: the payment or, without one, the session. */
export const aboutOf = ({ here, sessionId }: FoundDifference): string =>
  here?.id ?? sessionId ?? '';

/** Asks the provider again about a session, whose payment or refund may be of this very moment. */
type Confirm = (sessionId: string) => Promise<ProviderSession | 'unknown'>;

/** What the steps of a comparison have in common, and add to. */
interface Findings {
  readonly compared: Set<string>;
  readonly differences: FoundDifference[];
  /** The total refunded there, by payment. A list read later is newer. */
  readonly refunded: Map<string, { readonly there: Money; readonly here: StoredPayment }>;
  /** The total of disputes that were lost there, by payment. */
  readonly lost: ReadonlyMap<string, number>;
}

/** Compares the facts of a run. `confirm` is asked about differences that may be gone by now. */
export async function comparePayments(
  db: Db,
  run: string,
  span: Span,
  confirm: Confirm,
): Promise<Comparison> {
  const disputes = await disputesOf(db, run);
  const lost = new Map<string, number>();
  for (const { here, there } of disputes)
    if (there.status === 'lost') lost.set(here.id, lostOf({ lost }, here) + there.amount);
  const findings: Findings = { compared: new Set(), differences: [], refunded: new Map(), lost };
  const withSession = await compareSessions(db, run, findings, confirm);
  await compareGranted(db, span, findings, { withSession, confirm });
  await compareRefunds(db, run, findings, confirm);
  const inquiries = compareDisputes(disputes, findings);
  const { compared, differences } = findings;
  return { compared, differences, inquiries };
}

const lostOf = ({ lost }: Pick<Findings, 'lost'>, payment: StoredPayment | null): number =>
  lost.get(payment?.id ?? '') ?? 0;

const moneyOf = (
  { amount, refunded, currency }: Pick<ProviderSession, 'amount' | 'refunded' | 'currency'>,
  payment: StoredPayment | null,
  findings: Findings,
): Money => ({ amount, returned: refunded + lostOf(findings, payment), currency });

/** Compares the provider's sessions with the payments here, and returns the ids of those found. */
async function compareSessions(
  db: Db,
  run: string,
  findings: Findings,
  confirm: Confirm,
): Promise<ReadonlySet<string>> {
  const withSession = new Set<string>();
  for await (const facts of factBatches(db, run, 'session')) {
    const payments = await readPayments(
      db,
      'id',
      facts.map(({ payment_id }) => payment_id ?? ''),
    );
    for (const fact of facts) {
      const session = providerSessionSchema.parse(JSON.parse(fact.facts));
      const here = payments.get(fact.payment_id ?? '') ?? null;
      const kind = compareSession(session, here);
      const isOwn = here !== null && kind !== 'unknown_session';
      if (isOwn) withSession.add(here.id);
      if (session.outcome === 'paid' || (isOwn && isGranted(here.status)))
        findings.compared.add(isOwn ? here.id : session.sessionId);
      const there = moneyOf(session, here, findings);
      if (isOwn && session.outcome === 'paid') findings.refunded.set(here.id, { there, here });
      if (kind === null) continue;
      if (kind === 'granted_not_paid') {
        const now = await confirm(session.sessionId);
        if (now !== 'unknown' && compareSession(now, here) !== kind) continue;
      }
      findings.differences.push({
        kind,
        sessionId: session.sessionId,
        disputeId: null,
        here: isOwn ? here : null,
        there,
      });
    }
  }
  return withSession;
}

/** Compares the payments granted here whose session the provider has not listed. */
async function compareGranted(
  db: Db,
  span: Span,
  findings: Findings,
  { withSession, confirm }: { withSession: ReadonlySet<string>; confirm: Confirm },
): Promise<void> {
  for await (const payments of listGrantedPayments(db, span))
    for (const here of payments) {
      if (withSession.has(here.id)) continue;
      findings.compared.add(here.id);
      if (here.paid === 0) continue;
      const session = here.session_id === null ? 'unknown' : await confirm(here.session_id);
      const kind = session === 'unknown' ? 'granted_not_paid' : compareSession(session, here);
      if (kind === null) continue;
      const there = session === 'unknown' ? null : moneyOf(session, here, findings);
      const sessionId = here.session_id;
      findings.differences.push({ kind, sessionId, disputeId: null, here, there });
    }
}

async function compareRefunds(
  db: Db,
  run: string,
  findings: Findings,
  confirm: Confirm,
): Promise<void> {
  const { compared, differences, refunded } = findings;
  for await (const facts of factBatches(db, run, 'refund'))
    for (const { fact, here } of await withPayments(db, facts)) {
      const there = moneyOf(refundedSchema.parse(JSON.parse(fact.facts)), here, findings);
      refunded.set(here.id, { there, here });
    }
  for (const { there, here } of refunded.values()) {
    compared.add(here.id);
    const kind = compareRefunded(there.returned - lostOf(findings, here), here);
    if (kind === null) continue;
    if (kind === 'refund_unknown' && here.session_id !== null) {
      const now = await confirm(here.session_id);
      if (now !== 'unknown' && compareRefunded(now.refunded, here) !== kind) continue;
    }
    differences.push({ kind, sessionId: here.session_id, disputeId: null, here, there });
  }
}

/** Compares the disputes, and returns the inquiries among them, which are no differences. */
function compareDisputes(
  disputes: readonly StoredDispute[],
  { compared, differences }: Findings,
): Comparison['inquiries'] {
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
  return inquiries;
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
