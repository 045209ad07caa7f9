// <BouncedEmails>: lists the family's addresses where our last email bounced, and how to change
// them.
import type { Family } from '../../domain/people.ts';

interface BouncedEmailsProps {
  readonly refused: Family['bounced_emails'];
  /** The address of the signed-in parent, the only one who can change it. */
  readonly ownEmail: string;
}

/** Looks like <TextLink>, but is a plain browser link: it stays on the page. */
const linkClass =
  'inline-block py-2 font-bold underline decoration-rule underline-offset-4 hover:decoration-signal hover:decoration-2';

export function BouncedEmails({ refused, ownEmail }: BouncedEmailsProps) {
  if (refused.length === 0) return null;
  return (
    <ul className="grid gap-2 border-l-4 border-caution pl-4">
      {refused.map(({ email }) => (
        <li key={email} className="leading-snug">
          Our last email to <strong className="[overflow-wrap:anywhere]">{email}</strong> did not
          arrive. Is the address right?{' '}
          {email === ownEmail ? (
            <a href="#details" className={linkClass}>
              Change it under Contact details
            </a>
          ) : (
            <a href="#family" className={linkClass}>
              See whose it is
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
