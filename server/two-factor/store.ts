// Two-factor authentication of admins: the secret, the steps already used and the recovery codes.
import { Refusal } from '../../domain/errors.ts';
import { RECOVERY_CODES, type TwoFactorState } from '../../domain/two-factor.ts';
import { holdAccount, holdProven, type Proven } from '../accounts/credentials-store.ts';
import { endSessions } from '../accounts/session-store.ts';
import { recordActivity } from '../activity/store.ts';
import { type Db, transact, type Tx } from '../db/index.ts';
import { hashOf } from '../ids.ts';
import { newRecoveryCode, newSecret, normaliseRecoveryCode, stepOf } from './otp.ts';

export async function readState(db: Db | Tx, adminId: string): Promise<TwoFactorState> {
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
export async function isEnabled(db: Db | Tx, adminId: string): Promise<boolean> {
  return (await readState(db, adminId)).enabled;
}

/** Puts a new secret aside until a code proves that the app has it; null when it is already in use. */
export async function prepareSecret(db: Db, adminId: string): Promise<string | null> {
  const secret = newSecret();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('two_factor')
    .values({ admin_id: adminId, secret, enabled_at: null, last_step: 0 })
    .onConflict((conflict) =>
      conflict
        .column('admin_id')
        .doUpdateSet({ secret, last_step: 0 })
        .where('two_factor.enabled_at', 'is', null),
    )
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n ? secret : null;
}

/**
 * Switches it on when the code fits the secret put aside, and ends the admin's other sessions, which began without one.
 * Answers the recovery codes, shown this once; null otherwise.
 */
export async function enable(
  db: Db,
  now: number,
  { id: adminId, chain }: { readonly id: string; readonly chain: string },
  code: string,
): Promise<string[] | null> {
  const owner = { audience: 'admin', id: adminId } as const;
  return transact(db, async (tx) => {
    // A sign-in under way is either seen here and ended, or finds that a code is needed.
    if ((await holdAccount(tx, owner)) === null) return null;
    const row = await tx
      .selectFrom('two_factor')
      .select('secret')
      .where('admin_id', '=', adminId)
      .where('enabled_at', 'is', null)
      .executeTakeFirst();
    const step = row === undefined ? null : stepOf(row.secret, code, now);
    if (step === null) return null;
    // Guarded, so that of two at once only one hands out recovery codes.
    const { numUpdatedRows } = await tx
      .updateTable('two_factor')
      .set({ enabled_at: now, last_step: step })
      .where('admin_id', '=', adminId)
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
    await endSessions(tx, now, owner, chain);
    await recordActivity(tx, now, adminId, 'two_factor_on', {
      detail: 'Two-factor authentication switched on',
    });
    return codes;
  });
}

/** Switches it off and forgets secret and codes. Throws validation_failed when the password has changed meanwhile. */
export async function disable(db: Db, now: number, proven: Proven): Promise<void> {
  await transact(db, async (tx) => {
    const { id } = await holdProven(tx, proven);
    await tx.deleteFrom('recovery_codes').where('admin_id', '=', id).execute();
    const { numDeletedRows } = await tx
      .deleteFrom('two_factor')
      .where('admin_id', '=', id)
      .executeTakeFirstOrThrow();
    if (numDeletedRows > 0n)
      await recordActivity(tx, now, id, 'two_factor_off', {
        detail: 'Two-factor authentication switched off',
      });
  });
}

/**
 * Where it is on, uses up a code of the app or a recovery code. The caller holds the admin's row. Throws
 * two_factor_required without a code, invalid_code for one that does not fit or was used before.
 */
export async function requireSecondFactor(
  tx: Tx,
  now: number,
  adminId: string,
  typed: string,
): Promise<void> {
  if (!(await isEnabled(tx, adminId))) return;
  if (typed === '') throw new Refusal('two_factor_required');
  if (!(await useCode(tx, now, adminId, typed))) throw new Refusal('invalid_code');
}

/** Uses up a code of the app or a recovery code; false when it does not fit or was used before. */
async function useCode(tx: Tx, now: number, adminId: string, typed: string): Promise<boolean> {
  const row = await tx
    .selectFrom('two_factor')
    .select('secret')
    .where('admin_id', '=', adminId)
    .executeTakeFirst();
  if (row === undefined) return false;
  const digits = typed.replaceAll(/\s/g, '');
  if (/^\d{6}$/.test(digits)) {
    const step = stepOf(row.secret, digits, now);
    if (step === null) return false;
    // Guarded, so that of two sign-ins with one code only one gets in.
    const { numUpdatedRows } = await tx
      .updateTable('two_factor')
      .set({ last_step: step })
      .where('admin_id', '=', adminId)
      .where('last_step', '<', step)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  }
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('admin_id', '=', adminId)
    .where('code_hash', '=', hashOf(normaliseRecoveryCode(typed)))
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
