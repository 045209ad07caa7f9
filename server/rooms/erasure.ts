// Erases what students did in the rooms of their lessons.
import type { Work } from '../engine/context.ts';

/** Deletes the answers, ticks and practice of a family, or of one of its students. */
export async function eraseAnswers(
  { tx }: Work,
  of: { readonly family_id: string; readonly student_id?: string },
): Promise<void> {
  for (const table of ['attempts', 'item_ticks', 'practice_boxes'] as const)
    await tx
      .deleteFrom(table)
      .where((eb) => eb.and(of))
      .execute();
}
