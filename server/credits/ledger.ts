// Balances and the credit ledger. Only this module changes them, always together and in the
// caller's transaction.
import { sql } from 'kysely';

import type { LedgerKind } from '../../domain/payments/credits.ts';
import { runTogether, type Work } from '../engine/context.ts';
import type { Db, Tx } from '../engine/database.ts';
import { type Param, prepare } from '../engine/prepared.ts';
import { hasRowLocks } from '../engine/row-locks.ts';
import { familyNews } from '../people/news.ts';

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

/** Only this module can make a LockedFamily. */
const lock = Symbol('lock');

/**
 * A family whose credits, people and students nobody else can change until the commit. The balance
 * is that of the moment when it was locked.
 */
export interface LockedFamily {
  readonly [lock]: true;
  readonly id: string;
  readonly credits: number;
  /** The number of its last ledger entry; null if it has none. */
  readonly last_entry: number | null;
  /** Whether it has closed its account. */
  readonly hasLeft: boolean;
}

/** Opens a new account at 0 credits. Nobody else knows the family before the commit. */
export async function openBalance(tx: Tx, familyId: string): Promise<LockedFamily> {
  const balance = { credits: 0, last_entry: null };
  await tx
    .insertInto('balances')
    .values({ family_id: familyId, ...balance })
    .execute();
  return { [lock]: true, id: familyId, ...balance, hasLeft: false };
}

/**
 * Opens new accounts, each with an entry for its first credits if it has any. Nobody else knows the
 * families before the commit.
 */
export async function openBalances(
  tx: Tx,
  now: number,
  accounts: { familyId: string; credits: number }[],
  reason: string,
): Promise<void> {
  const entries = accounts.filter(({ credits }) => credits > 0);
  if (entries.length > 0)
    await tx
      .insertInto('credit_ledger')
      .values(
        entries.map(({ familyId, credits }) => ({
          family_id: familyId,
          seq: 1,
          previous: null,
          kind: 'adjustment' as const,
          amount: credits,
          balance_before: 0,
          balance_after: credits,
          booking_id: null,
          payment_id: null,
          created_at: now,
        })),
      )
      .execute();
  await tx
    .insertInto('balances')
    .values(
      accounts.map(({ familyId, credits }) => ({
        family_id: familyId,
        credits,
        last_entry: credits > 0 ? 1 : null,
      })),
    )
    .execute();
  if (entries.length > 0)
    await tx
      .insertInto('ledger_reasons')
      .values(entries.map(({ familyId }) => ({ family_id: familyId, seq: 1, reason })))
      .execute();
}

/** Locks both rows, because PostgreSQL reads a row again only if it has waited for that row. */
const lockBalanceRow = prepare((db, param: Param<{ familyId: string }>) =>
  db
    .selectFrom('balances')
    .innerJoin('families', 'families.id', 'balances.family_id')
    .select(['credits', 'last_entry', 'deleted_at'])
    .where('family_id', '=', param('familyId'))
    .$if(hasRowLocks(db), (rows) => rows.forNoKeyUpdate()),
);

/**
 * Locks a family until the commit. Null if it has never existed. Only withLocks
 * (server/booking/locks.ts) calls this, so that all rows are locked in one order.
 */
export async function lockFamily(tx: Tx, familyId: string): Promise<LockedFamily | null> {
  const row = await lockBalanceRow.first(tx, { familyId });
  if (row === undefined) return null;
  const { deleted_at, ...balance } = row;
  return { [lock]: true, id: familyId, ...balance, hasLeft: deleted_at !== null };
}

const balanceOf = prepare((db, param: Param<{ familyId: string }>) =>
  db.selectFrom('balances').select('credits').where('family_id', '=', param('familyId')),
);

/** The credits of a family, without a lock; 0 if it has never existed. */
export async function readBalance(db: Db, familyId: string): Promise<number> {
  const row = await balanceOf.first(db, { familyId });
  return row?.credits ?? 0;
}

/** The balance of a locked family after the changes of this transaction. */
export async function readLockedBalance(
  tx: Tx,
  { id }: LockedFamily,
): Promise<Pick<LockedFamily, 'credits' | 'last_entry'>> {
  return tx
    .selectFrom('balances')
    .select(['credits', 'last_entry'])
    .where('family_id', '=', id)
    .executeTakeFirstOrThrow();
}

const updateBalance = prepare(
  (db, param: Param<{ familyId: string; amount: number; min: number }>) =>
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
const insertLedgerEntry = prepare((db, param: Param<NewEntry>) =>
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
  { tx, now, announce }: Work,
  { familyId, amount, kind, reason, ...about }: CreditChange,
): Promise<Balance | null> {
  const { bookingId = null, paymentId = null } = about;
  const [changed] = await runTogether([
    updateBalance.first(tx, { familyId, amount, min: -amount }),
    insertLedgerEntry.run(tx, { familyId, kind, amount, bookingId, paymentId, now }),
  ]);
  if (changed === undefined || changed.entry === null) return null;
  announce(familyNews({ familyId, studentId: null }));
  const { credits, entry } = changed;
  if (reason !== undefined)
    await tx
      .insertInto('ledger_reasons')
      .values({ family_id: familyId, seq: entry, reason })
      .execute();
  return { credits, entry };
}

/** Erases the reasons of these families' credit changes; the ledger entries stay. */
export async function eraseReasons(tx: Tx, familyIds: string[]): Promise<void> {
  await tx.deleteFrom('ledger_reasons').where('family_id', 'in', familyIds).execute();
}

/**
 * Deletes the balance and the whole ledger of a family that is being forgotten. The database
 * refuses it for every other family.
 */
export async function deleteLedger({ tx }: Work, familyId: string): Promise<void> {
  for (const table of ['balances', 'ledger_reasons', 'credit_ledger'] as const)
    await tx.deleteFrom(table).where('family_id', '=', familyId).execute();
}
