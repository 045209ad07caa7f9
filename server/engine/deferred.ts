// The one constraint that SQLite checks at a commit only: a balance names the last entry of its ledger. Where several
// transactions share a commit it is checked for each of them here.
import SqliteFile from 'better-sqlite3';

export interface DeferredCheck {
  /** Forgets what was changed: a transaction begins. */
  begin(): void;
  /** Throws SQLITE_CONSTRAINT_FOREIGNKEY, as the commit would, when a balance changed since `begin` has no such entry. */
  check(): void;
}

/** Watches the balances that are changed through this connection. */
export function watchBalances(file: SqliteFile.Database): DeferredCheck {
  const changed = new Set<unknown>();
  file.function('note_balance', (familyId) => {
    changed.add(familyId);
    return null;
  });
  for (const event of ['insert', 'update'])
    file.exec(`create temp trigger balance_${event} after ${event} on main.balances
      begin select note_balance(new.family_id); end`);
  const broken = file.prepare<
    [unknown]
  >(`select 1 from balances where family_id = ? and last_entry is not null
    and not exists (select 1 from credit_ledger where credit_ledger.family_id = balances.family_id
      and seq = last_entry and balance_after = credits)`);
  return {
    begin: () => changed.clear(),
    check() {
      for (const familyId of changed)
        if (broken.get(familyId) !== undefined)
          throw new SqliteFile.SqliteError('FOREIGN KEY constraint failed', 'SQLITE_CONSTRAINT_FOREIGNKEY');
    },
  };
}
