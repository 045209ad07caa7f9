// Erases what students did in the rooms of their lessons.
import type { Work } from '../engine/context.ts';

/** Deletes the answers, ticks and practice of a family, or of one of its students. */
export async function eraseAnswers(
  { tx }: Work,
  { familyId, studentId }: { familyId: string; studentId?: string },
): Promise<void> {
  const students = tx
    .selectFrom('students')
    .select('id')
    .where('family_id', '=', familyId)
    .$if(studentId !== undefined, (one) => one.where('id', '=', studentId ?? ''));
  for (const table of ['attempts', 'item_ticks', 'practice_boxes'] as const)
    await tx.deleteFrom(table).where('student_id', 'in', students).execute();
}
