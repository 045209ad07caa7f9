// Forgotten passwords, for families and the tutor.
import { describe, expect, onTestFinished } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { ownerTable } from '../sessions/credentials.ts';
import {
  type AudienceCalls,
  audiences,
  linkFor,
  makeAccount,
  NEW_PASSWORD,
  otherCalls,
} from '../testing/accounts/accounts.ts';
import { tryToLeave } from '../testing/accounts/families.ts';
import { createTestDatabase, START, startTestApp, type TestApp } from '../testing/app.ts';
import { watch } from '../testing/database/failing.ts';
import { tokensTo } from '../testing/emails.ts';
import { makeFamily, PASSWORD } from '../testing/factories.ts';
import { codeOf, sharedTest as test } from '../testing/test.ts';

test.beforeEach(({ api }) => api.clock.set(START));

const ROUNDS = 3;
const passwords = { current_password: PASSWORD, password: 'a third one' };

/** Requests a link without waiting for the work after the answer. */
async function askOnly({ app }: TestApp, url: string, email: string): Promise<number> {
  return (await app.inject({ method: 'POST', url, payload: { email } })).statusCode;
}

describe.for(audiences)('the password link of a $audience', (calls) => {
  const { audience, forgot, change, login, verify } = calls;
  const reset: AudienceCalls['reset'] = calls.reset;
  const makeWithLink = async (api: TestApp) => {
    const account = await makeAccount(api, audience);
    const token = await linkFor(api, audience, account.email);
    const follow = async (endpoint = reset) =>
      codeOf(await api.either(endpoint, { body: { token, password: NEW_PASSWORD } }));
    return { ...account, link: token, follow };
  };

  test('resets the password once, and signs out everywhere', async ({ api }) => {
    const { email, link, follow, refused } = await makeWithLink(api);
    await api.call(forgot, { body: { email: email.toUpperCase() } });
    const [, other] = await tokensTo(api, email);
    const short = await api.refused(reset, { body: { token: link, password: 'short' } });
    const message = 'Password must be at least 6 characters';
    expect(short.body.details).toEqual([{ field: 'password', message }]);
    expect(await follow()).toBe('done');
    expect((await refused(verify)).status).toBe(401);
    await api.call(login, { body: { email, password: NEW_PASSWORD } });
    expect((await api.refused(login, { body: { email, password: PASSWORD } })).status).toBe(401);
    // Used once, and all other links are revoked with it.
    for (const token of [link, other]) {
      const body = { token, password: PASSWORD };
      expect((await api.refused(reset, { body })).body.code).toBe('invalid_reset_token');
    }
  });

  test('is valid for an hour, and only for its own audience', async ({ api }) => {
    const { follow } = await makeWithLink(api);
    expect(await follow(otherCalls(audience).reset)).toBe('invalid_reset_token');
    api.clock.advance({ hours: 1 });
    expect(await follow()).toBe('invalid_reset_token');
    api.clock.advance({ ms: -1 });
    expect(await follow()).toBe('done');
  });

  test('is not sent without an account, with the same answer', async ({ api }) => {
    const email = `nobody-${audience}@example.com`;
    await api.call(forgot, { body: { email } });
    expect(await tokensTo(api, email)).toEqual([]);
    const { body } = await api.refused(forgot, { body: { email: 'not an address' } });
    expect(body.details).toEqual([{ field: 'email', message: 'Invalid email address' }]);
  });

  test('is revoked by a changed password', async ({ api }) => {
    const { email, call, follow } = await makeWithLink(api);
    await call(change, { body: passwords });
    expect(await follow()).toBe('invalid_reset_token');
    await api.call(login, { body: { email, password: passwords.password } });
  });

  test('excludes a change of the password at the same time', async ({ api }) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { email, either, follow } = await makeWithLink(api);
      const [outcome, { status }] = await Promise.all([
        follow(),
        either(change, { body: passwords }),
      ]);
      // The later one finds its link used, its password changed or its session ended.
      const isReset = outcome === 'done';
      expect(isReset).toBe(status !== 200);
      const password = isReset ? NEW_PASSWORD : passwords.password;
      await api.call(login, { body: { email, password } });
    }
  });

  test('is requested before any lookup, so that timing reveals no account', async ({ api }) => {
    const { email } = await makeAccount(api, audience);
    // While this transaction lasts, any other lock on the account's row has to wait.
    await api.database.db.transaction().execute(async (tx) => {
      await tx
        .updateTable(ownerTable[audience])
        .set((eb) => ({ password_hash: eb.ref('password_hash') }))
        .where('email', '=', email)
        .execute();
      for (const asked of [email, 'nobody@example.com'])
        expect(await askOnly(api, forgot.path, asked)).toBe(200);
    });
    await api.settled();
    expect(await tokensTo(api, email)).toHaveLength(1);
  });
});

test('refuses a link once the account was deleted', async ({ api, family }) => {
  const token = await linkFor(api, 'family', family.email);
  await tryToLeave(family);
  const body = { token, password: NEW_PASSWORD };
  const refused = await api.refused(endpoints.resetPassword, { body });
  expect(refused.body.code).toBe('invalid_reset_token');
});

test('restores nothing when a reset runs at the same time as a deletion', async ({ api }) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const family = await makeFamily(api);
    const { email } = family;
    const token = await linkFor(api, 'family', email);
    const [left, reset] = await Promise.all([
      tryToLeave(family),
      api.either(endpoints.resetPassword, { body: { token, password: NEW_PASSWORD } }),
    ]);
    expect([left.status, reset.status].filter((status) => status === 200)).toHaveLength(1);
    const form = { email, password: NEW_PASSWORD };
    const { status } = await api.either(endpoints.login, { body: form });
    expect(status).toBe(reset.status === 200 ? 200 : 401);
  }
});

test('stores only a hash of the link, and erases it from the email', async ({ api, family }) => {
  const token = await linkFor(api, 'family', family.email);
  const rows = await api.database.db.selectFrom('password_resets').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('sends the requested link before a closing server exits', async () => {
  const { options, drop } = await createTestDatabase();
  onTestFinished(drop);
  const closing = await startTestApp({ on: options });
  const { email } = await makeFamily(closing);
  await askOnly(closing, endpoints.forgotPassword.path, email);
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
