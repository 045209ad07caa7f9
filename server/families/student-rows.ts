// The rows of a family's students.
import type { NewStudent, Student, StudentChanges } from '../../domain/families/student.ts';
import type { Work } from '../engine/context.ts';
import type { Db, Tx } from '../engine/database.ts';
import { newId } from '../ids.ts';
import { erasedValues, type Row, show, store } from './columns.ts';
import { studentDefinition } from './definitions.ts';

/** The student in a row, as answers show them. */
export const toStudent = (row: Row<'students'>): Student => show(row, studentDefinition, 'answer');

/** The active students of a family, oldest first. */
export async function listStudents(db: Db, familyId: string): Promise<Student[]> {
  const rows = await db
    .selectFrom('students')
    .selectAll()
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
    ...details
  }: Omit<NewStudent, 'year_class'> & {
    readonly id?: string;
    readonly year_class: NewStudent['year_class'] | null;
  },
): Promise<Student> {
  const row = await tx
    .insertInto('students')
    .values({
      ...store<'students'>(studentDefinition, details),
      id,
      family_id: familyId,
      name: details.Student_Name,
      created_at: now,
    })
    .returningAll()
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
  changes: StudentChanges,
): Promise<Student | null> {
  const row = await tx
    .updateTable('students')
    // The first value keeps the statement from being empty.
    .set((eb) => ({
      may_book: eb.ref('may_book'),
      ...store<'students'>(studentDefinition, changes),
    }))
    .where('id', '=', id)
    .where('family_id', '=', familyId)
    .where('removed_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return null;
  const { Student_Name: name } = changes;
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
    .set({ ...erasedValues<'students'>(studentDefinition), removed_at: now })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .execute();
}

/** Deletes the row of an erased student who never had a lesson. */
export async function deleteStudent({ tx }: Work, id: string): Promise<void> {
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
