// Ends the join links of bookings that stay as a record of attendance.
import { isActive } from '../../booking/active-bookings.ts';
import type { Work } from '../../engine/context.ts';

/**
 * Revokes the join links of bookings that stay as a record of attendance: the lesson was deleted
 * after its start, or the student or family has left.
 */
export async function endJoinLinks(
  { tx }: Work,
  of: { readonly lesson_id: string } | { readonly family_id: string; readonly student_id?: string },
): Promise<void> {
  await tx
    .updateTable('bookings')
    .set({ join_token: null, former_join_hashes: null })
    .where((eb) => eb.and(of))
    .where(isActive)
    .where('join_token', 'is not', null)
    .execute();
}
