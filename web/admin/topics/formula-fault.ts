// Where in a text a formula is faulty, read from the server's message about it.

const PLACE = /^Formula, character (\d+): /;
/** So many characters are shown on each side. */
const AROUND = 14;

interface FormulaFault {
  /** The place of the faulty character in the field, from 0. */
  readonly index: number;
  readonly before: string;
  readonly character: string;
  readonly after: string;
}

/** The place of a fault in `typed`; null for messages of other kinds. */
export function placeOf(message: string, typed: string): FormulaFault | null {
  const counted = PLACE.exec(message)?.[1];
  if (counted === undefined) return null;
  // The server counts from 1, without the spaces before the text.
  const index = Number(counted) - 1 + typed.length - typed.trimStart().length;
  const start = Math.max(0, index - AROUND);
  const end = index + 1 + AROUND;
  return {
    index,
    before: (start > 0 ? '…' : '') + typed.slice(start, index),
    character: typed.charAt(index),
    after: typed.slice(index + 1, end) + (end < typed.length ? '…' : ''),
  };
}
