// Which student of a family attends a lesson, and who gets the emails about it.
import { fieldRefusal, Refusal } from '../../domain/errors.ts';
import { CHOOSE_STUDENT, chooseStudent } from '../../domain/people/student.ts';
import type { LessonRecipient } from '../email/compose.ts';
import type { Work } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { type Param, prepare } from '../engine/prepared.ts';
import { isTold, recipientColumns } from '../people/recipients.ts';
import type { FamilyActor } from '../sessions/sessions.ts';
import { type Locks, withLocks } from './locks.ts';

const students = prepare((db, param: Param<{ familyId: string }>) =>
  db
    .selectFrom('students')
    .innerJoin('people', 'people.family_id', 'students.family_id')
    .select(['students.id as student_id', ...recipientColumns])
    .where('students.family_id', '=', param('familyId'))
    .where('students.removed_at', 'is', null)
    .where(isTold)
    .orderBy('people.created_at')
    .orderBy('people.id'),
);

/**
 * The active students of a family, each with the people notified of their lessons; none once the
 * family has left.
 */
export function readAttending(
  db: Db,
  familyId: string,
): Promise<(LessonRecipient & { readonly student_id: string })[]> {
  return students.all(db, { familyId });
}

/** The student to book for, as far as the request says. */
export interface RequestedStudent {
  readonly familyId: string;
  /** The student who is signed in and can only book for themselves; null for a parent. */
  readonly ownStudent: string | null;
  /** The requested student, if any. */
  readonly studentId: string | undefined;
}

/** The caller who books or cancels. */
export type BookingActor = Pick<FamilyActor, 'familyId' | 'student'>;

/** The student to book for, from the caller and the request. */
export const requestedStudent = (
  { familyId, student }: BookingActor,
  studentId: string | undefined,
): RequestedStudent => ({ familyId, ownStudent: student?.id ?? null, studentId });

/** The student who attends, and the recipients of the emails about it. */
export interface LessonAttendee {
  readonly studentId: string;
  readonly recipients: readonly LessonRecipient[];
}

/**
 * Chooses the student who attends. While the family is locked, the answer stays true until the
 * commit. Throws validation_failed when the choice is unclear, unauthenticated for a family that
 * has left.
 */
export async function chooseAttending(
  db: Db,
  { familyId, ownStudent, studentId }: RequestedStudent,
): Promise<LessonAttendee> {
  const people = await readAttending(db, familyId);
  if (people.length === 0) throw new Refusal('unauthenticated');
  const active = [...new Set(people.map(({ student_id }) => student_id))].map((id) => ({ id }));
  const choice = ownStudent === null ? active : active.filter(({ id }) => id === ownStudent);
  const chosen = chooseStudent(choice, studentId);
  if (chosen === null) throw fieldRefusal('Student_ID', 'validation_failed', CHOOSE_STUDENT);
  const recipients = people.filter(({ student_id }) => student_id === chosen.id);
  return { studentId: chosen.id, recipients };
}

/** Locks the lessons, if each has a spot for the family, and the family. Chooses who attends. */
export const withOpenSpots = <Outcome>(
  work: Work,
  requested: RequestedStudent,
  lessons: readonly string[],
  run: (locks: Locks<undefined, LessonAttendee>) => Promise<Outcome>,
): Promise<Outcome> =>
  withLocks(
    work,
    {
      lessons,
      spotFor: requested.familyId,
      families: [requested.familyId],
      readUnderLocks: () => chooseAttending(work.tx, requested),
    },
    run,
  );
