// The tutor and other admins: who they are, and how one is created.
import type { Insertable } from 'kysely';

import type { NewAdmin } from '../../domain/auth/new-admin.ts';
import type { Admin } from '../../domain/auth/session.ts';
import { newId } from '../base/ids.ts';
import { type Context, transact, type Work } from '../engine/context.ts';
import { type Db, isUniqueViolation } from '../engine/database.ts';
import type { Tables } from '../schema/tables.ts';
import { hashPassword, NO_PASSWORD } from '../sessions/hashing.ts';
import type { AdminActor } from '../sessions/sessions.ts';

export function readAdmin(db: Db, id: string): Promise<Admin> {
  return db
    .selectFrom('admins')
    .select(['id', 'name', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** The name of the admin who acts, for the email about the act. */
export async function readActingAdmin({ tx, actor }: Work<AdminActor>): Promise<string> {
  return (await readAdmin(tx, actor.id)).name;
}

/** A blocked admin has no password. */
export const isBlocked = ({ password_hash }: { password_hash: string }) =>
  password_hash === NO_PASSWORD;

/** Inserts an admin and returns the id. Throws a unique violation if the email is taken. */
export async function insertAdmin(
  { tx, now }: Work,
  admin: Pick<Insertable<Tables['admins']>, 'email' | 'name' | 'password_hash'>,
): Promise<string> {
  const id = newId();
  await tx
    .insertInto('admins')
    .values({ ...admin, id, created_at: now })
    .execute();
  return id;
}

/**
 * Creates an admin; false if the email already belongs to one. `report` runs in the same
 * transaction.
 */
export async function createAdmin(
  context: Context,
  { email, name, password }: NewAdmin,
  report: (work: Work, id: string) => Promise<void> = async () => {},
): Promise<boolean> {
  const password_hash = await hashPassword(password, email);
  try {
    await transact(context, async (work) =>
      report(work, await insertAdmin(work, { email, name, password_hash })),
    );
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/** Creates the first admin from the environment if there is none. Returns whether it did. */
export async function createFirstAdmin(context: Context, admin: NewAdmin): Promise<boolean> {
  const any = await context.database.db
    .selectFrom('admins')
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return any === undefined && createAdmin(context, admin);
}

/** The addresses of all admins, blocked ones too. */
export async function adminEmails(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('admins').select('email').orderBy('created_at').execute();
  return rows.map(({ email }) => email);
}

/** The recipients of the tutor's own emails: every admin who is not blocked. */
export async function tutorEmails(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('admins')
    .select('email')
    .where('password_hash', '<>', NO_PASSWORD)
    .orderBy('created_at')
    .execute();
  return rows.map(({ email }) => email);
}
