// Refunds in random tests and races: asked of a provider that is away, and decided later.
import type { RefundState } from '../../domain/refund.ts';
import { NEW_REQUEST } from '../idempotency.ts';
import { applyRefunds, readRefunds } from '../payments/refunds/apply.ts';
import { askRefund } from '../payments/refunds/ask.ts';
import { connectStripe } from '../payments/stripe.ts';
import { at, type Scene } from './random-scene.ts';

/** Refuses connections, so that every refund stays asked for. */
export const awayProvider = connectStripe({
  secretKey: 'sk_test_away',
  webhookSecret: 'whsec_away',
  apiUrl: 'http://127.0.0.1:1',
});

/** The tutor, or a parent of any family, asks for one or two credits of a payment. */
export async function askForRefund(
  { api, families, tutor }: Scene,
  paymentId: string,
  share: number,
): Promise<void> {
  const family = at(families, 0);
  const asker =
    share === 1
      ? ({ by: 'family', familyId: family.id } as const)
      : ({ by: 'tutor', adminId: tutor.id } as const);
  const wanted = { paymentId, credits: share < 0.5 ? 1 : 2, asker };
  await askRefund(api.context(family.actor), awayProvider, wanted, NEW_REQUEST);
}

/** The provider reports a state of the refunds that were asked for; some have failed by then. */
export async function decideRefunds(
  { api }: Scene,
  paymentId: string,
  share: number,
): Promise<void> {
  const own = (await readRefunds(api.database.db, paymentId)).filter(
    ({ made_by }) => made_by !== 'provider',
  );
  const stateAt = (position: number): RefundState =>
    position % 2 === 1 ? 'asked' : share > 0.9 ? 'done' : 'failed';
  const reports = own.map(({ id, amount }, position) => ({
    providerId: `re_${id}`,
    refundId: id,
    amount,
    state: stateAt(position),
    createdAt: api.clock.now,
  }));
  await applyRefunds(api.context(null), paymentId, { found: reports, isComplete: false });
}
