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

const SHORT_PARENT = 'Parent name must be at least 2 characters';
const LONG_PARENT = 'Parent name must be less than 100 characters';
const SHORT_STUDENT = 'Student name must be at least 2 characters';
const LONG_STUDENT = 'Student name must be less than 100 characters';
const EMAIL = 'Invalid email address';
const LONG_EMAIL = 'Email must be less than 255 characters';
const SHORT_PHONE = 'Phone number must be at least 10 digits';
const LONG_PHONE = 'Phone number must be less than 15 digits';
const YEAR = 'Please select a valid year class';
const SHORT_PASSWORD = 'Password must be at least 6 characters';
const LONG_PASSWORD = 'Password must be less than 128 characters';
const CONTROLS = 'Remove the control characters';

test.for([
  ['Parent_Name', undefined, SHORT_PARENT],
  ['Parent_Name', null, SHORT_PARENT],
  ['Parent_Name', 7, SHORT_PARENT],
  ['Parent_Name', ['Ann', 'Bee'], SHORT_PARENT],
  ['Parent_Name', '  a  ', SHORT_PARENT],
  ['Parent_Name', letters(LENGTHS.name.max + 1), LONG_PARENT],
  ['Parent_Name', 'Ann\u0000Bee', CONTROLS],
  ['Parent_Name', 'Ann\u0085Bee', CONTROLS],
  ['Student_Name', undefined, SHORT_STUDENT],
  ['Student_Name', {}, SHORT_STUDENT],
  ['Student_Name', 'a', SHORT_STUDENT],
  ['Student_Name', letters(LENGTHS.name.max + 1), LONG_STUDENT],
  ['Student_Name', 'Ann\nBee', CONTROLS],
  ['Parent_Email', undefined, EMAIL],
  ['Parent_Email', true, EMAIL],
  ['Parent_Email', 'nobody', EMAIL],
  ['Parent_Email', 'a b@example.com', EMAIL],
  ['Parent_Email', `${letters(LENGTHS.email.max)}@example.com`, LONG_EMAIL],
  ['Parent_Phone_Number', undefined, SHORT_PHONE],
  ['Parent_Phone_Number', 447_700_900_123, SHORT_PHONE],
  ['Parent_Phone_Number', phone(LENGTHS.phone.min - 1), SHORT_PHONE],
  ['Parent_Phone_Number', phone(LENGTHS.phone.max + 1), LONG_PHONE],
  ['year_class', 'year-9', YEAR],
  ['year_class', null, YEAR],
  ['year_class', ['year-10'], YEAR],
  ['password', undefined, SHORT_PASSWORD],
  ['password', 1_234_567, SHORT_PASSWORD],
  ['password', letters(LENGTHS.password.min - 1), SHORT_PASSWORD],
  ['password', letters(LENGTHS.password.max + 1), LONG_PASSWORD],
] as const)('refuses %s of %j with its own message', async ([field, value, message], { api }) => {
  const form = { ...signUpForm(), [field]: value };
  const { body } = await api.refused(endpoints.register, { body: form });
  expect(body.code).toBe('validation_failed');
  expect(body.details).toEqual([{ field, message }]);
  expect(body.error).toBe(message);
});

test('reports every invalid field of a form', async ({ api }) => {
  const { body } = await api.refused(endpoints.register, { body: {} });
  expect(body.error).toBe(errorCatalogue.validation_failed.text);
  expect(body.details).toEqual([
    { field: 'Parent_Name', message: SHORT_PARENT },
    { field: 'Parent_Email', message: EMAIL },
    { field: 'Parent_Phone_Number', message: SHORT_PHONE },
    { field: 'Student_Name', message: SHORT_STUDENT },
    { field: 'password', message: SHORT_PASSWORD },
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
