// The comparison of payments with the provider: its answer on the wire, and what each difference
// means.
import * as z from 'zod/mini';

import { entityId } from '../entity-id.ts';
import { instant } from '../text.ts';
import { formatMoney } from './credits.ts';
import { paymentStatuses } from './payment.ts';

/** How many days back the payments are compared with the provider's. */
export const RECONCILIATION_DAYS = { min: 1, max: 400, usual: 35 } as const;
/** Every night between these UK times the payments are compared with the provider's. */
export const RECONCILIATION_NIGHT = { from: '03:00:00', until: '07:00:00' } as const;

export const differenceKinds = [
  'paid_not_granted',
  'refund_missing',
  'dispute_missing',
  'granted_not_paid',
  'amount_differs',
  'refund_unknown',
  'unknown_session',
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

const mendableKinds: readonly DifferenceKind[] = [
  'paid_not_granted',
  'refund_missing',
  'dispute_missing',
];

/** Whether the provider's report, applied again, settles a difference of this kind. */
export const isMendable = (kind: DifferenceKind): boolean => mendableKinds.includes(kind);

/** Amounts are in minor units of `currency`. */
const there = z.object({
  amount: z.nullable(z.int()),
  returned: z.int(),
  currency: z.nullable(z.string()),
});
const here = z.object({
  amount: z.int(),
  returned: z.int(),
  currency: z.string(),
  status: z.enum(paymentStatuses),
});

export const differenceIdSchema = entityId('Difference');
const differenceSchema = z.object({
  id: z.string(),
  kind: z.enum(differenceKinds),
  session_id: z.nullable(z.string()),
  payment_id: z.nullable(z.string()),
  /** Null without a payment, and once the family has left. */
  Parent_Name: z.nullable(z.string()),
  provider: z.nullable(there),
  here: z.nullable(here),
  mendable: z.boolean(),
});
export type Difference = z.infer<typeof differenceSchema>;

export const reconciliationSchema = z.object({
  /** When the last complete comparison began; null before the first. */
  checked_at: z.nullable(instant),
  /** When the provider failed, if it did so since then. */
  failed_at: z.nullable(instant),
  running: z.boolean(),
  /** From when on the last complete comparison looked. */
  since: z.nullable(instant),
  /** The payments that were paid at the provider or granted here. */
  compared: z.int(),
  matched: z.int(),
  differences: z.array(differenceSchema),
  /** How many inquiries of banks are open. */
  open_inquiries: z.int(),
});
export type Reconciliation = z.infer<typeof reconciliationSchema>;

const DAYS_MESSAGE = `Days must be a whole number from ${RECONCILIATION_DAYS.min} to ${RECONCILIATION_DAYS.max}`;
export const newReconciliationSchema = z.object({
  days: z._default(
    z
      .int({ error: DAYS_MESSAGE })
      .check(
        z.minimum(RECONCILIATION_DAYS.min, { error: DAYS_MESSAGE }),
        z.maximum(RECONCILIATION_DAYS.max, { error: DAYS_MESSAGE }),
      ),
    RECONCILIATION_DAYS.usual,
  ),
});

/** '41 of 41 payments matched' */
export const matchedWords = ({ compared, matched }: Pick<Reconciliation, 'compared' | 'matched'>) =>
  `${matched} of ${compared} ${compared === 1 ? 'payment' : 'payments'} matched`;

/** What a difference means, and what to do about it. */
export function explainDifference({ kind, provider, here: own }: Difference): string {
  const paid = moneyOf(provider?.amount ?? null, provider?.currency ?? null);
  const back = moneyOf(provider?.returned ?? null, provider?.currency ?? null);
  switch (kind) {
    case 'paid_not_granted':
      return `Stripe received ${paid}, but no credits were added here. Mend it to add them.`;
    case 'refund_missing':
      return `Stripe has returned ${back}, here it is ${ownReturned(own)}. Mend it to take the credits back.`;
    case 'dispute_missing':
      return `The family's bank disputes ${paid} or has decided about it, which is not known here. Mend it to record that.`;
    case 'granted_not_paid':
      return `Credits for ${ownAmount(own)} were added here, but Stripe has no payment for them. Look for it in your Stripe dashboard; if there is none, take the credits back on the family's page.`;
    case 'amount_differs':
      return `Stripe received ${paid}, but ${ownAmount(own)} was expected. ${own?.status === 'paid' ? 'Refund it in the list of payments, and what is beyond that in your Stripe dashboard' : 'Refund it in your Stripe dashboard'}, or correct the credits on the family's page.`;
    case 'refund_unknown':
      return `A return of ${ownReturned(own)} is recorded here, but Stripe has returned ${back}. Refund the rest in your Stripe dashboard, or give the credits back on the family's page.`;
    case 'unknown_session':
      return `Stripe received ${paid} for a payment that is not stored here, perhaps since a backup was restored. Refund it in your Stripe dashboard, or give the family its credits.`;
  }
}

const moneyOf = (amount: number | null, currency: string | null) =>
  amount === null ? 'nothing' : formatMoney(amount, currency ?? undefined);
const ownAmount = (own: Difference['here']) => moneyOf(own?.amount ?? null, own?.currency ?? null);
const ownReturned = (own: Difference['here']) =>
  moneyOf(own?.returned ?? null, own?.currency ?? null);
