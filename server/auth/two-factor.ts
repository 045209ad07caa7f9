// Two-factor authentication of admins: the secret, the time steps already used and the recovery
// codes.
import { readAppCode, RECOVERY_CODES, type TwoFactorState } from '../../domain/auth/two-factor.ts';
import { Refusal } from '../../domain/errors.ts';
import { recordActivity } from '../activity/activities.ts';
import { hashOf } from '../base/ids.ts';
import { type Context, transact, type Work } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import {
  type Credentials,
  lockAccount,
  type LockedAccount,
  lockProven,
  type ProvenOwner,
} from '../sessions/credentials.ts';
import { type AdminActor, endSessions } from '../sessions/sessions.ts';
import { notifyAdmins } from './admin-notices.ts';
import { newRecoveryCode, newSecret, normaliseRecoveryCode, stepOf } from './otp.ts';

export async function readState(db: Db, adminId: string): Promise<TwoFactorState> {
  const row = await db
    .selectFrom('two_factor')
    .select('enabled_at')
    .where('admin_id', '=', adminId)
    .executeTakeFirst();
  const enabled = row !== undefined && row.enabled_at !== null;
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('admin_id', '=', adminId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { enabled, recovery_codes_left: enabled ? count : 0 };
}

/** Whether signing in needs a second factor. */
export async function isEnabled(db: Db, adminId: string): Promise<boolean> {
  return (await readState(db, adminId)).enabled;
}

/**
 * Stores a new pending secret until a code proves that the app has it; null if two-factor
 * authentication is already on. Throws unauthenticated if the admin is gone.
 */
export async function prepareSecret(context: Context<AdminActor>): Promise<string | null> {
  const secret = newSecret();
  return transact(context, async ({ tx, actor }) => {
    // Locked, so that no new secret is stored while another one is being enabled.
    if ((await lockAccount(tx, actor)) === null) throw new Refusal('unauthenticated');
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('two_factor')
      .values({ admin_id: actor.id, secret, enabled_at: null, last_step: 0 })
      .onConflict((conflict) =>
        conflict
          .column('admin_id')
          .doUpdateSet({ secret, last_step: 0 })
          .where('two_factor.enabled_at', 'is', null),
      )
      .executeTakeFirstOrThrow();
    return (numInsertedOrUpdatedRows ?? 0n) > 0n ? secret : null;
  });
}

/**
 * Switches it on if the code matches the pending secret, and ends the admin's other sessions, which
 * began without a second factor. Returns the recovery codes, shown only once; null for a wrong
 * code.
 */
export async function enableTwoFactor(
  context: Context<AdminActor>,
  code: string,
): Promise<string[] | null> {
  const { id: adminId, chain } = context.actor;
  const owner = { audience: 'admin', id: adminId } as const;
  return transact(context, async (work) => {
    const { tx, now } = work;
    // A concurrent sign-in is either seen here and ended, or finds that a code is required.
    const account = await lockAccount(tx, owner);
    if (account === null) return null;
    const row = await tx
      .selectFrom('two_factor')
      .select('secret')
      .where('admin_id', '=', adminId)
      .where('enabled_at', 'is', null)
      .executeTakeFirst();
    if (row === undefined) return null;
    const step = stepOf(row.secret, readAppCode(code) ?? '', now);
    if (step === null) return null;
    // The condition lets only one of two concurrent calls return recovery codes, and only for the
    // secret that the code has proven.
    const { numUpdatedRows } = await tx
      .updateTable('two_factor')
      .set({ enabled_at: now, last_step: step })
      .where('admin_id', '=', adminId)
      .where('secret', '=', row.secret)
      .where('enabled_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return null;
    await tx.deleteFrom('recovery_codes').where('admin_id', '=', adminId).execute();
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    await tx
      .insertInto('recovery_codes')
      .values(
        codes.map((one) => ({
          admin_id: adminId,
          code_hash: hashOf(normaliseRecoveryCode(one)),
          used_at: null,
        })),
      )
      .execute();
    await endSessions(work, account, chain);
    await recordActivity(work, {
      adminId,
      kind: 'two_factor_on',
      detail: 'Two-factor authentication switched on',
    });
    await notifyAdmins(work, { kind: 'two_factor_on' }, account);
    return codes;
  });
}

/**
 * Switches it off and deletes secret and codes, given a code of the app or a recovery code; false
 * for a wrong code. Throws validation_failed if the password has changed meanwhile.
 */
export async function disableTwoFactor(
  context: Context,
  proven: ProvenOwner,
  code: string,
): Promise<boolean> {
  return transact(context, async (work) => {
    const { tx } = work;
    const account = await lockProven(tx, proven);
    const wasOn = await isEnabled(tx, proven.id);
    if (wasOn && (await redeemCode(work, proven.id, code)) === null) return false;
    if (await switchOff(work, proven.id))
      await notifyAdmins(work, { kind: 'two_factor_off' }, account);
    return true;
  });
}

/** Deletes secret and codes. Records it, and returns true, if it was on. */
export async function switchOff(work: Work, adminId: string): Promise<boolean> {
  const { tx } = work;
  const wasOn = await isEnabled(tx, adminId);
  await tx.deleteFrom('recovery_codes').where('admin_id', '=', adminId).execute();
  await tx.deleteFrom('two_factor').where('admin_id', '=', adminId).execute();
  if (wasOn)
    await recordActivity(work, {
      adminId,
      kind: 'two_factor_off',
      detail: 'Two-factor authentication switched off',
    });
  return wasOn;
}

/**
 * If two-factor authentication is on, uses up a code of the app or a recovery code; a used recovery
 * code is reported to the tutor. Throws two_factor_required without a code, and invalid_code for a
 * wrong or used one.
 */
export async function requireSecondFactor(
  work: Work,
  account: LockedAccount & Credentials,
  typed: string,
): Promise<void> {
  const { tx } = work;
  const { id: adminId } = account;
  if (!(await isEnabled(tx, adminId))) return;
  if (typed === '') throw new Refusal('two_factor_required');
  const used = await redeemCode(work, adminId, typed);
  if (used === null) throw new Refusal('invalid_code');
  if (used === 'app') return;
  const { recovery_codes_left: left } = await readState(tx, adminId);
  await notifyAdmins(work, { kind: 'recovery_code_used', left }, account);
}

/** Uses up a code of the app or a recovery code; null if it is wrong or already used. */
async function redeemCode({ tx, now }: Work, adminId: string, typed: string) {
  const row = await tx
    .selectFrom('two_factor')
    .select('secret')
    .where('admin_id', '=', adminId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const digits = readAppCode(typed);
  if (digits !== null) {
    const step = stepOf(row.secret, digits, now);
    if (step === null) return null;
    // The condition lets only one of two sign-ins with the same code succeed.
    const { numUpdatedRows } = await tx
      .updateTable('two_factor')
      .set({ last_step: step })
      .where('admin_id', '=', adminId)
      .where('last_step', '<', step)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n ? 'app' : null;
  }
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('admin_id', '=', adminId)
    .where('code_hash', '=', hashOf(normaliseRecoveryCode(typed)))
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n ? 'recovery' : null;
}
