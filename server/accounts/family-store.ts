// What a family does with its own account: change it and close it.
import type { ProfileChanges, Student } from '../../domain/account.ts';
import type { Context, Work } from '../context.ts';
import { type Credentials, holdProven, type Proven } from './credentials-store.ts';
import { queueMail } from '../mail/store.ts';
import { endLinks } from './link-store.ts';
import { accountDeleted } from './messages.ts';
import { type Actor, endSessions } from './session-store.ts';
import { readStudent } from './store.ts';

const DELETED_NAME = 'Deleted account';

/** Changes the given fields and no others. Throws unauthenticated for an account that was left in the meantime. */
export async function changeProfile(
  { database: { db }, now, actor: { id } }: Context<Actor>,
  changes: Omit<ProfileChanges, 'Parent_Email'>,
): Promise<Student> {
  const given = {
    parent_name: changes.Parent_Name,
    parent_phone: changes.Parent_Phone_Number,
    student_name: changes.Student_Name,
  };
  if (Object.values(given).some((value) => value !== undefined))
    await db
      .updateTable('students')
      // What is undefined is no part of the statement.
      .set(given)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .execute();
  return readStudent(db, { id, now });
}

/**
 * Erases what the account's own row tells of people, and ends all that could sign in to it. Returns what was needed to
 * write to it. Throws what holdProven throws.
 */
export async function closeAccount(work: Work, proven: Proven): Promise<Credentials> {
  const { tx, now } = work;
  const { id } = proven;
  const before = await holdProven(tx, proven);
  await tx
    .updateTable('students')
    .set({
      parent_name: DELETED_NAME,
      student_name: DELETED_NAME,
      parent_phone: '',
      // Another email, also because only a change of the row's keys keeps new mails and reasons waiting: see migration 012.
      parent_email: `deleted ${id}`,
      password_hash: '',
      deleted_at: now,
    })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
  await endLinks(work, proven);
  await tx.deleteFrom('password_resets').where('student_id', '=', id).execute();
  await endSessions(work, proven);
  await tx.deleteFrom('sessions').where('student_id', '=', id).execute();
  return before;
}

/** Queues the last email to a family, for an account that has just been closed. */
export async function emailFarewell(work: Work, { id, email, name }: Credentials): Promise<void> {
  await queueMail(work, accountDeleted({ student_id: id, parent_email: email, parent_name: name }));
}
