// The free first lesson of a family that confirms another address than the one that it gave: it
// counts for the confirmed address, and the owner of the other one can still have a free lesson.
import type { Context, Work } from '../engine/context.ts';
import { addMarks, deleteMarks, marksOf } from './once-marks.ts';
import { readMarks } from './unconfirmed-grants.ts';

/** The marks of both addresses. */
interface ChangedMark {
  readonly before: string;
  readonly after: string;
}

/**
 * The marks of the addresses of an email change, by the hash of its token; null unless the free
 * first lesson of the family waits for its first confirmed address. Slow, as marksOf is.
 */
export async function readChangedMark(
  { database: { db }, now }: Context,
  tokenHash: string,
): Promise<ChangedMark | null> {
  const change = await db
    .selectFrom('email_changes')
    .innerJoin('people', 'people.id', 'person_id')
    .innerJoin('unconfirmed_grants', 'unconfirmed_grants.family_id', 'people.family_id')
    .select(['people.email as old_email', 'email_changes.email as email'])
    .where('token_hash', '=', tokenHash)
    .where('email_changes.expires_at', '>', now)
    .where('email_confirmed_at', 'is', null)
    .where('withdrawn_entry', 'is', null)
    .executeTakeFirst();
  if (change === undefined) return null;
  const [before] = await marksOf(db, { emails: [change.old_email], phones: [] });
  const [after] = await marksOf(db, { emails: [change.email], phones: [] });
  return before === undefined || after === undefined ? null : { before, after };
}

/**
 * Decides the grant of a family whose address was just changed and confirmed: it stays. Does
 * nothing if it was withdrawn meanwhile.
 */
export async function moveMark(
  work: Work,
  familyId: string,
  { before, after }: ChangedMark,
): Promise<void> {
  const grant = await work.tx
    .deleteFrom('unconfirmed_grants')
    .where('family_id', '=', familyId)
    .where('withdrawn_entry', 'is', null)
    .returning('marks')
    .executeTakeFirst();
  if (grant === undefined || !readMarks(grant).includes(before)) return;
  await deleteMarks(work, 'free_lesson', [before]);
  // An address that has had its own free lesson is marked already.
  await addMarks(work, 'free_lesson', [after]);
}
