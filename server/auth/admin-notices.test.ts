// Notices to the tutor: every change to how an admin signs in.
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { RECOVERY_CODES } from '../../domain/two-factor.ts';
import { START, startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { makeAdmin, PASSWORD } from '../testing/factories.ts';
import { readEmails, tokenTo } from '../testing/emails.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());
beforeEach(() => api.clock.set(START));

const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.clock.now });

/** A tutor who switched two-factor authentication on a while ago. */
async function makeGuardedAdmin() {
  const admin = await makeAdmin(api);
  const { token } = admin;
  const { body } = await api.call(endpoints.setUpTwoFactor, {
    token,
    body: { current_password: PASSWORD },
  });
  const { secret } = body.setup;
  const on = await api.call(endpoints.enableTwoFactor, { token, body: { code: codeOf(secret) } });
  api.clock.advance({ minutes: 5 });
  return { ...admin, secret, recovery: on.body.recovery_codes };
}

/** The subjects of the emails about the change; every admin gets the same one. */
async function noticesOf(account: Caller, change: () => Promise<unknown>): Promise<string[]> {
  const colleague = await makeAdmin(api);
  const before = new Set((await readEmails(api, account.email)).map(({ id }) => id));
  await change();
  const own = (await readEmails(api, account.email)).filter(({ id }) => !before.has(id));
  const theirs = await readEmails(api, colleague.email);
  expect(own.map(({ text }) => text)).toEqual(theirs.map(({ text }) => text));
  for (const { text } of theirs) expect(text).toContain(`the account of Tutor (${account.email})`);
  return theirs.map(({ subject }) => subject);
}

test('reports a changed password', async () => {
  const admin = await makeAdmin(api);
  const body = { current_password: PASSWORD, password: 'a new one' };
  expect(
    await noticesOf(admin, () =>
      api.call(endpoints.changeAdminPassword, { token: admin.token, body }),
    ),
  ).toEqual(['A password was changed']);
});

test('reports a password reset by a link', async () => {
  const admin = await makeAdmin(api);
  await api.call(endpoints.adminForgotPassword, { body: { email: admin.email } });
  const body = { token: await tokenTo(api, admin.email), password: 'a new one' };
  expect(await noticesOf(admin, () => api.call(endpoints.adminResetPassword, { body }))).toEqual([
    'A password was reset',
  ]);
});

test('reports two-factor authentication switched on', async () => {
  const admin = await makeAdmin(api);
  const { token } = admin;
  const { body } = await api.call(endpoints.setUpTwoFactor, {
    token,
    body: { current_password: PASSWORD },
  });
  const code = codeOf(body.setup.secret);
  expect(
    await noticesOf(admin, () => api.call(endpoints.enableTwoFactor, { token, body: { code } })),
  ).toEqual(['Two-factor authentication was switched on']);
});

test('reports two-factor authentication switched off, once', async () => {
  const admin = await makeGuardedAdmin();
  const { token, secret } = admin;
  const body = { current_password: PASSWORD, code: codeOf(secret) };
  const switchOff = () => api.call(endpoints.disableTwoFactor, { token, body });
  expect(await noticesOf(admin, switchOff)).toEqual(['Two-factor authentication was switched off']);
  expect(await noticesOf(admin, switchOff)).toEqual([]);
});

test('reports a used recovery code, but no code of the app', async () => {
  const admin = await makeGuardedAdmin();
  const signIn = (code: string) => () =>
    api.call(endpoints.adminLogin, { body: { email: admin.email, password: PASSWORD, code } });
  expect(await noticesOf(admin, signIn(codeOf(admin.secret)))).toEqual([]);
  expect(await noticesOf(admin, signIn(admin.recovery[0] ?? ''))).toEqual([
    'A recovery code was used',
  ]);
  const emails = await readEmails(api, admin.email, 'recovery_code_used');
  expect(emails[0]?.text).toContain(`Codes left: ${RECOVERY_CODES - 1}.`);
});

test('reports no refused change', async () => {
  const admin = await makeGuardedAdmin();
  const { token, email } = admin;
  const wrong = { current_password: 'not this one', password: 'a new one', code: '000000' };
  expect(
    await noticesOf(admin, async () => {
      await api.refused(endpoints.changeAdminPassword, { token, body: wrong });
      await api.refused(endpoints.disableTwoFactor, { token, body: wrong });
      await api.refused(endpoints.adminResetPassword, {
        body: { token: 'unknown', password: 'a new one' },
      });
      await api.refused(endpoints.adminLogin, {
        body: { email, password: PASSWORD, code: '7f3a-91c2-b04e-55d1' },
      });
    }),
  ).toEqual([]);
});
