// Email changes: the link that confirms one, what revokes the link, and what stays until it is
// followed.
import { describe, expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { confirmed, linkFor, NEW_PASSWORD, passwords } from '../testing/accounts/accounts.ts';
import { requestEmail, tryToLeave } from '../testing/accounts/families.ts';
import { newEmail } from '../testing/accounts/invitations.ts';
import { START, type TestApp } from '../testing/app.ts';
import type { TestFamily } from '../testing/caller.ts';
import { readEmails, tokenTo } from '../testing/emails.ts';
import { joinTokenOf, makeFamily, PASSWORD, signUpForm } from '../testing/factories.ts';
import { codeOf, sharedTest } from '../testing/test.ts';

const INVALID = 'invalid_confirmation_token';

const test = sharedTest
  .extend('email', () => newEmail())
  .extend('confirm', ({ api }) => (token: string) => {
    return api.either(endpoints.confirmEmail, { body: { token } });
  })
  /** 'done', or the code of a refusal. */
  .extend('follow', ({ confirm }) => async (token: string) => {
    return codeOf(await confirm(token));
  })
  .extend('signsIn', ({ api }) => async (email: string) => {
    const body = { email, password: PASSWORD };
    return (await api.either(endpoints.login, { body })).status === 200;
  });
test.beforeEach(({ api }) => api.clock.set(START));

const subjectsTo = async (api: TestApp, address: string) =>
  (await readEmails(api, address)).map(({ subject }) => subject);
const addressesOf = async ({ readProfile }: TestFamily) => {
  const { Parent_Email: parentEmail, pending_email } = (await readProfile()).user;
  return { Parent_Email: parentEmail, pending_email };
};

describe('requesting a change', () => {
  test.for([
    [{}, 'Enter your current password'],
    [{ current_password: 'not-the-password' }, 'The current password is not correct'],
  ] as const)('requires the password: %j', async ([password, message], { family, email }) => {
    const form = { Parent_Email: email, ...password };
    const { status, body } = await family.refused(endpoints.updateProfile, { body: form });
    expect([status, body.details]).toEqual([400, [{ field: 'current_password', message }]]);
  });

  test('leaves the sender’s text out of the email', async ({ api, family, email }) => {
    await family.call(endpoints.updateProfile, { body: { Parent_Name: 'Win a prize' } });
    await requestEmail(api, family, email);
    const [message] = await readEmails(api, email);
    expect(message?.text).not.toContain('prize');
    expect(message?.text).not.toContain(family.email);
  });

  test('refuses the email of another account at its field', async ({ api, family }) => {
    const other = await makeFamily(api);
    const form = { Parent_Email: other.email.toUpperCase(), ...confirmed };
    const { body } = await family.refused(endpoints.updateProfile, { body: form });
    expect(body).toMatchObject({ code: 'email_taken', details: [{ field: 'Parent_Email' }] });
    expect(await other.readEmails()).toEqual([]);
  });
});

test('takes effect once the link is followed', async ({ api, lesson, email, follow, signsIn }) => {
  const account = await makeFamily(api, 1);
  const form = { Parent_Email: email.toUpperCase(), ...confirmed };
  const { body } = await account.call(endpoints.updateProfile, { body: form });
  expect(body.user).toMatchObject({ Parent_Email: account.email, pending_email: email });
  expect((await account.readProfile()).user).toEqual(body.user);
  expect([await signsIn(account.email), await signsIn(email)]).toEqual([true, false]);

  // Until then the old address gets every email, and the new one only the link.
  await account.book(lesson.id);
  await api.call(endpoints.forgotPassword, { body: { email } });
  expect(await subjectsTo(api, email)).toEqual(['Confirm your email address']);
  expect(await subjectsTo(api, account.email)).toEqual([expect.stringMatching(/^Booked/)]);

  expect(await follow(await tokenTo(api, email))).toBe('done');
  expect(await addressesOf(account)).toEqual({ Parent_Email: email, pending_email: null });
  expect([await signsIn(account.email), await signsIn(email)]).toEqual([false, true]);
  // What has not been sent yet goes to the new address.
  expect(await subjectsTo(api, account.email)).toEqual(['Your email address was changed']);
  expect(await subjectsTo(api, email)).toEqual([
    'Confirm your email address',
    expect.stringMatching(/^Booked/),
  ]);
});

describe('the link', () => {
  test('is valid once within 24 hours, kept as a hash', async ({ api, family, email, follow }) => {
    const token = await requestEmail(api, family, email);
    const rows = await api.database.db.selectFrom('email_changes').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    api.clock.advance({ hours: 24 });
    expect(await follow(token)).toBe(INVALID);
    api.clock.advance({ ms: -1 });
    expect(await follow(token)).toBe('done');
    for (const dead of [token, 'unknown', 'x'.repeat(512)])
      expect(await follow(dead)).toBe(INVALID);
  });

  test.for([
    ['', 'This link is incomplete'],
    ['x'.repeat(513), 'This link is too long'],
  ] as const)('is refused at its field: %s', async ([token, message], { api }) => {
    const { body } = await api.refused(endpoints.confirmEmail, { body: { token } });
    expect(body.details).toEqual([{ field: 'token', message }]);
  });

  test('is deleted after 24 hours', async ({ api, family, email }) => {
    await requestEmail(api, family, email);
    api.clock.advance({ hours: 24 });
    const unchanged = { Parent_Email: family.email, pending_email: null };
    expect(await addressesOf(family)).toEqual(unchanged);
    await requestEmail(api, await makeFamily(api), newEmail());
    const rows = api.database.db.selectFrom('email_changes').selectAll();
    expect(await rows.where('person_id', '=', family.personId).execute()).toEqual([]);
  });

  test('is revoked by a newer one', async ({ api, family, follow }) => {
    const older = await requestEmail(api, family, newEmail());
    const newer = await requestEmail(api, family, newEmail());
    expect([await follow(older), await follow(newer)]).toEqual([INVALID, 'done']);
  });

  test('stays valid when other details are saved', async ({ api, family, email, follow }) => {
    const token = await requestEmail(api, family, email);
    const form = { Parent_Email: family.email, Student_Name: 'Ada' };
    const { body } = await family.call(endpoints.updateProfile, { body: form });
    expect(body.user).toMatchObject({ Parent_Email: family.email, pending_email: email });
    expect(await follow(token)).toBe('done');
  });

  type End = (api: TestApp, family: TestFamily) => Promise<{ status: number }>;
  const enders: readonly { what: string; end: End }[] = [
    {
      what: 'a new password',
      end: (_api, { call }) => call(endpoints.changePassword, { body: passwords }),
    },
    {
      what: 'a reset',
      async end(api, { email }) {
        const body = { token: await linkFor(api, 'family', email), password: NEW_PASSWORD };
        return api.call(endpoints.resetPassword, { body });
      },
    },
    { what: 'a deletion', end: (_api, family) => tryToLeave(family) },
  ];
  test.for(enders)('is revoked by $what', async ({ end }, { api, family, email, follow }) => {
    const token = await requestEmail(api, family, email);
    expect((await end(api, family)).status).toBe(200);
    expect(await follow(token)).toBe(INVALID);
  });

  test('ends password links to the old email', async ({ api, family, email, confirm, signsIn }) => {
    const token = await linkFor(api, 'family', family.email);
    await confirm(await requestEmail(api, family, email));
    const body = { token, password: NEW_PASSWORD };
    expect(codeOf(await api.either(endpoints.resetPassword, { body }))).toBe('invalid_reset_token');
    expect(await signsIn(email)).toBe(true);
  });

  test('leaves the old mailbox no way into lessons', async ({ api, lesson, email, confirm }) => {
    const parent = await makeFamily(api, 1);
    const old = await joinTokenOf(api, await parent.book(lesson.id));
    // Nothing has been sent yet.
    const written = (await parent.readEmails()).length;
    await confirm(await requestEmail(api, parent, email));
    const { status } = await api.either(endpoints.readJoinLink, { params: { token: old } });
    expect(status).toBe(404);
    expect(await subjectsTo(api, parent.email)).toEqual(['Your email address was changed']);
    const emails = await readEmails(api, email);
    expect(emails).toHaveLength(written + 1);
    expect(JSON.stringify(emails)).not.toContain(old);
  });

  test('leaves an email to an account that took it', async ({ api, family, confirm, signsIn }) => {
    const form = signUpForm();
    const token = await requestEmail(api, family, form.Parent_Email);
    await api.call(endpoints.register, { body: form });
    const { status, body } = await confirm(token);
    const error = 'Another account has this email by now. Yours keeps its old one.';
    expect([status, body]).toEqual([409, { success: false, code: 'email_taken', error }]);
    expect(await signsIn(family.email)).toBe(true);
  });
});
