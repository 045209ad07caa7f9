// A family has confirmed another address than the one that it gave. Its free first lesson counts
// for the confirmed address, and the owner of the other one can still have a free lesson.
import type { AddressChange } from '../accounts/listeners.ts';
import type { Work } from '../engine/context.ts';
import { addMarks, deleteMarks } from '../people/once-marks.ts';
import { disownEnquiries } from './family-enquiries.ts';
import { readMarks } from './unconfirmed-grants.ts';

/**
 * Takes the enquiries from the old address away from the family, and decides its free lesson, which
 * stays. Leaves a free lesson that was withdrawn as it is.
 */
export async function followAddressChange(
  work: Work,
  { familyId, email, marks: { before, after } }: AddressChange,
): Promise<void> {
  await disownEnquiries(work, familyId, email);
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
