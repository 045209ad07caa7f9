// What the payment provider says about sessions, refunds, disputes and its balance, page by page,
// for the comparison with what is stored here.
import type { Insertable } from 'kysely';
import type Stripe from 'stripe';
import * as z from 'zod';

import type { Work } from '../../engine/context.ts';
import type { Tx } from '../../engine/database.ts';
import type { ReconciliationTables } from '../../schema/reconciliation.ts';
import { balanceFactsOf, storeBalance } from '../books/balance.ts';
import { disputeOf } from '../disputes/provider.ts';
import {
  sessionFactsOf,
  hasFailedLater,
  idOf,
  isStripeError,
  type NoAnswer,
  PAYMENT_ID_KEY,
  type PaymentProvider,
  whyNoAnswer,
} from '../stripe.ts';

/** Amounts are in minor units of `currency`. They are stored as JSON while a comparison runs. */
export const providerSessionSchema = z.object({
  sessionId: z.string(),
  paymentId: z.string().nullable(),
  paymentIntent: z.string().nullable(),
  outcome: z.enum(['open', 'paid', 'failed', 'expired']),
  amount: z.number().nullable(),
  subtotal: z.number().nullable(),
  currency: z.string().nullable(),
  /** The total refunded so far. */
  refunded: z.number(),
});
export type ProviderSession = z.infer<typeof providerSessionSchema>;

/** The charge of a refund: what was paid, and the total refunded so far. */
export const refundedSchema = z.object({
  amount: z.number(),
  refunded: z.number(),
  currency: z.string(),
});
export const disputeSchema = z.object({
  amount: z.number(),
  currency: z.string(),
  /** These are the facts that a webhook reports, too. */
  status: z.string(),
  reason: z.string().nullable(),
  dueBy: z.number().nullable(),
  createdAt: z.number(),
});
export type ProviderDispute = z.infer<typeof disputeSchema>;

/** One object as it is stored while a comparison runs. */
interface Fact {
  readonly object_id: string;
  readonly payment_id: string | null;
  readonly payment_intent: string | null;
  readonly facts: string;
}

interface FactsPage {
  /** Stores what it says for the comparison `run`; storing it again changes nothing. */
  readonly store: (work: Work, run: string) => Promise<void>;
  /** The object after which the next page begins; null after the last page. */
  readonly next: string | null;
  readonly isForbidden?: boolean;
}

interface FactPage extends Pick<FactsPage, 'next'> {
  readonly facts: readonly Fact[];
}

export interface Span {
  /** Both are epoch milliseconds. */
  readonly since: number;
  readonly until: number;
}

const PER_PAGE = 100;
/** The clocks differ, and a session is opened some moments after its payment is stored. */
const MARGIN_SECONDS = 15 * 60;

const stages = {
  sessions: { kind: 'session', read: readSessions },
  refunds: { kind: 'refund', read: readRefunds },
  disputes: { kind: 'dispute', read: readDisputes },
} as const;
type ReadingStage = keyof typeof stages | 'balance';

/** Reads one page of a stage; 'away' if the provider does not answer. */
export async function readPage(
  { client }: PaymentProvider,
  stage: ReadingStage,
  { since, until }: Span,
  after: string | null,
): Promise<FactsPage | 'away'> {
  const params = {
    limit: PER_PAGE,
    created: {
      gte: Math.floor(since / 1000) - MARGIN_SECONDS,
      lte: Math.ceil(until / 1000) + MARGIN_SECONDS,
    },
    ...(after === null ? {} : { starting_after: after }),
  };
  try {
    if (stage === 'balance') return await readBalance(await client(), params);
    const { kind, read } = stages[stage];
    const { facts, next } = await read(await client(), params);
    return {
      store: ({ tx }, run) =>
        storeFacts(
          tx,
          facts.map((fact) => ({ run, kind, ...fact })),
        ),
      next,
    };
  } catch (error) {
    // An object that is gone while its list is read is no answer either.
    whyNoAnswer(error);
    return 'away';
  }
}

async function storeFacts(
  tx: Tx,
  rows: readonly Insertable<ReconciliationTables['reconciliation_facts']>[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('reconciliation_facts')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A restricted key may not read the balance: the comparison does without. */
async function readBalance(client: Stripe, params: Params): Promise<FactsPage> {
  const page = await client.balanceTransactions
    .list({ ...params, expand: ['data.source'] })
    .catch((error: unknown) => {
      if (isStripeError(error, 'PermissionError')) return null;
      throw error;
    });
  if (page === null) return { store: () => Promise.resolve(), next: null, isForbidden: true };
  const { data, has_more } = page;
  const transactions = data.flatMap((each) => balanceFactsOf(each) ?? []);
  return { store: (work) => storeBalance(work, transactions), next: nextOf(data, has_more) };
}

type Params = Pick<Stripe.Checkout.SessionListParams, 'limit' | 'starting_after' | 'created'>;

async function readSessions(client: Stripe, params: Params): Promise<FactPage> {
  const expand = ['data.payment_intent.latest_charge'];
  const { data, has_more } = await client.checkout.sessions.list({ ...params, expand });
  const facts = data.flatMap((session): Fact[] => {
    const read = readSession(session);
    if (read.paymentId === null) return [];
    const { sessionId: object_id, paymentId: payment_id, paymentIntent: payment_intent } = read;
    return [{ object_id, payment_id, payment_intent, facts: JSON.stringify(read) }];
  });
  return { facts, next: nextOf(data, has_more) };
}

/** Another system may use references of its own, so only the metadata says that one is ours. */
function readSession(session: Stripe.Checkout.Session): ProviderSession {
  const { payment_intent: intent } = session;
  const charge = typeof intent === 'object' ? intent?.latest_charge : null;
  return {
    ...sessionFactsOf(session, hasFailedLater(session)),
    paymentId: session.metadata?.[PAYMENT_ID_KEY] ?? null,
    subtotal: session.amount_subtotal,
    refunded: typeof charge === 'object' ? (charge?.amount_refunded ?? 0) : 0,
  };
}

async function readRefunds(client: Stripe, params: Params): Promise<FactPage> {
  const { data, has_more } = await client.refunds.list({ ...params, expand: ['data.charge'] });
  const facts = data.flatMap(({ id: object_id, charge, payment_intent }): Fact[] => {
    if (charge === null || typeof charge === 'string') return [];
    const { amount, amount_refunded: refunded, currency } = charge;
    return [
      {
        object_id,
        payment_id: charge.metadata[PAYMENT_ID_KEY] ?? null,
        payment_intent: idOf(payment_intent),
        facts: JSON.stringify({ amount, refunded, currency }),
      },
    ];
  });
  return { facts, next: nextOf(data, has_more) };
}

async function readDisputes(client: Stripe, params: Params): Promise<FactPage> {
  const expand = ['data.payment_intent'];
  const { data, has_more } = await client.disputes.list({ ...params, expand });
  const facts = data.map((dispute): Fact => {
    const { id: object_id, payment_intent: intent, currency } = dispute;
    const { amount, status, reason, dueBy, createdAt } = disputeOf(dispute);
    const metadata = typeof intent === 'object' ? intent?.metadata : undefined;
    return {
      object_id,
      payment_id: metadata?.[PAYMENT_ID_KEY] ?? null,
      payment_intent: idOf(intent),
      facts: JSON.stringify({ amount, currency, status, reason, dueBy, createdAt }),
    };
  });
  return { facts, next: nextOf(data, has_more) };
}

const nextOf = (data: { id: string }[], hasMore: boolean): string | null =>
  hasMore ? (data.at(-1)?.id ?? null) : null;

/** A session as it is now. */
export async function lookUpPaidSession(
  { client }: PaymentProvider,
  sessionId: string,
): Promise<ProviderSession | NoAnswer> {
  try {
    const expand = ['payment_intent.latest_charge'];
    const { checkout } = await client();
    return readSession(await checkout.sessions.retrieve(sessionId, { expand }));
  } catch (error) {
    return whyNoAnswer(error);
  }
}
