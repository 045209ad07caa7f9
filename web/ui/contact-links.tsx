// Email and phone as links that start an email or a call.
import { Fragment } from 'react';

const look =
  'inline-flex min-h-11 items-center py-2 leading-snug [overflow-wrap:anywhere] underline decoration-rule underline-offset-4 hover:decoration-signal hover:decoration-2';

/** Breaks before an @ or a dot where it must break at all. */
export function EmailLink({ address }: { readonly address: string }) {
  return (
    <a className={look} href={`mailto:${address}`}>
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

export function PhoneLink({ number }: { readonly number: string }) {
  return (
    <a className={`${look} figures`} href={`tel:${number.replaceAll(/[^\d+]/g, '')}`}>
      {number}
    </a>
  );
}
