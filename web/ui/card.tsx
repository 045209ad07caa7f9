// <Card className="p-5 sm:p-7">: a plain sheet of paper for a page's content. <SquaredPaper>: the
// notebook's squares.
import type { ComponentProps } from 'react';

/** Takes any attribute of a div; the padding is the caller's. */
export function Card({ className = '', ...rest }: ComponentProps<'div'>) {
  return (
    <div className={`rounded-md border border-line bg-sheet sheet-shadow ${className}`} {...rest} />
  );
}

interface SquaredPaperProps {
  /** Where the squares are and where they fade: one of the squares-* utilities of base.css. */
  className: string;
}

/** Its parent needs `relative isolate`. */
export function SquaredPaper({ className }: SquaredPaperProps) {
  return <div aria-hidden="true" className={`squared print:hidden ${className}`} />;
}
