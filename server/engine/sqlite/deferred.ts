// Checks the constraint that SQLite defers to the commit, for each of the transactions that share
// one.
import SqliteFile from 'better-sqlite3';

import type { deferredConstraint } from '../../schema/beyond-constraints.ts';

export interface DeferredCheck {
  /** Forgets the recorded changes, because a transaction begins. */
  begin(): void;
  /**
   * Throws SQLITE_CONSTRAINT_FOREIGNKEY, as the commit would, when a row changed since `begin`
   * breaks the constraint.
   */
  check(): void;
}

/** Records the rows that are changed through this connection. */
export function watchDeferred(
  file: SqliteFile.Database,
  { table, key, broken }: typeof deferredConstraint,
): DeferredCheck {
  const changed = new Set<unknown>();
  file.function('note_deferred', (value) => {
    changed.add(value);
    return null;
  });
  for (const event of ['insert', 'update'])
    file.exec(`create temp trigger deferred_${event} after ${event} on main.${table}
      begin select note_deferred(new.${key}); end`);
  const isBroken = file.prepare<[unknown]>(broken);
  return {
    begin: () => changed.clear(),
    check() {
      for (const value of changed)
        if (isBroken.get(value) !== undefined)
          throw new SqliteFile.SqliteError(
            'FOREIGN KEY constraint failed',
            'SQLITE_CONSTRAINT_FOREIGNKEY',
          );
    },
  };
}
