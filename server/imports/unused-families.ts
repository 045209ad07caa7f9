// Removes imported families that nobody has used, many at once.
import { DELETED_NAME } from '../accounts/profile.ts';
import { eraseReasons, type LockedFamily } from '../credits/ledger.ts';
import { eraseEmails } from '../email/erasure.ts';
import type { Work } from '../engine/context.ts';
import { erasedValues } from '../people/columns.ts';
import { studentDefinition } from '../people/definitions.ts';
import { deleteMarks } from '../people/once-marks.ts';
import { NO_PASSWORD } from '../sessions/hashing.ts';

/**
 * Closes and erases those of these families that nobody has used: the parent has no password, there
 * was never a booking, and the credits are those that came along. Returns their number.
 */
export async function removeUnusedFamilies(work: Work, families: LockedFamily[]): Promise<number> {
  const { tx, now } = work;
  const unused = await lockUnusedParents(
    work,
    families.map(({ id }) => id),
  );
  if (unused.length === 0) return 0;
  const ids = unused.map(({ family_id }) => family_id);
  const people = unused.map(({ id }) => id);
  await tx.deleteFrom('imported_families').where('family_id', 'in', ids).execute();
  await tx.updateTable('families').set({ deleted_at: now }).where('id', 'in', ids).execute();
  await tx
    .updateTable('students')
    .set({ ...erasedValues<'students'>(studentDefinition), name: DELETED_NAME, removed_at: now })
    .where('family_id', 'in', ids)
    .execute();
  for (const table of ['password_resets', 'import_invitations', 'due_import_invitations'] as const)
    await tx.deleteFrom(table).where('person_id', 'in', people).execute();
  await tx.deleteFrom('people').where('id', 'in', people).execute();
  // An enquiry was sent by the person. It stays with the tutor, as it was before the import.
  await tx
    .updateTable('enquiries')
    .set({ family_id: null })
    .where('family_id', 'in', ids)
    .execute();
  await deleteMarks(work, 'free_lesson', ids);
  await eraseReasons(tx, ids);
  await eraseEmails(work, 'family_id', ids);
  return ids.length;
}

/**
 * Locks the parents of these families, so that nobody requests a link to a password meanwhile, and
 * returns those of the unused ones.
 */
async function lockUnusedParents({ tx }: Work, familyIds: string[]) {
  const parents = await tx
    .updateTable('people')
    .set({ password_hash: NO_PASSWORD })
    .where('family_id', 'in', familyIds)
    .where('password_hash', '=', NO_PASSWORD)
    .returning(['id', 'family_id'])
    .execute();
  const untouched = await tx
    .selectFrom('imported_families')
    .innerJoin('balances', 'balances.family_id', 'imported_families.family_id')
    .select('imported_families.family_id as family_id')
    .where('imported_families.family_id', 'in', familyIds)
    .where((eb) =>
      eb(
        eb.fn.coalesce('balances.last_entry', eb.lit(0)),
        '=',
        eb.fn.coalesce('imported_families.last_entry', eb.lit(0)),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('bookings')
            .select('bookings.id')
            .whereRef('bookings.family_id', '=', 'imported_families.family_id'),
        ),
      ),
    )
    .execute();
  const ids = new Set(untouched.map(({ family_id }) => family_id));
  return parents.filter(({ family_id }) => ids.has(family_id));
}
