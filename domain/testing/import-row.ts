// A row of an imported file, in tests.
import type { ImportRow } from '../imports/import.ts';
import { createRowReader, type ExistingAddress } from '../imports/rows.ts';

/** Which cells of the row hold what. */
export const rowColumns = {
  Parent_Name: 0,
  Parent_Email: 1,
  Parent_Phone_Number: 2,
  Student_Name: 3,
  year_class: 4,
  credits: 5,
} as const;

export const goodRow: readonly string[] = [
  'Ann Lee',
  'Ann@Example.com ',
  '07700 900123',
  'Ada',
  'Year 12',
  '3',
];

/** The good row with another text in one of its cells. */
export const changedRow = (index: number, text: string): readonly string[] =>
  goodRow.with(index, text);

export const readRow = (cells: readonly string[], known?: ExistingAddress): ImportRow =>
  createRowReader(rowColumns, () => known)(cells, 2);
