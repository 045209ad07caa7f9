// Moving in from another product: the preview of a file, its import, undoing it, and words.
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';

import * as endpoints from '../../../domain/imports/endpoints.ts';
import {
  type Columns,
  type ImportResult,
  importResultSchema,
  type ImportField,
  requiredFields,
  IMPORT,
} from '../../../domain/imports/import.ts';
import { creditCount } from '../../../domain/payments/credits.ts';
import { yearFieldLabel } from '../../../domain/year-class.ts';
import { FAMILIES } from '../../data/tutor.ts';
import { call } from '../../transport/client.ts';
import { useSendOnce } from '../../transport/request-key.ts';
import { tryStorage } from '../../transport/storage.ts';

export interface ChosenFile {
  readonly file: File;
  /** Tells two choices of one file apart, which may have changed in between. */
  readonly key: string;
}

/** What importing the file would do; the page shows why it cannot be read. */
export function previewQuery({ file, key }: ChosenFile, columns: Columns) {
  return queryOptions({
    queryKey: ['admin', 'import', key, columns],
    queryFn: ({ signal }) =>
      call(endpoints.previewImport, { signal, file, query: { columns: JSON.stringify(columns) } }),
    select: ({ preview }) => preview,
    placeholderData: keepPreviousData,
    meta: { isSilent: true },
  });
}

interface Import {
  chosen: ChosenFile;
  columns: Columns;
  invite: boolean;
}

/** `mutateAsync({chosen, columns, invite})` */
export function useImport() {
  const sendOnce = useSendOnce();
  return useMutation({
    meta: {
      operation: {
        title: 'Not Imported',
        text: 'Unable to import the families. Please try again: nothing is imported twice.',
        coversServerErrors: true,
      },
      changes: [FAMILIES],
    },
    mutationFn: async ({ chosen: { file, key }, columns, invite }: Import) => {
      const query = {
        columns: JSON.stringify(columns),
        invite: invite ? 'true' : 'false',
      } as const;
      const answer = await sendOnce({ key, columns, invite }, (idempotencyKey) =>
        call(endpoints.importFamilies, { file, query, idempotencyKey }),
      );
      return answer.import;
    },
    onSuccess: rememberImport,
  });
}

/** `mutateAsync(id)` */
export function useUndoImport() {
  return useMutation({
    meta: {
      operation: {
        title: 'Could not undo',
        text: 'Unable to undo the import. Please try again.',
        coversServerErrors: true,
      },
      changes: [FAMILIES],
    },
    mutationFn: async (id: string) => {
      const { removed, kept } = await call(endpoints.undoImport, { params: { id } });
      return { removed, kept };
    },
    onSuccess: () => tryStorage('device', (storage) => storage.removeItem(KEY)),
  });
}

/** The last import of this device, without any names, as long as it can be undone. */
const KEY = 'last-import';

function rememberImport(result: ImportResult): void {
  tryStorage('device', (storage) => storage.setItem(KEY, JSON.stringify(result)));
}

/** Null if there is none, or it can no longer be undone. `now` is epoch milliseconds. */
export function readLastImport(now: number): ImportResult | null {
  const stored = tryStorage('device', (storage): unknown =>
    JSON.parse(storage.getItem(KEY) ?? 'null'),
  );
  const { data } = importResultSchema.safeParse(stored);
  return data !== undefined && Date.parse(data.undo_until) > now ? data : null;
}

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

/** The words of an import: counts, rows and what a column holds. */
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
  families: number;
  students: number;
  credits: number;
}): string =>
  `${familyCount(totals.families)}, ${count(totals.students, 'student', 'students')} and ${creditCount(totals.credits)}`;

/** '2 to 4, 7' of the rows 2, 3, 4 and 7, which are in order. */
export function rangesOf(rows: number[]): string {
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
