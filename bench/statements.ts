// The two statements of a list exactly as the app sends them, for running them without the app.
import { type CompiledQuery, createQueryId } from 'kysely';

import { findLiveSession } from '../server/auth/sessions.ts';
import { type DatabaseOptions, openDatabase } from '../server/engine/database.ts';
import { listFamilyLessons } from '../server/lessons/family-lessons.ts';
import { watch } from '../server/testing/database/failing.ts';
import { weekWindow } from '../server/windows.ts';

interface ListStatements {
  /** The values of `session`: the token's hash, and now. */
  readonly session: string;
  readonly lessons: string;
  /** The values of `lessons` for a family. */
  lessonValues(familyId: string): unknown[];
}

/**
 * Lists the week from `monday` on for the owner of `token`, and records the database statements.
 */
export async function noteListStatements(
  options: DatabaseOptions,
  { token, monday }: { readonly token: string; readonly monday: string },
): Promise<ListStatements> {
  const database = await openDatabase({ ...options, exclusive: false });
  const noted: CompiledQuery[] = [];
  const watched = watch(database, (node) => {
    noted.push(database.db.getExecutor().compileQuery(node, createQueryId()));
  });
  const now = Date.now();
  const actor = await findLiveSession({ database: watched, now, actor: null }, token);
  if (actor?.audience !== 'family') throw new Error('expected the token of a family');
  await listFamilyLessons(
    watched.db,
    { kind: 'parent', familyId: actor.familyId },
    { window: weekWindow(monday), now },
  );
  await database.close();
  const [session, lessons, ...more] = noted;
  if (session === undefined || lessons === undefined || more.length > 0)
    throw new Error(`expected two statements for a list, got ${noted.length}`);
  return {
    session: session.sql,
    lessons: lessons.sql,
    lessonValues: (familyId) =>
      lessons.parameters.map((value) => (value === actor.familyId ? familyId : value)),
  };
}
