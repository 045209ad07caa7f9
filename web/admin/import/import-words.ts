// The words of an import: counts, rows and what a column holds.
import {
  type Columns,
  type ImportField,
  requiredFields,
  IMPORT,
} from '../../../domain/imports/import.ts';
import { creditCount } from '../../../domain/payments/credits.ts';
import { yearFieldLabel } from '../../../domain/year-class.ts';

const fieldLabels: Readonly<Record<ImportField, string>> = {
  Parent_Name: "Parent's name",
  Parent_Last_Name: "Parent's last name, if apart",
  Parent_Email: 'Email',
  Parent_Phone_Number: 'Phone',
  Student_Name: "Student's name",
  Student_Last_Name: "Student's last name, if apart",
  year_class: 'Year',
  credits: 'Credits',
};

export const fieldLabel = (field: ImportField, now: number): string =>
  field === 'year_class' ? yearFieldLabel(fieldLabels[field], now) : fieldLabels[field];

/** The columns without which nothing can be imported, in words. */
export const missingColumns = (columns: Columns): string[] =>
  requiredFields.filter((field) => columns[field] === undefined).map((field) => fieldLabels[field]);

export const columnName = (header: string, index: number): string =>
  header === '' ? `Column ${index + 1}` : header;

/** The columns that hold nothing to import; those without a name are left out. */
export function unusedColumns(headers: readonly string[], columns: Columns): string[] {
  const used = new Set(Object.values(columns));
  return headers.filter((header, index) => header !== '' && !used.has(index));
}

const count = (number: number, one: string, several: string) =>
  `${number.toLocaleString('en-GB')} ${number === 1 ? one : several}`;

export const familyCount = (families: number) => count(families, 'family', 'families');
export const rowCount = (rows: number) => count(rows, 'row', 'rows');

/** '2 families, 3 students and 15 credits'. */
export const totalsInWords = (totals: {
  readonly families: number;
  readonly students: number;
  readonly credits: number;
}): string =>
  `${familyCount(totals.families)}, ${count(totals.students, 'student', 'students')} and ${creditCount(totals.credits)}`;

/** '2 to 4, 7' of the rows 2, 3, 4 and 7, which are in order. */
export function rangesOf(rows: readonly number[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const row of rows) {
    const last = ranges.at(-1);
    if (last !== undefined && last.to === row - 1) last.to = row;
    else ranges.push({ from: row, to: row });
  }
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`)).join(', ');
}

/** How long it takes until the last parent is invited: 'within a minute', 'over about 3 hours'. */
export function invitingTakes(families: number): string {
  const minutes = Math.ceil(families / IMPORT.emailsPerMinute);
  if (minutes <= 1) return 'within a minute';
  return minutes <= 90 ? `over ${minutes} minutes` : `over about ${Math.ceil(minutes / 60)} hours`;
}
