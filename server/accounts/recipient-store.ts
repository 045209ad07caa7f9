// Whom the emails about a family's bookings and payments go to.
import type { Db } from '../db/database.ts';
import { type Param, prepare } from '../db/prepared.ts';
import type { BookedFamily } from '../mail/compose.ts';

/** The columns of a BookedFamily, for queries that join people and students. */
export const recipientColumns = [
  'people.family_id as family_id',
  'people.email as email',
  'people.name as name',
  'students.name as student_name',
] as const;

const recipient = prepare((db, param: Param<{ familyId: string }>) =>
  db
    .selectFrom('people')
    .innerJoin('students', 'students.family_id', 'people.family_id')
    .select(recipientColumns)
    .where('people.family_id', '=', param('familyId')),
);

/** The parent to write to, and the student; null once the family has left. */
export async function readRecipient(db: Db, familyId: string): Promise<BookedFamily | null> {
  return (await recipient.first(db, { familyId })) ?? null;
}
