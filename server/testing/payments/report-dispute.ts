// A report about a dispute, as a webhook brings it, without a provider to ask.
import type { Context } from '../../engine/context.ts';
import { applyDispute } from '../../payments/disputes/disputes.ts';

interface Report {
  id: string;
  /** In pence. */
  amount: number;
  /** In the provider's words. */
  status: string;
}

/** Applies the report, which says how things are now. */
export async function reportDispute(
  context: Context,
  report: Report,
  paymentId: string,
): Promise<void> {
  const fixed = { paymentIntent: null, reason: 'general', dueBy: null, createdAt: context.now };
  const dispute = { ...report, ...fixed };
  await applyDispute(context, dispute, { paymentId }, () => Promise.resolve(dispute));
}
