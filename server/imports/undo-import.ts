// Undoes an import, and removes imported families that nobody uses for a year.
import { type RawBuilder, sql } from 'kysely';

import { Refusal } from '../../domain/errors.ts';
import { IMPORT } from '../../domain/imports/import.ts';
import { DAY_MS, HOUR_MS } from '../../domain/time.ts';
import { recordActivity } from '../activity/activities.ts';
import { withLocks } from '../booking/locks.ts';
import { actOnEach, type Context, transact, transactEach, type Work } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import type { Job } from '../process/repeat.ts';
import type { AdminActor } from '../sessions/sessions.ts';
import { removeUnusedFamilies } from './unused-families.ts';

interface UndoneImport {
  readonly removed: number;
  readonly kept: number;
}

/** So few that other writes hardly wait for them. */
const AT_ONCE = 100;

/**
 * Removes the families of this import that nobody has used, some at a time. A call that was cut off
 * is completed by a repeat; after that, a repeat changes nothing and returns the same. Throws
 * not_found, or undo_over after a day.
 */
export async function undoImport(context: Context<AdminActor>, id: string): Promise<UndoneImport> {
  const { db } = context.database;
  const row = await db
    .selectFrom('imports')
    .select(['created_at', 'undone_at', 'removed', 'kept'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found', { message: 'There is no such import.' });
  if (row.undone_at === null) {
    if (context.now >= row.created_at + IMPORT.undoHours * HOUR_MS) throw new Refusal('undo_over');
    const parts = eachPart(db, sql`imports.id = ${id}`);
    await actOnEach(parts, { complaint: 'parts of an import were not undone' }, (part) =>
      removeEach(context, part, (work, families) => removeFrom(work, id, families)),
    );
    await transact(context, (work) => recordUndo(work, id));
  }
  return db
    .selectFrom('imports')
    .select(['removed', 'kept'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** The families of the chosen imports, some at a time. */
async function* eachPart(db: Db, isChosen: RawBuilder<boolean>): AsyncGenerator<string[]> {
  for (let last: string | undefined = ''; last !== undefined;) {
    const rows: { family_id: string }[] = await db
      .selectFrom('imported_families')
      .innerJoin('imports', 'imports.id', 'import_id')
      .select('family_id')
      .where(isChosen)
      .where('family_id', '>', last)
      .orderBy('family_id')
      .limit(AT_ONCE)
      .execute();
    if (rows.length > 0) yield rows.map(({ family_id }) => family_id);
    last = rows.at(-1)?.family_id;
  }
}

type Remove = (work: Work, families: string[]) => Promise<unknown>;

/** Removes these families together or, if one of them prevents that, each by itself. */
async function removeEach(context: Context, families: string[], remove: Remove): Promise<void> {
  try {
    await transact(context, (work) => remove(work, families));
  } catch {
    // Of the family at fault, the same error comes again, with its id.
    const each = { complaint: 'imported families were not removed' };
    await transactEach(context, families, each, (work, id) => remove(work, [id]));
  }
}

/** Locks these families of the import, and removes and counts the unused ones. */
async function removeFrom(work: Work, importId: string, families: string[]): Promise<void> {
  const removed = await lockAndRemove(work, families);
  await work.tx
    .updateTable('imports')
    .set((eb) => ({ removed: eb('removed', '+', removed) }))
    .where('id', '=', importId)
    .execute();
}

const lockAndRemove = (work: Work, families: string[]): Promise<number> =>
  withLocks(work, { families }, (locks) =>
    removeUnusedFamilies(work, [...locks.families.values()]),
  );

/** Records once that the import is undone. The families that are left stay. */
async function recordUndo({ tx, ...work }: Work<AdminActor>, id: string): Promise<void> {
  const undone = await tx
    .updateTable('imports')
    .set((eb) => ({
      undone_at: work.now,
      kept: eb
        .selectFrom('imported_families')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('import_id', '=', id),
    }))
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .returning(['removed', 'kept'])
    .executeTakeFirst();
  if (undone === undefined) return;
  await recordActivity(
    { tx, ...work },
    {
      adminId: work.actor.id,
      kind: 'import_undone',
      detail: `${undone.removed} removed, ${undone.kept} kept`,
    },
  );
}

/**
 * Deletes the families that were imported a year ago and that nobody has used since. The others
 * stay for good.
 */
export async function deleteUnusedFamilies(context: Context): Promise<void> {
  const until = context.now - IMPORT.unusedDays * DAY_MS;
  const parts = eachPart(context.database.db, sql`imports.created_at <= ${until}`);
  await actOnEach(parts, { complaint: 'parts of imports were not cleared' }, (part) =>
    removeEach(context, part, async (work, families) => {
      await lockAndRemove(work, families);
      await work.tx.deleteFrom('imported_families').where('family_id', 'in', families).execute();
    }),
  );
}

export const deleteUnusedFamiliesJob: Job = {
  everyMs: DAY_MS,
  work: deleteUnusedFamilies,
  complaint: 'failed to delete imported families that nobody uses; will retry',
};
