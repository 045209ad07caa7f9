// What the parts of a data export share: rows with their instants as ISO 8601, and emails.
import type { SelectQueryBuilder } from 'kysely';

import type { FamilyData } from '../../../domain/accounts/family-data.ts';
import { toIso } from '../../../domain/time.ts';
import { adminEmails } from '../../auth/admins.ts';
import type { Db } from '../../engine/database.ts';
import type { Tables } from '../../schema/tables.ts';

/** A row with its instants (columns ending in '_at') as ISO 8601. */
type WireRow<Row> = {
  readonly [Column in keyof Row]: Column extends `${string}_at`
    ? string | Extract<Row[Column], null>
    : Row[Column];
};

export function toWire<Row extends object>(row: Row): WireRow<Row> {
  const columns = Object.entries(row).map(([name, value]: [string, unknown]) => [
    name,
    name.endsWith('_at') && typeof value === 'number' ? toIso(value) : value,
  ]);
  // Same keys as the row, which the types of Object.fromEntries cannot express.
  return Object.fromEntries(columns) as WireRow<Row>;
}

type Emails = SelectQueryBuilder<Tables, 'emails', object>;

/** The emails that `narrow` selects, including those to the tutor, whose address is left out. */
export async function listExportedEmails(
  db: Db,
  narrow: (emails: Emails) => Emails,
): Promise<FamilyData['emails']> {
  const rows = await narrow(db.selectFrom('emails'))
    .select(['recipient', 'subject', 'created_at', 'sent_at'])
    // A dropped email went to nobody.
    .where('recipient', '<>', '')
    .orderBy('id')
    .execute();
  const tutors = new Set(await adminEmails(db));
  return rows.map((row) => ({
    ...toWire(row),
    recipient: tutors.has(row.recipient) ? null : row.recipient,
  }));
}
