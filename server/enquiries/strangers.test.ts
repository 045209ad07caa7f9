// An account with an enquirer's address that may be a stranger's: what it gets, and how the
// enquirer still gets the lesson.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { newId } from '../ids.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { addParent, makeAdmin, makeLesson } from '../testing/factories.ts';
import {
  confirmAddress,
  enquire,
  enquirer,
  formOf,
  freeLessonOf,
  inviteEnquirer,
  linkTo,
  signIn,
  signUpWith,
  tryToInvite,
} from '../testing/free-lessons.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { DEAD, read } from '../testing/invitations.ts';
import { readEmails } from '../testing/emails.ts';

let api: TestApp;
let admin: Caller;
beforeAll(async () => {
  api = await startTestApp();
  admin = await makeAdmin(api);
});
afterAll(async () => {
  expect(await brokenInvariants(api.database.db)).toEqual([]);
  await api.close();
});

const WORDS = 'Between you and me: Maya finds year 12 hard.';
const NOTHING = { free_lesson: 'available', credits: 0, booked: 0 };
const redeem = (token: string, invite: string) =>
  api.either(endpoints.askForFreeLesson, { token, body: { invite } });

/** An enquiry, and an earlier account with its address and this number. */
async function squat({ mobile, isConfirmed }: { mobile?: string; isConfirmed: boolean }) {
  const form = enquirer();
  await signUpWith(api, undefined, { ...formOf(form), Parent_Phone_Number: mobile ?? form.mobile });
  if (isConfirmed) await confirmAddress(api, form.email);
  const enquiry = await enquire(api, form);
  return { enquiry, token: await signIn(api, form.email) };
}

const storedMarks = async () => {
  const { db } = api.database;
  return (
    await db.selectFrom('once_marks').select('mark').where('kind', '=', 'free_lesson').execute()
  ).length;
};

describe('inviting an enquirer whose address has an account', () => {
  test.each([
    ['an unconfirmed address', { isConfirmed: false }],
    ['another number', { mobile: '07700 900999', isConfirmed: true }],
    ['an unconfirmed address and another number', { mobile: '07700 900999', isConfirmed: false }],
  ])('sends only the link to an account with %s', async (_, account) => {
    const { enquiry, token } = await squat(account);
    const before = await freeLessonOf(api, token);
    const marks = await storedMarks();
    const lesson = await makeLesson(api);
    const { body } = await tryToInvite(api, admin, enquiry.id, {
      Lesson_ID: lesson.id,
      message: WORDS,
    });
    expect(body).toMatchObject({
      customer: { status: 'contacted', invitation: { Lesson_ID: lesson.id } },
    });
    expect(await freeLessonOf(api, token)).toEqual(before);
    expect(before).toMatchObject({ credits: 0, booked: 0 });
    const profile = await api.call(endpoints.verify, { token });
    expect(profile.body.user.students[0]?.year_class).toBeNull();
    expect(await storedMarks()).toBe(marks);
    const [link] = await readEmails(api, enquiry.email, 'enquiry-invitation:');
    expect(link?.text).toContain(WORDS);
    expect(link).toMatchObject({ family_id: null, person_id: null });
    expect(link?.text).toContain('There is an account with this address already.');
    expect(await readEmails(api, enquiry.email, 'free-lesson:')).toEqual([]);
    expect(await readEmails(api, enquiry.email, 'booked:')).toEqual([]);
  });

  test('leaves the free lesson to the number of the enquiry', async () => {
    const { enquiry } = await squat({ mobile: '07700 900999', isConfirmed: false });
    await inviteEnquirer(api, admin, enquiry);
    // With another address of theirs.
    const own = { ...formOf(enquiry), Parent_Email: `${newId()}@example.com` };
    const { body } = await signUpWith(api, await linkTo(api, enquiry.email), own);
    expect(body).toMatchObject({ free_lesson: 'credit' });
  });

  test('grants at once to a confirmed address with the same number', async () => {
    const { enquiry, token } = await squat({ isConfirmed: true });
    expect(await tryToInvite(api, admin, enquiry.id)).toMatchObject({
      body: { customer: { status: 'joined', invitation: null } },
    });
    expect(await freeLessonOf(api, token)).toMatchObject({ free_lesson: 'had', credits: 1 });
  });

  test("sends the tutor's words to the enquiry's address, and only the news to the other parent", async () => {
    const { enquiry, token } = await squat({ isConfirmed: true });
    const { body } = await api.call(endpoints.verify, { token });
    const other = await addParent(api, body.user);
    await tryToInvite(api, admin, enquiry.id, { subject: 'Private to {name}', message: WORDS });
    const [own] = await readEmails(api, enquiry.email, 'free-lesson:');
    expect(own?.text).toContain(WORDS);
    const [told, ...more] = await readEmails(api, other.email);
    expect(more).toEqual([]);
    expect(told?.subject).toBe('Your free first lesson');
    expect(told?.text).toContain(
      'The credit for the free first lesson of your family is in your account.',
    );
    expect(`${told?.subject}${told?.html}`).not.toMatch(/Private|Between|Maya/);
  });
});

describe('the link of an enquirer who has an account', () => {
  test('grants the credit and the lesson once, confirms the address and stores the year', async () => {
    const { enquiry, token } = await squat({ isConfirmed: false });
    const lesson = await makeLesson(api);
    const invite = await inviteEnquirer(api, admin, enquiry, { Lesson_ID: lesson.id });
    expect(await redeem(token, invite)).toMatchObject({
      status: 201,
      body: { free_lesson: 'booked' },
    });
    expect(await freeLessonOf(api, token)).toEqual({ free_lesson: 'had', credits: 0, booked: 1 });
    const { body } = await api.call(endpoints.verify, { token });
    expect(body.user.students[0]?.year_class).toBe(enquiry.year_class);
    const { customers } = (await api.call(endpoints.listEnquiries, { token: admin.token })).body;
    expect(customers.find(({ id }) => id === enquiry.id)).toMatchObject({
      status: 'joined',
      invitation: null,
    });
    const person = await api.database.db
      .selectFrom('people')
      .select('email_confirmed_at')
      .where('email', '=', enquiry.email)
      .executeTakeFirst();
    expect(person?.email_confirmed_at).toBe(api.clock.now);
    expect(await read(api, invite)).toMatchObject({ status: 404, body: DEAD });
    expect(await redeem(token, invite)).toMatchObject({
      status: 404,
      body: { code: 'invitation_not_found', details: [{ field: 'invite' }] },
    });
  });

  test('works for an account with another address, which it does not confirm', async () => {
    const enquiry = await enquire(api);
    const invite = await inviteEnquirer(api, admin, enquiry);
    const other = enquirer();
    await signUpWith(api, undefined, formOf(other));
    const token = await signIn(api, other.email);
    expect(await freeLessonOf(api, token)).toEqual(NOTHING);
    expect(await redeem(token, invite)).toMatchObject({
      status: 201,
      body: { free_lesson: 'credit' },
    });
    const person = await api.database.db
      .selectFrom('people')
      .select('email_confirmed_at')
      .where('email', '=', other.email)
      .executeTakeFirst();
    expect(person?.email_confirmed_at).toBeNull();
  });

  test('grants nothing to a family that has had its free lesson, and stays valid', async () => {
    const first = await squat({ isConfirmed: true });
    await tryToInvite(api, admin, first.enquiry.id);
    const enquiry = await enquire(api);
    const invite = await inviteEnquirer(api, admin, enquiry);
    const used = { status: 409, body: { code: 'free_lesson_used' } };
    expect(await redeem(first.token, invite)).toMatchObject(used);
    // The number of a family that has had it, in another account.
    const again = enquirer();
    await signUpWith(api, undefined, {
      ...formOf(again),
      Parent_Phone_Number: first.enquiry.mobile,
    });
    expect(await redeem(await signIn(api, again.email), invite)).toMatchObject(used);
    expect((await read(api, invite)).status).toBe(200);
  });

  test('lets one of two concurrent users in', async () => {
    const enquiry = await enquire(api);
    const invite = await inviteEnquirer(api, admin, enquiry);
    const tokens = [];
    for (const form of [enquirer(), enquirer()]) {
      await signUpWith(api, undefined, formOf(form));
      tokens.push(await signIn(api, form.email));
    }
    const answers = await Promise.all(tokens.map((token) => redeem(token, invite)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 404]);
  });
});
