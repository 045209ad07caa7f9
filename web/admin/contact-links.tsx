// Email and phone as links that open a mail or a call.

const look =
  'inline-flex min-h-11 items-center break-all underline decoration-rule underline-offset-4 hover:decoration-signal hover:decoration-2';

export function EmailLink({ address }: { readonly address: string }) {
  return (
    <a className={look} href={`mailto:${address}`}>
      {address}
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
