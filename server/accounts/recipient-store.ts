// Whom the emails about a family's bookings and payments go to.
import type { Db } from '../db/database.ts';
import type { BookedFamily } from '../mail/compose.ts';

/** The columns of a BookedFamily, for queries that join people and students. */
export const recipientColumns = [
  'people.family_id as family_id',
  'people.email as email',
  'people.name as name',
  'students.name as student_name',
] as const;

/** The parent to write to, and the student; null once the family has left. */
export async function readRecipient(db: Db, familyId: string): Promise<BookedFamily | null> {
  const recipient = await db
    .selectFrom('people')
    .innerJoin('students', 'students.family_id', 'people.family_id')
    .select(recipientColumns)
    .where('people.family_id', '=', familyId)
    .executeTakeFirst();
  return recipient ?? null;
}
