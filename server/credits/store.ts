// Balances and their ledger: the only code that changes either, always both in the caller's transaction.
import type { LedgerKind } from '../../domain/credits.ts';
import type { Db, Tx } from '../db/index.ts';

/** What a change of credits is about. */
export interface LedgerCause {
  readonly kind: LedgerKind;
  readonly bookingId?: string;
  readonly purchaseId?: string;
  readonly reason?: string;
}

/** Opens a new account at 0 credits. */
export async function openBalance(tx: Tx, studentId: string): Promise<void> {
  await tx.insertInto('balances').values({ student_id: studentId, credits: 0, last_entry: null }).execute();
}

export async function readBalance(db: Db | Tx, studentId: string): Promise<number> {
  const row = await db
    .selectFrom('balances')
    .select('credits')
    .where('student_id', '=', studentId)
    .executeTakeFirst();
  return row?.credits ?? 0;
}

/**
 * Adds `amount` credits (negative: takes them) and writes the ledger entry. Answers the new balance, or null
 * when the student does not hold that many; nothing is changed then.
 */
export async function changeCredits(
  tx: Tx,
  now: number,
  studentId: string,
  amount: number,
  cause: LedgerCause,
): Promise<number | null> {
  const balance = await tx
    .updateTable('balances')
    .set((eb) => ({
      credits: eb('credits', '+', amount),
      last_entry: eb(eb.fn.coalesce('last_entry', eb.lit(0)), '+', 1),
    }))
    .where('student_id', '=', studentId)
    .where('credits', '>=', -amount)
    .returning(['credits', 'last_entry'])
    .executeTakeFirst();
  if (balance === undefined || balance.last_entry === null) return null;
  await tx
    .insertInto('credit_ledger')
    .values({
      student_id: studentId,
      seq: balance.last_entry,
      previous: balance.last_entry === 1 ? null : balance.last_entry - 1,
      kind: cause.kind,
      amount,
      balance_before: balance.credits - amount,
      balance_after: balance.credits,
      booking_id: cause.bookingId ?? null,
      purchase_id: cause.purchaseId ?? null,
      created_at: now,
    })
    .execute();
  if (cause.reason !== undefined)
    await tx
      .insertInto('ledger_reasons')
      .values({ student_id: studentId, seq: balance.last_entry, reason: cause.reason })
      .execute();
  return balance.credits;
}

/** Erases all words about an account's changes of credits; the ledger itself stays. */
export async function eraseReasons(tx: Tx, studentId: string): Promise<void> {
  await tx.deleteFrom('ledger_reasons').where('student_id', '=', studentId).execute();
}

/** Holds the balance until the commit, so that nobody spends between a look and what follows from it. */
export async function holdBalance(
  tx: Tx,
  studentId: string,
): Promise<{ readonly credits: number; readonly last_entry: number | null }> {
  // A write that changes nothing.
  return tx
    .updateTable('balances')
    .set((eb) => ({ credits: eb.ref('credits') }))
    .where('student_id', '=', studentId)
    .returning(['credits', 'last_entry'])
    .executeTakeFirstOrThrow();
}
