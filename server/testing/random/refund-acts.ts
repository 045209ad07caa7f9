// Refunds in random tests and races: asked of a provider that is away, and decided later.
import type { RefundState } from '../../../domain/payments/refund.ts';
import { NEW_REQUEST } from '../../engine/idempotency.ts';
import { applyRefunds } from '../../payments/refunds/apply.ts';
import { requestRefund } from '../../payments/refunds/request-refund.ts';
import { readRefunds } from '../../payments/refunds/stored-refunds.ts';
import { connectStripe } from '../../payments/stripe.ts';
import { at, type Scene } from './random-scene.ts';

/** Refuses connections, so that every refund stays asked for. */
export const awayProvider = connectStripe({
  secretKey: 'sk_test_away',
  webhookSecret: 'whsec_away',
  apiUrl: 'http://127.0.0.1:1',
});

interface RefundScene {
  by: 'tutor' | 'family';
  /** The position of the family that asks; the payment may be of another one. */
  family: number;
  credits: number;
}

/** The tutor, or a parent of a family, asks for credits of a payment. */
export async function requestRefundOf(
  { api, families, tutor }: Scene,
  paymentId: string,
  { by, family, credits }: RefundScene,
): Promise<void> {
  const { id, actor } = at(families, family);
  const requester =
    by === 'family' ? ({ by, familyId: id } as const) : ({ by, adminId: tutor.id } as const);
  await requestRefund(
    api.context(actor),
    awayProvider,
    { paymentId, credits, requester },
    NEW_REQUEST,
  );
}

/** The provider has decided every second refund that was asked for. */
export async function decideRefunds(
  { api }: Scene,
  paymentId: string,
  { state }: { state: Exclude<RefundState, 'asked'> },
): Promise<void> {
  const refunds = (await readRefunds(api.database.db, paymentId)).filter(
    ({ made_by }) => made_by !== 'provider',
  );
  const reports = refunds.map(({ id, amount }, position) => ({
    providerId: `re_${id}`,
    refundId: id,
    amount,
    state: position % 2 === 0 ? state : ('asked' as const),
    createdAt: api.clock.now,
  }));
  await applyRefunds(api.context(null), paymentId, reports);
}
