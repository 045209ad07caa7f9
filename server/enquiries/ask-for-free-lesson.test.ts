// A family with an account asks for its free lesson.
import { afterAll, beforeAll, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import {
  addParent,
  addSignIn,
  addStudent,
  makeAdmin,
  makeFamily,
  PASSWORD,
} from '../testing/factories.ts';
import {
  enquire,
  enquirer,
  formOf,
  freeLessonOf,
  signIn,
  signUpWith,
  tryToInvite,
} from '../testing/free-lessons.ts';
import { readEmails } from '../testing/emails.ts';

let api: TestApp;
let admin: Caller;
beforeAll(async () => {
  api = await startTestApp();
  admin = await makeAdmin(api);
});
afterAll(() => api.close());

const ask = ({ token }: Pick<Caller, 'token'>, body: object = { year_class: 'year-11' }) =>
  api.either(endpoints.askForFreeLesson, { token, body });
const stateOf = async ({ token }: Pick<Caller, 'token'>) =>
  (await freeLessonOf(api, token)).free_lesson;
const listed = async () =>
  (await api.call(endpoints.listEnquiries, { token: admin.token })).body.customers;

test("creates one enquiry from the family's data, and refuses a second", async () => {
  const family = await makeFamily(api);
  expect(await stateOf(family)).toBe('available');
  expect((await ask(family)).status).toBe(201);
  expect(await stateOf(family)).toBe('asked');
  expect(await ask(family)).toMatchObject({ status: 409, body: { code: 'already_asked' } });
  const { body } = await api.call(endpoints.getProfile, { token: family.token });
  const own = (await listed()).filter(({ email }) => email === family.email);
  expect(own).toEqual([
    expect.objectContaining({
      name: body.user.Parent_Name,
      mobile: body.user.Parent_Phone_Number,
      year_class: 'year-11',
      status: 'new',
    }),
  ]);
  expect(body.user.students[0]?.year_class).toBe('year-11');
  expect(await readEmails(api, family.email, 'enquiry:')).toHaveLength(1);
  expect(await readEmails(api, admin.email, `enquiry:${own[0]?.id}`)).toHaveLength(1);
});

test('requires the year only while the first student has none', async () => {
  const family = await makeFamily(api);
  expect(await ask(family, {})).toMatchObject({
    status: 400,
    body: { details: [{ field: 'year_class', message: 'Please select a valid year class' }] },
  });
  await api.call(endpoints.updateStudent, {
    token: family.token,
    params: { id: family.studentId },
    body: { year_class: 'year-13' },
  });
  expect((await ask(family, { year_class: 'year-10' })).status).toBe(201);
  expect((await listed()).find(({ email }) => email === family.email)?.year_class).toBe('year-13');
});

test('refuses a family with a ledger, and hides the offer from students', async () => {
  const family = await makeFamily(api, 1);
  expect(await stateOf(family)).toBe('had');
  expect(await ask(family)).toMatchObject({ status: 409, body: { code: 'free_lesson_used' } });
  const student = await addSignIn(api, family, await addStudent(api, family));
  expect(await stateOf(student)).toBeNull();
  expect((await ask(student)).status).toBe(403);
});

test('accepts one of two parents who ask at once', async () => {
  const family = await makeFamily(api);
  const partner = await addParent(api, family);
  const answers = await Promise.all(
    [family, partner, family, partner].map((parent) => ask(parent)),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201, 409, 409, 409,
  ]);
});

test('counts an enquiry by the form, sent before the account or after it', async () => {
  const before = await enquire(api);
  await signUpWith(api, undefined, formOf(before));
  expect(await stateOf({ token: await signIn(api, before.email) })).toBe('asked');
  const after = enquirer();
  await signUpWith(api, undefined, formOf(after));
  const token = await signIn(api, after.email);
  expect(await stateOf({ token })).toBe('available');
  // With another number it may be somebody else who typed this address.
  await enquire(api, { ...after, mobile: '07700 000111' });
  expect(await stateOf({ token })).toBe('available');
  await enquire(api, { ...after, mobile: `+44${after.mobile.slice(1)}` });
  expect(await stateOf({ token })).toBe('asked');
});

test('grants it once, even for two enquiries of a family at once', async () => {
  const family = await makeFamily(api);
  await ask(family);
  const { body } = await api.call(endpoints.getProfile, { token: family.token });
  const { Parent_Name, Parent_Phone_Number } = body.user;
  await enquire(api, {
    name: Parent_Name ?? '',
    email: family.email,
    mobile: Parent_Phone_Number ?? '',
    year_class: 'year-11',
  });
  const both = (await listed()).filter(({ email }) => email === family.email);
  const answers = await Promise.all(both.map(({ id }) => tryToInvite(api, admin, id)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await freeLessonOf(api, family.token)).toMatchObject({ free_lesson: 'had', credits: 1 });
});

test('deletes the enquiry of a family that closes its account', async () => {
  const family = await makeFamily(api);
  await ask(family);
  await api.call(endpoints.deleteAccount, {
    token: family.token,
    body: { current_password: PASSWORD },
  });
  expect((await listed()).map(({ email }) => email)).not.toContain(family.email);
});
