// What a restore has carried over, in words for the operator.
import type { CarryOver } from './carry-over.ts';

const MANUAL = 'docs/backups-and-upgrades.md';

/** Sentences, a line each. */
export function carriedWords({ isNumbered, isKnown, ended, revived }: CarryOver): string[] {
  const counts = [...ended].map(([what, count]) => `${what} ${count}`);
  const { people, admins, addresses } = revived;
  return [
    isKnown
      ? 'The restored database keeps what the former one had ended. Passwords, confirmed addresses, two-factor sign-in and changed links of lessons come from the former one, and no email that it has sent is sent again.'
      : `No former database of this site could be read. So every session, emailed link, invitation and calendar feed was ended, and everybody signs in again with the password of the copy. People who were removed since, changed passwords and addresses, and blocked admins are as they were in the copy: block admins again (npm run admin:block), check two-factor sign-in, and see "What had ended since the copy" in ${MANUAL}.`,
    ...(counts.length === 0 ? [] : [`Ended in the copy: ${counts.join(', ')}.`]),
    ...list(
      'People in the copy alone',
      people,
      "They were removed since, or their account was closed. They have no password, but can choose one by 'Forgotten your password?' until the owner of the family removes them or closes the account again.",
    ),
    ...list(
      'Admins in the copy alone',
      admins,
      'They cannot sign in until you run npm run admin:create.',
    ),
    ...list('Addresses that are those of the copy again', addresses),
    ...(isNumbered
      ? []
      : [
          `The invoice numbers issued since then could not be carried over: see "Invoice numbers after a restore" in ${MANUAL} before you start the server.`,
        ]),
  ];
}

const list = (about: string, emails: readonly string[], ...more: string[]) =>
  emails.length === 0 ? [] : [[`${about}: ${emails.join(', ')}.`, ...more].join(' ')];
