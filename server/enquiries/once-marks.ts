// What is given once: kept by hashes of addresses and phone numbers, which say who had it to nobody
// but whoever comes again.
import { comparablePhone } from '../../domain/phone.ts';
import { Overtaken, type Work } from '../engine/context.ts';
import type { Db, Tx } from '../engine/database.ts';
import type { Tables } from '../schema/tables.ts';
import { fingerprintOf } from '../auth/hashing.ts';

export type MarkKind = Tables['once_marks']['kind']['__select__'];

/**
 * The marks of these addresses and phone numbers; a number that is too short to tell people apart
 * has none. Slow, so never within a transaction. Throws service_unavailable when too many hashes
 * are computed just now.
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

/** Keeps these marks, unless one of them is kept already. Returns whether it did. */
export async function addMarks(
  work: Work,
  kind: MarkKind,
  marks: readonly string[],
): Promise<boolean> {
  const { tx, now } = work;
  if (await isActive(tx, kind, marks)) return false;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('once_marks')
    // In one order everywhere: of two at once, one waits.
    .values(marks.toSorted().map((mark) => ({ kind, mark, marked_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  // Somebody else kept one meanwhile, and the rest must not stay.
  if (Number(numInsertedOrUpdatedRows) < marks.length) throw new Overtaken();
  return true;
}

async function isActive(tx: Tx, kind: MarkKind, marks: readonly string[]): Promise<boolean> {
  const kept = await tx
    .selectFrom('once_marks')
    .select('mark')
    .where('kind', '=', kind)
    .where('mark', 'in', marks)
    .limit(1)
    .executeTakeFirst();
  return kept !== undefined;
}
