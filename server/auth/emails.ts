// Emails to families about their accounts.
import {
  CONFIRMATION_LINK_DAYS,
  EMAIL_LINK_HOURS,
  RESET_LINK_MINUTES,
} from '../../domain/auth/passwords.ts';
import { paths } from '../../domain/paths.ts';
import type { FreeLessonOutcome } from '../../domain/people/sign-up.ts';
import { compose, greetingTo, nameTo, type Recipient, toPerson } from '../email/compose.ts';
import { button, headline, link, prose, SIGNATURE } from '../email/content.ts';
import type { Email } from '../email/queue.ts';

/** The outcome of a sign-up by invitation, in words. */
const freeLessonNews: Readonly<Record<FreeLessonOutcome, string>> = {
  booked: 'Your free first lesson is booked; another email has the details.',
  credit: 'The credit for your free first lesson is there: choose a lesson and book it.',
  none: 'The first lesson is free once for each family, and yours has had it already.',
};

/**
 * Warns against confirming a stranger's account: a confirmed address would let the stranger in for
 * good.
 */
const confirmByLink = `To invite others or follow your lessons in a calendar, please confirm your email address. The link is good for ${CONFIRMATION_LINK_DAYS} days.`;
export const ignoreUnlessOwn =
  'If you did not make an account here, please do not confirm the address: there is nothing else to do.';

interface Welcome {
  /** The confirmation link; null if the parent's address is already confirmed. */
  path: string | null;
  /** The outcome of the free lesson, for a sign-up by invitation. */
  outcome?: FreeLessonOutcome | undefined;
}

export function welcomeEmail(
  to: Recipient,
  studentName: string,
  { path, outcome }: Welcome,
): Email {
  const student = nameTo(to, studentName);
  const message = toPerson(`welcome:${to.family_id}`, to, 'Welcome to your lessons', [
    path === null ? headline`Your account is ready` : headline`One thing left: confirm your email`,
    `You can sign in, buy lesson credits and book lessons${student === null ? '' : ` for ${student}`}.`,
    ...(outcome === undefined ? [] : [freeLessonNews[outcome]]),
    ...(path === null
      ? [button('Sign in', paths.signIn)]
      : [confirmByLink, button('Confirm your email', path), ignoreUnlessOwn]),
  ]);
  return { ...message, isUrgent: true };
}

/**
 * Another link like the one in the welcome email. Contains no text written by the person who
 * requested it.
 */
export function addressConfirmationEmail(to: Recipient, path: string, now: number): Email {
  const message = compose(
    `confirm-address:${to.person_id}:${now}`,
    to.email,
    'Confirm your email address',
    [
      headline`Is this address yours?`,
      'Hello,',
      'Somebody, hopefully you, has an account for our lessons with this email address.',
      confirmByLink,
      button('Confirm your email', path),
      ignoreUnlessOwn,
      SIGNATURE,
    ],
  );
  return { ...message, familyId: to.family_id, personId: to.person_id, isUrgent: true };
}

/**
 * Goes to an unconfirmed address, so it contains no text written by the person who requested it.
 * `cause` differs for each link; `path` works once and for a day.
 */
export function newAddressEmail(
  cause: string,
  {
    person_id: personId,
    family_id: familyId,
    email,
  }: Pick<Recipient, 'person_id' | 'family_id' | 'email'>,
  path: string,
): Email {
  const message = compose(`confirm-email:${cause}`, email, 'Confirm your email address', [
    headline`Is this address yours?`,
    'Hello,',
    `Somebody, hopefully you, wants to use this address for an account. The link is good for ${EMAIL_LINK_HOURS} hours.`,
    button('Confirm the address', path),
    'If it was not you, you need not do anything: we will not write to this address again.',
    SIGNATURE,
  ]);
  return { ...message, familyId, personId, isUrgent: true };
}

/** Goes to the old address. */
export function addressChangedEmail(to: Recipient, newEmail: string, now: number): Email {
  // An unconfirmed address may contain anybody's words.
  const other = to.email_confirmed_at === null ? 'another address' : `the address ${newEmail}`;
  return toPerson(`email-changed:${now}`, to, 'Your email address was changed', [
    headline`Did you change your address?`,
    `Your account now belongs to ${other}. If you did not change it, please reply to this email at once.`,
  ]);
}

/** Goes to the other parent. */
export function otherAddressChangedEmail(
  to: Recipient,
  other: { name: string; email: string },
  now: number,
): Email {
  const name = nameTo(to, other.name) ?? 'Another parent';
  const address = to.email_confirmed_at === null ? 'another address' : `the address ${other.email}`;
  return toPerson(`parent-email-changed:${now}`, to, 'An email address was changed', [
    headline`Is this change right?`,
    `${name} signs in to your family's account with ${address} from now on.`,
    button('See who can sign in', paths.accountFamily),
    'If it is not right, please reply to this email at once.',
  ]);
}

/** `path` works once and for an hour; the queue erases it as soon as the email has been sent. */
export function passwordResetEmail(
  cause: string,
  to: Pick<Recipient, 'email' | 'email_confirmed_at' | 'name'>,
  path: string,
): Email {
  const message = compose(cause, to.email, 'Choose a new password', [
    headline`Choose another password within ${String(RESET_LINK_MINUTES)} minutes`,
    greetingTo(to, to.name),
    `Somebody, hopefully you, has asked for a link to choose another password for your account. The link works once, within ${RESET_LINK_MINUTES} minutes.`,
    button('Choose a new password', path),
    'If you did not ask for the link, you need not do anything: your password stays as it is.',
    SIGNATURE,
  ]);
  return { ...message, isConfirmed: to.email_confirmed_at !== null, isUrgent: true };
}

interface PasswordChange {
  /** Changed by the emailed link, which also revokes the calendar feed. */
  isReset: boolean;
  /** The reset first proved that the address is the parent's: everybody else was removed. */
  isFirstProof: boolean;
}

export function passwordChangedEmail(
  to: Recipient,
  { isReset, isFirstProof }: PasswordChange,
  now: number,
): Email {
  return toPerson(`password-changed:${now}`, to, 'Your password was changed', [
    headline`Did you change your password?`,
    'The password of your account has been changed, and all other devices were signed out. If you did not change the password, please reply to this email at once.',
    isReset
      ? prose`If you follow your lessons in a calendar, it no longer updates: please ${link('subscribe again', paths.accountCalendar)}.`
      : prose`If you follow your lessons in a calendar, it goes on updating. If somebody else may know its address, please ${link('renew the address', paths.accountCalendar)}.`,
    ...(isFirstProof
      ? [
          'Until now, nobody had confirmed that this address is yours. We therefore removed all other sign-ins and invitations of your family. You can invite everybody again.',
          button('See who can sign in', paths.accountFamily),
        ]
      : []),
  ]);
}

/** The last email, for a deleted account. */
export function accountDeletedEmail(to: Recipient): Email {
  const message = toPerson(`deleted:${to.family_id}`, to, 'Your account was deleted', [
    headline`Goodbye, and thank you`,
    'As you asked, we have erased your personal data and cancelled the lessons that were booked ahead. We keep records of payments without your name, as the law requires.',
    'This is our last email to you: your address is erased once it has been sent.',
  ]);
  return { ...message, isLast: true };
}
