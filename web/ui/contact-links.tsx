// Email and phone as links that start an email or a call.
import { Fragment } from 'react';

import { dialledNumber } from '../../domain/phone-numbers.ts';

const look = 'wrap-anywhere underline decoration-rule hover:decoration-signal hover:decoration-2';
/** Padded to a finger's size. */
const roomy = 'inline-flex min-h-11 items-center py-2 leading-snug underline-offset-4';

interface LinkRoom {
  /** Line height and padding; padded to a finger's size by default. */
  readonly className?: string;
}

/** Breaks before an @ or a dot if it must break. */
export function EmailLink({ address, className = roomy }: { address: string } & LinkRoom) {
  return (
    <a className={`${look} ${className}`} href={`mailto:${address}`}>
      <span>
        {address.split(/(?=[@.])/).map((part, index) => (
          // The parts of an address have no ids and are never reordered.
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

export function PhoneLink({ number, className = roomy }: { number: string } & LinkRoom) {
  return (
    <a className={`${look} figures ${className}`} href={`tel:${dialledNumber(number)}`}>
      {number}
    </a>
  );
}
