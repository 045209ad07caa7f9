// Tests the sign-up form.
import { expect, test } from 'vitest';

import { letters, messagesFor } from '../testing/faults.ts';
import { signUpSchema } from './sign-up.ts';

const validSignUp = {
  Parent_Name: 'Ada King',
  Parent_Email: 'ada@example.com',
  Parent_Phone_Number: '07700900123',
  Student_Name: 'Byron King',
  password: 'secret',
};

const CONTROLS = 'Remove the control characters';

test.each([
  ['Parent_Name', undefined, 'Parent name must be at least 2 characters'],
  ['Parent_Name', ['Ann', 'Bee'], 'Parent name must be at least 2 characters'],
  ['Parent_Name', '  a  ', 'Parent name must be at least 2 characters'],
  ['Parent_Name', 'Ann\u0000Bee', CONTROLS],
  ['Parent_Name', 'Ann\u0085Bee', CONTROLS],
  ['Parent_Name', letters(1), 'Parent name must be at least 2 characters'],
  ['Parent_Name', letters(2), null],
  ['Parent_Name', letters(100), null],
  ['Parent_Name', letters(101), 'Parent name must be less than 100 characters'],
  ['Parent_Email', 'nope', 'Invalid email address'],
  ['Parent_Email', 'a b@example.com', 'Invalid email address'],
  ['Parent_Email', true, 'Invalid email address'],
  ['Parent_Email', `${letters(243)}@example.com`, null],
  ['Parent_Email', `${letters(244)}@example.com`, 'Email must be less than 255 characters'],
  ['Parent_Phone_Number', 447_700_900_123, 'Phone number must be at least 10 digits'],
  ['Parent_Phone_Number', '1'.repeat(9), 'Phone number must be at least 10 digits'],
  ['Parent_Phone_Number', '1'.repeat(10), null],
  ['Parent_Phone_Number', '1'.repeat(15), null],
  ['Parent_Phone_Number', '1'.repeat(16), 'Phone number must be less than 15 digits'],
  ['Student_Name', letters(1), 'Student name must be at least 2 characters'],
  ['Student_Name', letters(2), null],
  ['Student_Name', letters(100), null],
  ['Student_Name', letters(101), 'Student name must be less than 100 characters'],
  ['Student_Name', undefined, 'Student name must be at least 2 characters'],
  ['Student_Name', 'Ann\nBee', CONTROLS],
  ['year_class', 'year-9', 'Please select a valid year class'],
  ['year_class', null, 'Please select a valid year class'],
  ['year_class', ['year-10'], 'Please select a valid year class'],
  ['password', 1_234_567, 'Password must be at least 6 characters'],
  ['password', letters(5), 'Password must be at least 6 characters'],
  ['password', letters(129), 'Password must be less than 128 characters'],
])('signing up with %s of %j: %s', (field, value, message) => {
  expect(messagesFor(signUpSchema, validSignUp, field, value)).toEqual(
    message === null ? [] : [message],
  );
});
