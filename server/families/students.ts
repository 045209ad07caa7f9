// How parents manage the students of their family. The family's row is locked first, so that
// counts stay correct.
import { Refusal } from '../../domain/errors.ts';
import {
  type NewStudent,
  refuseAnotherStudent,
  refuseStudentRemoval,
  type Student,
  type StudentChanges,
} from '../../domain/student.ts';
import { lockFamily } from './profile.ts';
import { rotateJoinLinks } from '../lessons/rotate-join-links.ts';
import { endInvitations } from '../auth/links.ts';
import type { FamilyActor } from '../auth/sessions.ts';
import {
  changeStudent,
  dropStudent,
  eraseStudent,
  insertStudent,
  listStudents,
} from './student-rows.ts';
import { endJoinLinks, lockOwnLessons, requireOwnLocked } from '../lessons/end-bookings.ts';
import { endOwnEntries, lockOwnEntries, leaveWaitingLists } from '../lessons/waiting-list.ts';
import { type Context, transact, type Work } from '../engine/context.ts';
import { activeBookings } from '../lessons/active-bookings.ts';
import { queueEmail } from '../email/queue.ts';
import { erasePerson } from './erasure.ts';
import { signInRemoved } from './emails.ts';

/** Adds a student to the family. Throws too_many_students. */
export function addStudent(context: Context<FamilyActor>, student: NewStudent): Promise<Student> {
  return transact(context, async (work) => {
    const students = await requireStudents(work);
    const refusal = refuseAnotherStudent(students.length);
    if (refusal !== null) throw new Refusal(refusal);
    return insertStudent(work, work.actor.familyId, student);
  });
}

/**
 * Changes the given fields of a student. Revoking the right to book also removes the waiting-list
 * entries created by the student's sign-in. Throws student_not_found.
 */
export function updateStudent(
  context: Context<FamilyActor>,
  id: string,
  changes: StudentChanges,
): Promise<Student> {
  return transact(context, async (work) => {
    const { familyId } = work.actor;
    // Lessons are locked before the family, in the lock order.
    const awaited = changes.may_book === false ? await lockOwnEntries(work, id) : null;
    if (!(await lockFamily(work, familyId))) throw new Refusal('unauthenticated');
    const changed = await changeStudent(work.tx, { id, familyId }, changes);
    if (changed === null) throw new Refusal('student_not_found');
    if (awaited !== null) await endOwnEntries(work, id, awaited);
    return changed;
  });
}

/**
 * Removes a student: deletes their name, sign-in, invitation and waiting-list entries; past lessons
 * still count. Throws student_not_found, last_student, or has_bookings if lessons are booked ahead.
 */
export async function removeStudent(context: Context<FamilyActor>, id: string): Promise<void> {
  await transact(context, async (work) => {
    // Lessons are locked before the family, in the lock order: none can move to the future
    // meanwhile.
    const { familyId } = work.actor;
    const owner = { familyId, studentId: id };
    // Those of the whole family, because the student's sign-in may have read its join links.
    const locked = await lockOwnLessons(work, { familyId });
    const students = await requireStudents(work);
    if (!students.some((student) => student.id === id)) throw new Refusal('student_not_found');
    const last = refuseStudentRemoval(students.length, false);
    if (last !== null) throw new Refusal(last);
    const hadSignIn = await endSignIn(work, id);
    await eraseStudent(work, id);
    // After locking the row: a concurrent call is either seen here or finds the student gone.
    await requireOwnLocked(work, owner, locked);
    await leaveWaitingLists(work, owner);
    const refusal = refuseStudentRemoval(students.length, await hasLessonsAhead(work, owner));
    if (refusal !== null) throw new Refusal(refusal);
    await endJoinLinks(work, { family_id: familyId, student_id: id });
    if (hadSignIn) await rotateJoinLinks(work, familyId, locked);
    await dropStudent(work, id);
  });
}

/**
 * Removes a student's sign-in with its waiting-list entries, and an open invitation to one. Does
 * nothing if there is none. Throws student_not_found.
 */
export async function removeSignIn(
  context: Context<FamilyActor>,
  studentId: string,
): Promise<void> {
  await transact(context, async (work) => {
    const { familyId } = work.actor;
    const locked = await lockOwnLessons(work, { familyId });
    const students = await requireStudents(work);
    if (!students.some(({ id }) => id === studentId)) throw new Refusal('student_not_found');
    const hadSignIn = await takeSignInAway(work, { id: studentId, familyId }, locked);
    if (hadSignIn) await rotateJoinLinks(work, familyId, locked);
  });
}

/**
 * The students of the actor's family, which it locks. Throws unauthenticated if the family left.
 */
export async function requireStudents(work: Work<FamilyActor>): Promise<Student[]> {
  const { familyId } = work.actor;
  if (!(await lockFamily(work, familyId))) throw new Refusal('unauthenticated');
  return listStudents(work.tx, familyId);
}

/**
 * As removeSignIn, but the caller rotates the join links. Returns whether there was a sign-in. The
 * caller has locked the family and the lessons in `lessons`.
 */
export async function takeSignInAway(
  work: Work,
  student: { readonly id: string; readonly familyId: string },
  lessons: ReadonlySet<string>,
): Promise<boolean> {
  const hadSignIn = await endSignIn(work, student.id);
  // Like every new sign-in, a later one starts without the right to book.
  await changeStudent(work.tx, student, { may_book: false });
  await endOwnEntries(work, student.id, lessons);
  return hadSignIn;
}

/** False if there was none. */
async function endSignIn(work: Work, studentId: string): Promise<boolean> {
  await endInvitations(work, (invitations) => invitations.where('student_id', '=', studentId));
  const person = await work.tx
    .selectFrom('people')
    .select(['id as person_id', 'family_id', 'email', 'email_confirmed_at', 'name'])
    .where('student_id', '=', studentId)
    .executeTakeFirst();
  if (person === undefined) return false;
  await erasePerson(work, person.person_id);
  await queueEmail(work, signInRemoved(person));
  return true;
}

async function hasLessonsAhead(
  { tx, now }: Work,
  { familyId, studentId }: { readonly familyId: string; readonly studentId: string },
): Promise<boolean> {
  const ahead = await activeBookings(tx)
    .select('bookings.id')
    .where('family_id', '=', familyId)
    .where('student_id', '=', studentId)
    .where('starts_at', '>', now)
    .limit(1)
    .executeTakeFirst();
  return ahead !== undefined;
}
