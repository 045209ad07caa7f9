// Tests the sign-in form.
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { letters, messagesFor } from '../testing/faults.ts';
import { newAdminSchema } from './new-admin.ts';
import { signInSchema } from './sign-in.ts';

const validSignIn = { email: 'ada@example.com', password: 'secret' };

test.each([
  ['email', 'nope', 'Invalid email address'],
  ['email', ['ada@example.com'], 'Invalid email address'],
  ['email', `${letters(244)}@example.com`, 'Email must be less than 255 characters'],
  ['password', letters(5), 'Password must be at least 6 characters'],
  ['password', letters(6), null],
  ['password', letters(128), null],
  ['password', letters(129), 'Password must be less than 128 characters'],
  ['password', undefined, 'Password must be at least 6 characters'],
  ['password', 123_456, 'Password must be at least 6 characters'],
  ['password', '      ', null],
])('checks a sign-in with %s of %j: %s', (field, value, message) => {
  expect(messagesFor(signInSchema, validSignIn, field, value)).toEqual(
    message === null ? [] : [message],
  );
});

test('keeps a password exactly as typed and lower-cases an email', () => {
  expect(z.parse(signInSchema, { email: ' Ada@Example.com', password: ' Secret \t' })).toEqual({
    email: 'ada@example.com',
    password: ' Secret \t',
  });
});

test('requires a name, an email and a password for the first admin', () => {
  expect(z.safeParse(newAdminSchema, {}).error?.issues.map(({ message }) => message)).toEqual([
    'Invalid email address',
    'Name must be at least 2 characters',
    'Password must be at least 6 characters',
  ]);
});
