// Confirmation of an account's address: the links that confirm it, and the calls refused before.
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { ACCOUNT_LIMITS, UNCONFIRMED_EMAILS } from '../../domain/limits.ts';
import { transact } from '../engine/context.ts';
import { START, startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import {
  addSignIn,
  makeAdmin,
  makeBooking,
  makeFamily,
  makeLesson,
  PASSWORD,
  signUpForm,
} from '../testing/factories.ts';
import { profileOf } from '../testing/families.ts';
import { enquire, formOf, inviteEnquirer, signIn, signUpWith } from '../testing/free-lessons.ts';
import { accept, invite, newEmail, tryToInvite } from '../testing/invitations.ts';
import { readEmails, tokensTo, tokenTo } from '../testing/emails.ts';
import { forgetExpiredLinks } from './links.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());
beforeEach(() => api.clock.set(START));

const NEW_PASSWORD = 'entanglement';

/** Signs up with only the form. */
async function signUp(form = signUpForm()) {
  const { body } = await api.call(endpoints.register, { body: form });
  const token = await signIn(api, form.Parent_Email);
  return { id: body.user.id, email: form.Parent_Email, token };
}

const follow = (token: string) => api.either(endpoints.confirmEmail, { body: { token } });
async function outcomeOf(token: string): Promise<string> {
  const { body } = await follow(token);
  return body.success ? body.outcome : body.code;
}
const isConfirmed = async (account: Pick<Caller, 'token'>) =>
  (await profileOf(api, account)).user.email_confirmed;
const send = ({ token }: Pick<Caller, 'token'>) => api.call(endpoints.sendConfirmation, { token });
const codeOf = ({ body }: { body: { success: boolean; code?: string } }) => body.code ?? 'done';
const subscribe = ({ token }: Pick<Caller, 'token'>) =>
  api.either(endpoints.renewCalendar, { token });

async function reset(email: string) {
  await api.call(endpoints.forgotPassword, { body: { email } });
  const body = { token: await tokenTo(api, email), password: NEW_PASSWORD };
  return (await api.call(endpoints.resetPassword, { body })).body;
}

async function changeEmail({
  token,
}: Pick<Caller, 'token'>): Promise<{ email: string; link: string }> {
  const email = newEmail();
  const body = { Parent_Email: email, current_password: PASSWORD };
  await api.call(endpoints.updateProfile, { token, body });
  return { email, link: await tokenTo(api, email) };
}

const linksOf = async (email: string) =>
  api.database.db
    .selectFrom('email_confirmations')
    .innerJoin('people', 'people.id', 'person_id')
    .selectAll('email_confirmations')
    .where('email', '=', email)
    .execute();

describe('the link of the welcome email', () => {
  test('confirms the address, and has no effect the second time', async () => {
    const account = await signUp();
    expect(await isConfirmed(account)).toBe(false);
    const [welcome] = await readEmails(api, account.email, 'welcome:');
    expect(welcome?.text).toContain('/confirm-email#');
    const token = await tokenTo(api, account.email);
    expect(await outcomeOf(token)).toBe('confirmed');
    expect(await isConfirmed(account)).toBe(true);
    api.clock.advance({ hours: 1 });
    expect(await outcomeOf(token)).toBe('confirmed');
    const { email_confirmed_at } = await api.database.db
      .selectFrom('people')
      .select('email_confirmed_at')
      .where('email', '=', account.email)
      .executeTakeFirstOrThrow();
    expect(email_confirmed_at).toBe(Date.parse(START));
  });

  test('is valid for seven days, and is stored as a hash', async () => {
    const account = await signUp();
    const token = await tokenTo(api, account.email);
    expect(JSON.stringify(await linksOf(account.email))).not.toContain(token);
    api.clock.advance({ days: 7 });
    expect(await outcomeOf(token)).toBe('invalid_confirmation_token');
    api.clock.advance({ ms: -1 });
    expect(await outcomeOf(token)).toBe('confirmed');
  });

  test('is deleted once it has expired', async () => {
    const account = await signUp();
    api.clock.advance({ days: 7 });
    await transact(api.context(null), forgetExpiredLinks);
    expect(await linksOf(account.email)).toEqual([]);
  });

  test.each([
    [
      'another address',
      async (account: Awaited<ReturnType<typeof signUp>>) => {
        expect(await outcomeOf((await changeEmail(account)).link)).toBe('changed');
      },
    ],
    ['a reset', ({ email }: Awaited<ReturnType<typeof signUp>>) => reset(email)],
    [
      'the deletion of the account',
      ({ token }: Awaited<ReturnType<typeof signUp>>) =>
        api.call(endpoints.deleteAccount, { token, body: { current_password: PASSWORD } }),
    ],
  ] as const)('ends with %s', async (_what, end) => {
    const account = await signUp();
    const token = await tokenTo(api, account.email);
    await end(account);
    expect(await outcomeOf(token)).toBe('invalid_confirmation_token');
    expect(await linksOf(account.email)).toEqual([]);
  });

  test('survives a changed password, which proves nothing about the address', async () => {
    const account = await signUp();
    const token = await tokenTo(api, account.email);
    const body = { current_password: PASSWORD, password: NEW_PASSWORD };
    await api.call(endpoints.changePassword, { token: account.token, body });
    expect(await isConfirmed(account)).toBe(false);
    expect(await outcomeOf(token)).toBe('confirmed');
  });
});

describe('POST /api/users/confirmation', () => {
  test('sends another link besides the first, without any typed text', async () => {
    const account = await signUp({ ...signUpForm(), Parent_Name: 'Win a prize' });
    api.clock.advance({ minutes: 1 });
    expect((await send(account)).body).toEqual({ success: true, email_confirmed: false });
    const [message] = await readEmails(api, account.email, 'confirm-address:');
    expect(message?.text).not.toContain('prize');
    const [first = '', second = ''] = await tokensTo(api, account.email);
    expect([await outcomeOf(second), await outcomeOf(first)]).toEqual(['confirmed', 'confirmed']);
  });

  test('sends nothing to a confirmed address, and says so', async () => {
    const family = await makeFamily(api);
    expect((await send(family)).body).toEqual({ success: true, email_confirmed: true });
    expect(await readEmails(api, family.email)).toEqual([]);
  });

  test('is for parents only: students join by invitation', async () => {
    const family = await makeFamily(api);
    const student = await addSignIn(api, family, family.studentId);
    expect((await profileOf(api, student)).user.email_confirmed).toBe(true);
    expect((await api.refused(endpoints.sendConfirmation, { token: student.token })).status).toBe(
      403,
    );
  });

  test('works five times a day', async () => {
    const limited = await startTestApp({ rateLimitScale: 1 });
    onTestFinished(() => limited.close());
    const { token } = await makeFamily(limited, 0, { isConfirmed: false });
    for (let n = 0; n < 5; n += 1) await limited.call(endpoints.sendConfirmation, { token });
    const { status, body } = await limited.refused(endpoints.sendConfirmation, { token });
    expect([status, body.code]).toEqual([429, 'rate_limited']);
    expect(ACCOUNT_LIMITS.confirmation).toEqual({ calls: 5, minutes: 24 * 60 });
  });
});

describe('until the address is confirmed', () => {
  test('invites nobody and publishes no calendar feed', async () => {
    const account = await signUp();
    const email = newEmail();
    for (const answer of [await tryToInvite(api, account, { email }), await subscribe(account)])
      expect([answer.status, codeOf(answer)]).toEqual([409, 'email_unconfirmed']);
    expect(await readEmails(api, email)).toEqual([]);
    expect(
      (await api.call(endpoints.getCalendar, { token: account.token })).body.calendar,
    ).toBeNull();
    await follow(await tokenTo(api, account.email));
    expect((await tryToInvite(api, account, { email })).status).toBe(201);
    expect((await subscribe(account)).status).toBe(201);
  });

  test('does not count refused invitations against the invited address', async () => {
    const limited = await startTestApp({ rateLimitScale: 1 });
    onTestFinished(() => limited.close());
    const email = newEmail();
    for (let n = 0; n <= UNCONFIRMED_EMAILS.max; n += 1) {
      const stranger = await makeFamily(limited, 0, { isConfirmed: false });
      expect(codeOf(await tryToInvite(limited, stranger, { email }))).toBe('email_unconfirmed');
    }
    expect((await tryToInvite(limited, await makeFamily(limited), { email })).status).toBe(201);
  });

  test('allows everything else', async () => {
    const family = await makeFamily(api, 1, { isConfirmed: false });
    const lesson = await makeLesson(api);
    const bookingId = await makeBooking(api, family, lesson.id);
    await api.call(endpoints.cancelBooking, { token: family.token, params: { bookingId } });
    await api.call(endpoints.exportData, { token: family.token });
    const body = { Student_Name: 'Ada', year_class: 'year-10' } as const;
    await api.call(endpoints.addStudent, { token: family.token, body });
  });
});

describe('an address is confirmed as well by', () => {
  test('a reset', async () => {
    const { email } = await signUp();
    await reset(email);
    const body = { email, password: NEW_PASSWORD };
    expect((await api.call(endpoints.login, { body })).body.user.email_confirmed).toBe(true);
  });

  test('the link of an email change', async () => {
    const account = await signUp();
    expect(await outcomeOf((await changeEmail(account)).link)).toBe('changed');
    expect(await isConfirmed(account)).toBe(true);
  });

  test('an accepted invitation', async () => {
    const family = await makeFamily(api);
    const { token } = await invite(api, family);
    const { body } = await accept(api, token);
    expect(body).toMatchObject({ user: { email_confirmed: true } });
  });

  test("the tutor's link, for the invited address only", async () => {
    const admin = await makeAdmin(api);
    const enquiry = await enquire(api);
    const own = await signUpWith(api, await inviteEnquirer(api, admin, enquiry), {
      ...formOf(enquiry),
      Parent_Email: enquiry.email.toUpperCase(),
    });
    expect(own.body).toMatchObject({ user: { email_confirmed: true } });
    expect(await linksOf(enquiry.email)).toEqual([]);
    const other = await enquire(api);
    const elsewhere = { ...formOf(other), Parent_Email: newEmail() };
    const answer = await signUpWith(api, await inviteEnquirer(api, admin, other), elsewhere);
    expect(answer.body).toMatchObject({ user: { email_confirmed: false } });
    expect(await linksOf(elsewhere.Parent_Email)).toHaveLength(1);
  });
});
