// Concurrent set-ups of two-factor authentication: only the secret that a code has proven is
// enabled.
import { expect, inject } from 'vitest';

import type { Tx } from '../engine/database.ts';
import { appCode, setUpTwoFactor } from '../testing/accounts/two-factor.ts';
import { adminOf, makeAdmin } from '../testing/factories.ts';
import { expectWaiting } from '../testing/races/locks.ts';
import { sharedTest as base } from '../testing/test.ts';
import { newSecret } from './otp.ts';
import { enableTwoFactor, prepareSecret } from './two-factor.ts';

const ROUNDS = 20;

const test = base
  .extend('prepare', ({ api }) => async () => {
    const admin = await makeAdmin(api);
    const { secret } = await setUpTwoFactor(admin);
    const readState = async () => {
      const row = await api.database.db
        .selectFrom('two_factor')
        .selectAll()
        .where('admin_id', '=', admin.id)
        .executeTakeFirstOrThrow();
      return { isEnabled: row.enabled_at !== null, isProven: row.secret === secret };
    };
    const context = api.context(adminOf(admin));
    return { context, id: admin.id, secret, code: appCode(api, secret), readState };
  })
  /** Starts `work` while another transaction has changed what it waits for. */
  .extend('afterWaiting', ({ api: { database } }) => {
    return async <T>(change: (tx: Tx) => Promise<unknown>, work: () => Promise<T>) => {
      const started = await database.db.transaction().execute(async (tx) => {
        await change(tx);
        const waiting = work();
        await expectWaiting(database.db, 1);
        return { waiting };
      });
      return started.waiting;
    };
  });

test('enables either the proven secret or none during another set-up', async ({ prepare }) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { context, code, readState } = await prepare();
    const [codes] = await Promise.all([enableTwoFactor(context, code), prepareSecret(context)]);
    const isEnabled = codes !== null;
    expect(await readState(), `round ${round}`).toEqual({ isEnabled, isProven: isEnabled });
  }
});

if (inject('engine') === 'postgres') {
  test('enables no secret that was replaced after the check', async ({ prepare, afterWaiting }) => {
    const { context, id, code, readState } = await prepare();
    const replace = (tx: Tx) =>
      tx
        .updateTable('two_factor')
        .set({ secret: newSecret() })
        .where('admin_id', '=', id)
        .execute();
    expect(await afterWaiting(replace, () => enableTwoFactor(context, code))).toBeNull();
    expect(await readState()).toEqual({ isEnabled: false, isProven: false });
  });

  test('waits for the lock on the admin before storing', async ({ prepare, afterWaiting }) => {
    const { context, id, secret } = await prepare();
    const rename = (tx: Tx) =>
      tx.updateTable('admins').set({ name: 'Tutor' }).where('id', '=', id).execute();
    expect(await afterWaiting(rename, () => prepareSecret(context))).not.toBe(secret);
  });
}
