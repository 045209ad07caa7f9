// <Card className="p-5 sm:p-7">: a plain sheet of paper for a page's content.
import type { ComponentProps } from 'react';

/** Takes any attribute of a div; the padding is the caller's. */
export function Card({ className = '', ...rest }: ComponentProps<'div'>) {
  return (
    <div className={`rounded-md border border-line bg-sheet sheet-shadow ${className}`} {...rest} />
  );
}
