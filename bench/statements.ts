// The two statements of a list, word for word as the app sends them, for whoever runs them without
// the app.
import { type CompiledQuery, createQueryId } from 'kysely';

import { findLiveSession } from '../server/auth/sessions.ts';
import { type DatabaseOptions, openDatabase } from '../server/engine/database.ts';
import { listFamilyLessons } from '../server/lessons/family-lessons.ts';
import { watch } from '../server/testing/failing.ts';
import { weekWindow } from '../server/windows.ts';

export interface ListStatements {
  /** Its values: the hash of the token, and now. */
  readonly session: string;
  readonly lessons: string;
  /** The values of `lessons` for a family. */
  lessonValues(familyId: string): unknown[];
}

/**
 * Lists the week from `monday` on for the holder of `token`, and notes what that asks the database.
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
  if (actor?.audience !== 'family') throw new Error('the token is not of a family');
  await listFamilyLessons(
    watched.db,
    { familyId: actor.familyId, studentId: null, now },
    weekWindow(monday),
  );
  await database.close();
  const [session, lessons, ...more] = noted;
  if (session === undefined || lessons === undefined || more.length > 0)
    throw new Error(`a list takes ${noted.length} statements`);
  return {
    session: session.sql,
    lessons: lessons.sql,
    lessonValues: (familyId) =>
      lessons.parameters.map((value) => (value === actor.familyId ? familyId : value)),
  };
}
