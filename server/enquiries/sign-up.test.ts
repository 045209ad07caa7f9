// Signing up with the tutor's invitation: its benefits, granted only once.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { newId } from '../ids.ts';
import { startStripeSandbox, type StripeSandbox } from '../../sandbox/stripe.ts';
import { START, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { makeAdmin, makeBooking, makeFamily, makeLesson, PASSWORD } from '../testing/factories.ts';
import {
  enquire,
  enquirer,
  formOf,
  freeLessonOf,
  inviteEnquirer,
  linkTo,
  signIn,
  signUpWith,
} from '../testing/free-lessons.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { read } from '../testing/invitations.ts';
import { readEmails } from '../testing/emails.ts';
import { openShop, type Shop } from '../testing/paid-lessons.ts';

let shop: Shop<StripeSandbox>;
let api: TestApp;
let admin: Caller;
beforeAll(async () => {
  shop = await openShop(startStripeSandbox);
  ({ api } = shop);
  admin = await makeAdmin(api);
});
afterAll(() => shop.close());
beforeEach(() => api.clock.set(START));

/** Enquires, is invited and signs up with the form. */
async function join(
  form = enquirer(),
  { body = {}, changes = {} }: { body?: object; changes?: object } = {},
) {
  const enquiry = await enquire(api, form);
  const token = await inviteEnquirer(api, admin, enquiry, body);
  return { enquiry, ...(await signUpWith(api, token, { ...formOf(enquiry), ...changes })) };
}

/** In alphabetical order. */
const outcomesOf = (answers: readonly Awaited<ReturnType<typeof signUpWith>>[]) =>
  answers.map(({ body }) => String(body.success ? body.free_lesson : body.code)).toSorted();

test('grants the credit without a proposed lesson', async () => {
  const { enquiry, status, body } = await join();
  expect(status).toBe(201);
  expect(body).toMatchObject({
    user: { Credits: 1, students: [{ year_class: 'year-12' }] },
    free_lesson: 'credit',
  });
  const token = await signIn(api, enquiry.email);
  expect(await freeLessonOf(api, token)).toEqual({ free_lesson: 'had', credits: 1, booked: 0 });
  const [welcome] = await readEmails(api, enquiry.email, 'welcome:');
  expect(welcome?.text).toContain('The credit for your free first lesson is there');
});

test('books the proposed lesson', async () => {
  const lesson = await makeLesson(api);
  const { enquiry, body } = await join(enquirer(), { body: { Lesson_ID: lesson.id } });
  expect(body).toMatchObject({ user: { Credits: 0, Lessons_Booked: 1 }, free_lesson: 'booked' });
  expect(await readEmails(api, enquiry.email, 'booked:')).toHaveLength(1);
});

test.each(['full', 'started', 'deleted', 'held'] as const)(
  'grants only the credit if the proposed lesson is %s by then',
  async (what) => {
    const lesson = await makeLesson(api, { Date: '2026-11-21', Max_Students: 1 });
    const enquiry = await enquire(api);
    const token = await inviteEnquirer(api, admin, enquiry, { Lesson_ID: lesson.id });
    if (what === 'full') await makeBooking(api, await makeFamily(api, 1), lesson.id);
    if (what === 'started') api.clock.set(lesson.starts_at);
    if (what === 'deleted')
      await api.call(endpoints.deleteLesson, { token: admin.token, params: { id: lesson.id } });
    if (what === 'held') await shop.checkOut(await makeFamily(api), { Lesson_IDs: [lesson.id] });
    expect((await signUpWith(api, token, formOf(enquiry))).body).toMatchObject({
      user: { Credits: 1, Lessons_Booked: 0 },
      free_lesson: 'credit',
    });
    expect(await brokenInvariants(api.database.db)).toEqual([]);
  },
);

test('keeps the link valid after a refused form or a taken address', async () => {
  const enquiry = await enquire(api);
  const token = await inviteEnquirer(api, admin, enquiry);
  const { email: taken } = await makeFamily(api);
  expect((await signUpWith(api, token, { ...formOf(enquiry), password: 'short' })).status).toBe(
    400,
  );
  expect((await signUpWith(api, token, { ...formOf(enquiry), Parent_Email: taken })).status).toBe(
    409,
  );
  expect((await read(api, token)).status).toBe(200);
  expect((await signUpWith(api, token, formOf(enquiry))).body).toMatchObject({
    free_lesson: 'credit',
  });
});

test('accepts another address than the invited one', async () => {
  const other = `${newId()}@example.com`;
  const { enquiry, body } = await join(enquirer(), { changes: { Parent_Email: other } });
  expect(body).toMatchObject({ user: { Parent_Email: other, Credits: 1 }, free_lesson: 'credit' });
  const { body: listed } = await api.call(endpoints.listEnquiries, { token: admin.token });
  expect(listed.customers.find(({ id }) => id === enquiry.id)?.status).toBe('joined');
});

const fullWidth = (digits: string) =>
  digits.replaceAll(/[0-9]/g, (digit) => String.fromCodePoint(Number(digit) + 0xff_10));

test.each([
  [
    'the address of the enquiry',
    (first: ReturnType<typeof enquirer>) => ({ email: first.email }),
    {},
  ],
  [
    'the number in another spelling',
    (first: ReturnType<typeof enquirer>) => ({ mobile: `+44 ${first.mobile.slice(1)}` }),
    {},
  ],
  [
    'the number in full-width digits',
    (first: ReturnType<typeof enquirer>) => ({ mobile: fullWidth(first.mobile) }),
    {},
  ],
  [
    'the number with an extension',
    (first: ReturnType<typeof enquirer>) => ({ mobile: `${first.mobile}x12` }),
    {},
  ],
  [
    'the number of the sign-up',
    () => ({}),
    (first: ReturnType<typeof enquirer>) => ({
      Parent_Phone_Number: `0044${first.mobile.slice(1)}`,
    }),
  ],
] as const)(
  'grants no second credit to the same family by %s, and notifies the tutor',
  async (_, asked, given) => {
    const first = enquirer();
    // With another address, so that it is free for the second account.
    await join(first, { changes: { Parent_Email: `${newId()}@example.com` } });
    const { enquiry, status, body } = await join(
      { ...enquirer(), ...asked(first) },
      {
        changes: {
          Parent_Email: `${newId()}@example.com`,
          ...(typeof given === 'function' ? given(first) : {}),
        },
      },
    );
    expect(status).toBe(201);
    if (!body.success) expect.unreachable();
    expect(body).toMatchObject({ user: { Credits: 0 }, free_lesson: 'none' });
    const told = await readEmails(api, admin.email, `free-lesson-again:${body.user.id}`);
    expect(told.map(({ text }) => text)).toEqual([expect.stringContaining(enquiry.name)]);
    const token = await signIn(api, body.user.Parent_Email ?? '');
    expect((await freeLessonOf(api, token)).free_lesson).toBe('had');
    expect(
      await api.either(endpoints.askForFreeLesson, { token, body: { year_class: 'year-10' } }),
    ).toMatchObject({ status: 409, body: { code: 'free_lesson_used' } });
  },
);

test('recognises a family that has left, without storing its data', async () => {
  const first = enquirer();
  const { body } = await join(first);
  expect(body).toMatchObject({ free_lesson: 'credit' });
  const token = await signIn(api, first.email);
  await api.call(endpoints.deleteAccount, { token, body: { current_password: PASSWORD } });
  const again = await join(first);
  expect(again.body).toMatchObject({ user: { Credits: 0 }, free_lesson: 'none' });
});

test('recognises a family that got credits from the tutor', async () => {
  const form = enquirer();
  await signUpWith(api, undefined, formOf(form));
  const token = await signIn(api, form.email);
  const { body } = await api.call(endpoints.getProfile, { token });
  await api.call(endpoints.adjustCredits, {
    token: admin.token,
    params: { id: body.user.id },
    body: { amount: 1, reason: 'Free first lesson' },
  });
  await api.call(endpoints.deleteAccount, { token, body: { current_password: PASSWORD } });
  expect((await join(form)).body).toMatchObject({ user: { Credits: 0 }, free_lesson: 'none' });
});

test('deletes the enquiry of the invitation when the family leaves, whatever its address', async () => {
  const other = `${newId()}@example.com`;
  const { enquiry } = await join(enquirer(), {
    changes: { Parent_Email: other, Parent_Phone_Number: '07700 111222' },
  });
  const token = await signIn(api, other);
  const { body } = await api.call(endpoints.exportData, { token });
  expect(body.data.enquiries.map(({ email }) => email)).toEqual([enquiry.email]);
  await api.call(endpoints.deleteAccount, { token, body: { current_password: PASSWORD } });
  const { body: listed } = await api.call(endpoints.listEnquiries, { token: admin.token });
  expect(listed.customers.map(({ id }) => id)).not.toContain(enquiry.id);
  expect(await readEmails(api, enquiry.email)).toEqual([]);
});

test('lets one of several concurrent users of a link in, and grants one credit', async () => {
  const lesson = await makeLesson(api, { Max_Students: 5 });
  const enquiry = await enquire(api);
  const token = await inviteEnquirer(api, admin, enquiry, { Lesson_ID: lesson.id });
  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      signUpWith(api, token, { ...formOf(enquiry), Parent_Email: `${newId()}@example.com` }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201, 404, 404, 404, 404, 404,
  ]);
  const booked = await api.database.db
    .selectFrom('bookings')
    .selectAll()
    .where('lesson_id', '=', lesson.id)
    .execute();
  expect(booked).toHaveLength(1);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('grants one credit for two links to one number that are used at once', async () => {
  const mobile = '07700 333444';
  const both = await Promise.all([
    enquire(api, { ...enquirer(), mobile }),
    enquire(api, { ...enquirer(), mobile }),
  ]);
  const links: string[] = [];
  for (const enquiry of both) links.push(await inviteEnquirer(api, admin, enquiry));
  const answers = await Promise.all(
    both.map((enquiry, position) => signUpWith(api, links[position], formOf(enquiry))),
  );
  expect(outcomesOf(answers)).toEqual(['credit', 'none']);
});

test('books the last spot for one of many concurrent sign-ups; the others get only the credit', async () => {
  const lesson = await makeLesson(api, { Max_Students: 2 });
  const all = [];
  for (let number = 0; number < 6; number += 1) {
    const enquiry = await enquire(api);
    all.push({
      enquiry,
      token: await inviteEnquirer(api, admin, enquiry, { Lesson_ID: lesson.id }),
    });
  }
  const answers = await Promise.all(
    all.map(({ enquiry, token }) => signUpWith(api, token, formOf(enquiry))),
  );
  expect(outcomesOf(answers)).toEqual([
    'booked',
    'booked',
    ...Array.from({ length: 4 }, () => 'credit'),
  ]);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('grants everything or nothing if the enquiry is deleted while its link is used', async () => {
  for (let round = 0; round < 4; round += 1) {
    const enquiry = await enquire(api);
    const token = await inviteEnquirer(api, admin, enquiry);
    const [signedUp] = await Promise.all([
      signUpWith(api, token, formOf(enquiry)),
      api.call(endpoints.deleteEnquiry, { token: admin.token, params: { id: enquiry.id } }),
    ]);
    expect([201, 404]).toContain(signedUp.status);
    if (signedUp.body.success) expect(signedUp.body).toMatchObject({ free_lesson: 'credit' });
    await expect(linkTo(api, enquiry.email)).rejects.toThrow('No link');
  }
});
