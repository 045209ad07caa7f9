// The letter λ as a drawing: the page's fonts have no Greek, and a browser takes long to find one
// that does.

/** Render it once in the page, among a drawing's definitions. */
export function LambdaShape() {
  return (
    <path
      id="lambda"
      d="M-9.5-12.6c2-1.2 3.4-.4 4.2 2.1l2.7 8.4c.4 1.3 1.1 2 2.4 1.5M-4.6-8-10 0"
      stroke="var(--color-ink)"
      strokeLinecap="round"
      strokeWidth="1.9"
    />
  );
}

/** For drawings, beside letters of 19 px; its baseline ends at 0, 0. */
export function Lambda() {
  return <use href="#lambda" className="max-sm:[scale:1.3]" />;
}

/** For running text; hidden from screen readers, which get a word instead. */
export function LambdaLetter() {
  return (
    <svg
      viewBox="-11 -14 12 15"
      aria-hidden="true"
      fill="none"
      className="inline-block h-[0.8em] align-baseline"
    >
      <use href="#lambda" />
    </svg>
  );
}
