// Balances and their ledger: the only code that changes either, always both in the caller's transaction.
import type { LedgerKind } from '../../domain/credits.ts';
import type { Work } from '../db/context.ts';
import type { Db, Tx } from '../db/database.ts';

/** Whose balance changes by how much, and why. */
export interface CreditChange {
  readonly familyId: string;
  /** Negative: takes them. */
  readonly amount: number;
  readonly kind: LedgerKind;
  readonly bookingId?: string;
  readonly purchaseId?: string;
  readonly reason?: string;
}

/** A balance and the number of the ledger entry that made it. */
export interface Balance {
  readonly credits: number;
  readonly entry: number;
}

/** Opens a new account at 0 credits. */
export async function openBalance(tx: Tx, familyId: string): Promise<void> {
  await tx.insertInto('balances').values({ family_id: familyId, credits: 0, last_entry: null }).execute();
}

export async function readBalance(db: Db, familyId: string): Promise<number> {
  const row = await db
    .selectFrom('balances')
    .select('credits')
    .where('family_id', '=', familyId)
    .executeTakeFirst();
  return row?.credits ?? 0;
}

/** Changes the balance and writes its ledger entry. Returns both; null, with nothing changed, when it would fall below 0. */
export async function changeCredits(
  { tx, now }: Work,
  { familyId, amount, kind, bookingId, purchaseId, reason }: CreditChange,
): Promise<Balance | null> {
  const balance = await tx
    .updateTable('balances')
    .set((eb) => ({
      credits: eb('credits', '+', amount),
      last_entry: eb(eb.fn.coalesce('last_entry', eb.lit(0)), '+', 1),
    }))
    .where('family_id', '=', familyId)
    .where('credits', '>=', -amount)
    .returning(['credits', 'last_entry as entry'])
    .executeTakeFirst();
  if (balance === undefined || balance.entry === null) return null;
  const { credits, entry } = balance;
  await tx
    .insertInto('credit_ledger')
    .values({
      family_id: familyId,
      seq: entry,
      previous: entry === 1 ? null : entry - 1,
      kind,
      amount,
      balance_before: credits - amount,
      balance_after: credits,
      booking_id: bookingId ?? null,
      purchase_id: purchaseId ?? null,
      created_at: now,
    })
    .execute();
  if (reason !== undefined)
    await tx.insertInto('ledger_reasons').values({ family_id: familyId, seq: entry, reason }).execute();
  return { credits, entry };
}

/** Erases all words about an account's changes of credits; the ledger itself stays. */
export async function eraseReasons(tx: Tx, familyId: string): Promise<void> {
  await tx.deleteFrom('ledger_reasons').where('family_id', '=', familyId).execute();
}

/** Holds the balance until the commit, so that nobody spends between a look and what follows from it. */
export async function holdBalance(
  tx: Tx,
  familyId: string,
): Promise<{ readonly credits: number; readonly last_entry: number | null }> {
  // A write that changes nothing.
  return tx
    .updateTable('balances')
    .set((eb) => ({ credits: eb.ref('credits') }))
    .where('family_id', '=', familyId)
    .returning(['credits', 'last_entry'])
    .executeTakeFirstOrThrow();
}
