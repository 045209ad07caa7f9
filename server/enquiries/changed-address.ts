// The free first lesson of a family that confirms another address than the one that it gave: it
// counts for the confirmed address, and the owner of the other one can still have a free lesson.
import { Refusal } from '../../domain/errors.ts';
import type { Context, Work } from '../engine/context.ts';
import { emailMarkUnlessBusy } from '../people/contact-marks.ts';
import { addMarks, deleteMarks } from '../people/once-marks.ts';
import { readMarks } from './unconfirmed-grants.ts';

/** The marks of both addresses of a change; null while the server was too busy to compute one. */
interface ChangedMark {
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * The marks of the addresses of an email change, by the hash of its token. Slow, as marksOf is.
 * Throws service_unavailable if a free lesson depends on a mark that cannot be computed now.
 */
export async function readChangedMark(
  { database: { db }, now }: Context,
  tokenHash: string,
): Promise<ChangedMark> {
  const change = await db
    .selectFrom('email_changes')
    .innerJoin('people', 'people.id', 'person_id')
    .leftJoin('unconfirmed_grants', (join) =>
      join
        .onRef('unconfirmed_grants.family_id', '=', 'people.family_id')
        .on('withdrawn_entry', 'is', null),
    )
    .select(['person_id', 'email_mark', 'email_changes.email as email', 'marks'])
    .where('token_hash', '=', tokenHash)
    .where('email_changes.expires_at', '>', now)
    .executeTakeFirst();
  if (change === undefined) return { before: null, after: null };
  const after = await emailMarkUnlessBusy(db, change.email, change.person_id);
  if (change.marks !== null && after === null) throw new Refusal('service_unavailable');
  return { before: change.email_mark, after };
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
  if (grant === undefined || before === null || after === null) return;
  if (!readMarks(grant).includes(before)) return;
  await deleteMarks(work, 'free_lesson', [before]);
  // An address that has had its own free lesson is marked already.
  await addMarks(work, 'free_lesson', [after]);
}
