// Payments that went wrong in each way that a comparison with the provider finds, and their twins
// that went right.
import type { DifferenceKind } from '../../../domain/payments/reconciliation.ts';
import { HOUR_MS } from '../../../domain/time.ts';
import { newId } from '../../base/ids.ts';
import { createPayment } from '../../payments/checkout/create-payment.ts';
import { applySession, attachSession } from '../../payments/payments.ts';
import { openCheckout, type PaymentProvider } from '../../payments/stripe.ts';
import type { TestApp } from '../app.ts';
import type { TestFamily } from '../caller.ts';
import { APP_URL } from '../sender.ts';
import type { ProviderEvent } from './payments.ts';
import { reportRefunded } from './without-provider.ts';

const SITE = { siteName: 'Sample Physics', appUrl: APP_URL, page: '/user-home' };

/** The parts of a shop and its stand-in that these payments use. */
interface ComparedShop {
  api: TestApp;
  provider: PaymentProvider;
  sandbox: {
    pay(session: string): unknown;
    paymentIntent(session: string): { id: string };
    refund(intent: string, amount?: number): unknown;
    dispute(intent: string): { id: string };
    closeDispute(id: string, decision: 'lost' | 'won'): unknown;
  };
  eventOf(type: string, id: string): ProviderEvent;
  hear(...events: readonly object[]): Promise<void>;
}

export const PRICE = { credits: 2, amount: 6000, currency: 'gbp' } as const;

/** Pays for two credits; without `isHeard` the webhook is lost. Returns payment and session. */
export async function payFor(
  { api, provider, sandbox }: ComparedShop,
  family: TestFamily,
  { isPaid = true, isHeard = true } = {},
) {
  const pending = await createPayment(family.context(), PRICE);
  const { sessionId } = await openCheckout(provider, pending, SITE);
  await attachSession(api.context(null), { paymentId: pending.id, sessionId });
  if (isPaid) sandbox.pay(sessionId);
  const payment = { id: pending.id, sessionId };
  if (isHeard) await grant(api, payment, isPaid ? sandbox.paymentIntent(sessionId).id : null);
  return payment;
}

/** Grants as the webhook of the payment does. */
const grant = (
  api: TestApp,
  { id, sessionId }: { id: string; sessionId: string },
  paymentIntent: string | null,
) =>
  applySession(api.context(null), {
    sessionId,
    paymentId: id,
    paymentIntent,
    outcome: 'paid',
    amount: PRICE.amount,
    currency: PRICE.currency,
  });

type Way = 'right' | 'wrong';
type Scenario = (shop: ComparedShop, family: TestFamily, way: Way) => Promise<unknown>;

const disputed =
  (decision: 'lost' | null): Scenario =>
  async (shop, family, way) => {
    const { sessionId } = await payFor(shop, family);
    const { id } = shop.sandbox.dispute(shop.sandbox.paymentIntent(sessionId).id);
    if (decision !== null) shop.sandbox.closeDispute(id, decision);
    if (way === 'wrong') return;
    await shop.hear(shop.eventOf('charge.dispute.created', id));
    if (decision !== null) await shop.hear(shop.eventOf('charge.dispute.closed', id));
  };

/** Each leaves one difference of its kind if it goes the wrong way. */
export const scenarios: readonly (readonly [DifferenceKind, Scenario])[] = [
  ['paid_not_granted', (shop, family, way) => payFor(shop, family, { isHeard: way === 'right' })],
  [
    'refund_missing',
    async (shop, family, way) => {
      const { sessionId } = await payFor(shop, family);
      const { id } = shop.sandbox.paymentIntent(sessionId);
      shop.sandbox.refund(id, 3000);
      if (way === 'right') await shop.hear(shop.eventOf('charge.refunded', id));
    },
  ],
  ['dispute_missing', disputed('lost')],
  ['dispute_missing', disputed(null)],
  ['granted_not_paid', (shop, family, way) => payFor(shop, family, { isPaid: way === 'right' })],
  [
    'amount_differs',
    async (shop, family, way) => {
      if (way === 'right') return payFor(shop, family);
      const pending = await createPayment(family.context(), PRICE);
      const dearer = { ...pending, amount: PRICE.amount + 1 };
      const { sessionId } = await openCheckout(shop.provider, dearer, SITE);
      shop.sandbox.pay(sessionId);
      const { id } = shop.sandbox.paymentIntent(sessionId);
      return grant(shop.api, { id: pending.id, sessionId }, id);
    },
  ],
  [
    'refund_unknown',
    async (shop, family, way) => {
      const { id: paymentId, sessionId } = await payFor(shop, family);
      const { id } = shop.sandbox.paymentIntent(sessionId);
      if (way === 'right') shop.sandbox.refund(id, 3000);
      await reportRefunded(shop.api.context(null), paymentId, 3000);
    },
  ],
  [
    'unknown_session',
    async (shop, family, way) => {
      if (way === 'right') return;
      const pending = { id: newId(), ...PRICE, email: family.email, description: null };
      const expiresAt = Math.floor(shop.api.clock.now / 1000) * 1000 + HOUR_MS;
      const { sessionId } = await openCheckout(
        shop.provider,
        { ...pending, acceptsCodes: false, expiresAt },
        SITE,
      );
      shop.sandbox.pay(sessionId);
    },
  ],
];

/** What the ledger of a family says about each of its payments, in no order. */
export async function ledgerOf({ database }: TestApp, { id }: TestFamily): Promise<string[]> {
  const entries = await database.db
    .selectFrom('credit_ledger')
    .select(['payment_id', 'kind', 'amount'])
    .where('family_id', '=', id)
    .orderBy('seq')
    .execute();
  const payments = Map.groupBy(entries, ({ payment_id }) => payment_id);
  return [...payments.values()]
    .map((own) => own.map(({ kind, amount }) => `${kind} ${amount}`).join(', '))
    .toSorted();
}
