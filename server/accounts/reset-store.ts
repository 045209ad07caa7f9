// Forgotten passwords: a link by mail, and the new password that it allows.
import type { Audience } from '../../domain/account.ts';
import { Refusal } from '../../domain/errors.ts';
import { RESET_LINK_MINUTES } from '../../domain/limits.ts';
import { resetPath } from '../../domain/paths.ts';
import { recordActivity } from '../activity/store.ts';
import { type Db, transact, type Tx } from '../db/index.ts';
import { hashOf, newToken } from '../ids.ts';
import { passwordChanged, passwordReset } from '../mail/messages.ts';
import { queueMail } from '../mail/store.ts';
import { hashPassword } from '../passwords.ts';
import { endSessions, ownerColumn } from './session-store.ts';

interface Found {
  readonly id: string;
  readonly name: string;
}

function findByEmail(tx: Tx, audience: Audience, email: string): Promise<Found | undefined> {
  return audience === 'student'
    ? tx
        .selectFrom('students')
        .select(['id', 'parent_name as name'])
        .where('parent_email', '=', email)
        .executeTakeFirst()
    : tx.selectFrom('admins').select(['id', 'name']).where('email', '=', email).executeTakeFirst();
}

/** Mails a link, if there is such an account; the caller is told nothing either way. */
export async function requestReset(
  db: Db,
  now: number,
  audience: Audience,
  email: string,
  appUrl: string,
): Promise<void> {
  await transact(db, async (tx) => {
    await tx.deleteFrom('password_resets').where('expires_at', '<=', now).execute();
    const found = await findByEmail(tx, audience, email);
    if (found === undefined) return;
    const token = newToken();
    const token_hash = hashOf(token);
    await tx
      .insertInto('password_resets')
      .values({
        token_hash,
        student_id: audience === 'student' ? found.id : null,
        admin_id: audience === 'admin' ? found.id : null,
        created_at: now,
        expires_at: now + RESET_LINK_MINUTES * 60_000,
        used_at: null,
      })
      .execute();
    await queueMail(
      tx,
      now,
      passwordReset(`reset:${token_hash}`, email, found.name, appUrl + resetPath(audience, token)),
    );
  });
}

/**
 * Sets the password that a live link allows, ends every session of the account and all its other links. Throws
 * invalid_reset_token for a link that is unknown, used, too old or of the other audience.
 */
export async function resetPassword(
  db: Db,
  now: number,
  audience: Audience,
  token: string,
  password: string,
): Promise<void> {
  const token_hash = hashOf(token);
  const column = ownerColumn[audience];
  const known = await db
    .selectFrom('password_resets')
    .select('token_hash')
    .where('token_hash', '=', token_hash)
    .where(column, 'is not', null)
    .executeTakeFirst();
  if (known === undefined) throw new Refusal('invalid_reset_token');
  const password_hash = await hashPassword(password);
  await transact(db, async (tx) => {
    const used = await tx
      .updateTable('password_resets')
      .set({ used_at: now })
      .where('token_hash', '=', token_hash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(column)
      .executeTakeFirst();
    const id = used?.[column];
    if (id === undefined || id === null) throw new Refusal('invalid_reset_token');
    await tx
      .updateTable('password_resets')
      .set({ used_at: now })
      .where(column, '=', id)
      .where('used_at', 'is', null)
      .execute();
    await endSessions(tx, now, { audience, id });
    if (audience === 'admin') {
      await tx.updateTable('admins').set({ password_hash }).where('id', '=', id).execute();
      await recordActivity(tx, now, id, 'password_changed', { detail: 'Password reset by email' });
      return;
    }
    await tx.updateTable('students').set({ password_hash }).where('id', '=', id).execute();
    const family = await tx
      .selectFrom('students')
      .select(['id as student_id', 'parent_email', 'parent_name'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await queueMail(tx, now, passwordChanged(family, now));
  });
}
