// Marks of things given once: hashes of addresses and phone numbers, which identify a person only
// if that person comes again.
import { OvertakenError, type Work } from '../engine/context.ts';
import type { Tx } from '../engine/database.ts';
import type { Tables } from '../schema/tables.ts';

type MarkKind = Tables['once_marks']['kind']['__select__'];

/** Deletes these marks of a free lesson that was withdrawn. */
export async function deleteMarks({ tx }: Work, kind: MarkKind, marks: readonly string[]) {
  await tx.deleteFrom('once_marks').where('kind', '=', kind).where('mark', 'in', marks).execute();
}

/** Stores these marks, unless one of them is already stored. Returns whether it did. */
export async function addMarks(work: Work, kind: MarkKind, marks: string[]): Promise<boolean> {
  const { tx, now } = work;
  if (await isMarked(tx, kind, marks)) return false;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('once_marks')
    // Always in the same order, so that concurrent calls wait instead of deadlocking.
    .values(marks.toSorted().map((mark) => ({ kind, mark, marked_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  // A concurrent call stored one of them, so the others must not remain.
  if (Number(numInsertedOrUpdatedRows) < marks.length) throw new OvertakenError();
  return true;
}

async function isMarked(tx: Tx, kind: MarkKind, marks: string[]): Promise<boolean> {
  const stored = await tx
    .selectFrom('once_marks')
    .select('mark')
    .where('kind', '=', kind)
    .where('mark', 'in', marks)
    .limit(1)
    .executeTakeFirst();
  return stored !== undefined;
}
