// Balances and the credit ledger. Only this module changes them, always together and in the
// caller's transaction.
import { sql } from 'kysely';

import type { LedgerKind } from '../../domain/credits.ts';
import { together, type Work } from '../engine/context.ts';
import type { Db, Tx } from '../engine/database.ts';
import { type Param, prepare } from '../engine/prepared.ts';

/** A change of one family's balance, and its cause. */
export interface CreditChange {
  readonly familyId: string;
  /** Negative amounts take credits. */
  readonly amount: number;
  readonly kind: LedgerKind;
  readonly bookingId?: string;
  readonly paymentId?: string;
  readonly reason?: string;
}

/** A balance, and the number of the ledger entry that produced it. */
export interface Balance {
  readonly credits: number;
  readonly entry: number;
}

/** Opens a new account at 0 credits. */
export async function openBalance(tx: Tx, familyId: string): Promise<void> {
  await tx
    .insertInto('balances')
    .values({ family_id: familyId, credits: 0, last_entry: null })
    .execute();
}

const balance = prepare((db, param: Param<{ familyId: string }>) =>
  db.selectFrom('balances').select('credits').where('family_id', '=', param('familyId')),
);

export async function readBalance(db: Db, familyId: string): Promise<number> {
  const row = await balance.first(db, { familyId });
  return row?.credits ?? 0;
}

const changing = prepare((db, param: Param<{ familyId: string; amount: number; min: number }>) =>
  db
    .updateTable('balances')
    .set((eb) => ({
      credits: eb('credits', '+', param('amount')),
      last_entry: eb(eb.fn.coalesce('last_entry', eb.lit(0)), '+', 1),
    }))
    .where('family_id', '=', param('familyId'))
    .where('credits', '>=', param('min'))
    .returning(['credits', 'last_entry as entry']),
);

interface NewEntry {
  readonly familyId: string;
  readonly kind: LedgerKind;
  readonly amount: number;
  readonly bookingId: string | null;
  readonly paymentId: string | null;
  readonly now: number;
}

/**
 * Inserts the entry that the balance points to, unless it exists. Inserts nothing if the balance
 * was not changed.
 */
const entering = prepare((db, param: Param<NewEntry>) =>
  db
    .insertInto('credit_ledger')
    .columns([
      'family_id',
      'seq',
      'previous',
      'balance_before',
      'balance_after',
      'kind',
      'amount',
      'booking_id',
      'payment_id',
      'created_at',
    ])
    .expression((eb) =>
      eb
        .selectFrom('balances')
        .select([
          'family_id',
          'last_entry',
          sql<number | null>`nullif(last_entry - 1, 0)`.as('previous'),
          sql<number>`credits - cast(${param('amount')} as integer)`.as('balance_before'),
          'credits',
          eb.cast<LedgerKind>(param('kind'), 'text').as('kind'),
          eb.cast<number>(param('amount'), 'integer').as('amount'),
          eb.cast<string | null>(param('bookingId'), 'text').as('booking_id'),
          eb.cast<string | null>(param('paymentId'), 'text').as('payment_id'),
          eb.cast<number>(param('now'), 'bigint').as('created_at'),
        ])
        .where('family_id', '=', param('familyId'))
        .where('last_entry', 'is not', null)
        // As a scalar subquery: PostgreSQL would turn `not exists` into a join and read the
        // family's whole ledger.
        .where(
          (row) =>
            row
              .selectFrom('credit_ledger')
              .select('credit_ledger.seq')
              .whereRef('credit_ledger.family_id', '=', 'balances.family_id')
              .whereRef('credit_ledger.seq', '=', 'last_entry'),
          'is',
          null,
        ),
    ),
);

/**
 * Changes the balance, writes its ledger entry and returns both. Returns null and changes nothing
 * if the balance would fall below 0.
 */
export async function changeCredits(
  { tx, now }: Work,
  { familyId, amount, kind, reason, ...about }: CreditChange,
): Promise<Balance | null> {
  const { bookingId = null, paymentId = null } = about;
  const [changed] = await together([
    changing.first(tx, { familyId, amount, min: -amount }),
    entering.run(tx, { familyId, kind, amount, bookingId, paymentId, now }),
  ]);
  if (changed === undefined || changed.entry === null) return null;
  const { credits, entry } = changed;
  if (reason !== undefined)
    await tx
      .insertInto('ledger_reasons')
      .values({ family_id: familyId, seq: entry, reason })
      .execute();
  return { credits, entry };
}

/** Erases the reasons of a family's credit changes; the ledger entries stay. */
export async function eraseReasons(tx: Tx, familyId: string): Promise<void> {
  await tx.deleteFrom('ledger_reasons').where('family_id', '=', familyId).execute();
}

/**
 * Locks the balance until the commit, so that nobody spends credits between a read and the write
 * that depends on it.
 */
export async function lockBalance(
  tx: Tx,
  familyId: string,
): Promise<{ readonly credits: number; readonly last_entry: number | null }> {
  // An update that changes nothing takes the lock.
  return tx
    .updateTable('balances')
    .set((eb) => ({ credits: eb.ref('credits') }))
    .where('family_id', '=', familyId)
    .returning(['credits', 'last_entry'])
    .executeTakeFirstOrThrow();
}
