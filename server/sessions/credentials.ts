// The credentials of an account. Signing in, changing a password and deleting an account lock the
// account's row first, so that they run one after the other and see each other's changes.
import { sql } from 'kysely';

import type { Audience } from '../../domain/endpoint.ts';
import { fieldRefusal, Refusal } from '../../domain/errors.ts';
import type { Db, Tx } from '../engine/database.ts';

export interface Owner {
  readonly audience: Audience;
  readonly id: string;
}

/** Only this module can make a LockedAccount. */
const lock = Symbol('lock');

/** An account whose password, sessions and links nobody else can change until the commit. */
export interface LockedAccount extends Owner {
  readonly [lock]: true;
}

/** An account and the hash that its password was checked against. */
export interface ProvenOwner extends Owner {
  readonly password_hash: string;
}

/** How an account signs in and where it gets email. `id` is the person's or the admin's. */
export interface Credentials {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly password_hash: string;
}

const columns = ['id', 'email', 'name', 'password_hash'] as const;

/** The table of accounts, for each audience. */
export const ownerTable = { family: 'people', admin: 'admins' } as const;

const owners = (db: Db, audience: Audience) => db.selectFrom(ownerTable[audience]).select(columns);

/** The account with this email. */
export function findCredentials(
  db: Db,
  audience: Audience,
  email: string,
): Promise<Credentials | undefined> {
  return owners(db, audience).where('email', '=', email).executeTakeFirst();
}

/** Throws unauthenticated if the account was deleted during the call. */
export async function readCredentials(db: Db, { audience, id }: Owner): Promise<Credentials> {
  const owner = await owners(db, audience).where('id', '=', id).executeTakeFirst();
  if (owner === undefined) throw new Refusal('unauthenticated');
  return owner;
}

/** A person's membership in their family. */
export interface Member {
  readonly id: string;
  readonly familyId: string;
  /** The id of the student who signs in; null for a parent. */
  readonly student: { readonly id: string; readonly mayBook: boolean } | null;
}

/** The columns that toMember reads. */
interface MemberRow {
  person_id: string;
  family_id: string;
  student_id: string | null;
  /** 0 or 1; null for a parent. */
  may_book: number | null;
}

/** Whether the student who signs in may book; null for a parent. */
export const mayBookColumn = sql<
  number | null
>`(select may_book from students where students.id = people.student_id)`.as('may_book');

export function toMember({ person_id, family_id, student_id, may_book }: MemberRow): Member {
  const student = student_id === null ? null : { id: student_id, mayBook: may_book === 1 };
  return { id: person_id, familyId: family_id, student };
}

/** The person's membership; null if they were removed. */
export async function findMember(db: Db, personId: string): Promise<Member | null> {
  const person = await db
    .selectFrom('people')
    .select(['id as person_id', 'family_id', 'student_id', mayBookColumn])
    .where('id', '=', personId)
    .executeTakeFirst();
  return person === undefined ? null : toMember(person);
}

/** The person's membership. Throws unauthenticated if they were removed during the call. */
export async function readMember(db: Db, personId: string): Promise<Member> {
  const member = await findMember(db, personId);
  if (member === null) throw new Refusal('unauthenticated');
  return member;
}

/** An account that this transaction has inserted: nobody else knows it before the commit. */
export const newAccount = ({ audience, id }: Owner): LockedAccount => ({
  audience,
  id,
  [lock]: true,
});

/**
 * Locks the account's row until the commit, by a write that changes nothing. Null if the account
 * is gone or its password no longer has the given hash.
 */
export async function lockAccount(
  tx: Tx,
  { audience, id }: Owner,
  passwordHash: string | null = null,
): Promise<(LockedAccount & Credentials) | null> {
  const row = await tx
    .updateTable(ownerTable[audience])
    .set((eb) => ({ password_hash: eb.ref('password_hash') }))
    .where('id', '=', id)
    .$if(passwordHash !== null, (guarded) => guarded.where('password_hash', '=', passwordHash))
    .returning(columns)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, audience, [lock]: true };
}

/**
 * Locks an account and returns its credentials. Throws unauthenticated if the account is gone,
 * validation_failed if its password has changed.
 */
export async function lockProven(
  tx: Tx,
  proven: ProvenOwner,
): Promise<LockedAccount & Credentials> {
  const locked = await lockAccount(tx, proven, proven.password_hash);
  if (locked !== null) return locked;
  await readCredentials(tx, proven);
  throw wrongPasswordRefusal();
}

export function wrongPasswordRefusal(message = 'The current password is not correct'): Refusal {
  return fieldRefusal('current_password', 'validation_failed', message);
}
