// Reads the families in a file, for the preview and for the import.
import { setImmediate as nextTurn } from 'node:timers/promises';

import { fieldRefusal } from '../../domain/errors.ts';
import { assignColumns, furtherStudentColumns } from '../../domain/imports/columns.ts';
import type { Columns, ImportPreview, ImportRow } from '../../domain/imports/import.ts';
import {
  createRowReader,
  emailIn,
  joinFamilies,
  type ExistingAddress,
  totalsOf,
} from '../../domain/imports/rows.ts';
import type { Db } from '../engine/database.ts';

/** Other requests are answered after each of these. */
const ROWS_AT_ONCE = 250;

/**
 * The rows of the file with their problems; an email of an existing account is one. Throws
 * validation_failed on `file` or `columns`, or too_many_rows.
 */
export async function readFamilies(
  db: Db,
  file: Buffer,
  chosen: Columns = {},
): Promise<ImportPreview> {
  const { readTable } = await import('./read-table.ts');
  const { headers, rows } = readTable(file);
  for (const index of Object.values(chosen))
    if (typeof index === 'number' && index >= headers.length)
      throw fieldRefusal('columns', 'validation_failed', `There is no column ${index}.`);
  const columns = assignColumns(headers, chosen);
  const existing = new Map<string, ExistingAddress>();
  for (const part of inParts(rows)) {
    const emails = part.flatMap(({ cells }) => emailIn(cells, columns) ?? []);
    for (const [email, as] of await findExisting(db, emails)) existing.set(email, as);
    await nextTurn();
  }
  const further = furtherStudentColumns(headers);
  const readRow = createRowReader(columns, (email) => existing.get(email), further);
  const read: ImportRow[] = [];
  for (const part of inParts(rows)) {
    read.push(...part.map(({ cells, line, excess }) => readRow(cells, line, excess)));
    await nextTurn();
  }
  return { headers: [...headers], columns, rows: read, ...totalsOf(joinFamilies(read)) };
}

async function findExisting(
  db: Db,
  emails: readonly string[],
): Promise<[string, ExistingAddress][]> {
  if (emails.length === 0) return [];
  const rows = await db
    .selectFrom('people')
    .select(['email', 'email_confirmed_at'])
    .where('email', 'in', emails)
    .execute();
  return rows.map(({ email, email_confirmed_at: at }) => [
    email,
    at === null ? 'unconfirmed' : 'confirmed',
  ]);
}

/** The list in parts; other requests get their turn after each. */
export function* inParts<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += ROWS_AT_ONCE)
    yield all.slice(start, start + ROWS_AT_ONCE);
}
