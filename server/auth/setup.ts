// The first admin's account, made with the one-time address that the server shows to its operator.
import type { NewAdmin } from '../../domain/auth/new-admin.ts';
import type { Session } from '../../domain/auth/session.ts';
import { Refusal } from '../../domain/errors.ts';
import { MINUTE_MS } from '../../domain/time.ts';
import { recordActivity } from '../activity/activities.ts';
import { hashOf, newToken } from '../base/ids.ts';
import { type Context, transact } from '../engine/context.ts';
import { type Db, isUniqueViolation } from '../engine/database.ts';
import { newAccount } from '../sessions/credentials.ts';
import { hashPassword } from '../sessions/hashing.ts';
import { startSession } from '../sessions/sessions.ts';
import { insertAdmin } from './admins.ts';

/** How long a setup address works. */
export const SETUP_MINUTES = 30;

const anyAdmin = (db: Db) => db.selectFrom('admins').select('id').limit(1);

export async function hasAdmin(db: Db): Promise<boolean> {
  return (await anyAdmin(db).executeTakeFirst()) !== undefined;
}

/**
 * Stores the hash of a new token and returns the token with its end; null once there is an admin.
 * Tokens of other processes stay valid.
 */
export async function createSetupToken(
  context: Context,
): Promise<{ readonly token: string; readonly expiresAt: number } | null> {
  const { now } = context;
  const token = newToken();
  const expiresAt = now + SETUP_MINUTES * MINUTE_MS;
  return transact(context, async ({ tx }) => {
    if (await hasAdmin(tx)) return null;
    await tx
      .deleteFrom('setup_addresses')
      .where('used', 'is', null)
      .where('expires_at', '<=', now)
      .execute();
    await tx
      .insertInto('setup_addresses')
      .values({ token_hash: hashOf(token), expires_at: expiresAt, used: null })
      .execute();
    return { token, expiresAt };
  });
}

/** Deletes the addresses that nobody has used: there is an admin. */
export async function deleteSetupTokens(db: Db): Promise<void> {
  await db.deleteFrom('setup_addresses').where('used', 'is', null).execute();
}

const usable = (db: Db, { tokenHash, now }: { tokenHash: string; now: number }) =>
  db
    .selectFrom('setup_addresses')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .where('used', 'is', null)
    .where('expires_at', '>', now)
    .where((eb) => eb.not(eb.exists(anyAdmin(db))));

/**
 * The hash of this valid token, looked up before any hashing of passwords. Throws setup_not_found
 * if it is unknown, used or expired, or there is an admin.
 */
export async function findSetupAddress(
  { database: { db }, now }: Context,
  token: string,
): Promise<string> {
  const link = await usable(db, { tokenHash: hashOf(token), now }).executeTakeFirst();
  if (link === undefined) throw new Refusal('setup_not_found');
  return link.token_hash;
}

interface SetUp {
  tokenHash: string;
  admin: NewAdmin;
  /** The client address, for the record. */
  from: string;
}

/** Creates the first admin and signs in. Throws setup_not_found as findSetupAddress does. */
export async function setUp(
  context: Context,
  { tokenHash, admin: { email, name, password }, from }: SetUp,
): Promise<{ readonly id: string; readonly session: Session }> {
  const password_hash = await hashPassword(password, tokenHash);
  try {
    return await transact(context, async (work) => {
      const { tx, now } = work;
      const { numUpdatedRows } = await tx
        .updateTable('setup_addresses')
        .set({ used: 1 })
        .where('token_hash', '=', tokenHash)
        .where('used', 'is', null)
        .where('expires_at', '>', now)
        .where((eb) => eb.not(eb.exists(anyAdmin(tx))))
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) throw new Refusal('setup_not_found');
      const id = await insertAdmin(work, { email, name, password_hash });
      await recordActivity(work, { adminId: id, kind: 'signed_in', detail: `From ${from}` });
      return { id, session: await startSession(work, newAccount({ audience: 'admin', id })) };
    });
  } catch (error) {
    // Another address was used at the same time, or "npm run admin:create" took the email.
    if (isUniqueViolation(error)) throw new Refusal('setup_not_found', {}, error);
    throw error;
  }
}
