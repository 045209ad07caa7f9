// Emails to the tutor about disputed payments, and about inquiries of banks.
import { familyPath } from '../../../domain/paths.ts';
import { creditCount, formatMoney } from '../../../domain/payments/credits.ts';
import type { StoredState } from '../../../domain/payments/dispute.ts';
import { formatDate, ukDate } from '../../../domain/time.ts';
import { compose } from '../../email/compose.ts';
import { headline, link, prose } from '../../email/content.ts';
import type { Email } from '../../email/queue.ts';
import type { DisputeFacts } from './provider.ts';

type ReportedDispute = Omit<DisputeFacts, 'paymentIntent' | 'createdAt'>;

/** Amounts are in minor units. */
interface DisputedPayment {
  id: string;
  family_id: string;
  credits: number;
  amount: number;
  currency: string;
}

/** '£56.00 of a payment of £140.00 for 5 credits' */
function sumOf({ amount }: ReportedDispute, { amount: paid, currency, credits }: DisputedPayment) {
  return `${formatMoney(amount, currency)} of a payment of ${formatMoney(paid, currency)} for ${creditCount(credits)}`;
}

const references = (dispute: ReportedDispute, payment: DisputedPayment) =>
  prose`${link('The family', familyPath(payment.family_id))}\nPayment: ${payment.id}\nDispute: ${dispute.id}`;

const untilWords = ({ dueBy }: ReportedDispute): string =>
  dueBy === null ? '' : ` by ${formatDate(ukDate(dueBy), 'long')}`;

const reasonWords = ({ reason }: ReportedDispute): string =>
  reason === null ? 'It gives no reason.' : `Its reason: ${reason.replaceAll('_', ' ')}.`;

interface DisputeNews {
  /** What was known before; null for the first report. */
  before: StoredState | null;
  state: StoredState;
  /** Whether the bank decided for the tutor, even if what was lost stays lost here. */
  isWon: boolean;
}

/** To an admin: what has become of an inquiry or a dispute. */
export function disputeNews(
  dispute: ReportedDispute,
  payment: DisputedPayment,
  { before, state, isWon }: DisputeNews,
  adminEmail: string,
): Email {
  if (isWon) {
    const wasLost = before === 'lost' || before === 'appeal';
    return disputeClosedEmail(dispute, payment, { outcome: 'won', wasLost }, adminEmail);
  }
  switch (state) {
    case 'inquiry':
      return inquiryOpenedEmail(dispute, payment, adminEmail);
    case 'inquiry_closed':
      return inquiryClosedEmail(dispute, payment, adminEmail);
    case 'open':
      return disputeOpenedEmail(dispute, payment, adminEmail);
    case 'appeal':
      return disputeAppealedEmail(dispute, payment, adminEmail);
    case 'won':
    case 'lost': {
      // An appeal that has failed leaves it as it was.
      const wasLost = before === 'appeal';
      return disputeClosedEmail(dispute, payment, { outcome: state, wasLost }, adminEmail);
    }
  }
}

/** To an admin: a bank asks about a payment. No money has moved. */
export function inquiryOpenedEmail(
  dispute: ReportedDispute,
  payment: DisputedPayment,
  adminEmail: string,
): Email {
  const cause = `dispute:${dispute.id}:inquiry:${adminEmail}`;
  return compose(cause, adminEmail, 'A bank asks about a payment', [
    headline`Please answer it${untilWords(dispute)}`,
    `A family's bank has opened an inquiry about ${sumOf(dispute, payment)}. ${reasonWords(dispute)}`,
    'No money has moved, and the family keeps its credits. The answer goes into your Stripe dashboard. An inquiry that is not answered may become a dispute.',
    'If you would rather give the money back, refund the whole payment under Payments: a full refund ends the inquiry without a fee.',
    references(dispute, payment),
  ]);
}

/** To an admin: an inquiry has ended without a dispute. */
export function inquiryClosedEmail(
  dispute: ReportedDispute,
  payment: DisputedPayment,
  adminEmail: string,
): Email {
  const cause = `dispute:${dispute.id}:inquiry-closed:${adminEmail}`;
  return compose(cause, adminEmail, "A bank's inquiry is over", [
    headline`It did not become a dispute`,
    `The bank had asked about ${sumOf(dispute, payment)}. There is nothing left to answer.`,
    references(dispute, payment),
  ]);
}

/** To an admin: a state that this product does not know. */
export function unknownStateEmail(
  dispute: ReportedDispute,
  payment: DisputedPayment,
  adminEmail: string,
): Email {
  const { id } = dispute;
  const status = dispute.status === '' ? 'none' : dispute.status;
  const cause = `dispute:${id}:unknown-${status}:${adminEmail}`;
  return compose(cause, adminEmail, 'A payment needs a look at Stripe', [
    headline`Stripe reports something new`,
    `The bank's question about ${sumOf(dispute, payment)} is in a state that this site does not know: ${status.replaceAll('_', ' ')}. Nothing was changed here. Please look in your Stripe dashboard.`,
    references(dispute, payment),
  ]);
}

/** To an admin: an appeal against a dispute that was lost. */
export function disputeAppealedEmail(
  dispute: ReportedDispute,
  payment: DisputedPayment,
  adminEmail: string,
): Email {
  const cause = `dispute:${dispute.id}:appeal:${adminEmail}`;
  return compose(cause, adminEmail, 'A lost dispute is open again', [
    headline`The appeal is open`,
    `The dispute was about ${sumOf(dispute, payment)}. The credits that were taken back stay so until it is decided, and your Stripe dashboard says whether it waits for you${untilWords(dispute)}.`,
    references(dispute, payment),
  ]);
}

/** To an admin: a dispute that must be answered by an instant, if it has one. */
export function disputeOpenedEmail(
  dispute: ReportedDispute,
  payment: DisputedPayment,
  adminEmail: string,
): Email {
  return compose(`dispute:${dispute.id}:open:${adminEmail}`, adminEmail, 'A payment is disputed', [
    headline`Please answer it${untilWords(dispute)}`,
    `A family's bank wants back ${sumOf(dispute, payment)}. ${reasonWords(dispute)}`,
    `The answer goes into your Stripe dashboard. A dispute that is not answered is usually lost. Until it is decided, the family keeps its credits.`,
    references(dispute, payment),
  ]);
}

/** `wasLost`: credits were taken back when the dispute was lost. */
export function disputeClosedEmail(
  dispute: ReportedDispute,
  payment: DisputedPayment,
  { outcome, wasLost }: { outcome: 'won' | 'lost'; wasLost: boolean },
  adminEmail: string,
): Email {
  const cause = `dispute:${dispute.id}:${outcome}:${adminEmail}`;
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
