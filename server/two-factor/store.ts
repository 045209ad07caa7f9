// Two-factor authentication of admins: the secret, the steps already used and the recovery codes.
import { RECOVERY_CODES, type TwoFactorState } from '../../domain/two-factor.ts';
import { recordActivity } from '../activity/store.ts';
import { type Db, transact } from '../db/index.ts';
import { hashOf } from '../ids.ts';
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

/** Switches it on when the code fits the secret put aside. Answers the recovery codes, shown this once; null otherwise. */
export async function enable(db: Db, now: number, adminId: string, code: string): Promise<string[] | null> {
  return transact(db, async (tx) => {
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
    await recordActivity(tx, now, adminId, 'two_factor_on', {
      detail: 'Two-factor authentication switched on',
    });
    return codes;
  });
}

/** Switches it off and forgets secret and codes. */
export async function disable(db: Db, now: number, adminId: string): Promise<void> {
  await transact(db, async (tx) => {
    await tx.deleteFrom('recovery_codes').where('admin_id', '=', adminId).execute();
    const { numDeletedRows } = await tx
      .deleteFrom('two_factor')
      .where('admin_id', '=', adminId)
      .executeTakeFirstOrThrow();
    if (numDeletedRows > 0n)
      await recordActivity(tx, now, adminId, 'two_factor_off', {
        detail: 'Two-factor authentication switched off',
      });
  });
}

/** Uses up a code of the app or a recovery code; false when it does not fit or was used before. */
export async function useCode(db: Db, now: number, adminId: string, typed: string): Promise<boolean> {
  const row = await db
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
    const { numUpdatedRows } = await db
      .updateTable('two_factor')
      .set({ last_step: step })
      .where('admin_id', '=', adminId)
      .where('last_step', '<', step)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  }
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('admin_id', '=', adminId)
    .where('code_hash', '=', hashOf(normaliseRecoveryCode(typed)))
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
