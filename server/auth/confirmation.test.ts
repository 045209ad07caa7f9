// Confirmation of an account's address: the links that confirm it, and the calls refused before.
import { describe, expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { ACCOUNT_LIMITS } from '../../domain/limits.ts';
import { UNCONFIRMED_EMAILS } from '../email/unconfirmed-limit.ts';
import { transact } from '../engine/context.ts';
import { linkFor, NEW_PASSWORD, passwords } from '../testing/accounts/accounts.ts';
import { requestEmail, signUp, tryToLeave } from '../testing/accounts/families.ts';
import { accept, invite, newEmail, tryToInvite } from '../testing/accounts/invitations.ts';
import { START, type TestApp } from '../testing/app.ts';
import type { TestFamily } from '../testing/caller.ts';
import { readEmails, tokensTo, tokenTo } from '../testing/emails.ts';
import { addSignIn, makeFamily } from '../testing/factories.ts';
import { enquire, formOf, inviteEnquirer, signUpWith } from '../testing/lessons/free-lessons.ts';
import { codeOf, test as base } from '../testing/test.ts';
import { deleteExpiredLinks } from './links.ts';

const follow = (api: TestApp, token: string) =>
  api.either(endpoints.confirmEmail, { body: { token } });
async function outcomeOf(api: TestApp, token: string): Promise<string> {
  const { body } = await follow(api, token);
  return body.success ? body.outcome : body.code;
}

async function reset(api: TestApp, email: string) {
  const body = { token: await linkFor(api, 'family', email), password: NEW_PASSWORD };
  return api.call(endpoints.resetPassword, { body });
}

const linksOf = async ({ database }: TestApp, email: string) =>
  database.db
    .selectFrom('email_confirmations')
    .innerJoin('people', 'people.id', 'person_id')
    .selectAll('email_confirmations')
    .where('email', '=', email)
    .execute();

const test = base
  /** A family that has only filled in the form. */
  .extend('family', ({ api }) => signUp(api))
  /** The token in its welcome email. */
  .extend('link', ({ api, family }) => tokenTo(api, family.email))
  .extend('isConfirmed', ({ family }) => async () => {
    return (await family.readProfile()).user.email_confirmed;
  });

describe('the link of the welcome email', () => {
  test('confirms the address, once', async ({ api, family, link, isConfirmed }) => {
    expect(await isConfirmed()).toBe(false);
    const [welcome] = await family.readEmails('welcome:');
    expect(welcome?.text).toContain('/confirm-email#');
    expect(await outcomeOf(api, link)).toBe('confirmed');
    expect(await isConfirmed()).toBe(true);
    api.clock.advance({ hours: 1 });
    expect(await outcomeOf(api, link)).toBe('confirmed');
    const { email_confirmed_at } = await api.database.db
      .selectFrom('people')
      .select('email_confirmed_at')
      .where('email', '=', family.email)
      .executeTakeFirstOrThrow();
    expect(email_confirmed_at).toBe(Date.parse(START));
  });

  test('is valid for seven days, and is stored as a hash', async ({ api, family, link }) => {
    expect(JSON.stringify(await linksOf(api, family.email))).not.toContain(link);
    api.clock.advance({ days: 7 });
    expect(await outcomeOf(api, link)).toBe('invalid_confirmation_token');
    api.clock.advance({ ms: -1 });
    expect(await outcomeOf(api, link)).toBe('confirmed');
  });

  test('is deleted once it has expired', async ({ api, family }) => {
    api.clock.advance({ days: 7 });
    await transact(api.context(null), deleteExpiredLinks);
    expect(await linksOf(api, family.email)).toEqual([]);
  });

  type End = (api: TestApp, family: TestFamily) => Promise<unknown>;
  const changeAddress: End = async (api, family) => {
    expect(await outcomeOf(api, await requestEmail(api, family, newEmail()))).toBe('changed');
  };
  const enders: readonly (readonly [string, End])[] = [
    ['another address', changeAddress],
    ['a reset', (api, { email }) => reset(api, email)],
    ['the deletion of the account', (_api, family) => tryToLeave(family)],
  ];
  test.for(enders)('ends with %s', async ([, end], { api, family, link }) => {
    await end(api, family);
    expect(await outcomeOf(api, link)).toBe('invalid_confirmation_token');
    expect(await linksOf(api, family.email)).toEqual([]);
  });

  test('survives a changed password', async ({ api, family, link, isConfirmed }) => {
    await family.call(endpoints.changePassword, { body: passwords });
    expect(await isConfirmed()).toBe(false);
    expect(await outcomeOf(api, link)).toBe('confirmed');
  });
});

describe('POST /api/users/confirmation', () => {
  test('sends another link besides the first, without any typed text', async ({ api }) => {
    const family = await signUp(api, { Parent_Name: 'Win a prize' });
    api.clock.advance({ minutes: 1 });
    const { body } = await family.call(endpoints.sendConfirmation);
    expect(body).toEqual({ success: true, email_confirmed: false });
    const [message] = await family.readEmails('confirm-address:');
    expect(message?.text).not.toContain('prize');
    const links = await tokensTo(api, family.email);
    expect(links).toHaveLength(2);
    for (const token of links.toReversed()) expect(await outcomeOf(api, token)).toBe('confirmed');
  });

  test('sends nothing to a confirmed address, and says so', async ({ api }) => {
    const family = await makeFamily(api);
    const { body } = await family.call(endpoints.sendConfirmation);
    expect(body).toEqual({ success: true, email_confirmed: true });
    expect(await family.readEmails()).toEqual([]);
  });

  test('is for parents only: students join by invitation', async ({ api, family }) => {
    const student = await addSignIn(api, family, family.studentId);
    expect((await student.readProfile()).user.email_confirmed).toBe(true);
    expect((await student.refused(endpoints.sendConfirmation)).status).toBe(403);
  });
});

describe('until the address is confirmed', () => {
  test('invites nobody and publishes no calendar feed', async ({ api, family, link }) => {
    const email = newEmail();
    const subscribe = () => family.either(endpoints.renewCalendar);
    for (const answer of [await tryToInvite(api, family, { email }), await subscribe()])
      expect([answer.status, codeOf(answer)]).toEqual([409, 'email_unconfirmed']);
    expect(await readEmails(api, email)).toEqual([]);
    expect((await family.call(endpoints.getCalendar)).body.calendar).toBeNull();
    await follow(api, link);
    expect((await tryToInvite(api, family, { email })).status).toBe(201);
    expect((await subscribe()).status).toBe(201);
  });

  test('allows everything else', async ({ api, lesson }) => {
    const family = await makeFamily(api, 1, { isConfirmed: false });
    const bookingId = await family.book(lesson.id);
    await family.call(endpoints.cancelBooking, { params: { bookingId } });
    await family.call(endpoints.exportData);
    const body = { Student_Name: 'Ada', year_class: 'year-10' } as const;
    await family.call(endpoints.addStudent, { body });
  });
});

describe('with limits', () => {
  test.override('settings', { rateLimitScale: 1 });
  const makeStranger = (api: TestApp) => makeFamily(api, 0, { isConfirmed: false });

  test('sends five links a day', async ({ api }) => {
    const { call, refused } = await makeStranger(api);
    for (let n = 0; n < 5; n += 1) await call(endpoints.sendConfirmation);
    const { status, body } = await refused(endpoints.sendConfirmation);
    expect([status, body.code]).toEqual([429, 'rate_limited']);
    expect(ACCOUNT_LIMITS.confirmation).toEqual({ calls: 5, minutes: 24 * 60 });
  });

  test('does not count refused invitations against the invited address', async ({ api }) => {
    const email = newEmail();
    for (let n = 0; n <= UNCONFIRMED_EMAILS.max; n += 1) {
      const answer = await tryToInvite(api, await makeStranger(api), { email });
      expect(codeOf(answer)).toBe('email_unconfirmed');
    }
    expect((await tryToInvite(api, await makeFamily(api), { email })).status).toBe(201);
  });
});

describe('other proofs of an address', () => {
  test('confirm it by a reset', async ({ api, family: { email } }) => {
    await reset(api, email);
    const body = { email, password: NEW_PASSWORD };
    expect((await api.call(endpoints.login, { body })).body.user.email_confirmed).toBe(true);
  });

  test('confirm it by the link of an email change', async ({ api, family, isConfirmed }) => {
    expect(await outcomeOf(api, await requestEmail(api, family, newEmail()))).toBe('changed');
    expect(await isConfirmed()).toBe(true);
  });

  test('confirm it by an accepted invitation', async ({ api }) => {
    const { token } = await invite(api, await makeFamily(api));
    expect((await accept(api, token)).body).toMatchObject({ user: { email_confirmed: true } });
  });

  test("confirm it by the tutor's link, for the invited address only", async ({ api, tutor }) => {
    const enquiry = await enquire(api);
    const own = await signUpWith(api, await inviteEnquirer(api, tutor, enquiry), {
      ...formOf(enquiry),
      Parent_Email: enquiry.email.toUpperCase(),
    });
    expect(own.body).toMatchObject({ user: { email_confirmed: true } });
    expect(await linksOf(api, enquiry.email)).toEqual([]);
    const other = await enquire(api);
    const elsewhere = { ...formOf(other), Parent_Email: newEmail() };
    const answer = await signUpWith(api, await inviteEnquirer(api, tutor, other), elsewhere);
    expect(answer.body).toMatchObject({ user: { email_confirmed: false } });
    expect(await linksOf(api, elsewhere.Parent_Email)).toHaveLength(1);
  });
});
