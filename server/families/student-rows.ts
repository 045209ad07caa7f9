// The rows of a family's students.
import type { NewStudent, Student, StudentChanges } from '../../domain/student.ts';
import type { Work } from '../engine/context.ts';
import type { Db, Tx } from '../engine/database.ts';
import { newId } from '../ids.ts';

/** What stands for the name of a student who was removed. */
export const REMOVED_NAME = 'Removed student';

export const studentColumns = ['id', 'name as Student_Name', 'year_class', 'may_book'] as const;

/** A row of these columns on the wire. */
export function toStudent({
  id,
  Student_Name,
  year_class,
  may_book,
}: Omit<Student, 'may_book'> & { readonly may_book: number }): Student {
  return { id, Student_Name, year_class, may_book: may_book === 1 };
}

/** The students of a family who attend, the first one first. */
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

/** Adds a student, who may not book by themselves. Source: the database lets a family have six. */
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
 * Changes the given fields of a student who attends, and the name of their sign-in. Null when the
 * family has no such student.
 */
export async function changeStudent(
  tx: Tx,
  { id, familyId }: { readonly id: string; readonly familyId: string },
  { Student_Name: name, year_class, may_book }: StudentChanges,
): Promise<Student | null> {
  const row = await tx
    .updateTable('students')
    // What is undefined is no part of the statement; the last one keeps it from being empty.
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
 * Erases what names a student, who does not attend from now on: once the row is held nobody books
 * for them, or waits.
 */
export async function eraseStudent({ tx, now }: Work, id: string): Promise<void> {
  await tx
    .updateTable('students')
    .set({ name: REMOVED_NAME, year_class: null, may_book: 0, removed_at: now })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .execute();
}

/** Deletes the row of a student who was erased and never had a lesson. */
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
