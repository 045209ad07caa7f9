// What the emails to families say about their accounts.
import { EMAIL_LINK_HOURS, RESET_LINK_MINUTES } from '../../domain/limits.ts';
import { paths } from '../../domain/paths.ts';
import { compose, type Recipient, toPerson } from '../mail/compose.ts';
import { page, prose } from '../mail/content.ts';
import type { Mail } from '../mail/store.ts';

export function welcome(to: Recipient, studentName: string): Mail {
  return toPerson(`welcome:${to.family_id}`, to, 'Welcome to your lessons', [
    prose`The account for ${studentName} has been created. You can sign in, buy lesson credits and book lessons here: ${page(paths.signIn)}`,
  ]);
}

/**
 * Goes to an address that nobody has confirmed, so it says nothing that whoever asked for it has written. `cause` differs for
 * each link; `path` works once and for a day.
 */
export function emailConfirmation(
  cause: string,
  { person_id: personId, family_id: familyId, email }: Omit<Recipient, 'name'>,
  path: string,
): Mail {
  const mail = compose(`confirm-email:${cause}`, email, 'Confirm your email address', [
    'Hello,',
    prose`Somebody, hopefully you, wants to use this address for an account. Confirm it here within ${String(EMAIL_LINK_HOURS)} hours: ${page(path)}`,
    'If it was not you, there is nothing to do: nothing else will be sent to this address.',
  ]);
  return { ...mail, familyId, personId };
}

/** Goes to the address that is given up. */
export function emailChanged(to: Recipient, newEmail: string, now: number): Mail {
  return toPerson(`email-changed:${now}`, to, 'Your email address was changed', [
    `Your account now belongs to the address ${newEmail}. If that was not you, please reply to this email at once.`,
  ]);
}

/** Goes to the other parent. */
export function emailOfOtherChanged(
  to: Recipient,
  other: { readonly name: string; readonly email: string },
  now: number,
): Mail {
  return toPerson(`parent-email-changed:${now}`, to, 'An email address was changed', [
    prose`${other.name} signs in to your family's account with the address ${other.email} from now on. See everybody who can sign in here: ${page(paths.account)}`,
    'If that was not meant, please reply to this email at once.',
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
  return toPerson(`password-changed:${now}`, to, 'Your password was changed', [
    'The password of your account was changed, and all other devices were signed out. If that was not you, please reply to this email at once.',
  ]);
}

/** The last email, for an account that is no more. */
export function accountDeleted(to: Recipient): Mail {
  const mail = toPerson(`deleted:${to.family_id}`, to, 'Your account was deleted', [
    'Your account and the personal data in it were deleted as you asked. Lessons that were booked ahead have been cancelled. Records of payments are kept without your name, as the law requires.',
    'This is our last email to you: your address is erased once it has been sent.',
  ]);
  return { ...mail, isLast: true };
}
