// Sign-up and the resulting profile.
import { afterAll, beforeAll, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { errorCatalogue } from '../../domain/errors.ts';
import { LENGTHS } from '../../domain/limits.ts';
import { aStudent } from '../../domain/testing/student.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { PASSWORD, signUpForm } from '../testing/factories.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

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
const SHORT_PASSWORD = 'Password must be at least 6 characters';
const LONG_PASSWORD = 'Password must be less than 128 characters';
const CONTROLS = 'Remove the control characters';

test.each([
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
  ['password', undefined, SHORT_PASSWORD],
  ['password', 1_234_567, SHORT_PASSWORD],
  ['password', letters(LENGTHS.password.min - 1), SHORT_PASSWORD],
  ['password', letters(LENGTHS.password.max + 1), LONG_PASSWORD],
])('refuses %s of %j with its own message', async (field, value, message) => {
  const { body } = await api.refused(endpoints.register, {
    body: { ...signUpForm(), [field]: value },
  });
  expect(body.code).toBe('validation_failed');
  expect(body.details).toEqual([{ field, message }]);
  expect(body.error).toBe(message);
});

test('reports every invalid field of a form', async () => {
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

test('accepts the longest and the shortest values', async () => {
  const domain = `${letters(60)}.${letters(60)}.${letters(60)}.example.com`;
  const longest = {
    Parent_Name: letters(LENGTHS.name.max),
    Parent_Email: `${letters(LENGTHS.email.max - domain.length - 1)}@${domain}`,
    Parent_Phone_Number: phone(LENGTHS.phone.max),
    Student_Name: letters(LENGTHS.name.max),
    password: letters(LENGTHS.password.max),
  };
  const shortest = {
    Parent_Name: 'Bo',
    Parent_Email: 'b@example.com',
    Parent_Phone_Number: phone(LENGTHS.phone.min),
    Student_Name: 'Al',
    password: letters(LENGTHS.password.min),
  };
  expect(longest.Parent_Email).toHaveLength(LENGTHS.email.max);
  for (const form of [longest, shortest]) await api.call(endpoints.register, { body: form });
});

test('creates an account without credits, trims its texts and signs nobody in', async () => {
  const form = signUpForm();
  const { body, headers } = await api.call(endpoints.register, {
    body: { ...form, Parent_Name: '  Zoë O’Neill ', Student_Name: '李 雷' },
  });
  expect(body.user).toEqual({
    id: expect.any(String),
    role: 'parent',
    name: 'Zoë O’Neill',
    Parent_Name: 'Zoë O’Neill',
    Student_Name: '李 雷',
    Parent_Email: form.Parent_Email,
    Parent_Phone_Number: form.Parent_Phone_Number,
    email_confirmed: false,
    pending_email: null,
    reminder_hours: [24],
    Credits: 0,
    Lessons_Attended: 0,
    Lessons_Booked: 0,
    students: [aStudent({ id: body.user.id, Student_Name: '李 雷' })],
  });
  expect(headers['set-cookie']).toBeUndefined();
  const sessions = await api.database.db
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'person_id')
    .select('sessions.id')
    .where('family_id', '=', body.user.id)
    .execute();
  expect(sessions).toEqual([]);
});

test('stores an email in lower case and accepts any case', async () => {
  const form = signUpForm();
  const { body } = await api.call(endpoints.register, {
    body: { ...form, Parent_Email: ` ${form.Parent_Email.toUpperCase()} ` },
  });
  expect(body.user.Parent_Email).toBe(form.Parent_Email);
  for (const Parent_Email of [form.Parent_Email, form.Parent_Email.toUpperCase()]) {
    const { status, body: refusal } = await api.refused(endpoints.register, {
      body: { ...form, Parent_Email },
    });
    expect(status).toBe(409);
    expect(refusal).toEqual({
      success: false,
      code: 'email_taken',
      error: errorCatalogue.email_taken.text,
      details: [{ field: 'Parent_Email', message: errorCatalogue.email_taken.text }],
    });
  }
});

test('creates one of ten concurrent sign-ups with one email', async () => {
  const form = signUpForm();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => api.either(endpoints.register, { body: form })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
  const emails = await api.database.db
    .selectFrom('emails')
    .select('subject')
    .where('recipient', '=', form.Parent_Email)
    .execute();
  expect(emails).toEqual([{ subject: 'Welcome to your lessons' }]);
});

test('ignores unknown fields: nobody signs up with credits or a chosen id', async () => {
  const form = signUpForm();
  const body = { ...form, id: '1', Credits: 50, credits: 50, role: 'admin', is_admin: true };
  const { body: answer } = await api.call(endpoints.register, { body });
  expect(answer.user.Credits).toBe(0);
  expect(answer.user.id).not.toBe('1');
});

test('stores no password and no token, only hashes', async () => {
  const form = { ...signUpForm(), password: 'plain-as-day-0815' };
  await api.call(endpoints.register, { body: form });
  const { body } = await api.call(endpoints.login, {
    body: { email: form.Parent_Email, password: form.password },
  });
  const { db } = api.database;
  const stored = JSON.stringify([
    await db.selectFrom('people').selectAll().execute(),
    await db.selectFrom('sessions').selectAll().execute(),
    await db.selectFrom('emails').selectAll().execute(),
  ]);
  expect(stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
  for (const secret of [
    form.password,
    PASSWORD,
    body.session.access_token,
    body.session.refresh_token,
  ])
    expect(stored).not.toContain(secret);
});

test('accepts a password exactly as typed', async () => {
  const form = { ...signUpForm(), password: '  päss\u0000wörd  ' };
  await api.call(endpoints.register, { body: form });
  const email = form.Parent_Email;
  await api.call(endpoints.login, { body: { email, password: form.password } });
  const { body } = await api.refused(endpoints.login, {
    body: { email, password: form.password.trim() },
  });
  expect(body.code).toBe('invalid_credentials');
});
