// Marks of things given once: hashes of addresses and phone numbers, which identify a person only
// if that person comes again.
import { comparablePhone } from '../../domain/phone.ts';
import { fingerprintOf } from '../auth/hashing.ts';
import { OvertakenError, type Work } from '../engine/context.ts';
import type { Db, Tx } from '../engine/database.ts';
import type { Tables } from '../schema/tables.ts';

type MarkKind = Tables['once_marks']['kind']['__select__'];

/**
 * The marks of these addresses and phone numbers; a number that is too short to identify a person
 * has none. Slow, so never call it within a transaction. Throws service_unavailable if too many
 * hashes are being computed.
 */
export async function marksOf(
  db: Db,
  { emails, phones }: { readonly emails: readonly string[]; readonly phones: readonly string[] },
): Promise<string[]> {
  const { salt } = await db.selectFrom('settings').select('salt').executeTakeFirstOrThrow();
  const numbers = phones.map(comparablePhone).filter((phone) => phone !== null);
  const words = new Set([
    ...emails.map((email) => `email ${email}`),
    ...numbers.map((number) => `phone ${number}`),
  ]);
  return Promise.all([...words].map((word) => fingerprintOf(word, salt)));
}

/**
 * The marks of a family: of its parents, and of the enquiries that are known to be its own. Slow,
 * as marksOf is.
 */
export async function marksOfFamily(db: Db, familyId: string): Promise<string[]> {
  const parents = await db
    .selectFrom('people')
    .select(['email', 'phone'])
    .where('family_id', '=', familyId)
    .where('role', '=', 'parent')
    .execute();
  const enquiries = await db
    .selectFrom('enquiries')
    .select(['email', 'mobile as phone'])
    .where('family_id', '=', familyId)
    .execute();
  const all = [...parents, ...enquiries];
  const phones = all.map(({ phone }) => phone).filter((phone) => phone !== null);
  return marksOf(db, { emails: all.map(({ email }) => email), phones });
}

/** Deletes these marks of a free lesson that was withdrawn. */
export async function deleteMarks(
  { tx }: Work,
  kind: MarkKind,
  marks: readonly string[],
): Promise<void> {
  await tx.deleteFrom('once_marks').where('kind', '=', kind).where('mark', 'in', marks).execute();
}

/** Stores these marks, unless one of them is already stored. Returns whether it did. */
export async function addMarks(
  work: Work,
  kind: MarkKind,
  marks: readonly string[],
): Promise<boolean> {
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

async function isMarked(tx: Tx, kind: MarkKind, marks: readonly string[]): Promise<boolean> {
  const stored = await tx
    .selectFrom('once_marks')
    .select('mark')
    .where('kind', '=', kind)
    .where('mark', 'in', marks)
    .limit(1)
    .executeTakeFirst();
  return stored !== undefined;
}
