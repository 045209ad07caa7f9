// Deletes the bookings of a family that is being forgotten, years after the lessons.
import type { Work } from '../../engine/context.ts';

/**
 * The counts of the lessons go down with them. Nobody can take those spots: the lessons are over.
 * The family's ledger and payments have been deleted before.
 */
export async function deleteBookings({ tx }: Work, familyId: string): Promise<void> {
  await tx
    .updateTable('lessons')
    .set((eb) => {
      const bookings = eb
        .selectFrom('bookings')
        .whereRef('bookings.lesson_id', '=', 'lessons.id')
        .where('bookings.family_id', '=', familyId)
        .where('bookings.cancelled_at', 'is', null);
      return {
        booked: eb(
          'booked',
          '-',
          bookings.select((count) => count.fn.countAll<number>().as('booked')),
        ),
        free_booked: eb(
          'free_booked',
          '-',
          bookings.select((sum) =>
            sum.fn.coalesce(sum.fn.sum<number>('is_free_first'), sum.lit(0)).as('free'),
          ),
        ),
      };
    })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('bookings')
        .select('lesson_id')
        .where('family_id', '=', familyId)
        .where('cancelled_at', 'is', null),
    )
    // A deleted lesson counts none.
    .where('deleted_at', 'is', null)
    .execute();
  for (const column of ['booking_id', 'moved_to'] as const)
    await tx
      .deleteFrom('excuse_links')
      .where(column, 'in', (eb) =>
        eb.selectFrom('bookings').select('id').where('family_id', '=', familyId),
      )
      .execute();
  await tx.deleteFrom('bookings').where('family_id', '=', familyId).execute();
}
