// Email changes: the link that confirms one, what revokes the link, and what stays until it is
// followed.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { START, startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { makeLesson, makeFamily, PASSWORD, signUpForm } from '../testing/factories.ts';
import { readEmails, tokenTo } from '../testing/emails.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());
beforeEach(() => api.clock.set(START));

const NEW_PASSWORD = 'entanglement';
const newEmail = () => signUpForm().Parent_Email;

const subjectsTo = async (address: string) =>
  (await readEmails(api, address)).map(({ subject }) => subject);

const change = ({ token }: Caller, Parent_Email: string) =>
  api.call(endpoints.updateProfile, { token, body: { Parent_Email, current_password: PASSWORD } });

/** Requests an email change; returns the token of the link. */
async function ask(account: Caller, email: string): Promise<string> {
  await change(account, email);
  return tokenTo(api, email);
}

const confirm = (token: string) => api.either(endpoints.confirmEmail, { body: { token } });
const outcomeOf = async (token: string) => {
  const { body } = await confirm(token);
  return body.success ? 'confirmed' : body.code;
};
const emailOf = async ({ token }: Caller) =>
  (await api.call(endpoints.getProfile, { token })).body.user;
const signsIn = async (email: string, password = PASSWORD) =>
  (await api.either(endpoints.login, { body: { email, password } })).status === 200;

test('requires the password', async () => {
  const { token } = await makeFamily(api);
  for (const [current_password, message] of [
    [undefined, 'Enter your current password'],
    ['not-the-password', 'The current password is not correct'],
  ] as const) {
    const { status, body } = await api.refused(endpoints.updateProfile, {
      token,
      body: {
        Parent_Email: newEmail(),
        ...(current_password === undefined ? {} : { current_password }),
      },
    });
    expect([status, body.details]).toEqual([400, [{ field: 'current_password', message }]]);
  }
});

test('takes effect once the link has been followed, and not before', async () => {
  const account = await makeFamily(api, 1);
  const email = newEmail();
  const { body } = await change(account, email.toUpperCase());
  expect(body.user).toMatchObject({ Parent_Email: account.email, pending_email: email });
  expect(await emailOf(account)).toEqual(body.user);
  expect([await signsIn(account.email), await signsIn(email)]).toEqual([true, false]);

  // Until then the old address gets every email, and the new one only the link.
  const { id } = await makeLesson(api);
  await api.call(endpoints.bookLesson, { token: account.token, body: { Lesson_ID: id } });
  await api.call(endpoints.forgotPassword, { body: { email } });
  expect(await subjectsTo(email)).toEqual(['Confirm your email address']);
  expect(await subjectsTo(account.email)).toEqual([expect.stringMatching(/^Booked/)]);

  expect(await outcomeOf(await tokenTo(api, email))).toBe('confirmed');
  expect(await emailOf(account)).toMatchObject({ Parent_Email: email, pending_email: null });
  expect([await signsIn(account.email), await signsIn(email)]).toEqual([false, true]);
  expect(await subjectsTo(account.email)).toContain('Your email address was changed');
  expect(await subjectsTo(email)).toEqual(['Confirm your email address']);
});

test('contains no text of the sender in the email to an unconfirmed address', async () => {
  const account = await makeFamily(api);
  await api.call(endpoints.updateProfile, {
    token: account.token,
    body: { Parent_Name: 'Win a prize' },
  });
  const email = newEmail();
  await ask(account, email);
  const [message] = await readEmails(api, email);
  expect(message?.text).not.toContain('prize');
  expect(message?.text).not.toContain(account.email);
});

test('accepts a link once within 24 hours, and stores it as a hash', async () => {
  const account = await makeFamily(api);
  const token = await ask(account, newEmail());
  const rows = await api.database.db.selectFrom('email_changes').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
  api.clock.advance({ hours: 24 });
  expect(await outcomeOf(token)).toBe('invalid_confirmation_token');
  api.clock.advance({ ms: -1 });
  expect(await outcomeOf(token)).toBe('confirmed');
  expect(await outcomeOf(token)).toBe('invalid_confirmation_token');
  for (const dead of ['unknown', 'x'.repeat(512)])
    expect(await outcomeOf(dead)).toBe('invalid_confirmation_token');
  for (const [bad, message] of [
    ['', 'This link is incomplete'],
    ['x'.repeat(513), 'This link is too long'],
  ] as const)
    expect(
      (await api.refused(endpoints.confirmEmail, { body: { token: bad } })).body.details,
    ).toEqual([{ field: 'token', message }]);
});

test('deletes a change that was never confirmed', async () => {
  const account = await makeFamily(api);
  await ask(account, newEmail());
  api.clock.advance({ hours: 24 });
  expect(await emailOf(account)).toMatchObject({
    Parent_Email: account.email,
    pending_email: null,
  });
  await ask(await makeFamily(api), newEmail());
  const { db } = api.database;
  expect(
    await db
      .selectFrom('email_changes')
      .selectAll()
      .where('person_id', '=', account.personId)
      .execute(),
  ).toEqual([]);
});

test('confirms only the newest of several changes', async () => {
  const account = await makeFamily(api);
  const [older, newer] = [await ask(account, newEmail()), await ask(account, newEmail())];
  expect(await outcomeOf(older)).toBe('invalid_confirmation_token');
  expect(await outcomeOf(newer)).toBe('confirmed');
});

test('keeps a pending change when other details are saved', async () => {
  const account = await makeFamily(api);
  const email = newEmail();
  const token = await ask(account, email);
  const details = { Parent_Email: account.email, Student_Name: 'Ada' };
  const { body } = await api.call(endpoints.updateProfile, { token: account.token, body: details });
  expect(body.user).toMatchObject({ Parent_Email: account.email, pending_email: email });
  expect(await outcomeOf(token)).toBe('confirmed');
});

async function resetPassword({ email }: Caller): Promise<void> {
  await api.call(endpoints.forgotPassword, { body: { email } });
  await api.call(endpoints.resetPassword, {
    body: { token: await tokenTo(api, email), password: NEW_PASSWORD },
  });
}

test.each([
  {
    what: 'a new password',
    end: ({ token }: Caller) =>
      api.call(endpoints.changePassword, {
        token,
        body: { current_password: PASSWORD, password: NEW_PASSWORD },
      }),
  },
  { what: 'a reset', end: resetPassword },
  {
    what: 'a deletion',
    end: ({ token }: Caller) =>
      api.call(endpoints.deleteAccount, { token, body: { current_password: PASSWORD } }),
  },
])('revokes a pending change after $what', async ({ end }) => {
  const account = await makeFamily(api);
  const token = await ask(account, newEmail());
  await end(account);
  expect(await outcomeOf(token)).toBe('invalid_confirmation_token');
});

test('revokes password links in the old mailbox', async () => {
  const account = await makeFamily(api);
  await api.call(endpoints.forgotPassword, { body: { email: account.email } });
  const reset = await tokenTo(api, account.email);
  const email = newEmail();
  await confirm(await ask(account, email));
  const { body } = await api.refused(endpoints.resetPassword, {
    body: { token: reset, password: NEW_PASSWORD },
  });
  expect(body.code).toBe('invalid_reset_token');
  expect(await signsIn(email)).toBe(true);
});

test('refuses the email of another account at its field, and sends nothing', async () => {
  const [mine, other] = [await makeFamily(api), await makeFamily(api)];
  const { body } = await api.refused(endpoints.updateProfile, {
    token: mine.token,
    body: { Parent_Email: other.email.toUpperCase(), current_password: PASSWORD },
  });
  expect(body).toMatchObject({ code: 'email_taken', details: [{ field: 'Parent_Email' }] });
  expect(await subjectsTo(other.email)).toEqual([]);
});

test('does not take an email that another account has taken meanwhile', async () => {
  const account = await makeFamily(api);
  const form = signUpForm();
  const token = await ask(account, form.Parent_Email);
  await api.call(endpoints.register, { body: form });
  const { status, body } = await confirm(token);
  expect([status, body]).toEqual([
    409,
    {
      success: false,
      code: 'email_taken',
      error: 'Another account has this email by now. Yours keeps its old one.',
    },
  ]);
  expect(await signsIn(account.email)).toBe(true);
});
