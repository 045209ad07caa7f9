// What a family does with its own account: change it and close it.
import type { ProfileChanges, FamilyUser } from '../../domain/account.ts';
import { type Context, transact, type Work } from '../db/context.ts';
import { type Credentials, holdProven, type Proven } from './credentials-store.ts';
import type { Recipient } from '../mail/compose.ts';
import { queueMail } from '../mail/store.ts';
import { accountDeleted } from './messages.ts';
import type { FamilyActor } from './session-store.ts';
import { readAccount } from './store.ts';

const DELETED_NAME = 'Deleted account';

/** Changes the given fields and no others. Throws unauthenticated for an account that was left in the meantime. */
export async function changeProfile(
  context: Context<FamilyActor>,
  changes: Omit<ProfileChanges, 'Parent_Email'>,
): Promise<FamilyUser> {
  const { id, familyId } = context.actor;
  // What is undefined is no part of a statement.
  const parent = { name: changes.Parent_Name, phone: changes.Parent_Phone_Number };
  const student = { name: changes.Student_Name };
  await transact(context, async ({ tx }) => {
    if (isGiven(parent)) await tx.updateTable('people').set(parent).where('id', '=', id).execute();
    if (isGiven(student))
      await tx
        .updateTable('students')
        .set(student)
        .where('family_id', '=', familyId)
        .where('removed_at', 'is', null)
        .execute();
  });
  return readAccount(context.database.db, { familyId, now: context.now });
}

const isGiven = (changes: object) => Object.values(changes).some((value) => value !== undefined);

export interface Leaver extends Credentials, Recipient {
  readonly phone: string;
}

/**
 * Erases what the family's own rows hold about people and ends every way to sign in. Returns what it takes to email the
 * one who leaves, and the phone number. Throws what holdProven throws.
 */
export async function closeFamily(work: Work<FamilyActor>, proven: Proven): Promise<Leaver> {
  const { tx, now, actor } = work;
  const before = await holdProven(tx, proven);
  const { phone } = await tx
    .selectFrom('people')
    .select('phone')
    .where('id', '=', proven.id)
    .executeTakeFirstOrThrow();
  const { familyId } = actor;
  await tx
    .updateTable('families')
    .set({ deleted_at: now })
    .where('id', '=', familyId)
    .where('deleted_at', 'is', null)
    .execute();
  await tx
    .updateTable('students')
    .set({ name: DELETED_NAME, removed_at: now })
    .where('family_id', '=', familyId)
    .execute();
  const people = tx.selectFrom('people').select('id').where('family_id', '=', familyId);
  for (const table of ['sessions', 'password_resets', 'email_changes'] as const)
    await tx.deleteFrom(table).where('person_id', 'in', people).execute();
  await tx.deleteFrom('people').where('family_id', '=', familyId).execute();
  return { ...before, family_id: familyId, phone };
}

/** Queues the last email to a family, which has just been closed. */
export async function emailFarewell(work: Work, to: Recipient): Promise<void> {
  await queueMail(work, accountDeleted(to));
}
