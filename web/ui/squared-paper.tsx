// <SquaredPaper>: the notebook's squares behind what they stand in, kept clear of words, which
// their lines would run through.

interface SquaredPaperProps {
  /** Where they are and where they fade: one of the squares-* of base.css. */
  readonly className: string;
}

/** Its parent needs `relative isolate`. */
export function SquaredPaper({ className }: SquaredPaperProps) {
  return <div aria-hidden="true" className={`squared print:hidden ${className}`} />;
}
