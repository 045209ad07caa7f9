// Table-specific rules that the engine enforces beyond SQL constraints. They are defined here so
// that the engine knows no table.

/**
 * The constraint that SQLite only checks at a commit: a balance names the last entry of its ledger.
 * When several transactions share a commit, the engine checks it for each of them.
 */
export const deferredConstraint = {
  table: 'balances',
  key: 'family_id',
  /** Finds a row when the constraint is broken for the key. */
  broken: `select 1 from balances where family_id = ? and last_entry is not null
    and not exists (select 1 from credit_ledger where credit_ledger.family_id = balances.family_id
      and seq = last_entry and balance_after = credits)`,
} as const;

/** Invoice numbers issued since a backup was made are carried over when it is restored. */
export const carriedOver = {
  read: 'select year, last from invoice_years',
  write: `insert into invoice_years (year, last) values (@year, @last)
    on conflict (year) do update set last = excluded.last where invoice_years.last < excluded.last`,
} as const;

/** A random value, stored once, that tells copies of this site from those of another. */
export const siteMark = { table: 'settings', column: 'salt' } as const;

/** What both sides of a move to another engine must agree on, besides a hash of each table. */
export const comparedSums = [
  ['paid, in minor units', 'select coalesce(sum(paid), 0) from payments'],
  ['refunded, in minor units', 'select coalesce(sum(refunded_amount), 0) from payments'],
  ['credits of all balances', 'select coalesce(sum(credits), 0) from balances'],
  ['credits of all ledgers', 'select coalesce(sum(amount), 0) from credit_ledger'],
  [
    'ledgers that add up to their balance',
    `select count(*) from balances b where b.credits =
      (select coalesce(sum(amount), 0) from credit_ledger g where g.family_id = b.family_id)`,
  ],
  ['active bookings', 'select count(*) from bookings where cancelled_at is null'],
] as const;
