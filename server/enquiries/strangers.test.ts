// An account with an enquirer's address that may be a stranger's: what it gets, and how the
// enquirer still gets the lesson.
import { describe, expect, inject } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { changeEmail, signInAs } from '../testing/accounts/families.ts';
import { DEAD, newEmail, read } from '../testing/accounts/invitations.ts';
import type { TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { readEmails } from '../testing/emails.ts';
import { addParent, makeFamily } from '../testing/factories.ts';
import {
  confirmAddress,
  enquire,
  enquirer,
  findEnquiry,
  formOf,
  freeLessonOf,
  inviteEnquirer,
  linkTo,
  signUpWith,
  tryToInvite,
} from '../testing/lessons/free-lessons.ts';
import { overlap } from '../testing/races/locks.ts';
import { codeOf, sharedTest as test, statusesOf } from '../testing/test.ts';
import { eraseOldEnquiries } from './erasure.ts';

const WORDS = 'Between you and me: Maya finds year 12 hard.';
const OTHER_NUMBER = '07700 900999';
const redeem = ({ either }: Caller, invite: string) =>
  either(endpoints.askForFreeLesson, { body: { invite } });

/** An account of an enquirer who has not enquired. */
async function signUp(api: TestApp, form = enquirer(), mobile = form.mobile): Promise<Caller> {
  await signUpWith(api, undefined, { ...formOf(form), Parent_Phone_Number: mobile });
  return signInAs(api, form.email);
}

/** An enquiry, and an earlier account with its address and this number. */
async function squat(api: TestApp, { isConfirmed = false, mobile }: Account = {}) {
  const form = enquirer();
  const account = await signUp(api, form, mobile);
  if (isConfirmed) await confirmAddress(api, form.email);
  return { enquiry: await enquire(api, form), account };
}
interface Account {
  isConfirmed?: boolean;
  mobile?: string;
}

const readYear = async ({ readProfile }: Caller) =>
  (await readProfile()).user.students[0]?.year_class;

async function confirmedAt({ database: { db } }: TestApp, email: string) {
  const people = db.selectFrom('people').select('email_confirmed_at').where('email', '=', email);
  return (await people.executeTakeFirst())?.email_confirmed_at;
}

async function countMarks({ database: { db } }: TestApp) {
  const marks = db.selectFrom('once_marks').select('mark').where('kind', '=', 'free_lesson');
  return (await marks.execute()).length;
}

describe('inviting an enquirer whose address has an account', () => {
  test.for([
    ['an unconfirmed address', {}],
    ['another number', { mobile: OTHER_NUMBER, isConfirmed: true }],
    ['an unconfirmed address and another number', { mobile: OTHER_NUMBER }],
  ] as const)(
    'sends only the link to an account with %s',
    async ([, kind], { api, tutor, lesson }) => {
      const { enquiry, account } = await squat(api, kind);
      const before = await freeLessonOf(api, account.token);
      const marks = await countMarks(api);
      const proposed = { Lesson_ID: lesson.id, message: WORDS };
      const { body } = await tryToInvite(api, tutor, enquiry.id, proposed);
      const customer = { status: 'contacted', invitation: { Lesson_ID: lesson.id } };
      expect(body).toMatchObject({ customer });
      expect(await freeLessonOf(api, account.token)).toEqual(before);
      expect(before).toMatchObject({ credits: 0, booked: 0 });
      expect(await readYear(account)).toBeNull();
      expect(await countMarks(api)).toBe(marks);
      const [link] = await readEmails(api, enquiry.email, 'enquiry-invitation:');
      expect(link).toMatchObject({ family_id: null, person_id: null });
      for (const words of [WORDS, 'There is an account with this address already.'])
        expect(link?.text).toContain(words);
      for (const cause of ['free-lesson:', 'booked:'])
        expect(await readEmails(api, enquiry.email, cause)).toEqual([]);
    },
  );

  test('leaves the free lesson to the number of the enquiry', async ({ api, tutor }) => {
    const { enquiry } = await squat(api, { mobile: OTHER_NUMBER });
    await inviteEnquirer(api, tutor, enquiry);
    // With another address of theirs.
    const own = { ...formOf(enquiry), Parent_Email: newEmail() };
    const { body } = await signUpWith(api, await linkTo(api, enquiry.email), own);
    expect(body).toMatchObject({ free_lesson: 'credit' });
  });

  test('grants at once to a confirmed address with the same number', async ({ api, tutor }) => {
    const { enquiry, account } = await squat(api, { isConfirmed: true });
    const { body } = await tryToInvite(api, tutor, enquiry.id);
    expect(body).toMatchObject({ customer: { status: 'joined', invitation: null } });
    const granted = { free_lesson: 'had', credits: 1 };
    expect(await freeLessonOf(api, account.token)).toMatchObject(granted);
  });

  test("sends the tutor's words only to the enquiry's address", async ({ api, tutor }) => {
    const { enquiry, account } = await squat(api, { isConfirmed: true });
    const other = await addParent(api, account);
    const words = { subject: 'Private to {name}', message: WORDS };
    await tryToInvite(api, tutor, enquiry.id, words);
    const [own] = await readEmails(api, enquiry.email, 'free-lesson:');
    expect(own?.text).toContain(WORDS);
    // The other parent gets the news.
    const [told, ...more] = await other.readEmails();
    expect(more).toEqual([]);
    expect(told?.subject).toBe('Your free first lesson');
    expect(told?.text).toContain('a credit for one lesson is in your account.');
    expect(`${told?.subject}${told?.html}`).not.toMatch(/Private|Between|Maya/);
  });
});

describe('the link of an enquirer who has an account', () => {
  test('grants once, and confirms the address', async ({ api, tutor, lesson }) => {
    const { enquiry, account } = await squat(api);
    const invite = await inviteEnquirer(api, tutor, enquiry, { Lesson_ID: lesson.id });
    const booked = { status: 201, body: { free_lesson: 'booked' } };
    expect(await redeem(account, invite)).toMatchObject(booked);
    const had = { free_lesson: 'had', credits: 0, booked: 1 };
    expect(await freeLessonOf(api, account.token)).toEqual(had);
    expect(await readYear(account)).toBe(enquiry.year_class);
    const joined = { status: 'joined', invitation: null };
    expect(await findEnquiry(tutor, enquiry.id)).toMatchObject(joined);
    expect(await confirmedAt(api, enquiry.email)).toBe(api.clock.now);
    expect(await read(api, invite)).toMatchObject({ status: 404, body: DEAD });
    const body = { code: 'invitation_not_found', details: [{ field: 'invite' }] };
    expect(await redeem(account, invite)).toMatchObject({ status: 404, body });
  });

  test('works for another address, which it does not confirm', async ({ api, tutor }) => {
    const invite = await inviteEnquirer(api, tutor, await enquire(api));
    const account = await signUp(api);
    const nothing = { free_lesson: 'available', credits: 0, booked: 0 };
    expect(await freeLessonOf(api, account.token)).toEqual(nothing);
    const granted = { status: 201, body: { free_lesson: 'credit' } };
    expect(await redeem(account, invite)).toMatchObject(granted);
    expect(await confirmedAt(api, account.email)).toBeNull();
  });

  test('grants nothing to a family that has had its own', async ({ api, tutor }) => {
    const { enquiry, account } = await squat(api, { isConfirmed: true });
    await tryToInvite(api, tutor, enquiry.id);
    const invite = await inviteEnquirer(api, tutor, await enquire(api));
    // The number of a family that has had it, in another account.
    const again = await signUp(api, enquirer(), enquiry.mobile);
    const used = { status: 409, body: { code: 'free_lesson_used' } };
    for (const family of [account, again]) expect(await redeem(family, invite)).toMatchObject(used);
    expect((await read(api, invite)).status).toBe(200);
  });

  test('lets one of two concurrent users in', async ({ api, tutor }) => {
    const invite = await inviteEnquirer(api, tutor, await enquire(api));
    const accounts = [await signUp(api), await signUp(api)];
    const answers = await Promise.all(accounts.map((account) => redeem(account, invite)));
    expect(statusesOf(answers)).toEqual([201, 404]);
  });
});

describe('an enquiry that an account with its address leaves behind', () => {
  test("is the tutor's again, who can invite the enquirer", async ({ api, tutor, lesson }) => {
    const { enquiry, account } = await squat(api);
    const { body } = await account.either(endpoints.bookLesson, {
      body: { Lesson_ID: lesson.id, free: true },
    });
    expect(body).toMatchObject({ success: true });
    expect(await findEnquiry(tutor, enquiry.id)).toMatchObject({ status: 'joined' });
    await changeEmail(api, account, newEmail());
    expect(await findEnquiry(tutor, enquiry.id)).toMatchObject({ status: 'contacted' });
    expect(codeOf(await tryToInvite(api, tutor, enquiry.id))).toBe('done');
    await eraseOldEnquiries(api.context(null), api.clock.now + 1);
    expect(await findEnquiry(tutor, enquiry.id)).toBeUndefined();
  });

  test.runIf(inject('engine') === 'postgres')(
    'stays with the family that joins by its link at the same time',
    async ({ api, db }) => {
      const enquiry = await enquire(api);
      const { id } = await makeFamily(api);
      const row = { family_id: id, status: 'joined' } as const;
      await overlap(
        api,
        ({ tx }) => tx.updateTable('enquiries').set(row).where('id', '=', enquiry.id).execute(),
        () => signUp(api, enquiry),
      );
      const stored = db.selectFrom('enquiries').select(['family_id', 'status']);
      expect(await stored.where('id', '=', enquiry.id).executeTakeFirst()).toEqual(row);
    },
  );
});
