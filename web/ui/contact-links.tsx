// Email and phone as links that start an email or a call.
import { Fragment } from 'react';

const look =
  '[overflow-wrap:anywhere] underline decoration-rule hover:decoration-signal hover:decoration-2';
/** Room for a finger. */
const roomy = 'inline-flex min-h-11 items-center py-2 leading-snug underline-offset-4';

interface Room {
  /** Its lines and the room around them; a finger's without it. */
  readonly className?: string;
}

/** Breaks before an @ or a dot where it must break at all. */
export function EmailLink({ address, className = roomy }: { readonly address: string } & Room) {
  return (
    <a className={`${look} ${className}`} href={`mailto:${address}`}>
      <span>
        {address.split(/(?=[@.])/).map((part, index) => (
          // The parts of an address have no names and never change places.
          // oxlint-disable-next-line react/no-array-index-key
          <Fragment key={index}>
            {index > 0 && <wbr />}
            {part}
          </Fragment>
        ))}
      </span>
    </a>
  );
}

export function PhoneLink({ number, className = roomy }: { readonly number: string } & Room) {
  return (
    <a className={`${look} figures ${className}`} href={`tel:${number.replaceAll(/[^\d+]/g, '')}`}>
      {number}
    </a>
  );
}
