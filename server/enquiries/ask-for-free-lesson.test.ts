// A family with an account asks for its free lesson.
import { expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { leave, signInAs, updateStudent } from '../testing/accounts/families.ts';
import type { Caller } from '../testing/caller.ts';
import { addParent, addSignIn, addStudent, makeFamily } from '../testing/factories.ts';
import {
  enquire,
  enquirer,
  formOf,
  freeLessonOf,
  listEnquiries,
  signUpWith,
  tryToInvite,
} from '../testing/lessons/free-lessons.ts';
import { sharedTest, statusesOf } from '../testing/test.ts';

const test = sharedTest.extend('stateOf', { scope: 'file' }, ({ api }) => {
  return async ({ token }: Caller) => (await freeLessonOf(api, token)).free_lesson;
});
test.override('settings', { credits: 0 });

const ask = ({ either }: Caller, body: object = { year_class: 'year-11' }) =>
  either(endpoints.askForFreeLesson, { body });
const enquiriesOf = async (family: Caller, tutor: Caller) =>
  (await listEnquiries(tutor)).filter(({ email }) => email === family.email);

test("creates one enquiry from the family's data", async ({ family, tutor, stateOf }) => {
  expect(await stateOf(family)).toBe('available');
  expect((await ask(family)).status).toBe(201);
  expect(await stateOf(family)).toBe('asked');
  expect(await ask(family)).toMatchObject({ status: 409, body: { code: 'already_asked' } });
  const { user } = await family.readProfile();
  const own = await enquiriesOf(family, tutor);
  const { Parent_Name: name, Parent_Phone_Number: mobile } = user;
  expect(own).toMatchObject([{ name, mobile, year_class: 'year-11', status: 'new' }]);
  expect(user.students[0]?.year_class).toBe('year-11');
  expect(await family.readEmails('enquiry:')).toHaveLength(1);
  expect(await tutor.readEmails(`enquiry:${own[0]?.id}`)).toHaveLength(1);
});

test('requires the year only if the first student has none', async ({ family, tutor }) => {
  const details = [{ field: 'year_class', message: 'Please select a valid year class' }];
  expect(await ask(family, {})).toMatchObject({ status: 400, body: { details } });
  await updateStudent(family, family.studentId, { year_class: 'year-13' });
  expect((await ask(family, { year_class: 'year-10' })).status).toBe(201);
  expect(await enquiriesOf(family, tutor)).toMatchObject([{ year_class: 'year-13' }]);
});

test('refuses a family with a ledger, and all students', async ({ api, stateOf }) => {
  const family = await makeFamily(api, 1);
  expect(await stateOf(family)).toBe('had');
  expect(await ask(family)).toMatchObject({ status: 409, body: { code: 'free_lesson_used' } });
  const student = await addSignIn(api, family, await addStudent(api, family));
  expect(await stateOf(student)).toBeNull();
  expect((await ask(student)).status).toBe(403);
});

test('accepts one of two parents who ask at once', async ({ api, family }) => {
  const partner = await addParent(api, family);
  const parents = [family, partner, family, partner];
  const answers = await Promise.all(parents.map((parent) => ask(parent)));
  expect(statusesOf(answers)).toEqual([201, 409, 409, 409]);
});

test('counts an enquiry by the form, whenever it was sent', async ({ api, stateOf }) => {
  const before = await enquire(api);
  await signUpWith(api, undefined, formOf(before));
  expect(await stateOf(await signInAs(api, before.email))).toBe('asked');
  const after = enquirer();
  await signUpWith(api, undefined, formOf(after));
  const family = await signInAs(api, after.email);
  expect(await stateOf(family)).toBe('available');
  // With another number it may be somebody else who typed this address.
  await enquire(api, { ...after, mobile: '07700 000111' });
  expect(await stateOf(family)).toBe('available');
  await enquire(api, { ...after, mobile: `+44${after.mobile.slice(1)}` });
  expect(await stateOf(family)).toBe('asked');
});

test('grants it once for two enquiries at once', async ({ api, family, tutor }) => {
  await ask(family);
  const { Parent_Name: parentName, Parent_Phone_Number: parentPhoneNumber } = (
    await family.readProfile()
  ).user;
  const { email } = family;
  const own = { name: parentName ?? '', email, mobile: parentPhoneNumber ?? '' };
  await enquire(api, { ...own, year_class: 'year-11' });
  const both = await enquiriesOf(family, tutor);
  const answers = await Promise.all(both.map(({ id }) => tryToInvite(api, tutor, id)));
  expect(statusesOf(answers)).toEqual([200, 409]);
  expect(await freeLessonOf(api, family.token)).toMatchObject({ free_lesson: 'had', credits: 1 });
});

test('deletes the enquiry of a family that closes its account', async ({ family, tutor }) => {
  await ask(family);
  await leave(family);
  expect(await enquiriesOf(family, tutor)).toEqual([]);
});
