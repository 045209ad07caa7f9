// Commands of TeX that are refused, with what to write instead.

const REFUSED: readonly (readonly [string, string])[] = [
  // The content security policy forbids what Temml draws them with.
  ['(?:define|text)?color|colorbox|fcolorbox', 'Write it without colour.'],
  ['bbox|boxed|fbox', 'Write it without a box.'],
  ['cancelto', 'Write \\cancel instead.'],
  ['longdiv', 'Write \\frac instead.'],
  ['phase|angln?', 'Write \\angle instead.'],
  ['textcircled', 'Write it in brackets.'],
  ['bordermatrix', 'Write \\begin{matrix} instead.'],
  ['reflectbox|leftmodels', 'Write it without a mirror.'],
  // A short text with macros can become megabytes.
  ['[egx]?def|futurelet|let|newcommand|providecommand|renewcommand', 'Write the formula out.'],
  // Temml builds what they contain several times, and so do two arrows of `\ce`.
  ['equilibriumLeft|equilibriumRight', 'Write \\rightleftharpoons instead.'],
  ['isotope|nuclide', 'Write \\ce{^{235}_{92}U} instead.'],
  ['mathllap', 'Write it without an overlap.'],
  // Nothing, or something else, would be shown.
  ['label|(?:eq)?ref', 'Write the number of the equation in the text.'],
  ['textsc', 'Write \\text instead.'],
  ['TextOrMath|mathchoice', 'Write only what shows.'],
];
const TWO_ARROWS = /<=>>|<<=>/;

/** The first command that is refused, or null. */
export function findRefused(tex: string): { readonly fault: string; readonly at: number } | null {
  const arrows = TWO_ARROWS.exec(tex);
  const places = REFUSED.map(([names, advice]) => ({
    found: new RegExp(`\\\\(?:${names})(?![a-zA-Z])`).exec(tex),
    advice,
  })).concat({ found: arrows, advice: 'Write <=> instead.' });
  const refused = places.flatMap(({ found, advice }) =>
    found === null ? [] : { fault: `${found[0]} is not available. ${advice}`, at: found.index },
  );
  return refused.toSorted((one, other) => one.at - other.at)[0] ?? null;
}
