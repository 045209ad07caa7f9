// Reads the rows of an imported file, says what is wrong with each, and joins them into families.
import type { YearClass } from '../enquiries/enquiry.ts';
import { FAMILY_STUDENTS } from '../limits.ts';
import { email, personName, phone } from '../text.ts';
import { IMPORT } from './import-limits.ts';
import type { Columns, ImportField, ImportRow } from './import.ts';

/** A family of the file, with the sum of its credits. The email is in lower case. */
export interface ImportedFamily {
  readonly email: string;
  readonly name: string;
  readonly phone: string;
  readonly students: readonly { readonly name: string; readonly year_class: YearClass | null }[];
  readonly credits: number;
}

/** A number that spreadsheets may have written as 3.00. */
const WHOLE_NUMBER = /^\d{1,6}(?:[.,]0{1,2})?$/;
const CREDITS_MESSAGE = `Credits must be a whole number from 0 to ${IMPORT.creditsOfRow}`;
/** What an email is known as: of an account whose owner has confirmed it, or has not yet. */
export type KnownEmail = 'confirmed' | 'unconfirmed';

const accountExists: Readonly<Record<KnownEmail, string>> = {
  confirmed: 'A family with this email has an account already',
  unconfirmed:
    'An account has this email, but nobody has confirmed that the address is theirs. Ask the family',
};
const TOO_MANY_STUDENTS = `A family can have up to ${FAMILY_STUDENTS.max} students`;
/** 'Year 12', 'Yr12', 'Y 12', '12'. */
const YEAR = /^(?:year|yr|y)?[\s.-]*(1[0-3])$/i;
const years: Readonly<Record<string, YearClass>> = {
  '10': 'year-10',
  '11': 'year-11',
  '12': 'year-12',
  '13': 'year-13',
};
/** An apostrophe that spreadsheets and our own CSV files put before what looks like a formula. */
const GUARDED = /^'(?=[=+\-@])/;

const schemas = {
  Parent_Name: personName('Parent name'),
  Parent_Email: email,
  Parent_Phone_Number: phone,
  Student_Name: personName('Student name'),
} as const;
type Text = keyof typeof schemas;

/** The students of each family so far, by email; names in lower case. */
type StudentsByParent = Map<string, Set<string>>;

/**
 * Reads rows one by one, in the order of the file, because problems depend on the rows before.
 * `knownAs` says which emails belong to accounts.
 */
export function createRowReader(
  columns: Columns,
  knownAs: (email: string) => KnownEmail | undefined,
) {
  const seen: StudentsByParent = new Map();
  return (cells: readonly string[], line: number): ImportRow => {
    const cell = (field: ImportField) => readCell(cells, columns[field]);
    const problems: ImportRow['problems'] = [];
    const read = (field: Text, text: string): string => {
      const parsed = schemas[field].safeParse(text);
      if (parsed.success) return parsed.data;
      for (const { message } of parsed.error.issues) problems.push({ field, message });
      return text.slice(0, IMPORT.shownLength);
    };
    const row = {
      line,
      Parent_Name: read('Parent_Name', joined(cell('Parent_Name'), cell('Parent_Last_Name'))),
      Parent_Email: read('Parent_Email', cell('Parent_Email')),
      Parent_Phone_Number: read('Parent_Phone_Number', shortPhone(cell('Parent_Phone_Number'))),
      Student_Name: read('Student_Name', joined(cell('Student_Name'), cell('Student_Last_Name'))),
      year_class: years[YEAR.exec(cell('year_class'))?.[1] ?? ''] ?? null,
      credits: readCredits(cell('credits')),
    };
    if (row.credits === null) problems.push({ field: 'credits', message: CREDITS_MESSAGE });
    const known = knownAs(row.Parent_Email);
    if (problems.length === 0 && known !== undefined)
      problems.push({ field: 'Parent_Email', message: accountExists[known] });
    if (problems.length === 0 && !countStudent(seen, row))
      problems.push({ field: 'Student_Name', message: TOO_MANY_STUDENTS });
    return { ...row, credits: row.credits ?? 0, problems };
  };
}

/** The email in a row, in lower case; null if there is no valid one. */
export function emailIn(cells: readonly string[], columns: Columns): string | null {
  return email.safeParse(readCell(cells, columns.Parent_Email)).data ?? null;
}

function readCell(cells: readonly string[], index: number | null | undefined): string {
  const text = typeof index === 'number' ? (cells[index] ?? '') : '';
  return text.trim().replace(GUARDED, '');
}

const joined = (first: string, last: string): string => `${first} ${last}`.trim();

/** The first of several numbers; one too long for its field without brackets and spaces. */
function shortPhone(text: string): string {
  const [first = ''] = text.split(':::');
  const number = first.trim();
  if (number.length <= IMPORT.phoneLength) return number;
  return number.replaceAll('(0)', '').replaceAll(/[\s().-]/g, '');
}

/** Null if it is no number of credits that a family can bring along. */
function readCredits(text: string): number | null {
  if (text === '') return 0;
  const credits = WHOLE_NUMBER.test(text) ? Math.trunc(Number(text.replace(',', '.'))) : null;
  return credits !== null && credits <= IMPORT.creditsOfRow ? credits : null;
}

const nameKey = (name: string): string => name.toLowerCase();

/** Whether the family has room for the student, who may have been in a row before. */
function countStudent(
  seen: StudentsByParent,
  row: Pick<ImportRow, 'Parent_Email' | 'Student_Name'>,
): boolean {
  const students = seen.get(row.Parent_Email) ?? new Set();
  seen.set(row.Parent_Email, students);
  if (!students.has(nameKey(row.Student_Name)) && students.size >= FAMILY_STUDENTS.max)
    return false;
  students.add(nameKey(row.Student_Name));
  return true;
}

/**
 * Joins the rows without problems that have the same email. The first row names the parent; the
 * credits add up; a student's year is the first one given.
 */
export function joinFamilies(rows: readonly ImportRow[]): ImportedFamily[] {
  const good = rows.filter(({ problems }) => problems.length === 0);
  const families = Map.groupBy(good, ({ Parent_Email: parentEmail }) => parentEmail);
  return [...families].map(([address, own]) => ({
    email: address,
    name: own[0]?.Parent_Name ?? '',
    phone: own[0]?.Parent_Phone_Number ?? '',
    students: [
      ...Map.groupBy(own, ({ Student_Name: studentName }) => nameKey(studentName)).values(),
    ].map((same) => ({
      name: same[0]?.Student_Name ?? '',
      year_class: same.find(({ year_class }) => year_class !== null)?.year_class ?? null,
    })),
    credits: sumOf(own.map(({ credits }) => credits)),
  }));
}

/** The totals of these families. */
export function totalsOf(families: readonly ImportedFamily[]) {
  return {
    families: families.length,
    students: sumOf(families.map(({ students }) => students.length)),
    credits: sumOf(families.map(({ credits }) => credits)),
  };
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);
