// Forgotten passwords, for families and the tutor.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import type { Audience } from '../../domain/account.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { createTestDatabase, START, startTestApp, type TestApp } from '../testing/app.ts';
import { makeAdmin, makeFamily, PASSWORD } from '../testing/factories.ts';
import { tokensTo, tokenTo } from '../testing/emails.ts';
import { watch } from '../testing/failing.ts';
import { ownerTable } from './credentials.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const calls = {
  family: {
    forgot: endpoints.forgotPassword,
    reset: endpoints.resetPassword,
    login: endpoints.login,
    verify: endpoints.verify,
  },
  admin: {
    forgot: endpoints.adminForgotPassword,
    reset: endpoints.adminResetPassword,
    login: endpoints.adminLogin,
    verify: endpoints.adminVerify,
  },
} as const;
const audiences: readonly Audience[] = ['family', 'admin'];
const NEW_PASSWORD = 'entanglement';
const ROUNDS = 3;

const makeAccount = (audience: Audience) =>
  audience === 'admin' ? makeAdmin(api) : makeFamily(api);

test.each(audiences)(
  'resets the password of a %s once by the emailed link, and signs out everywhere',
  async (audience) => {
    const { forgot, reset, login, verify } = calls[audience];
    const account = await makeAccount(audience);
    await api.call(forgot, { body: { email: account.email.toUpperCase() } });
    await api.call(forgot, { body: { email: account.email } });
    const [older = '', newer = ''] = await tokensTo(api, account.email);

    const short = await api.refused(reset, { body: { token: newer, password: 'short' } });
    expect(short.body.details).toEqual([
      { field: 'password', message: 'Password must be at least 6 characters' },
    ]);
    await api.call(reset, { body: { token: newer, password: NEW_PASSWORD } });
    expect((await api.refused(verify, { token: account.token })).status).toBe(401);
    await api.call(login, { body: { email: account.email, password: NEW_PASSWORD } });
    expect(
      (await api.refused(login, { body: { email: account.email, password: PASSWORD } })).status,
    ).toBe(401);
    // Used once, and all other links are revoked with it.
    for (const token of [newer, older])
      expect((await api.refused(reset, { body: { token, password: PASSWORD } })).body.code).toBe(
        'invalid_reset_token',
      );
  },
);

test.each(audiences)(
  'accepts the link of a %s for an hour, and only for its own audience',
  async (audience) => {
    const { forgot, reset } = calls[audience];
    const other = calls[audience === 'family' ? 'admin' : 'family'];
    const { email } = await makeAccount(audience);
    await api.call(forgot, { body: { email } });
    const [token = ''] = await tokensTo(api, email);
    const body = { token, password: NEW_PASSWORD };
    expect((await api.refused(other.reset, { body })).body.code).toBe('invalid_reset_token');
    try {
      api.clock.advance({ hours: 1 });
      expect((await api.refused(reset, { body })).body.code).toBe('invalid_reset_token');
      api.clock.advance({ ms: -1 });
      await api.call(reset, { body });
    } finally {
      api.clock.set(START);
    }
  },
);

test.each(audiences)(
  'gives the same answer without a %s account, and sends no email',
  async (audience) => {
    const email = `nobody-${audience}@example.com`;
    await api.call(calls[audience].forgot, { body: { email } });
    expect(await tokensTo(api, email)).toEqual([]);
    const refused = await api.refused(calls[audience].forgot, {
      body: { email: 'not an address' },
    });
    expect(refused.body.details).toEqual([{ field: 'email', message: 'Invalid email address' }]);
  },
);

const changeOf = { family: endpoints.changePassword, admin: endpoints.changeAdminPassword };
const passwords = { current_password: PASSWORD, password: 'a third one' };

async function linkFor(audience: Audience, email: string): Promise<string> {
  await api.call(calls[audience].forgot, { body: { email } });
  return tokenTo(api, email);
}

test.each(audiences)('revokes open links when a %s changes the password', async (audience) => {
  const { email, token } = await makeAccount(audience);
  const link = await linkFor(audience, email);
  await api.call(changeOf[audience], { token, body: passwords });
  const body = { token: link, password: NEW_PASSWORD };
  expect((await api.refused(calls[audience].reset, { body })).body.code).toBe(
    'invalid_reset_token',
  );
  await api.call(calls[audience].login, { body: { email, password: passwords.password } });
});

test('refuses a link once the account was deleted', async () => {
  const { email, token } = await makeAccount('family');
  const link = await linkFor('family', email);
  await api.call(endpoints.deleteAccount, { token, body: { current_password: PASSWORD } });
  const body = { token: link, password: NEW_PASSWORD };
  expect((await api.refused(endpoints.resetPassword, { body })).body.code).toBe(
    'invalid_reset_token',
  );
});

test.each(audiences)(
  'accepts either a reset or a change of a %s password at once',
  async (audience) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { email, token } = await makeAccount(audience);
      const link = await linkFor(audience, email);
      const [reset, change] = await Promise.all([
        api.either(calls[audience].reset, { body: { token: link, password: NEW_PASSWORD } }),
        api.either(changeOf[audience], { token, body: passwords }),
      ]);
      // The later one finds its link used, its password changed or its session ended.
      expect([reset.status, change.status].filter((status) => status === 200)).toHaveLength(1);
      const password = reset.status === 200 ? NEW_PASSWORD : passwords.password;
      await api.call(calls[audience].login, { body: { email, password } });
    }
  },
);

test('restores nothing when a reset runs at the same time as a deletion', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { email, token } = await makeAccount('family');
    const link = await linkFor('family', email);
    const [left, reset] = await Promise.all([
      api.either(endpoints.deleteAccount, { token, body: { current_password: PASSWORD } }),
      api.either(endpoints.resetPassword, { body: { token: link, password: NEW_PASSWORD } }),
    ]);
    expect([left.status, reset.status].filter((status) => status === 200)).toHaveLength(1);
    const { status } = await api.either(endpoints.login, {
      body: { email, password: NEW_PASSWORD },
    });
    expect(status).toBe(reset.status === 200 ? 200 : 401);
  }
});

test('stores only a hash of the link, and erases it from the email', async () => {
  const { email } = await makeAccount('family');
  await api.call(endpoints.forgotPassword, { body: { email } });
  const [token = ''] = await tokensTo(api, email);
  const rows = await api.database.db.selectFrom('password_resets').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
});

/** Requests a link without waiting for the work after the answer. */
async function askOnly(app: TestApp['app'], audience: Audience, email: string): Promise<number> {
  const { method, path } = calls[audience].forgot;
  return (await app.inject({ method, url: path, payload: { email } })).statusCode;
}

test.each(audiences)(
  'answers about a %s before any lookup, so that timing reveals no account',
  async (audience) => {
    const { email } = await makeAccount(audience);
    const { db } = api.database;
    // While this transaction lasts, any other lock on the account's row has to wait.
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable(ownerTable[audience])
        .set((eb) => ({ password_hash: eb.ref('password_hash') }))
        .where('email', '=', email)
        .execute();
      for (const asked of [email, 'nobody@example.com'])
        expect(await askOnly(api.app, audience, asked)).toBe(200);
    });
    await api.settled();
    expect(await tokensTo(api, email)).toHaveLength(1);
  },
);

test('sends the requested link before a closing server exits', async () => {
  const { options, drop } = await createTestDatabase();
  onTestFinished(drop);
  const closing = await startTestApp({ on: options });
  const { email } = await makeFamily(closing);
  await askOnly(closing.app, 'family', email);
  await closing.close();
  const next = await startTestApp({ on: options });
  expect(await tokensTo(next, email)).toHaveLength(1);
  await next.close();
});

test('logs a link that cannot be stored, and stores the next one', async () => {
  let isAway = true;
  const logged: string[] = [];
  const failing = await startTestApp({
    wrap: (database) =>
      watch(database, ({ kind }) => {
        if (isAway && kind === 'InsertQueryNode') throw new Error('the disk is gone');
      }),
    onLog: ({ msg }) => logged.push(msg),
  });
  isAway = false;
  const { email } = await makeFamily(failing);
  isAway = true;
  await failing.call(endpoints.forgotPassword, { body: { email } });
  expect(logged).toContain('work after an answer failed');
  isAway = false;
  await failing.call(endpoints.forgotPassword, { body: { email } });
  expect(await tokensTo(failing, email)).toHaveLength(1);
  await failing.close();
});
