// Proposes the numbers of significant figures that a question accepts, from the numbers in its
// text: the figures of the least precise one, and one less.
import { readNumber } from '../marking/number-reading.ts';
import { QUESTION } from './item.ts';

/** Powers of ten, exponents and indices: their digits are no figures. */
const NOT_FIGURES =
  /\s*(?:\\times|\\cdot|[×·*x])\s*10\s*(?:\^|\*\*)?\s*(?:\{[^}]*\}|\(?[-−]?\d+\)?|[⁻⁺⁰¹²³⁴-⁹]+)|[\^_](?:\{[^}]*\}|[-−]?\w)|(?<=\d)[eE][-+−]?\d+/g;

/** Neither within a name such as `x2` or `s-1`, nor the number of a figure or question. */
const NUMBERS =
  /(?<![\p{L}\d_.,^]|\p{L}[-−]|\b(?:figure|fig\.|question|part|table)\s)\d+(?:[.,]\d+)*(?!\p{L}*\d)/giu;

/** Null when there is no number. An integer counts with all its digits. */
export function proposeFigures(
  text: string,
): { readonly min: number; readonly max: number } | null {
  const counts = [...text.replaceAll(NOT_FIGURES, '').matchAll(NUMBERS)].flatMap(([number]) => {
    const read = readNumber(number);
    return 'fault' in read || read.digits === 0n ? [] : [read.figures[1]];
  });
  if (counts.length === 0) return null;
  const { min, max } = QUESTION.figures;
  const figures = Math.min(max, ...counts);
  return { min: Math.max(min, figures - 1), max: figures };
}
