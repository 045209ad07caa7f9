// Reads the names in an imported file: 'Khan, Sarah', and two students in one cell.
import { explainSpoiled, type ReadCell } from './import-cells.ts';
import { foldName, tidyName } from './same-name.ts';

const SUFFIX = /^(?:jr|sr|junior|senior|i{2,3}|iv|mr|mrs|ms|miss|mx|dr|prof|phd|esq)\.?$/i;

/** The two parts of 'Khan, Sarah'; null for 'Maya, Jr' and for two whole names. */
function lastAndFirst(name: string): { readonly last: string; readonly first: string } | null {
  const [last = '', first = '', ...more] = name.split(',').map((part) => part.trim());
  if (first === '' || last === '' || more.length > 0 || SUFFIX.test(first)) return null;
  const areWhole = last.includes(' ') && first.includes(' ');
  return areWhole ? null : { last, first };
}

/** A parent's name. Of several in a cell, the first is taken. */
export function readParentName(cell: string): ReadCell<string> {
  const spoiled = explainSpoiled(cell);
  if (spoiled !== null) return { value: cell, problem: spoiled };
  const name = tidyName(cell);
  const beforeAddress = /^([^<]*[^<\s])\s*<[^<>]*@[^<>]*>$/.exec(name)?.[1];
  if (beforeAddress !== undefined)
    return { value: beforeAddress, note: `Only "${beforeAddress}" of "${name}" is taken` };
  const parts = lastAndFirst(name);
  if (parts !== null) return { value: `${parts.first} ${parts.last}` };
  const [first = name] = name.split(/\s*(?::::|;|\|)\s*/);
  return first === name || first === ''
    ? { value: name }
    : { value: first, note: `Only "${first}" of "${name}" is taken` };
}

const SEVERAL_STUDENTS = /(?<=[\p{L}\p{N}.)])(?:\s+and\s+|\s*(?::::|[;&|/+])\s*)(?=\p{L})/iu;
const SEVERAL_MESSAGE = 'This cell names several students. Give each student a row';

/**
 * A student's name. 'Khan, Maya' is turned round where the parent is a Khan; otherwise it may be two
 * students, of whom each needs a row.
 */
export function readStudentName(cell: string, parentName: string): ReadCell<string> {
  const spoiled = explainSpoiled(cell);
  if (spoiled !== null) return { value: cell, problem: spoiled };
  const name = tidyName(cell);
  const parts = lastAndFirst(name);
  const isFamily =
    parts !== null && ` ${foldName(parentName)}`.endsWith(` ${foldName(parts.last)}`);
  if (isFamily) return { value: `${parts.first} ${parts.last}` };
  const isSuffixed = SUFFIX.test(/, *(.*)$/.exec(name)?.[1] ?? '');
  const isSeveral = SEVERAL_STUDENTS.test(name) || (/,\s*\p{L}/u.test(name) && !isSuffixed);
  return isSeveral ? { value: name, problem: SEVERAL_MESSAGE } : { value: name };
}

const TOTALS =
  /^(?:grand |sub[- ]?)?totals?\b|^(?:sum|count|average)$|^\d+ (?:clients?|rows?|records?|families|customers?|contacts?|students?)$/i;

/** A row that sums up the others. */
export const isTotals = (cells: readonly string[]): boolean =>
  cells.some((cell) => TOTALS.test(cell.trim())) && !cells.some((cell) => cell.includes('@'));
