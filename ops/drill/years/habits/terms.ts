// The terms of English schools, near enough: half-terms in October, February and at the end of May.

/** First and last day of each part of a term, month and day. */
const PARTS = [
  ['01-05', '02-14'],
  ['02-23', '03-31'],
  ['04-15', '05-24'],
  ['06-02', '07-18'],
  ['09-04', '10-23'],
  ['11-01', '12-17'],
] as const;

export const isTerm = (date: string): boolean =>
  PARTS.some(([from, to]) => from <= date.slice(5) && date.slice(5) <= to);

/** The last day of the part of the term that the date is in, or comes before. */
export function termEnd(date: string): string {
  const part = PARTS.find(([, to]) => date.slice(5) <= to);
  return part === undefined ? `${Number(date.slice(0, 4)) + 1}-02-14` : date.slice(0, 5) + part[1];
}
