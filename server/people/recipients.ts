// The recipients of emails about a family's lessons and payments.
import { sql } from 'kysely';

import type { LessonRecipient, Recipient } from '../email/compose.ts';
import type { Db } from '../engine/database.ts';
import { type Param, prepare } from '../engine/prepared.ts';

const columns = [
  'people.id as person_id',
  'people.family_id as family_id',
  'people.email as email',
  'people.email_confirmed_at as email_confirmed_at',
  'people.name as name',
  'people.role as role',
] as const;

/**
 * The columns of a LessonRecipient, for queries that join people and students and filter by isTold.
 */
export const recipientColumns = [...columns, 'students.name as student_name'] as const;

/**
 * Selects the people notified of a student's lessons: the parents and the student. Written without
 * 'or', which would make SQLite scan every parent.
 */
export const isTold = sql<boolean>`coalesce(people.student_id, students.id) = students.id`;

const ofLessons = prepare((db, param: Param<{ studentId: string }>) =>
  db
    .selectFrom('students')
    .innerJoin('people', 'people.family_id', 'students.family_id')
    .select(recipientColumns)
    .where('students.id', '=', param('studentId'))
    .where('students.removed_at', 'is', null)
    .where(isTold)
    .orderBy('people.created_at')
    .orderBy('people.id'),
);

/** The people notified of this student's lessons; none once the student or the family has left. */
export function readLessonRecipients(db: Db, studentId: string): Promise<LessonRecipient[]> {
  return ofLessons.all(db, { studentId });
}

/** This person; throws if they were removed. */
export function readRecipient(db: Db, personId: string): Promise<Recipient> {
  return db
    .selectFrom('people')
    .select(columns)
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
}

/**
 * The parents of a family, oldest first, who alone get emails about money; none once it has left.
 */
export function readParents(db: Db, familyId: string): Promise<Recipient[]> {
  return db
    .selectFrom('people')
    .select(columns)
    .where('family_id', '=', familyId)
    .where('role', '=', 'parent')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The parent who signs in with this address, and their phone number; null if none does. */
export async function findParent(
  db: Db,
  email: string,
): Promise<(Recipient & { readonly phone: string }) | null> {
  const row = await db
    .selectFrom('people')
    .select([...columns, 'phone'])
    .where('email', '=', email)
    .where('role', '=', 'parent')
    .executeTakeFirst();
  return row === undefined ? null : { ...row, phone: row.phone ?? '' };
}
