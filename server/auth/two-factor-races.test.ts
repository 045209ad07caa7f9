// Concurrent set-ups of two-factor authentication: only the secret that a code has proven is
// enabled.
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { adminOf, makeAdmin, PASSWORD } from '../testing/factories.ts';
import { expectWaiting } from '../testing/waiting.ts';
import { newSecret } from './otp.ts';
import { enable, prepareSecret } from './two-factor.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const ROUNDS = 20;

async function prepare() {
  const admin = await makeAdmin(api);
  const { body } = await api.call(endpoints.setUpTwoFactor, {
    token: admin.token,
    body: { current_password: PASSWORD },
  });
  const { secret } = body.setup;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: api.clock.now,
  });
  return { context: api.context(adminOf(admin)), id: admin.id, secret, code };
}

const rowOf = (id: string) =>
  api.database.db
    .selectFrom('two_factor')
    .selectAll()
    .where('admin_id', '=', id)
    .executeTakeFirstOrThrow();

test('enables either the proven secret or none during another set-up', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { context, id, secret, code } = await prepare();
    const [codes] = await Promise.all([enable(context, code), prepareSecret(context)]);
    const row = await rowOf(id);
    expect([row.enabled_at !== null, row.secret === secret], `round ${round}`).toEqual(
      codes === null ? [false, false] : [true, true],
    );
  }
});

if (inject('engine') === 'postgres') {
  test('does not enable a secret that was replaced after its code was checked', async () => {
    const { context, id, secret, code } = await prepare();
    const { db } = api.database;
    const enabling = await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('two_factor')
        .set({ secret: newSecret() })
        .where('admin_id', '=', id)
        .execute();
      const waiting = enable(context, code);
      await expectWaiting(db, 1);
      return { waiting };
    });
    expect(await enabling.waiting).toBeNull();
    const row = await rowOf(id);
    expect([row.enabled_at, row.secret === secret]).toEqual([null, false]);
  });

  test('waits for the lock on the admin before it stores a new secret', async () => {
    const { context, id, secret } = await prepare();
    const { db } = api.database;
    const preparing = await db.transaction().execute(async (tx) => {
      await tx.updateTable('admins').set({ name: 'Tutor' }).where('id', '=', id).execute();
      const waiting = prepareSecret(context);
      await expectWaiting(db, 1);
      return { waiting };
    });
    expect(await preparing.waiting).not.toBe(secret);
  });
}
