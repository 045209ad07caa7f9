// What the emails to visitors and families say about their accounts and payments.
import type { SignUpForm } from '../../domain/account.ts';
import { creditCount, formatMoney } from '../../domain/credits.ts';
import { type EnquiryForm, yearLabel } from '../../domain/enquiry.ts';
import { EMAIL_LINK_HOURS, RESET_LINK_MINUTES, RESPONSE_PROMISE_HOURS } from '../../domain/limits.ts';
import { paths } from '../../domain/paths.ts';
import { formatDate, ukDate } from '../../domain/time.ts';
import { compose, type Recipient, toFamily } from './compose.ts';
import { business, page, prose } from './content.ts';
import type { Mail } from './store.ts';

/** A family and its student, whom a booking is for. */
export interface BookedFamily extends Recipient {
  readonly student_name: string;
}

export function enquiryReceived(id: string, form: EnquiryForm): Mail {
  const mail = compose(`enquiry:${id}`, form.email, 'We have received your enquiry', [
    `Dear ${form.name},`,
    `Thank you for your interest in our physics lessons for ${yearLabel(form.year_class)}. We will contact you within ${RESPONSE_PROMISE_HOURS} hours.`,
  ]);
  return { ...mail, enquiryId: id };
}

export function welcome(studentId: string, form: SignUpForm): Mail {
  const to = { student_id: studentId, parent_email: form.Parent_Email, parent_name: form.Parent_Name };
  return toFamily(`welcome:${studentId}`, to, 'Welcome to your lessons', [
    prose`The account for ${form.Student_Name} has been created. You can sign in, buy lesson credits and book lessons here: ${page(paths.signIn)}`,
  ]);
}

/** `paid_at` is an instant; `sending` is 0 for the first receipt and differs each time it is sent again. */
export function receipt(
  purchase: {
    readonly id: string;
    readonly credits: number;
    readonly amount: number;
    readonly currency: string;
    readonly paid_at: number;
  },
  to: BookedFamily,
  balance: number,
  sending = 0,
): Mail {
  const cause = sending === 0 ? `receipt:${purchase.id}` : `receipt:${purchase.id}:${sending}`;
  return toFamily(cause, to, `Receipt: ${creditCount(purchase.credits)}`, [
    `Thank you for your payment of ${formatMoney(purchase.amount, purchase.currency)} for ${creditCount(purchase.credits)}. ${to.student_name} now has ${creditCount(balance)}.`,
    prose`Date of payment: ${formatDate(ukDate(purchase.paid_at), 'long')}\nSold by: ${business}, ${page(paths.home)}\nPayment reference: ${purchase.id}`,
    prose`Book your lessons here: ${page(paths.userHome)}`,
  ]);
}

/**
 * Goes to an address that nobody has confirmed, so it says nothing that whoever asked for it has written. `cause` differs for
 * each link; `path` works once and for a day.
 */
export function emailConfirmation(cause: string, studentId: string, email: string, path: string): Mail {
  const mail = compose(`confirm-email:${cause}`, email, 'Confirm your email address', [
    'Hello,',
    prose`Somebody, hopefully you, wants to use this address for an account. Confirm it here within ${String(EMAIL_LINK_HOURS)} hours: ${page(path)}`,
    'If it was not you, there is nothing to do: nothing else will be sent to this address.',
  ]);
  return { ...mail, studentId };
}

/** Goes to the address that is given up. */
export function emailChanged(to: Recipient, newEmail: string, now: number): Mail {
  return toFamily(`email-changed:${to.student_id}:${now}`, to, 'Your email address was changed', [
    `Your account now belongs to the address ${newEmail}. If that was not you, please reply to this email at once.`,
  ]);
}

/** `path` works once and for an hour; it is forgotten here as soon as the email has been sent. */
export function passwordReset(cause: string, email: string, name: string, path: string): Mail {
  return compose(cause, email, 'Choose a new password', [
    `Dear ${name},`,
    prose`Somebody, hopefully you, has asked for a new password. Choose one here within ${String(RESET_LINK_MINUTES)} minutes: ${page(path)}`,
    'If it was not you, there is nothing to do: your password stays as it is.',
  ]);
}

export function passwordChanged(to: Recipient, now: number): Mail {
  return toFamily(`password-changed:${to.student_id}:${now}`, to, 'Your password was changed', [
    'The password of your account was changed, and all other devices were signed out. If that was not you, please reply to this email at once.',
  ]);
}

/** The last email, for an account that is no more. */
export function accountDeleted(to: Recipient): Mail {
  const mail = toFamily(`deleted:${to.student_id}`, to, 'Your account was deleted', [
    'Your account and the personal data in it were deleted as you asked. Lessons that were booked ahead have been canceled. Records of payments are kept without your name, as the law asks.',
    'This is our last email to you: your address is erased once it has been sent.',
  ]);
  return { ...mail, isLast: true };
}
