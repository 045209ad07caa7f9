// Moving in from another product: a file of families, as the tutor previews and imports it.
import * as z from 'zod/mini';

import { entityId } from '../entity-id.ts';
import { instant } from '../text.ts';
import { MAX_ADJUSTMENT } from '../tutor/family-record.ts';
import { yearClass } from '../year-class.ts';

export const IMPORT = {
  rows: 5000,
  columns: 200,
  bytes: 2 * 1024 * 1024,
  /** The credits of one row: as many as the tutor can give at once. */
  creditsOfRow: MAX_ADJUSTMENT,
  /** How much of a text with a problem is shown. */
  shownLength: 200,
  /** The max characters read from a cell: far more than any field holds. */
  cellLength: 400,
  /** How much of a cell a problem or a note repeats. */
  quotedLength: 60,
  undoHours: 24,
  invitationDays: 30,
  /** So slowly that all other emails find a free connection. */
  emailsPerMinute: 30,
  /** How long a family that nobody uses stays. */
  unusedDays: 365,
} as const;

/** What a column of the file can hold. A name can be in two columns. */
export const importFields = [
  'Parent_Name',
  'Parent_Last_Name',
  'Parent_Email',
  'Parent_Phone_Number',
  'Student_Name',
  'Student_Last_Name',
  'year_class',
  'credits',
] as const;
export type ImportField = (typeof importFields)[number];

/** Without these columns no row can become a family. */
export const requiredFields = [
  'Parent_Name',
  'Parent_Email',
  'Parent_Phone_Number',
  'Student_Name',
] as const satisfies readonly ImportField[];

/** The reason of the credits in the ledger, which the family reads. */
export const BROUGHT_ALONG = 'Brought along';

const COLUMNS_MESSAGE = 'Columns must be JSON such as {"Parent_Email": 2}';
const column = z.nullable(
  z.int({ error: COLUMNS_MESSAGE }).check(z.minimum(0, { error: COLUMNS_MESSAGE })),
);

/** Which column holds what, by indexes from 0; null or left out: none. */
const columnsSchema = z.partialRecord(z.enum(importFields), column, { error: COLUMNS_MESSAGE });
export type Columns = z.infer<typeof columnsSchema>;

/** Columns assigned by hand, as JSON in the query. The others are recognised by their names. */
const chosenColumns = z.optional(
  z.pipe(
    z.pipe(
      z.string({ error: COLUMNS_MESSAGE }),
      z.transform((text: string, context): unknown => {
        try {
          return JSON.parse(text);
        } catch {
          context.issues.push({ code: 'custom', message: COLUMNS_MESSAGE, input: text });
          return z.NEVER;
        }
      }),
    ),
    columnsSchema,
  ),
);

export const importPreviewQuery = z.object({ columns: chosenColumns });
export const importQuery = z.object({
  columns: chosenColumns,
  invite: z.pipe(
    z.enum(['true', 'false'], { error: 'Invite must be true or false' }),
    z.transform((text) => text === 'true'),
  ),
});

/** One row of the file, as far as it could be read. A row with problems is not imported. */
const importRowSchema = z.object({
  /** The row of the file; 1 is the header. */
  line: z.int(),
  Parent_Name: z.string(),
  Parent_Email: z.string(),
  Parent_Phone_Number: z.string(),
  Student_Name: z.string(),
  year_class: z.nullable(yearClass),
  credits: z.int(),
  problems: z.array(z.object({ field: z.string(), message: z.string() })),
  /** What of the row is left out; absent when nothing is. */
  notes: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
});
export type ImportRow = z.infer<typeof importRowSchema>;

const totals = { families: z.int(), students: z.int(), credits: z.int() };

export const importPreviewSchema = z.object({
  /** The names in the header. */
  headers: z.array(z.string()),
  /** The columns that were recognised or assigned. */
  columns: columnsSchema,
  rows: z.array(importRowSchema),
  ...totals,
});
export type ImportPreview = z.infer<typeof importPreviewSchema>;

export const importIdSchema = entityId('Import');

export const importResultSchema = z.object({
  id: z.string(),
  ...totals,
  /** The rows that were not imported. */
  skipped: z.array(z.int()),
  undo_until: instant,
});
export type ImportResult = z.infer<typeof importResultSchema>;

/** How many families an undone import has removed, and how many it has kept. */
export const undoneImport = { removed: z.int(), kept: z.int() };
