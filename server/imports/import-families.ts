// Imports the families of a file, all of them or none.
import { setImmediate as nextTurn } from 'node:timers/promises';

import {
  BROUGHT_ALONG,
  type Columns,
  type ImportResult,
  IMPORT,
} from '../../domain/imports/import.ts';
import { type ImportedFamily, joinFamilies, totalsOf } from '../../domain/imports/rows.ts';
import { creditCount } from '../../domain/payments/credits.ts';
import { HOUR_MS, MINUTE_MS, toIso } from '../../domain/time.ts';
import { type InsertedFamily, insertFamilies } from '../accounts/insert-families.ts';
import { recordActivity } from '../activity/activities.ts';
import { newId } from '../base/ids.ts';
import { openBalances } from '../credits/ledger.ts';
import { type Context, transact, type Work } from '../engine/context.ts';
import { answerOnce, NEW_REQUEST, type RequestKey } from '../engine/idempotency.ts';
import { addMarks } from '../people/once-marks.ts';
import type { AdminActor } from '../sessions/sessions.ts';
import { lockSettings } from '../settings/settings.ts';
import { planInvitations } from './due-invitations.ts';
import { inParts, readFamilies } from './read-families.ts';

const EMAIL_EVERY_MS = MINUTE_MS / IMPORT.emailsPerMinute;

interface ImportRequest {
  file: Buffer;
  columns?: Columns | undefined;
  /** Whether to email each parent a link to choose a password. */
  invite: boolean;
}

/**
 * Imports the families of the rows without problems. Skips families that exist, even those created
 * since the file was read. Throws as readFamilies does, or idempotency_key_reused.
 */
export async function importFamilies(
  context: Context<AdminActor>,
  { file, columns, invite }: ImportRequest,
  requestKey: RequestKey = NEW_REQUEST,
): Promise<ImportResult> {
  const { rows } = await readFamilies(context.database.db, file, columns);
  // Two imports of the same people insert them in one order, so neither waits for the other twice.
  const families = joinFamilies(rows).toSorted((one, other) => (one.email < other.email ? -1 : 1));
  const run = async (work: Work<AdminActor>): Promise<ImportResult> => {
    const id = await startImport(work);
    const inserted = await insertAll(work, families, id);
    if (invite) await planAllInvitations(work, id, inserted);
    const totals = totalsOf(inserted.map(({ family }) => family));
    await recordActivity(work, {
      adminId: work.actor.id,
      kind: 'families_imported',
      detail: `${familyCount(totals.families)}, ${creditCount(totals.credits)}`,
    });
    const done = new Set(inserted.map(({ family }) => family.email));
    const skipped = rows
      .filter(
        ({ problems, Parent_Email: parentEmail }) => problems.length > 0 || !done.has(parentEmail),
      )
      .map(({ line }) => line);
    const undo_until = toIso(work.now + IMPORT.undoHours * HOUR_MS);
    return { id, ...totals, skipped, undo_until };
  };
  return transact(context, (work) => answerOnce(work, requestKey, () => run(work)));
}

/** '1 family', '5 families'. */
const familyCount = (families: number) => `${families} ${families === 1 ? 'family' : 'families'}`;

async function startImport({ tx, now, actor }: Work<AdminActor>): Promise<string> {
  const id = newId();
  await tx
    .insertInto('imports')
    .values({ id, admin_id: actor.id, created_at: now, invited_until: now })
    .execute();
  return id;
}

/** Plans them after those of earlier imports, at a pace that delays no other email. */
async function planAllInvitations(
  work: Work,
  importId: string,
  inserted: readonly InsertedFamily[],
): Promise<void> {
  const { tx, now } = work;
  // Otherwise imports at the same time would plan for the same times. Last, because enquiries lock
  // the settings too.
  await lockSettings(work);
  const { latest } = await tx
    .selectFrom('imports')
    .select(({ fn }) => fn.max('invited_until').as('latest'))
    // An undone import sends none any more.
    .where('undone_at', 'is', null)
    .executeTakeFirstOrThrow();
  const first = Math.max(now, latest ?? 0);
  const invitations = inserted.map(({ parent: { person_id } }, index) => ({
    person_id,
    due_at: first + index * EMAIL_EVERY_MS,
  }));
  for (const part of inParts(invitations)) await planInvitations(work, part);
  await tx
    .updateTable('imports')
    .set({ invited_until: first + inserted.length * EMAIL_EVERY_MS })
    .where('id', '=', importId)
    .execute();
}

async function insertAll(
  work: Work,
  families: readonly ImportedFamily[],
  importId: string,
): Promise<InsertedFamily[]> {
  const all: InsertedFamily[] = [];
  for (const part of inParts(families)) {
    const inserted = await insertFamilies(work, part);
    if (inserted.length > 0) {
      await openBalances(
        work.tx,
        work.now,
        inserted.map(({ id, family }) => ({ familyId: id, credits: family.credits })),
        BROUGHT_ALONG,
      );
      await recordImported(work, importId, inserted);
      // Imported families have had lessons elsewhere, so none gets a free one. A ledger entry
      // says so for those with credits; the others get a mark.
      const withoutCredits = inserted.filter(({ family }) => family.credits === 0);
      if (withoutCredits.length > 0)
        await addMarks(
          work,
          'free_lesson',
          withoutCredits.map(({ id }) => id),
        );
    }
    all.push(...inserted);
    await nextTurn();
  }
  return all;
}

async function recordImported(
  { tx }: Work,
  import_id: string,
  inserted: InsertedFamily[],
): Promise<void> {
  await tx
    .insertInto('imported_families')
    .values(
      inserted.map(({ id, family }) => ({
        family_id: id,
        import_id,
        last_entry: family.credits > 0 ? 1 : null,
      })),
    )
    .execute();
}
