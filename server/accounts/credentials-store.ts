// The credentials of an account. Whoever signs in, changes a password or leaves holds the account's row first, so that
// they queue there and the later one sees what the earlier one did.
import type { Audience } from '../../domain/account.ts';
import { Refusal, refuseField } from '../../domain/errors.ts';
import type { Db, Tx } from '../db/database.ts';

export interface Owner {
  readonly audience: Audience;
  readonly id: string;
}

/** An account, and the hash that its password was checked against. */
export interface Proven extends Owner {
  readonly password_hash: string;
}

/** What an account signs in with, and whom to write to. `id` is the person's or the admin's. */
export interface Credentials {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly password_hash: string;
}

const columns = ['id', 'email', 'name', 'password_hash'] as const;

/** The table of those who sign in, for each audience. */
export const ownerTable = { family: 'people', admin: 'admins' } as const;

const owners = (db: Db, audience: Audience) => db.selectFrom(ownerTable[audience]).select(columns);

/** The account with this email. */
export function findCredentials(db: Db, audience: Audience, email: string): Promise<Credentials | undefined> {
  return owners(db, audience).where('email', '=', email).executeTakeFirst();
}

/** Throws unauthenticated for an account that was left while the call was under way. */
export async function readCredentials(db: Db, { audience, id }: Owner): Promise<Credentials> {
  const found = await owners(db, audience).where('id', '=', id).executeTakeFirst();
  if (found === undefined) throw new Refusal('unauthenticated');
  return found;
}

/** The family of a person who signs in. Throws unauthenticated for one who has left while the call was under way. */
export async function readFamilyId(db: Db, personId: string): Promise<string> {
  const person = await db
    .selectFrom('people')
    .select('family_id')
    .where('id', '=', personId)
    .executeTakeFirst();
  if (person === undefined) throw new Refusal('unauthenticated');
  return person.family_id;
}

/**
 * Holds the account's row until the commit, by a write that changes nothing. Null when the account is gone or, where a
 * hash is given, has another password by now.
 */
export async function holdAccount(
  tx: Tx,
  { audience, id }: Owner,
  passwordHash: string | null = null,
): Promise<Credentials | null> {
  const held = await tx
    .updateTable(ownerTable[audience])
    .set((eb) => ({ password_hash: eb.ref('password_hash') }))
    .where('id', '=', id)
    .$if(passwordHash !== null, (guarded) => guarded.where('password_hash', '=', passwordHash))
    .returning(columns)
    .executeTakeFirst();
  return held ?? null;
}

/** As holdAccount; throws unauthenticated for an account that is gone, validation_failed for another password. */
export async function holdProven(tx: Tx, proven: Proven): Promise<Credentials> {
  const held = await holdAccount(tx, proven, proven.password_hash);
  if (held !== null) return held;
  await readCredentials(tx, proven);
  throw wrongPassword();
}

/** What is answered to a current password that is missing or not correct. */
export function wrongPassword(message = 'The current password is not correct'): Refusal {
  return refuseField('current_password', 'validation_failed', message);
}
