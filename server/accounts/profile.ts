// Changes and closes a family's account.
import { Refusal } from '../../domain/errors.ts';
import type { ParentUser } from '../../domain/people/account.ts';
import type { ProfileChanges } from '../../domain/people/sign-up.ts';
import { refuseRenaming } from '../../domain/people/student-rules.ts';
import { accountDeletedEmail } from '../auth/emails.ts';
import { revokeInvitations } from '../auth/links.ts';
import { withFamily } from '../booking/locks.ts';
import type { LockedFamily } from '../credits/ledger.ts';
import type { Recipient } from '../email/compose.ts';
import { queueEmail } from '../email/queue.ts';
import { type Context, transact, type Work } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { erasedValues } from '../people/columns.ts';
import { phoneMarkUnlessBusy } from '../people/contact-marks.ts';
import { studentDefinition } from '../people/definitions.ts';
import { changeStudent, listStudents } from '../people/student-rows.ts';
import { lockAccount } from '../sessions/credentials.ts';
import type { FamilyActor } from '../sessions/sessions.ts';
import { readParent, toReminderColumns } from './accounts.ts';
import type { AccountListeners } from './listeners.ts';

/** The name of the students of a closed family. */
export const DELETED_NAME = 'Deleted account';

/** All changes but that of the address, which waits for its confirmation. */
type PersonChanges = Omit<ProfileChanges, 'Parent_Email'>;

/**
 * Leaves out a phone number that is stored already. A given one is marked, which is slow, and may
 * be limited; one that another call has just replaced is not written back without its mark.
 */
export async function withoutStoredPhone(
  db: Db,
  personId: string,
  { Parent_Phone_Number: phone, ...others }: PersonChanges,
): Promise<PersonChanges> {
  if (phone === undefined) return others;
  const stored = await db
    .selectFrom('people')
    .select('phone')
    .where('id', '=', personId)
    .executeTakeFirst();
  return stored?.phone === phone ? others : { ...others, Parent_Phone_Number: phone };
}

/**
 * Changes only the given fields; a phone number is a new one (see withoutStoredPhone). `caller` is
 * the network whose share of the queue its mark takes. Throws student_exists, or unauthenticated if
 * the account was deleted in the meantime.
 */
export async function changeProfile(
  context: Context<FamilyActor>,
  changes: PersonChanges,
  caller: string,
): Promise<ParentUser> {
  const { id, familyId } = context.actor;
  // Kysely leaves undefined values out of the statement.
  const parent = { name: changes.Parent_Name, phone: changes.Parent_Phone_Number };
  const { Student_Name: studentName, reminder_hours, reminder_hours_before, letters } = changes;
  const choices = {
    ...(reminder_hours && toReminderColumns(reminder_hours, reminder_hours_before)),
    ...(letters === undefined ? {} : { letters: Number(letters) }),
  };
  const { db } = context.database;
  const { phone } = parent;
  const mark =
    phone === undefined ? {} : { phone_mark: await phoneMarkUnlessBusy(db, phone, caller) };
  await transact(context, (work) =>
    withFamily(work, familyId, async () => {
      const { tx } = work;
      if (Object.values(parent).some((value) => value !== undefined))
        await tx
          .updateTable('people')
          .set({ ...parent, ...mark })
          .where('id', '=', id)
          .execute();
      if (Object.keys(choices).length > 0)
        await tx.updateTable('families').set(choices).where('id', '=', familyId).execute();
      if (studentName === undefined) return;
      const students = await listStudents(tx, familyId, work.now);
      const [first] = students;
      if (first === undefined) return;
      const refusal = refuseRenaming(students, first.id, studentName);
      if (refusal !== null) throw new Refusal(refusal);
      await changeStudent(work, { id: first.id, familyId }, { Student_Name: studentName });
    }),
  );
  return readParent(db, { id, familyId }, context.now);
}

/** Erases the personal data in the family's own rows and ends every way to sign in. */
export async function closeFamily(
  work: Work,
  { id: familyId }: LockedFamily,
  listeners: AccountListeners,
): Promise<void> {
  const { tx, now } = work;
  const people = await tx
    .selectFrom('people')
    .select('id')
    .where('family_id', '=', familyId)
    .orderBy('id')
    .execute();
  // People are locked before the family is closed: their concurrent writes may still refer to it.
  for (const { id } of people) await lockAccount(tx, { audience: 'family', id });
  await tx
    .updateTable('families')
    .set({ deleted_at: now })
    .where('id', '=', familyId)
    .where('deleted_at', 'is', null)
    .execute();
  await tx
    .updateTable('students')
    .set((eb) => ({
      ...erasedValues<'students'>(studentDefinition),
      name: DELETED_NAME,
      removed_at: eb.fn.coalesce('removed_at', eb.val(now)),
    }))
    .where('family_id', '=', familyId)
    .execute();
  await revokeInvitations(work, (invitations) => invitations.where('family_id', '=', familyId));
  for (const { id } of people) await deletePerson(work, id, listeners);
}

/** Deletes a person's row, their sessions, their links and the invitations they sent. */
export async function deletePerson(work: Work, id: string, listeners: AccountListeners) {
  const { tx } = work;
  // A starting session or a link request locks it too.
  await lockAccount(tx, { audience: 'family', id });
  for (const table of [
    'sessions',
    'password_resets',
    'email_changes',
    'email_confirmations',
  ] as const)
    await tx.deleteFrom(table).where('person_id', '=', id).execute();
  for (const { beforePersonIsDeleted } of listeners) await beforePersonIsDeleted?.(work, id);
  await revokeInvitations(work, (invitations) => invitations.where('invited_by', '=', id));
  await tx.deleteFrom('people').where('id', '=', id).execute();
}

/** Queues the last email to a parent of a family that was just closed. */
export async function queueFarewell(work: Work, to: Recipient): Promise<void> {
  await queueEmail(work, accountDeletedEmail(to));
}
