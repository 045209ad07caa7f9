// Notices to the tutor: every change to how an admin signs in.
import { expect } from 'vitest';

import { RECOVERY_CODES } from '../../domain/auth/two-factor.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { confirmed, linkFor, NEW_PASSWORD, passwords } from '../testing/accounts/accounts.ts';
import { appCode, makeGuardedAdmin, setUpTwoFactor } from '../testing/accounts/two-factor.ts';
import type { Caller } from '../testing/caller.ts';
import { makeAdmin, PASSWORD } from '../testing/factories.ts';
import { test as base } from '../testing/test.ts';

const test = base
  .extend('guarded', ({ api }) => makeGuardedAdmin(api))
  /** The subjects of the emails about a change; every admin gets the same one. */
  .extend('noticesOf', ({ api }) => async (account: Caller, change: () => Promise<unknown>) => {
    const colleague = await makeAdmin(api);
    const before = new Set((await account.readEmails()).map(({ id }) => id));
    await change();
    const own = (await account.readEmails()).filter(({ id }) => !before.has(id));
    const theirs = await colleague.readEmails();
    expect(own.map(({ text }) => text)).toEqual(theirs.map(({ text }) => text));
    for (const { text } of theirs)
      expect(text).toContain(`the account of Tutor (${account.email})`);
    return theirs.map(({ subject }) => subject);
  });

test('reports a changed password', async ({ tutor, noticesOf }) => {
  const change = () => tutor.call(endpoints.changeAdminPassword, { body: passwords });
  expect(await noticesOf(tutor, change)).toEqual(['A password was changed']);
});

test('reports a password reset by a link', async ({ api, tutor, noticesOf }) => {
  const body = { token: await linkFor(api, 'admin', tutor.email), password: NEW_PASSWORD };
  const reset = () => api.call(endpoints.adminResetPassword, { body });
  expect(await noticesOf(tutor, reset)).toEqual(['A password was reset']);
});

test('reports two-factor authentication switched on', async ({ api, tutor, noticesOf }) => {
  const code = appCode(api, (await setUpTwoFactor(tutor)).secret);
  const enable = () => tutor.call(endpoints.enableTwoFactor, { body: { code } });
  expect(await noticesOf(tutor, enable)).toEqual(['Two-factor authentication was switched on']);
});

test('reports two-factor authentication turned off, once', async ({ api, guarded, noticesOf }) => {
  const body = { ...confirmed, code: appCode(api, guarded.secret) };
  const disable = () => guarded.call(endpoints.disableTwoFactor, { body });
  expect(await noticesOf(guarded, disable)).toEqual(['Two-factor authentication was switched off']);
  expect(await noticesOf(guarded, disable)).toEqual([]);
});

test('reports a used recovery code, but none of the app', async ({ api, guarded, noticesOf }) => {
  const signIn = (code: string) => () =>
    api.call(endpoints.adminLogin, { body: { email: guarded.email, password: PASSWORD, code } });
  expect(await noticesOf(guarded, signIn(appCode(api, guarded.secret)))).toEqual([]);
  const recover = signIn(guarded.recovery[0] ?? '');
  expect(await noticesOf(guarded, recover)).toEqual(['A recovery code was used']);
  const [email] = await guarded.readEmails('recovery_code_used');
  expect(email?.text).toContain(`Codes left: ${RECOVERY_CODES - 1}.`);
});

test('reports no refused change', async ({ guarded, noticesOf }) => {
  const { email, refused } = guarded;
  const wrong = { current_password: 'not this one', password: 'a new one', code: '000000' };
  const recover = { email, password: PASSWORD, code: '7f3a-91c2-b04e-55d1' };
  const attempt = async () => {
    await refused(endpoints.changeAdminPassword, { body: wrong });
    await refused(endpoints.disableTwoFactor, { body: wrong });
    await refused(endpoints.adminResetPassword, { body: { ...wrong, token: 'unknown' } });
    await refused(endpoints.adminLogin, { body: recover });
  };
  expect(await noticesOf(guarded, attempt)).toEqual([]);
});
