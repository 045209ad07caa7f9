// Signing up with the tutor's invitation: its benefits, granted only once.
import { setImmediate } from 'node:timers/promises';

import { describe, expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { startStripeSandbox } from '../../sandbox/stripe.ts';
import { fingerprintOf, MARK_QUEUE } from '../sessions/hashing.ts';
import { leave, signInAs } from '../testing/accounts/families.ts';
import { newEmail, read } from '../testing/accounts/invitations.ts';
import { START, type TestApp } from '../testing/app.ts';
import { readEmails } from '../testing/emails.ts';
import { makeFamily, makeLesson } from '../testing/factories.ts';
import {
  confirmAddress,
  deleteEnquiry,
  enquire,
  enquirer,
  findEnquiry,
  formOf,
  freeLessonOf,
  inviteEnquirer,
  linkTo,
  signUpWith,
} from '../testing/lessons/free-lessons.ts';
import { openShop } from '../testing/payments/paid-lessons.ts';
import { sharedTest, statusesOf } from '../testing/test.ts';

const test = sharedTest
  .extend('shop', { scope: 'file' }, async ({ settings }, { onCleanup }) => {
    const shop = await openShop(startStripeSandbox, settings);
    onCleanup(() => shop.close());
    return shop;
  })
  .extend('api', { scope: 'file' }, ({ shop }) => shop.api)
  /** Enquires with the form and is invited. */
  .extend('ask', ({ api, tutor }) => {
    api.clock.set(START);
    return async (form = enquirer(), body: object = {}) => {
      const enquiry = await enquire(api, form);
      const token = await inviteEnquirer(api, tutor, enquiry, body);
      const signUp = (changes: object = {}) =>
        signUpWith(api, token, { ...formOf(enquiry), ...changes });
      return { ...enquiry, token, signUp };
    };
  });

type Answer = Awaited<ReturnType<typeof signUpWith>>;
const outcomeOf = ({ body }: Answer): string =>
  body.success ? String(body.free_lesson) : body.code;
const GONE = 'invitation_not_found';
/** There is an account with its credit if the sign-up succeeded, and otherwise none. */
async function expectAll({ database: { db } }: TestApp, email: string, { status }: Answer) {
  const rows = await db
    .selectFrom('people')
    .innerJoin('balances', 'balances.family_id', 'people.family_id')
    .select('credits')
    .where('email', '=', email)
    .execute();
  expect(rows).toEqual(status === 201 ? [{ credits: 1 }] : []);
}
const CREDIT = { user: { Credits: 1, Lessons_Booked: 0 }, free_lesson: 'credit' };
const NONE = { user: { Credits: 0 }, free_lesson: 'none' };

test('grants the credit without a proposed lesson', async ({ api, ask }) => {
  const { email, signUp } = await ask();
  const { status, body } = await signUp();
  expect(status).toBe(201);
  expect(body).toMatchObject({
    ...CREDIT,
    user: { students: [{ year_class: 'year-12' }], Credits: 1 },
  });
  const { token } = await signInAs(api, email);
  expect(await freeLessonOf(api, token)).toEqual({ free_lesson: 'had', credits: 1, booked: 0 });
  const [welcome] = await readEmails(api, email, 'welcome:');
  expect(welcome?.text).toContain('The credit for your free first lesson is there');
});

test('books the proposed lesson', async ({ api, lesson, ask }) => {
  const { email, signUp } = await ask(enquirer(), { Lesson_ID: lesson.id });
  const booked = { user: { Credits: 0, Lessons_Booked: 1 }, free_lesson: 'booked' };
  expect((await signUp()).body).toMatchObject(booked);
  expect(await readEmails(api, email, 'booked:')).toHaveLength(1);
});

test.for(['full', 'started', 'deleted', 'held'] as const)(
  'grants only the credit if the proposed lesson is %s by then',
  async (what, { api, shop, tutor, ask }) => {
    const { id, starts_at } = await makeLesson(api, { Date: '2026-11-21', Max_Students: 1 });
    const { signUp } = await ask(enquirer(), { Lesson_ID: id });
    if (what === 'full') await (await makeFamily(api, 1)).book(id);
    if (what === 'started') api.clock.set(starts_at);
    if (what === 'deleted') await tutor.call(endpoints.deleteLesson, { params: { id } });
    if (what === 'held') await shop.checkOut(await makeFamily(api), { Lesson_IDs: [id] });
    expect((await signUp()).body).toMatchObject(CREDIT);
  },
);

test('keeps the link after a refused form or a taken address', async ({ api, family, ask }) => {
  const { token, signUp } = await ask();
  expect((await signUp({ password: 'short' })).status).toBe(400);
  expect((await signUp({ Parent_Email: family.email })).status).toBe(409);
  expect((await read(api, token)).status).toBe(200);
  expect((await signUp()).body).toMatchObject({ free_lesson: 'credit' });
});

test('is not refused because others of its network keep the server busy', async ({ ask }) => {
  const { signUp } = await ask();
  const over = new AbortController();
  const keepBusy = async (caller: string) => {
    while (!over.signal.aborted)
      await fingerprintOf('phone', 'a salt of some bytes', caller).catch(() => setImmediate());
  };
  const network = Array.from({ length: 2 * MARK_QUEUE.maxOfCaller }, () => '127.0.0.1');
  // They have their turns too, so that the network's share stays full for a while.
  const elsewhere = Array.from({ length: 9 }, (_, n) => `account ${n}`);
  const others = [...network, ...elsewhere].map(keepBusy);
  const { status } = await signUp();
  over.abort();
  await Promise.all(others);
  expect(status).toBe(201);
});

test('accepts another address than the invited one', async ({ tutor, ask }) => {
  const { id, signUp } = await ask();
  const parentEmail = newEmail();
  const body = { user: { Parent_Email: parentEmail, Credits: 1 }, free_lesson: 'credit' };
  expect((await signUp({ Parent_Email: parentEmail })).body).toMatchObject(body);
  expect((await findEnquiry(tutor, id))?.status).toBe('joined');
});

describe('a family that has had its free lesson', () => {
  const fullWidth = (digits: string) =>
    digits.replaceAll(/[0-9]/g, (digit) => String.fromCodePoint(Number(digit) + 0xff_10));

  type First = ReturnType<typeof enquirer>;
  type Repeat = (first: First) => { readonly asked?: object; readonly given?: object };
  const repeats: readonly (readonly [string, Repeat])[] = [
    ['the address of the enquiry', ({ email }) => ({ asked: { email } })],
    ['another spelling', ({ mobile }) => ({ asked: { mobile: `+44 ${mobile.slice(1)}` } })],
    ['full-width digits', ({ mobile }) => ({ asked: { mobile: fullWidth(mobile) } })],
    ['an extension', ({ mobile }) => ({ asked: { mobile: `${mobile}x12` } })],
    [
      'the number of the sign-up',
      ({ mobile }) => ({ given: { Parent_Phone_Number: `0044${mobile.slice(1)}` } }),
    ],
  ];

  test.for(repeats)(
    'gets no second credit, known by %s, and the tutor is notified',
    async ([, repeat], { api, tutor, ask }) => {
      const first = enquirer();
      // With another address, so that it is free for the second account.
      await (await ask(first)).signUp({ Parent_Email: newEmail() });
      const { asked, given } = repeat(first);
      const { name, signUp } = await ask({ ...enquirer(), ...asked });
      const email = newEmail();
      const { status, body } = await signUp({ Parent_Email: email, ...given });
      expect(status).toBe(201);
      expect(body).toMatchObject(NONE);
      const family = await signInAs(api, email);
      const told = await tutor.readEmails(`free-lesson-again:${family.id}`);
      expect(told.map(({ text }) => text)).toEqual([expect.stringContaining(name)]);
      expect((await freeLessonOf(api, family.token)).free_lesson).toBe('had');
      const form = { year_class: 'year-10' } as const;
      const refused = await family.either(endpoints.askForFreeLesson, { body: form });
      expect(refused).toMatchObject({ status: 409, body: { code: 'free_lesson_used' } });
    },
  );

  test('is known after it has left, without its data', async ({ api, ask }) => {
    const form = enquirer();
    const { signUp } = await ask(form);
    expect(outcomeOf(await signUp())).toBe('credit');
    await leave(await signInAs(api, form.email));
    const again = await ask(form);
    expect((await again.signUp()).body).toMatchObject(NONE);
  });

  test('is known by credits from the tutor', async ({ api, tutor, ask }) => {
    const form = enquirer();
    await signUpWith(api, undefined, formOf(form));
    const family = await signInAs(api, form.email);
    await confirmAddress(api, form.email);
    const body = { amount: 1, reason: 'Free first lesson' };
    await tutor.call(endpoints.adjustCredits, { params: { id: family.id }, body });
    await leave(family);
    const { signUp } = await ask(form);
    expect((await signUp()).body).toMatchObject(NONE);
  });
});

test('loses its enquiry when it leaves', async ({ api, tutor, ask }) => {
  const { id, email, signUp } = await ask();
  // Whatever its address.
  const other = newEmail();
  await signUp({ Parent_Email: other, Parent_Phone_Number: '07700 111222' });
  const family = await signInAs(api, other);
  const { data } = (await family.call(endpoints.exportData)).body;
  expect(data.enquiries.map((enquiry) => enquiry.email)).toEqual([email]);
  await leave(family);
  expect(await findEnquiry(tutor, id)).toBeUndefined();
  expect(await readEmails(api, email)).toEqual([]);
});

describe('concurrent sign-ups', () => {
  test('grant one credit by one link', async ({ api, db, ask }) => {
    const { id } = await makeLesson(api, { Max_Students: 5 });
    const { signUp } = await ask(enquirer(), { Lesson_ID: id });
    const signUps = Array.from({ length: 6 }, () => signUp({ Parent_Email: newEmail() }));
    expect(statusesOf(await Promise.all(signUps))).toEqual([201, 404, 404, 404, 404, 404]);
    const booked = db.selectFrom('bookings').select('id').where('lesson_id', '=', id);
    expect(await booked.execute()).toHaveLength(1);
  });

  test('grant one credit by two links to one number', async ({ ask }) => {
    const mobile = '07700 333444';
    const both = [await ask({ ...enquirer(), mobile }), await ask({ ...enquirer(), mobile })];
    const answers = await Promise.all(both.map(({ signUp }) => signUp()));
    expect(answers.map(outcomeOf).toSorted()).toEqual(['credit', 'none']);
  });

  test('book the last spots, and grant the others a credit', async ({ api, ask }) => {
    const { id: lessonId } = await makeLesson(api, { Max_Students: 2 });
    const all: Awaited<ReturnType<typeof ask>>[] = [];
    for (let n = 0; n < 6; n += 1) all.push(await ask(enquirer(), { Lesson_ID: lessonId }));
    const answers = await Promise.all(all.map(({ signUp }) => signUp()));
    const credits = Array.from({ length: 4 }, () => 'credit');
    expect(answers.map(outcomeOf).toSorted()).toEqual(['booked', 'booked', ...credits]);
  });

  test('grant everything or nothing beside a deletion', async ({ api, tutor, ask }) => {
    for (let round = 0; round < 4; round += 1) {
      const { id, email, signUp } = await ask();
      const [signedUp] = await Promise.all([signUp(), deleteEnquiry(tutor, id)]);
      expect(['credit', GONE]).toContain(outcomeOf(signedUp));
      await expectAll(api, email, signedUp);
      await expect(linkTo(api, email)).rejects.toThrow('No link');
    }
  });

  test('grant everything before a deletion, and nothing after it', async ({ api, tutor, ask }) => {
    const early = await ask();
    const granted = await early.signUp();
    await deleteEnquiry(tutor, early.id);
    expect(outcomeOf(granted)).toBe('credit');
    await expectAll(api, early.email, granted);

    const late = await ask();
    await deleteEnquiry(tutor, late.id);
    const refused = await late.signUp();
    expect(outcomeOf(refused)).toBe(GONE);
    await expectAll(api, late.email, refused);
  });
});
