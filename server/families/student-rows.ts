// The rows of a family's students.
import type { NewStudent, Student, StudentChanges } from '../../domain/student.ts';
import type { Work } from '../engine/context.ts';
import type { Db, Tx } from '../engine/database.ts';
import { newId } from '../ids.ts';

/** The name of a removed student. */
export const REMOVED_NAME = 'Removed student';

export const studentColumns = ['id', 'name as Student_Name', 'year_class', 'may_book'] as const;

/** Converts a row of these columns to the wire format. */
export function toStudent({
  id,
  Student_Name,
  year_class,
  may_book,
}: Omit<Student, 'may_book'> & { readonly may_book: number }): Student {
  return { id, Student_Name, year_class, may_book: may_book === 1 };
}

/** The active students of a family, oldest first. */
export async function listStudents(db: Db, familyId: string): Promise<Student[]> {
  const rows = await db
    .selectFrom('students')
    .select(studentColumns)
    .where('family_id', '=', familyId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toStudent);
}

/** Adds a student, who may not book by themselves. Source: the database limits a family to six. */
export async function insertStudent(
  { tx, now }: Work,
  familyId: string,
  {
    id = newId(),
    Student_Name,
    year_class,
  }: Omit<NewStudent, 'year_class'> & {
    readonly id?: string;
    readonly year_class: NewStudent['year_class'] | null;
  },
): Promise<Student> {
  const row = await tx
    .insertInto('students')
    .values({ id, family_id: familyId, name: Student_Name, year_class, created_at: now })
    .returning(studentColumns)
    .executeTakeFirstOrThrow();
  return toStudent(row);
}

/**
 * Changes the given fields of an active student, and the name of their sign-in. Null if the family
 * has no such student.
 */
export async function changeStudent(
  tx: Tx,
  { id, familyId }: { readonly id: string; readonly familyId: string },
  { Student_Name: name, year_class, may_book }: StudentChanges,
): Promise<Student | null> {
  const row = await tx
    .updateTable('students')
    // Kysely leaves undefined values out; the last value keeps the statement from being empty.
    .set((eb) => ({
      name,
      year_class,
      may_book: may_book === undefined ? eb.ref('may_book') : Number(may_book),
    }))
    .where('id', '=', id)
    .where('family_id', '=', familyId)
    .where('removed_at', 'is', null)
    .returning(studentColumns)
    .executeTakeFirst();
  if (row === undefined) return null;
  if (name !== undefined)
    await tx.updateTable('people').set({ name }).where('student_id', '=', id).execute();
  return toStudent(row);
}

/**
 * Erases a student's personal data and marks the student as removed. Once the row is locked, nobody
 * can book or join a waiting list for them.
 */
export async function eraseStudent({ tx, now }: Work, id: string): Promise<void> {
  await tx
    .updateTable('students')
    .set({ name: REMOVED_NAME, year_class: null, may_book: 0, removed_at: now })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .execute();
}

/** Deletes the row of an erased student who never had a lesson. */
export async function dropStudent({ tx }: Work, id: string): Promise<void> {
  await tx
    .deleteFrom('students')
    .where('id', '=', id)
    .where((eb) =>
      eb.not(
        eb.or(
          (['bookings', 'payment_lessons'] as const).map((table) =>
            eb.exists(
              eb
                .selectFrom(table)
                .select('student_id')
                .whereRef(`${table}.student_id`, '=', 'students.id'),
            ),
          ),
        ),
      ),
    )
    .execute();
}
