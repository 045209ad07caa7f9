// Erases emails: their rows, and with the sweep the files that were written of them.
import type { Work } from '../db/context.ts';

const ROWS_AT_ONCE = 500;

/** Erases the emails with one of these values in this column, sent or not; what was not sent yet is not sent any more. */
export async function eraseMails(
  { tx, now }: Work,
  column: 'family_id' | 'enquiry_id',
  values: readonly string[],
): Promise<void> {
  const erased = await tx.deleteFrom('mails').where(column, 'in', values).returning('id').execute();
  for (let start = 0; start < erased.length; start += ROWS_AT_ONCE)
    await tx
      .insertInto('erased_mails')
      .values(erased.slice(start, start + ROWS_AT_ONCE).map(({ id }) => ({ mail_id: id, erased_at: now })))
      .execute();
}
