// Sign-up and the resulting profile.
import { expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { errorCatalogue } from '../../domain/errors.ts';
import { LENGTHS } from '../../domain/limits.ts';
import { aStudent } from '../../domain/testing/student.ts';
import { yearClasses } from '../../domain/year-class.ts';
import { signUp } from '../testing/accounts/families.ts';
import { readEmails } from '../testing/emails.ts';
import { PASSWORD, signUpForm } from '../testing/factories.ts';
import { sharedTest as test, statusesOf } from '../testing/test.ts';

const letters = (length: number) => 'a'.repeat(length);
const phone = (length: number) => '0'.repeat(length);

test('says what is wrong with the only invalid field', async ({ api }) => {
  const form = { ...signUpForm(), year_class: 'year-9' } as never;
  const { body } = await api.refused(endpoints.register, { body: form });
  const error = 'Please select a valid year class';
  const details = [{ field: 'year_class', message: error }];
  expect(body).toEqual({ success: false, code: 'validation_failed', error, details });
});

test('reports every invalid field of a form', async ({ api }) => {
  const { body } = await api.refused(endpoints.register, { body: {} });
  expect(body.error).toBe(errorCatalogue.validation_failed.text);
  expect(body.details).toEqual([
    { field: 'Parent_Name', message: 'Parent name must be at least 2 characters' },
    { field: 'Parent_Email', message: 'Invalid email address' },
    { field: 'Parent_Phone_Number', message: 'Phone number must be at least 10 digits' },
    { field: 'Student_Name', message: 'Student name must be at least 2 characters' },
    { field: 'password', message: 'Password must be at least 6 characters' },
  ]);
});

test('accepts the longest and the shortest values', async ({ api }) => {
  const domain = `${letters(60)}.${letters(60)}.${letters(60)}.example.com`;
  const formOf = (length: 'min' | 'max', parentEmail: string) => ({
    Parent_Name: letters(LENGTHS.name[length]),
    Parent_Email: parentEmail,
    Parent_Phone_Number: phone(LENGTHS.phone[length]),
    Student_Name: letters(LENGTHS.name[length]),
    password: letters(LENGTHS.password[length]),
  });
  const longest = `${letters(LENGTHS.email.max - domain.length - 1)}@${domain}`;
  expect(longest).toHaveLength(LENGTHS.email.max);
  for (const body of [formOf('max', longest), formOf('min', 'b@example.com')])
    await api.call(endpoints.register, { body });
});

test('creates an account without credits and signs nobody in', async ({ api, db }) => {
  const form = signUpForm();
  const { Parent_Email: parentEmail, Parent_Phone_Number: parentPhoneNumber } = form;
  const { body, headers } = await api.call(endpoints.register, {
    body: { ...form, Parent_Name: '  Zoë O’Neill ', Student_Name: '李 雷' },
  });
  const { id } = body.user;
  expect(body.user).toEqual({
    id: expect.any(String),
    Person_ID: expect.any(String),
    role: 'parent',
    name: 'Zoë O’Neill',
    Parent_Name: 'Zoë O’Neill',
    Student_Name: '李 雷',
    Parent_Email: parentEmail,
    Parent_Phone_Number: parentPhoneNumber,
    email_confirmed: false,
    pending_email: null,
    reminder_hours: [24],
    letters: true,
    Credits: 0,
    Lessons_Attended: 0,
    Lessons_Booked: 0,
    students: [aStudent({ id, Student_Name: '李 雷' })],
  });
  expect(headers['set-cookie']).toBeUndefined();
  const sessions = db
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'person_id')
    .select('sessions.id');
  expect(await sessions.where('family_id', '=', id).execute()).toEqual([]);
});

test.for(yearClasses)('stores that the student is in %s', async (year_class, { api }) => {
  const body = { ...signUpForm(), year_class };
  const { user } = (await api.call(endpoints.register, { body })).body;
  expect(user.students).toMatchObject([{ year_class }]);
});

test('stores an email in lower case and accepts any case', async ({ api }) => {
  const { Parent_Email: email, ...form } = signUpForm();
  const register = (parentEmail: string) =>
    api.either(endpoints.register, { body: { ...form, Parent_Email: parentEmail } });
  const { body } = await register(` ${email.toUpperCase()} `);
  expect(body).toMatchObject({ user: { Parent_Email: email } });
  const { text } = errorCatalogue.email_taken;
  const details = [{ field: 'Parent_Email', message: text }];
  for (const taken of [email, email.toUpperCase()]) {
    const refused = await register(taken);
    expect(refused.status).toBe(409);
    expect(refused.body).toEqual({ success: false, code: 'email_taken', error: text, details });
  }
});

test('creates one of ten concurrent sign-ups with one email', async ({ api }) => {
  const form = signUpForm();
  const register = () => api.either(endpoints.register, { body: form });
  const answers = await Promise.all(Array.from({ length: 10 }, register));
  expect(statusesOf(answers)).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
  const emails = await readEmails(api, form.Parent_Email);
  expect(emails.map(({ subject }) => subject)).toEqual(['Welcome to your lessons']);
});

test('ignores unknown fields, such as credits and an id', async ({ api }) => {
  const unknown = { id: '1', Credits: 50, credits: 50, role: 'admin', is_admin: true };
  const body = { ...signUpForm(), ...unknown };
  const { user } = (await api.call(endpoints.register, { body })).body;
  expect(user.Credits).toBe(0);
  expect(user.id).not.toBe('1');
});

test('stores no password and no token, only hashes', async ({ api, db }) => {
  const { form, session } = await signUp(api, { password: 'plain-as-day-0815' });
  const stored = JSON.stringify([
    await db.selectFrom('people').selectAll().execute(),
    await db.selectFrom('sessions').selectAll().execute(),
    await db.selectFrom('emails').selectAll().execute(),
  ]);
  expect(stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
  for (const secret of [form.password, PASSWORD, session.access_token, session.refresh_token])
    expect(stored).not.toContain(secret);
});

test('accepts a password exactly as typed', async ({ api }) => {
  const { email, form } = await signUp(api, { password: '  päss\u0000wörd  ' });
  const body = { email, password: form.password.trim() };
  expect((await api.refused(endpoints.login, { body })).body.code).toBe('invalid_credentials');
});
