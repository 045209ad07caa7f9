// <SquaredPaper>: the notebook's squares behind an element, kept clear of text, which their lines
// would cross.

interface SquaredPaperProps {
  /** Where the squares are and where they fade: one of the squares-* utilities of base.css. */
  readonly className: string;
}

/** Its parent needs `relative isolate`. */
export function SquaredPaper({ className }: SquaredPaperProps) {
  return <div aria-hidden="true" className={`squared print:hidden ${className}`} />;
}
