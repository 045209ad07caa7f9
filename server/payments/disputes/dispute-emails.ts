// Emails to the tutor about disputed payments.
import { familyPath } from '../../../domain/paths.ts';
import { creditCount, formatMoney } from '../../../domain/payments/credits.ts';
import { formatDate, ukDate } from '../../../domain/time.ts';
import { compose } from '../../email/compose.ts';
import { headline, link, prose } from '../../email/content.ts';
import type { Email } from '../../email/queue.ts';
import type { DisputeFacts } from './provider.ts';

type ReportedDispute = Omit<DisputeFacts, 'paymentIntent'>;

/** Amounts are in minor units. */
interface DisputedPayment {
  readonly id: string;
  readonly family_id: string;
  readonly credits: number;
  readonly amount: number;
  readonly currency: string;
}

/** '£56.00 of a payment of £140.00 for 5 credits' */
function sumOf(
  { amount }: ReportedDispute,
  { amount: paid, currency, credits }: DisputedPayment,
): string {
  return `${formatMoney(amount, currency)} of a payment of ${formatMoney(paid, currency)} for ${creditCount(credits)}`;
}

const references = (dispute: ReportedDispute, payment: DisputedPayment) =>
  prose`${link('The family', familyPath(payment.family_id))}\nPayment: ${payment.id}\nDispute: ${dispute.id}`;

/** To an admin: a dispute that must be answered by an instant, if it has one. */
export function disputeOpenedEmail(
  dispute: ReportedDispute,
  payment: DisputedPayment,
  adminEmail: string,
): Email {
  const { id, reason, dueBy } = dispute;
  const until = dueBy === null ? '' : ` by ${formatDate(ukDate(dueBy), 'long')}`;
  const why =
    reason === null ? 'It gives no reason.' : `Its reason: ${reason.replaceAll('_', ' ')}.`;
  return compose(`dispute:${id}:open:${adminEmail}`, adminEmail, 'A payment is disputed', [
    headline`Please answer it${until}`,
    `A family's bank wants back ${sumOf(dispute, payment)}. ${why}`,
    `The answer goes into your Stripe dashboard. A dispute that is not answered is usually lost. Until it is decided, the family keeps its credits.`,
    references(dispute, payment),
  ]);
}

/** `wasLost`: credits were taken back when the dispute was lost. */
export function disputeClosedEmail(
  dispute: ReportedDispute,
  payment: DisputedPayment,
  wasLost: boolean,
  adminEmail: string,
): Email {
  const { id, outcome } = dispute;
  const cause = `dispute:${id}:${outcome}:${adminEmail}`;
  if (outcome === 'lost')
    return compose(cause, adminEmail, 'A disputed payment is lost', [
      headline`The bank decided for the family`,
      `The dispute was about ${sumOf(dispute, payment)}. Credits are taken back as for a refund.`,
      references(dispute, payment),
    ]);
  return compose(cause, adminEmail, 'A disputed payment stays with you', [
    headline`The dispute is over`,
    `The bank had asked about ${sumOf(dispute, payment)}.`,
    wasLost
      ? 'Credits had been taken back when it was lost. If they are due to the family again, please give them under Students.'
      : 'The family keeps its credits.',
    references(dispute, payment),
  ]);
}
