// Applies what a webhook reports. The provider redelivers one that is not answered with 200.
import { Refusal } from '../../../domain/errors.ts';
import type { Context } from '../../engine/context.ts';
import { applyDispute } from '../disputes/disputes.ts';
import { type DisputeFacts, lookUpDispute } from '../disputes/provider.ts';
import { applySession } from '../payments.ts';
import { syncRefunds } from '../refunds/settle-refunds.ts';
import { lookUpPayment, type PaymentProvider } from '../stripe.ts';
import type { WebhookReport } from './webhook.ts';

/**
 * Returns whether the report is about a payment in this database. Throws payment_provider_error if
 * the provider had to be asked for more and is away.
 */
export async function receive(
  context: Context,
  provider: PaymentProvider,
  event: Exclude<WebhookReport, { about: 'something else' }>,
): Promise<boolean> {
  if (event.about === 'session') return applySession(context, event.session);
  if (event.about === 'dispute') return receiveDispute(context, provider, event.dispute);
  const outcome = await syncRefunds(context, provider, event.refund);
  if (outcome === 'away') throw new Refusal('payment_provider_error');
  return outcome;
}

/** A dispute carries only a payment intent, which may not be stored yet. */
async function receiveDispute(context: Context, provider: PaymentProvider, dispute: DisputeFacts) {
  if (dispute.paymentIntent === null) return false;
  const lookUp = () => lookUpDispute(provider, dispute.id);
  const { paymentIntent } = dispute;
  if (await applyDispute(context, dispute, { paymentIntent }, lookUp)) return true;
  const payment = await lookUpPayment(provider, dispute.paymentIntent);
  if (payment === 'away') throw new Refusal('payment_provider_error');
  return payment === 'unknown' ? false : applyDispute(context, dispute, payment, lookUp);
}
