// Changes of who can sign in as an admin, made on the server's command line.
import type { NewAdmin } from '../../domain/auth/new-admin.ts';
import { recordActivity } from '../activity/activities.ts';
import { eraseUnsentTo } from '../email/erasure.ts';
import { type Context, transact, type Work } from '../engine/context.ts';
import { lockAccount, type LockedAccount } from '../sessions/credentials.ts';
import { hashPassword, NO_PASSWORD } from '../sessions/hashing.ts';
import { notifyAdmins } from './admin-notices.ts';
import { createAdmin, isBlocked } from './admins.ts';
import { replacePassword } from './passwords.ts';
import { switchOff } from './two-factor.ts';

/** Adds an admin, which is recorded and told to all; false if the email already belongs to one. */
export function addAdmin(context: Context, admin: NewAdmin): Promise<boolean> {
  const { name, email } = admin;
  return createAdmin(context, admin, async (work, id) => {
    await recordActivity(work, { adminId: id, kind: 'admin_added', detail: 'On the server' });
    await notifyAdmins(work, { kind: 'admin_added' }, { id, name, email });
  });
}

/**
 * Restores access for an operator who can run commands on the server: sets a new password without
 * the old one, switches two-factor authentication off and ends every session, link and calendar
 * feed of the admin.
 */
export async function restoreAccess(
  context: Context,
  { adminId, password }: { adminId: string; password: string },
): Promise<void> {
  const password_hash = await hashPassword(password, adminId);
  await transact(context, async (work) => {
    const account = await lockAccount(work.tx, { audience: 'admin', id: adminId });
    if (account === null) throw new Error(`there is no admin ${adminId}`);
    await endAccess(work, account, password_hash);
    await recordActivity(work, {
      adminId,
      kind: 'password_changed',
      detail: 'Access restored on the server',
    });
    await switchOff(work, adminId);
    await notifyAdmins(work, { kind: 'access_restored' }, account);
  });
}

/**
 * Blocks an admin: ends sessions, links and the calendar feed, takes the password away and deletes
 * the emails that are still to be sent there. The others are told. Returns why not, in a sentence,
 * or null. `npm run admin:create` lets the admin in again.
 */
export function blockAdmin(context: Context, email: string): Promise<string | null> {
  return transact(context, async (work) => {
    const admins = await lockAdmins(work);
    const admin = admins.find((one) => one.email === email);
    if (admin === undefined) return `${email} is no admin.`;
    if (isBlocked(admin)) return `${email} is blocked already.`;
    if (admins.filter((one) => !isBlocked(one)).length === 1)
      return `${email} is the last admin who can sign in. Add another one first.`;
    await endAccess(work, admin, NO_PASSWORD);
    await eraseUnsentTo(work, email);
    await recordActivity(work, {
      adminId: admin.id,
      kind: 'admin_blocked',
      detail: 'On the server',
    });
    await notifyAdmins(work, { kind: 'admin_blocked' }, admin);
    return null;
  });
}

/** Ends sessions, links and the calendar feed, which shows every meeting link. */
async function endAccess(work: Work, admin: LockedAccount, password_hash: string): Promise<void> {
  await replacePassword(work, admin, password_hash);
  await work.tx.deleteFrom('calendar_feeds').where('admin_id', '=', admin.id).execute();
}

/** Locks all admins, one after the other in one order, so that of two blocks one sees the other. */
async function lockAdmins({ tx }: Work) {
  const rows = await tx.selectFrom('admins').select('id').orderBy('id').execute();
  const locked = [];
  for (const { id } of rows) locked.push(await lockAccount(tx, { audience: 'admin', id }));
  return locked.filter((one) => one !== null);
}
