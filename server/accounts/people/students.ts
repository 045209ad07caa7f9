// How parents manage the students of their family.
import { fieldRefusal, Refusal } from '../../../domain/errors.ts';
import {
  type NewStudent,
  refuseAnotherStudent,
  refuseRenaming,
  refuseStudentName,
  refuseStudentRemoval,
  type StudentChanges,
} from '../../../domain/people/student-rules.ts';
import type { Student } from '../../../domain/people/student.ts';
import { YEAR_MESSAGE } from '../../../domain/year-class.ts';
import { revokeInvitations } from '../../auth/links.ts';
import { activeBookings } from '../../booking/active-bookings.ts';
import { requireOpen, withFamily } from '../../booking/locks.ts';
import { leaveWaitingLists, type OwnLessons, withOwnLessons } from '../../booking/own-lessons.ts';
import { forgetNamesInSubjects } from '../../email/erasure.ts';
import { queueEmail } from '../../email/queue.ts';
import { type Context, transact, type Work } from '../../engine/context.ts';
import { revokeExcuseLinks } from '../../lessons/excuses/excuse-links.ts';
import { revokeJoinLinks, rotateJoinLinks } from '../../lessons/join-links/rotate-join-links.ts';
import {
  changeStudent,
  deleteStudent,
  eraseStudent,
  insertStudent,
  listStudents,
} from '../../people/student-rows.ts';
import type { FamilyActor } from '../../sessions/sessions.ts';
import type { AccountListeners } from '../listeners.ts';
import { erasePerson } from '../personal-data/erasure.ts';
import { signInRemovedEmail } from './emails.ts';

/** Adds a student to the family. Throws too_many_students or student_exists. */
export function addStudent(context: Context<FamilyActor>, student: NewStudent): Promise<Student> {
  const { familyId } = context.actor;
  return transact(context, (work) =>
    withFamily(work, familyId, async () => {
      const students = await listStudents(work.tx, familyId, work.now);
      const refusal =
        refuseAnotherStudent(students.length) ?? refuseStudentName(students, student.Student_Name);
      if (refusal !== null) throw new Refusal(refusal);
      return insertStudent(work, familyId, student);
    }),
  );
}

/**
 * Changes the given fields of a student. Revoking the right to book also removes the waiting-list
 * entries created by the student's sign-in. Throws student_not_found, student_exists, and
 * validation_failed for a year of null unless the student has finished school.
 */
export function updateStudent(
  context: Context<FamilyActor>,
  id: string,
  changes: StudentChanges,
): Promise<Student> {
  const { familyId } = context.actor;
  return transact(context, (work) => {
    const change = async () => {
      const students = await listStudents(work.tx, familyId, work.now);
      const refusal = refuseRenaming(students, id, changes.Student_Name);
      if (refusal !== null) throw new Refusal(refusal);
      if (changes.year_class === null) await requireFinished(work, { id, familyId });
      const changed = await changeStudent(work, { id, familyId }, changes);
      if (changed === null) throw new Refusal('student_not_found');
      return changed;
    };
    if (changes.may_book !== false) return withFamily(work, familyId, change);
    return withOwnLessons(work, familyId, async (own) => {
      requireOpen(own.family);
      const changed = await change();
      await leaveWaitingLists(work, own, { studentId: id, isOwn: true });
      return changed;
    });
  });
}

/** Throws student_not_found, or validation_failed if the student has not finished school. */
async function requireFinished(
  { tx, now }: Work,
  { id, familyId }: { id: string; familyId: string },
): Promise<void> {
  const student = (await listStudents(tx, familyId, now)).find((one) => one.id === id);
  if (student === undefined) throw new Refusal('student_not_found');
  if (!student.finished) throw fieldRefusal('year_class', 'validation_failed', YEAR_MESSAGE);
}

/**
 * Removes a student: deletes their name, sign-in, invitation and waiting-list entries; past lessons
 * still count. Throws student_not_found, last_student, or has_bookings if lessons are booked ahead.
 */
export async function removeStudent(
  context: Context<FamilyActor>,
  id: string,
  listeners: AccountListeners,
): Promise<void> {
  const { familyId } = context.actor;
  await transact(context, (work) =>
    // Locks the lessons of the whole family: none can move to the future meanwhile, and the
    // student's sign-in may have read its join links.
    withOwnLessons(work, familyId, async (own) => {
      requireOpen(own.family);
      const students = await listStudents(work.tx, familyId, work.now);
      if (!students.some((student) => student.id === id)) throw new Refusal('student_not_found');
      const owner = { familyId, studentId: id };
      const refusal = refuseStudentRemoval(students.length, await hasLessonsAhead(work, owner));
      if (refusal !== null) throw new Refusal(refusal);
      const hadSignIn = await eraseSignIn(work, id, listeners);
      await eraseStudent(work, id);
      await forgetNamesInSubjects(work, familyId);
      for (const { afterStudentsLeft } of listeners) await afterStudentsLeft?.(work, owner);
      await leaveWaitingLists(work, own, { studentId: id });
      await revokeJoinLinks(work, { family_id: familyId, student_id: id });
      await revokeExcuseLinks(work, own.family, { student_id: id });
      if (hadSignIn) await rotateJoinLinks(work, own);
      await deleteStudent(work, id);
    }),
  );
}

/**
 * Removes a student's sign-in with its waiting-list entries, and an open invitation to one. Does
 * nothing if there is none. Throws student_not_found.
 */
export async function removeSignIn(
  context: Context<FamilyActor>,
  studentId: string,
  listeners: AccountListeners,
): Promise<void> {
  const { familyId } = context.actor;
  await transact(context, (work) =>
    withOwnLessons(work, familyId, async (own) => {
      requireOpen(own.family);
      const students = await listStudents(work.tx, familyId, work.now);
      if (!students.some(({ id }) => id === studentId)) throw new Refusal('student_not_found');
      if (await revokeSignIn(work, own, studentId, listeners)) await rotateJoinLinks(work, own);
    }),
  );
}

/**
 * Removes a student's sign-in with its waiting-list entries, and an open invitation to one; the
 * caller rotates the join links. Returns whether there was a sign-in.
 */
export async function revokeSignIn(
  work: Work,
  own: OwnLessons,
  studentId: string,
  listeners: AccountListeners,
): Promise<boolean> {
  const hadSignIn = await eraseSignIn(work, studentId, listeners);
  // Like every new sign-in, a later one starts without the right to book.
  await changeStudent(work, { id: studentId, familyId: own.family.id }, { may_book: false });
  await leaveWaitingLists(work, own, { studentId, isOwn: true });
  return hadSignIn;
}

/** False if there was none. */
async function eraseSignIn(work: Work, studentId: string, listeners: AccountListeners) {
  await revokeInvitations(work, (invitations) => invitations.where('student_id', '=', studentId));
  const person = await work.tx
    .selectFrom('people')
    .select(['id as person_id', 'family_id', 'email', 'email_confirmed_at', 'name'])
    .where('student_id', '=', studentId)
    .executeTakeFirst();
  if (person === undefined) return false;
  await erasePerson(work, person.person_id, listeners);
  await queueEmail(work, signInRemovedEmail(person));
  return true;
}

async function hasLessonsAhead(
  { tx, now }: Work,
  { familyId, studentId }: { familyId: string; studentId: string },
): Promise<boolean> {
  const ahead = await activeBookings(tx)
    .select('bookings.id')
    .where('family_id', '=', familyId)
    .where('student_id', '=', studentId)
    .where((eb) => eb.or([eb('starts_at', '>', now), eb('moved_from', '>', now)]))
    .limit(1)
    .executeTakeFirst();
  return ahead !== undefined;
}
