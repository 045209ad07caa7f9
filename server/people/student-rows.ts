// The rows of a family's students.
import type { NewStudent, StudentChanges } from '../../domain/people/student-rules.ts';
import type { Student } from '../../domain/people/student.ts';
import {
  describeYear,
  type StatedYear,
  sayYear,
  type SchoolYears,
  schoolYearsAt,
} from '../../domain/school-year.ts';
import type { YearClass } from '../../domain/year-class.ts';
import { newId } from '../base/ids.ts';
import type { Work } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { erasedValues, type Row, show, store } from './columns.ts';
import { studentDefinition } from './definitions.ts';

/** The student in a row, as answers show them in these school years. */
export const toStudent = (row: Row<'students'>, years: SchoolYears): Student => ({
  ...show(row, studentDefinition, 'answer'),
  ...describeYear(row, years),
});

/** The active students of a family at `now`, oldest first. */
export async function listStudents(db: Db, familyId: string, now: number): Promise<Student[]> {
  const years = schoolYearsAt(now);
  return (await listRows(db, familyId)).map((row) => toStudent(row, years));
}

/** What was said about the year of each active student of a family, by id. */
export async function readStatedYears(
  db: Db,
  familyId: string,
): Promise<ReadonlyMap<string, StatedYear>> {
  return new Map((await listRows(db, familyId)).map((row) => [row.id, row]));
}

const listRows = (db: Db, familyId: string) =>
  db
    .selectFrom('students')
    .selectAll()
    .where('family_id', '=', familyId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** Adds a student, who may not book by themselves. Source: the database limits a family to six. */
export async function insertStudent(
  { tx, now }: Work,
  familyId: string,
  {
    id = newId(),
    ...details
  }: Omit<NewStudent, 'year_class'> & { id?: string; year_class: YearClass | null },
): Promise<Student> {
  const row = await tx
    .insertInto('students')
    .values({
      ...store<'students'>(studentDefinition, details),
      id,
      family_id: familyId,
      name: details.Student_Name,
      ...(details.year_class === null ? {} : sayYear(details.year_class, now)),
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toStudent(row, schoolYearsAt(now));
}

/**
 * Changes the given fields of an active student, and the name of their sign-in. A year counts as
 * said at `now`. Null if the family has no such student.
 */
export async function changeStudent(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  { id, familyId }: { id: string; familyId: string },
  changes: StudentChanges,
): Promise<Student | null> {
  const row = await tx
    .updateTable('students')
    // The first value keeps the statement from being empty.
    .set((eb) => ({
      may_book: eb.ref('may_book'),
      ...store<'students'>(studentDefinition, changes),
      ...(changes.year_class === undefined ? {} : sayYear(changes.year_class, now)),
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
  return toStudent(row, schoolYearsAt(now));
}

/** Copies what somebody else has said about the year of a student. */
export async function copyYear(
  { tx }: Work,
  { id, familyId }: { id: string; familyId: string },
  { year_class, year_said_in }: StatedYear,
): Promise<void> {
  await tx
    .updateTable('students')
    .set({ year_class, year_said_in })
    .where('id', '=', id)
    .where('family_id', '=', familyId)
    .where('removed_at', 'is', null)
    .execute();
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

/** Deletes the row of a student, if they were erased and never had a lesson nor asked for one. */
export async function deleteStudent({ tx }: Work, id: string): Promise<void> {
  await tx
    .deleteFrom('students')
    .where('id', '=', id)
    .where('removed_at', 'is not', null)
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
