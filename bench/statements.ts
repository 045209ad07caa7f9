// The statements of a list exactly as the app sends them, for running them without the app.
import { type CompiledQuery, createQueryId } from 'kysely';

import { weekWindow } from '../server/base/windows.ts';
import { type DatabaseOptions, openDatabase } from '../server/engine/database.ts';
import { listFamilyLessons } from '../server/lessons/family-lessons.ts';
import { findActiveSession } from '../server/sessions/sessions.ts';
import { watch } from '../server/testing/database/failing.ts';

interface ListStatements {
  /** Its values: the token's hash, and now. */
  readonly session: string;
  /** What follows for the family of the session. */
  readonly ofFamily: readonly FamilyStatement[];
}

interface FamilyStatement {
  readonly sql: string;
  readonly valuesFor: (familyId: string) => unknown[];
}

/**
 * Lists the week from `monday` on for the owner of `token`, and records the database statements.
 */
export async function recordListStatements(
  options: DatabaseOptions,
  { token, monday }: { token: string; monday: string },
): Promise<ListStatements> {
  const database = await openDatabase({ ...options, exclusive: false });
  const queries: CompiledQuery[] = [];
  const watched = watch(database, (node) => {
    queries.push(database.db.getExecutor().compileQuery(node, createQueryId()));
  });
  const now = Date.now();
  const actor = await findActiveSession({ database: watched, now, actor: null }, token);
  if (actor?.audience !== 'family') throw new Error('expected the token of a family');
  await listFamilyLessons(
    watched.db,
    { kind: 'parent', familyId: actor.familyId },
    { window: weekWindow(monday), now },
  );
  await database.close();
  const [session, ...ofFamily] = queries;
  if (session === undefined || ofFamily.length === 0)
    throw new Error(`expected a session and a list, got ${queries.length} statements`);
  return {
    session: session.sql,
    ofFamily: ofFamily.map(({ sql, parameters }) => ({
      sql,
      valuesFor: (familyId) =>
        parameters.map((value) => (value === actor.familyId ? familyId : value)),
    })),
  };
}
