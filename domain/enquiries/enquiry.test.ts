// Tests the bounds and messages of the registration form.
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { letters, messagesFor } from '../testing/faults.ts';
import { yearClasses, yearLabel } from '../year-class.ts';
import { enquiryFormSchema } from './enquiry.ts';

const valid = {
  name: 'Ada King',
  email: 'ada@example.com',
  mobile: '07700900123',
  year_class: 'year-12',
};

const emailOf = (length: number) => `${letters(length - '@example.com'.length)}@example.com`;

test.each([
  ['name', letters(1), 'Name must be at least 2 characters'],
  ['name', letters(2), null],
  ['name', letters(100), null],
  ['name', letters(101), 'Name must be less than 100 characters'],
  ['name', '   a   ', 'Name must be at least 2 characters'],
  ['name', ` ${letters(100)} `, null],
  ['name', undefined, 'Name must be at least 2 characters'],
  ['name', 7, 'Name must be at least 2 characters'],
  ['name', 'Ada\u0007King', 'Remove the control characters'],
  ['name', 'Ada\nKing', 'Remove the control characters'],
  ['name', 'Ada\u009bKing', 'Remove the control characters'],
  ['name', 'Ada\u007fKing', 'Remove the control characters'],
  ['email', 'ada', 'Invalid email address'],
  ['email', 'ada@', 'Invalid email address'],
  ['email', '', 'Invalid email address'],
  ['email', null, 'Invalid email address'],
  ['email', ' ada@example.com ', null],
  ['email', emailOf(255), null],
  ['email', emailOf(256), 'Email must be less than 255 characters'],
  ['mobile', '1'.repeat(9), 'Phone number must be at least 10 digits'],
  ['mobile', '1'.repeat(10), null],
  ['mobile', '1'.repeat(15), null],
  ['mobile', '1'.repeat(16), 'Phone number must be less than 15 digits'],
  ['mobile', 7_700_900_123, 'Phone number must be at least 10 digits'],
  ['year_class', 'year-9', 'Please select a valid year class'],
  ['year_class', 10, 'Please select a valid year class'],
  ['year_class', 'Year 10', 'Please select a valid year class'],
  ['year_class', '', 'Please select a valid year class'],
  ['year_class', undefined, 'Please select a valid year class'],
])('%s of %j: %s', (field, value, message) => {
  expect(messagesFor(enquiryFormSchema, valid, field, value)).toEqual(
    message === null ? [] : [message],
  );
});

test('reports every field of an empty form at once', () => {
  expect(z.safeParse(enquiryFormSchema, {}).error?.issues.map(({ message }) => message)).toEqual([
    'Name must be at least 2 characters',
    'Invalid email address',
    'Phone number must be at least 10 digits',
    'Please select a valid year class',
  ]);
});

test('trims text, lower-cases the email and drops unknown fields', () => {
  expect(
    z.parse(enquiryFormSchema, {
      ...valid,
      name: '  Ada King ',
      email: ' Ada@Example.COM ',
      role: 'admin',
    }),
  ).toEqual(valid);
});

test('stores years as year-10 to year-13 and shows Year 10 to Year 13', () => {
  expect(yearClasses.map((year) => [year, yearLabel(year)])).toEqual([
    ['year-10', 'Year 10'],
    ['year-11', 'Year 11'],
    ['year-12', 'Year 12'],
    ['year-13', 'Year 13'],
  ]);
});
