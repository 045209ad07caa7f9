// <Card>: a plain sheet of paper for a page's content.
import type { ComponentProps } from 'react';

/** Takes any attribute of a div. */
export function Card({ className = 'p-5 sm:p-7', ...rest }: ComponentProps<'div'>) {
  return (
    <div className={`rounded-md border border-line bg-sheet sheet-shadow ${className}`} {...rest} />
  );
}
