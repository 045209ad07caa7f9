// What the emails to the tutor say.
import { creditCount } from '../../domain/credits.ts';
import { type EnquiryForm, yearLabel } from '../../domain/enquiry.ts';
import { paths } from '../../domain/paths.ts';
import { compose } from './compose.ts';
import { page, prose } from './content.ts';
import type { Mail } from './store.ts';

/** An answer to it goes to the family. */
export function newEnquiry(id: string, form: EnquiryForm, adminEmail: string): Mail {
  const mail = compose(`enquiry:${id}:${adminEmail}`, adminEmail, `New enquiry from ${form.name}`, [
    `${form.name} (${yearLabel(form.year_class)}) would like to hear about lessons.`,
    `Email: ${form.email}\nPhone: ${form.mobile}`,
    prose`All enquiries: ${page(paths.adminDashboard)}`,
  ]);
  return { ...mail, enquiryId: id, replyTo: form.email };
}

export function paymentMismatch(
  purchase: { readonly id: string; readonly amount: number; readonly currency: string },
  paid: { readonly amount: number | null; readonly currency: string | null; readonly session: string },
  adminEmail: string,
): Mail {
  const cause = `mismatch:${purchase.id}:${adminEmail}`;
  return compose(cause, adminEmail, 'A payment does not match what was asked', [
    `Checkout session ${paid.session} was paid with ${paid.amount ?? 'no amount'} ${paid.currency ?? ''} (minor units), but ${purchase.amount} ${purchase.currency} had been asked for. No credits were added.`,
    `Purchase: ${purchase.id}. Please look at this payment in your Stripe dashboard.`,
  ]);
}

/** A family paid and left before the payment was announced: only a person can give the money back. */
export function paymentWithoutAccount(
  purchase: { readonly id: string; readonly credits: number },
  adminEmail: string,
): Mail {
  return compose(
    `no-account:${purchase.id}:${adminEmail}`,
    adminEmail,
    'A payment arrived for a deleted account',
    [
      `${creditCount(purchase.credits)} were paid for, but the account was deleted in the meantime. Please refund the payment in your Stripe dashboard.`,
      `Purchase: ${purchase.id}.`,
    ],
  );
}

export function refundShortfall(
  purchaseId: string,
  refunded: number,
  missing: number,
  adminEmail: string,
): Mail {
  const cause = `shortfall:${purchaseId}:${refunded}:${adminEmail}`;
  return compose(cause, adminEmail, 'A refund exceeds the credits left', [
    `A payment was refunded, but ${creditCount(missing)} of it had already been spent on lessons. Credits that come back from lessons booked until now are taken first; credits bought later are left alone.`,
    `Purchase: ${purchaseId}.`,
  ]);
}
