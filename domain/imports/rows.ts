// Reads the rows of an imported file, says what is wrong with each, and joins them into families.
import { groupBy } from '../group-by.ts';
import { foldName, isSameName, tidyName } from '../names.ts';
import { FAMILY_STUDENTS } from '../people/student-rules.ts';
import { isSamePhone } from '../phone-numbers.ts';
import { email, personName, phone } from '../text.ts';
import { type YearClass, yearLabel } from '../year-class.ts';
import {
  plainCell,
  type ReadCell,
  readCredits,
  readEmail,
  readPhone,
  readYear,
  explainSpoiled,
} from './cells.ts';
import { type Columns, type ImportField, type ImportRow, IMPORT } from './import.ts';

/** A family of the file, with the sum of its credits. The email is in lower case. */
export interface ImportedFamily {
  readonly email: string;
  readonly name: string;
  readonly phone: string;
  readonly students: readonly { readonly name: string; readonly year_class: YearClass | null }[];
  readonly credits: number;
}

/** What an email is known as: of an account whose owner has confirmed it, or has not yet. */
export type ExistingAddress = 'confirmed' | 'unconfirmed';

const accountExists: Readonly<Record<ExistingAddress, string>> = {
  confirmed: 'A family with this email has an account already',
  unconfirmed:
    'An account has this email, but nobody has confirmed that the address is theirs. Ask the family',
};
const TOO_MANY_STUDENTS = `A family can have up to ${FAMILY_STUDENTS.max} students`;
const schemas = {
  Parent_Name: personName('Parent name'),
  Parent_Email: email,
  Parent_Phone_Number: phone,
  Student_Name: personName('Student name'),
} as const;
type Text = keyof typeof schemas;

/** A family of the rows so far. The years of its students are by folded names. */
interface SeenFamily {
  readonly name: string;
  readonly phone: string;
  readonly years: Map<string, YearClass | null>;
}

/**
 * Reads rows one by one, in the order of the file, because problems depend on the rows before.
 * `existingAddress` says which emails belong to accounts. A row with cells in `excess` of its
 * header is no family, unless they are empty and the others are as they should be. A name in one of
 * the `further` columns is noted.
 */
export function createRowReader(
  columns: Columns,
  existingAddress: (email: string) => ExistingAddress | undefined,
  further: readonly number[] = [],
) {
  const unused = further.filter((index) => !Object.values(columns).includes(index));
  const seen = new Map<string, SeenFamily>();
  return (cells: readonly string[], line: number, excess: readonly string[] = []): ImportRow => {
    const cell = (field: ImportField) => readCell(cells, columns[field]);
    const problems: Remark[] = [];
    const notes: Remark[] = [];
    const take = <Value>(field: ImportField, read: ReadCell<Value>): Value => {
      if (read.problem !== undefined) problems.push({ field, message: read.problem });
      if (read.note !== undefined) notes.push({ field, message: read.note });
      return read.value;
    };
    const check = (field: Text, read: ReadCell<string>): string => {
      const text = take(field, read);
      const parsed = schemas[field].safeParse(text);
      if (parsed.success) return parsed.data;
      if (read.problem === undefined)
        for (const { message } of parsed.error.issues) problems.push({ field, message });
      return text.slice(0, IMPORT.shownLength);
    };
    const parentName = readName('Parent', cell, (name) => readParentName(name));
    const row = {
      line,
      Parent_Name: check('Parent_Name', parentName),
      Parent_Email: check('Parent_Email', readEmail(cell('Parent_Email'), parentName.value)),
      Parent_Phone_Number: check('Parent_Phone_Number', readPhone(cell('Parent_Phone_Number'))),
      Student_Name: check(
        'Student_Name',
        readName('Student', cell, (name) => readStudentName(name, parentName.value)),
      ),
      year_class: take('year_class', readYear(cell('year_class'))),
      credits: take('credits', readCredits(cell('credits'))),
    };
    const isMoved =
      excess.some((one) => one.trim() !== '') ||
      (excess.length > 0 && problems.length + notes.length > 0);
    if (isMoved && !isTotals(cells))
      return { ...row, problems: [{ field: 'Parent_Name', message: TOO_LONG_MESSAGE }] };
    for (const name of unused.map((index) => readCell(cells, index)).filter((one) => one !== ''))
      notes.push({
        field: 'Student_Name',
        message: `"${name.slice(0, IMPORT.shownLength)}" is left out. Give each student a row`,
      });
    const existing = existingAddress(row.Parent_Email);
    if (problems.length === 0 && existing !== undefined)
      problems.push({ field: 'Parent_Email', message: accountExists[existing] });
    if (problems.length === 0) {
      const added = addToFamily(seen, row);
      if (added === 'too_many_students')
        problems.push({ field: 'Student_Name', message: TOO_MANY_STUDENTS });
      else notes.push(...added);
    }
    const whole = problems.length === 0 ? null : explainRow(cells, cell);
    return {
      ...row,
      problems: whole === null ? problems : [{ field: 'Parent_Name', message: whole }],
      ...(notes.length === 0 || whole !== null ? {} : { notes }),
    };
  };
}

type Remark = ImportRow['problems'][number];
const TOTALS_MESSAGE = 'This row is a total, not a family';
const TOO_LONG_MESSAGE =
  'This row has more cells than the header, so they may be in the wrong columns. Put a text with a comma in quotation marks';

/** What is wrong with all of a row, in place of what is wrong with its cells; null for nothing. */
function explainRow(cells: readonly string[], cell: (field: ImportField) => string): string | null {
  if (isTotals(cells)) return TOTALS_MESSAGE;
  const hasParent = PARENT_FIELDS.some((field) => cell(field) !== '');
  return hasParent || cell('Student_Name') === '' ? null : NO_PARENT_MESSAGE;
}

const PARENT_FIELDS = [
  'Parent_Name',
  'Parent_Last_Name',
  'Parent_Email',
  'Parent_Phone_Number',
] as const;
/** Some programs, and people, name the parent once for several students. */
const NO_PARENT_MESSAGE =
  'This row has a student without a parent. If the family is that of the row above, copy its parent, email and phone number into this row';

/** A name with its last name beside it, which is then in no doubt. */
function readName(
  who: 'Parent' | 'Student',
  cell: (field: ImportField) => string,
  read: (name: string) => ReadCell<string>,
): ReadCell<string> {
  const first = cell(`${who}_Name`);
  // Some programs leave a comma before it.
  const last = cell(`${who}_Last_Name`).replace(/^[,\s]+/, '');
  if (last === '') return read(first);
  const { value, ...remarks } = read(first);
  if (` ${foldName(value)}`.endsWith(` ${foldName(last)}`)) return { ...remarks, value };
  return { ...remarks, value: tidyName(`${value} ${last}`) };
}

/** The email in a row, in lower case; null if there is no valid one. */
export function emailIn(cells: readonly string[], columns: Columns): string | null {
  const { value } = readEmail(readCell(cells, columns.Parent_Email), '');
  return email.safeParse(value).data ?? null;
}

const readCell = (cells: readonly string[], index: number | null | undefined): string =>
  plainCell(typeof index === 'number' ? (cells[index] ?? '') : '');

/**
 * Adds a row to its family, whose student may have been in a row before. The notes name what an
 * earlier row has said otherwise, which stays.
 */
function addToFamily(seen: Map<string, SeenFamily>, row: Omit<ImportRow, 'problems' | 'notes'>) {
  const own: SeenFamily = {
    name: row.Parent_Name,
    phone: row.Parent_Phone_Number,
    years: new Map(),
  };
  const family = seen.get(row.Parent_Email) ?? own;
  const student = foldName(row.Student_Name);
  if (!family.years.has(student) && family.years.size >= FAMILY_STUDENTS.max)
    return 'too_many_students';
  seen.set(row.Parent_Email, family);
  const year = family.years.get(student) ?? row.year_class;
  family.years.set(student, year);
  return [
    { field: 'Parent_Name', stays: family.name, isSame: isSameName(family.name, own.name) },
    {
      field: 'Parent_Phone_Number',
      stays: family.phone,
      isSame: family.phone === own.phone || isSamePhone(family.phone, own.phone),
    },
    {
      field: 'year_class',
      stays: year === null ? '' : yearLabel(year),
      isSame: row.year_class === null || row.year_class === year,
    },
  ]
    .filter(({ isSame }) => !isSame)
    .map(({ field, stays }) => ({ field, message: `An earlier row says "${stays}", which stays` }));
}

/**
 * Joins the rows without problems that have the same email. The first row names the parent; the
 * credits add up; a student's year is the first one given.
 */
export function joinFamilies(rows: readonly ImportRow[]): ImportedFamily[] {
  const good = rows.filter(({ problems }) => problems.length === 0);
  const families = groupBy(good, ({ Parent_Email: parentEmail }) => parentEmail);
  return [...families].map(([address, own]) => ({
    email: address,
    name: own[0]?.Parent_Name ?? '',
    phone: own[0]?.Parent_Phone_Number ?? '',
    students: [
      ...groupBy(own, ({ Student_Name: studentName }) => foldName(studentName)).values(),
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

const SUFFIX = /^(?:jr|sr|junior|senior|i{2,3}|iv|mr|mrs|ms|miss|mx|dr|prof|phd|esq)\.?$/i;

/** The two parts of 'Khan, Sarah'; null for 'Maya, Jr' and for two whole names. */
function lastAndFirst(name: string): { readonly last: string; readonly first: string } | null {
  const [last = '', first = '', ...more] = name.split(',').map((part) => part.trim());
  if (first === '' || last === '' || more.length > 0 || SUFFIX.test(first)) return null;
  const areWhole = last.includes(' ') && first.includes(' ');
  return areWhole ? null : { last, first };
}

/** A parent's name. Of several in a cell, the first is taken. */
function readParentName(cell: string): ReadCell<string> {
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
 * A student's name. 'Khan, Maya' becomes 'Maya Khan' if the parent is a Khan. Otherwise the cell
 * may name two students, and each needs a row.
 */
function readStudentName(cell: string, parentName: string): ReadCell<string> {
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
const isTotals = (cells: readonly string[]): boolean =>
  cells.some((cell) => TOTALS.test(cell.trim())) && !cells.some((cell) => cell.includes('@'));
