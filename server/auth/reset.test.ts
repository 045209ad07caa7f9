// Forgotten passwords, for families and for the tutor.
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
  'a %s chooses a new password by the mailed link, once, and is signed out everywhere',
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
    // Used once, and all other links with it.
    for (const token of [newer, older])
      expect((await api.refused(reset, { body: { token, password: PASSWORD } })).body.code).toBe(
        'invalid_reset_token',
      );
  },
);

test.each(audiences)(
  'the link of a %s is good for an hour and for nobody else',
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
  'an address without a %s account is answered alike and gets no mail',
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

test.each(audiences)(
  'a password changed by its %s ends the links that were open',
  async (audience) => {
    const { email, token } = await makeAccount(audience);
    const link = await linkFor(audience, email);
    await api.call(changeOf[audience], { token, body: passwords });
    const body = { token: link, password: NEW_PASSWORD };
    expect((await api.refused(calls[audience].reset, { body })).body.code).toBe(
      'invalid_reset_token',
    );
    await api.call(calls[audience].login, { body: { email, password: passwords.password } });
  },
);

test('a link is nothing once the account was left', async () => {
  const { email, token } = await makeAccount('family');
  const link = await linkFor('family', email);
  await api.call(endpoints.deleteAccount, { token, body: { current_password: PASSWORD } });
  const body = { token: link, password: NEW_PASSWORD };
  expect((await api.refused(endpoints.resetPassword, { body })).body.code).toBe(
    'invalid_reset_token',
  );
});

test.each(audiences)(
  'of a reset and a change of a %s password at once one counts',
  async (audience) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { email, token } = await makeAccount(audience);
      const link = await linkFor(audience, email);
      const [reset, change] = await Promise.all([
        api.either(calls[audience].reset, { body: { token: link, password: NEW_PASSWORD } }),
        api.either(changeOf[audience], { token, body: passwords }),
      ]);
      // The one that comes second finds its link dead, its password another, or its session over.
      expect([reset.status, change.status].filter((status) => status === 200)).toHaveLength(1);
      const password = reset.status === 200 ? NEW_PASSWORD : passwords.password;
      await api.call(calls[audience].login, { body: { email, password } });
    }
  },
);

test('a reset beside a deletion brings nothing back', async () => {
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

test('the database holds only a hash of the link, and the mail forgets it', async () => {
  const { email } = await makeAccount('family');
  await api.call(endpoints.forgotPassword, { body: { email } });
  const [token = ''] = await tokensTo(api, email);
  const rows = await api.database.db.selectFrom('password_resets').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
});

/** Asks for a link without waiting for what comes after the answer. */
async function askOnly(app: TestApp['app'], audience: Audience, email: string): Promise<number> {
  const { method, path } = calls[audience].forgot;
  return (await app.inject({ method, url: path, payload: { email } })).statusCode;
}

test.each(audiences)(
  'the answer about a %s comes before anything is looked up, so that time tells nobody who has an account',
  async (audience) => {
    const { email } = await makeAccount(audience);
    const { db } = api.database;
    // For as long as this transaction lasts, whoever wants the account's row has to wait.
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

test('a server that closes sends the link that it has promised', async () => {
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

test('a link that cannot be stored is in the log, and the next one is stored', async () => {
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
