// <BouncedEmails>: lists the family's addresses where our last email bounced, and how to change
// them.
import { paths } from '../../../domain/paths.ts';
import type { Family } from '../../../domain/people/family.ts';
import { TextLink } from '../../ui/link-button.tsx';
import { DETAILS_ANCHOR } from './places.ts';

interface BouncedEmailsProps {
  readonly bounced: Family['bounced_emails'];
  /** The address of the signed-in parent, the only one who can change it. */
  readonly ownEmail: string;
}

export function BouncedEmails({ bounced, ownEmail }: BouncedEmailsProps) {
  if (bounced.length === 0) return null;
  return (
    <ul className="grid gap-2 border-l-4 border-caution pl-4">
      {bounced.map(({ email }) => (
        <li key={email} className="leading-snug">
          Our last email to <strong className="wrap-anywhere">{email}</strong> did not arrive. Is
          the address right?{' '}
          {email === ownEmail ? (
            <TextLink href={`${paths.accountFamily}#${DETAILS_ANCHOR}`}>
              Change it under Contact details
            </TextLink>
          ) : (
            <TextLink href={paths.accountFamily}>See whose it is</TextLink>
          )}
        </li>
      ))}
    </ul>
  );
}
