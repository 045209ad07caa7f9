// Tests the sign-in and sign-up forms, and when sessions end.
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import {
  isDueForRenewal,
  isExpired,
  newAdminSchema,
  refuseUnconfirmed,
  refreshSchema,
  signInSchema,
  signUpSchema,
} from './account.ts';
import { SESSION_SECONDS } from '../limits.ts';
import { letters, messagesFor } from '../testing/faults.ts';

const validSignIn = { email: 'ada@example.com', password: 'secret' };
const validSignUp = {
  Parent_Name: 'Ada King',
  Parent_Email: 'ada@example.com',
  Parent_Phone_Number: '07700900123',
  Student_Name: 'Byron King',
  password: 'secret',
};

test.each([
  ['email', 'nope', 'Invalid email address'],
  ['email', `${letters(244)}@example.com`, 'Email must be less than 255 characters'],
  ['password', letters(5), 'Password must be at least 6 characters'],
  ['password', letters(6), null],
  ['password', letters(128), null],
  ['password', letters(129), 'Password must be less than 128 characters'],
  ['password', undefined, 'Password must be at least 6 characters'],
  ['password', 123_456, 'Password must be at least 6 characters'],
  ['password', '      ', null],
])('signing in with %s of %j: %s', (field, value, message) => {
  expect(messagesFor(signInSchema, validSignIn, field, value)).toEqual(
    message === null ? [] : [message],
  );
});

test.each([
  ['Parent_Name', letters(1), 'Parent name must be at least 2 characters'],
  ['Parent_Name', letters(2), null],
  ['Parent_Name', letters(100), null],
  ['Parent_Name', letters(101), 'Parent name must be less than 100 characters'],
  ['Parent_Email', 'nope', 'Invalid email address'],
  ['Parent_Email', `${letters(243)}@example.com`, null],
  ['Parent_Email', `${letters(244)}@example.com`, 'Email must be less than 255 characters'],
  ['Parent_Phone_Number', '1'.repeat(9), 'Phone number must be at least 10 digits'],
  ['Parent_Phone_Number', '1'.repeat(10), null],
  ['Parent_Phone_Number', '1'.repeat(15), null],
  ['Parent_Phone_Number', '1'.repeat(16), 'Phone number must be less than 15 digits'],
  ['Student_Name', letters(1), 'Student name must be at least 2 characters'],
  ['Student_Name', letters(2), null],
  ['Student_Name', letters(100), null],
  ['Student_Name', letters(101), 'Student name must be less than 100 characters'],
  ['Student_Name', undefined, 'Student name must be at least 2 characters'],
  ['password', letters(5), 'Password must be at least 6 characters'],
  ['password', letters(129), 'Password must be less than 128 characters'],
])('signing up with %s of %j: %s', (field, value, message) => {
  expect(messagesFor(signUpSchema, validSignUp, field, value)).toEqual(
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

test.each([
  [undefined, ['Refresh token is required']],
  ['', ['Refresh token is required']],
  ['x', []],
  [letters(513), ['Refresh token is too long']],
])('a refresh token of %j: %j', (token, messages) => {
  expect(messagesFor(refreshSchema, {}, 'refresh_token', token)).toEqual(messages);
});

const SECOND = 1000;
const expires_at = 1_800_000_000;

test.each([
  [expires_at * SECOND - 1, false],
  [expires_at * SECOND, true],
  [expires_at * SECOND + 1, true],
])('at %d ms a session that expires at 1,800,000,000 s has expired: %s', (now, expired) => {
  expect(isExpired({ expires_at }, now)).toBe(expired);
});

const halfway = (expires_at - SESSION_SECONDS.family / 2) * SECOND;

test.each([
  ['a millisecond before half of its life', halfway - 1, false],
  ['at half of its life', halfway, true],
  ['a millisecond before its end', expires_at * SECOND - 1, true],
  ['once it has ended', expires_at * SECOND, false],
])('renews a session %s: %d %s', (_, now, due) => {
  expect(isDueForRenewal({ expires_at }, SESSION_SECONDS.family, now)).toBe(due);
});

test.each([
  [false, 'email_unconfirmed'],
  [true, null],
] as const)(
  'with a confirmed address (%s) refuses invitations and calendar feeds: %s',
  (is, refusal) => {
    expect(refuseUnconfirmed({ email_confirmed: is })).toBe(refusal);
  },
);
