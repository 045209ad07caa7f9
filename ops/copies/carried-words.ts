// What a restore has carried over, in words for the operator.
import type { CarryOver } from './carry-over.ts';

const MANUAL = 'docs/backups-and-upgrades.md';

/** Sentences, a line each. */
export function carriedWords({ isNumbered, isKnown, ended, revived }: CarryOver): string[] {
  const counts = [...ended].map(([what, count]) => `${what} ${count}`);
  const { people, admins, addresses } = revived;
  return [
    isKnown
      ? 'What had ended in the former database since the copy was made stays ended. Passwords, two-factor sign-in and changed links of lessons are as they were there.'
      : `What had ended since the copy was made is not known: there was no former database of this site that could be read. So every session, emailed link, invitation and calendar feed was ended, and everybody signs in again with the password of the copy. Whoever was removed since, or has another password or address since, is in it as before, and blocked admins can sign in: block admins again (npm run admin:block), check two-factor sign-in, and see "What had ended since the copy" in ${MANUAL}.`,
    ...(counts.length === 0 ? [] : [`Ended in the copy: ${counts.join(', ')}.`]),
    ...list(
      "In the copy alone, and left without a password. Whoever was removed since the copy was made is back, and so is the owner of an account that was closed since. They can choose a password by 'Forgotten your password?' until the family's owner, not you, removes them or closes the account again",
      people,
    ),
    ...list('Admins of the copy alone, who cannot sign in until npm run admin:create', admins),
    ...list('Signs in with the address of the copy again', addresses),
    ...(isNumbered
      ? []
      : [
          `The invoice numbers issued since then could not be carried over: see "Invoice numbers after a restore" in ${MANUAL} before you start the server.`,
        ]),
  ];
}

const list = (about: string, emails: readonly string[]) =>
  emails.length === 0 ? [] : [`${about}: ${emails.join(', ')}.`];
