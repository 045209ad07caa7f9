// Emails to the tutor about changes to sign-ins. Every admin gets them, because the admin of a
// stolen account cannot find out otherwise.
import { paths } from '../../domain/paths.ts';
import { compose } from '../email/compose.ts';
import { button, headline } from '../email/content.ts';
import type { Email } from '../email/queue.ts';

export type SecurityNotice =
  | {
      readonly kind:
        | 'password_changed'
        | 'password_reset'
        | 'two_factor_on'
        | 'two_factor_off'
        | 'access_restored'
        | 'admin_added'
        | 'admin_blocked';
    }
  | { readonly kind: 'recovery_code_used'; readonly left: number };

const CALENDAR_ENDED =
  'A calendar in which this admin followed the lessons no longer updates: subscribe again.';

function wordsOf(notice: SecurityNotice): { subject: string; text: string } {
  switch (notice.kind) {
    case 'password_changed':
      return {
        subject: 'A password was changed',
        text: 'The password was changed, and all other devices were signed out.',
      };
    case 'password_reset':
      return {
        subject: 'A password was reset',
        text: `The new one was chosen through an emailed link, and all devices were signed out. ${CALENDAR_ENDED}`,
      };
    case 'two_factor_on':
      return {
        subject: 'Two-factor authentication was switched on',
        text: 'Signing in now needs a code from an authenticator app as well. All other devices were signed out.',
      };
    case 'two_factor_off':
      return {
        subject: 'Two-factor authentication was switched off',
        text: 'Signing in now needs the password alone.',
      };
    case 'recovery_code_used':
      return {
        subject: 'A recovery code was used',
        text: `Somebody signed in with a recovery code instead of the authenticator app. Codes left: ${notice.left}.`,
      };
    case 'admin_added':
      return {
        subject: 'An admin was added',
        text: 'Somebody who can run commands on the server added an admin, who can now sign in.',
      };
    case 'admin_blocked':
      return {
        subject: 'An admin was blocked',
        text: 'Somebody who can run commands on the server blocked an admin, who cannot sign in any more and gets no emails.',
      };
    case 'access_restored':
      return {
        subject: 'Access was restored on the server',
        text: `Somebody who can run commands on the server set a new password and switched two-factor authentication off. All devices were signed out. ${CALENDAR_ENDED}`,
      };
  }
}

/** `cause` identifies the event; `account` is the admin it happened to. */
export function securityNoticeEmail(
  cause: string,
  notice: SecurityNotice,
  account: { name: string; email: string },
  adminEmail: string,
): Email {
  const { subject, text } = wordsOf(notice);
  return compose(`${cause}:${adminEmail}`, adminEmail, subject, [
    headline`Was that you?`,
    text,
    `It is about the account of ${account.name} (${account.email}).`,
    'If it was not you, change your password at once, and renew the address of your calendar if you have one.',
    button('Change the password', paths.adminAccountSignIn),
    'If you cannot sign in any more, run "npm run admin:create" on the server with the address of that account.',
  ]);
}
