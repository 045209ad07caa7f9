// The registration form's bounds and messages, and how the tutor searches what came in.
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import {
  answeredInTime,
  type Customer,
  type CustomerColumn,
  enquirySchema,
  filterCustomers,
  NEWEST_FIRST,
  responseClock,
  sortCustomers,
  yearClasses,
  yearLabel,
} from './enquiry.ts';
import { letters, messagesFor } from './testing/faults.ts';

const valid = { name: 'Ada King', email: 'ada@example.com', mobile: '07700900123', year_class: 'year-12' };

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
  ['year_class', 'Year 10', 'Please select a valid year class'],
  ['year_class', '', 'Please select a valid year class'],
  ['year_class', undefined, 'Please select a valid year class'],
])('%s of %j: %s', (field, value, message) => {
  expect(messagesFor(enquirySchema, valid, field, value)).toEqual(message === null ? [] : [message]);
});

test('an empty form gets the message of every field at once', () => {
  expect(z.safeParse(enquirySchema, {}).error?.issues.map(({ message }) => message)).toEqual([
    'Name must be at least 2 characters',
    'Invalid email address',
    'Phone number must be at least 10 digits',
    'Please select a valid year class',
  ]);
});

test('text is trimmed, the email put in lower case, and unknown fields are dropped', () => {
  expect(
    z.parse(enquirySchema, { ...valid, name: '  Ada King ', email: ' Ada@Example.COM ', role: 'admin' }),
  ).toEqual(valid);
});

test('years are stored as year-10 to year-13 and shown as Year 10 to Year 13', () => {
  expect(yearClasses.map((year) => [year, yearLabel(year)])).toEqual([
    ['year-10', 'Year 10'],
    ['year-11', 'Year 11'],
    ['year-12', 'Year 12'],
    ['year-13', 'Year 13'],
  ]);
});

const customer = (id: string, fields: Partial<Customer>): Customer => ({
  id,
  name: 'Grace Hopper',
  email: 'grace@example.com',
  mobile: '07700900111',
  year_class: 'year-10',
  created_at: '2026-01-01T00:00:00Z',
  status: 'new',
  note: '',
  answered_at: null,
  ...fields,
});

const customers = [
  customer('old', { name: 'Ada King', email: 'king@example.com' }),
  customer('new', { email: 'ADA.B@example.com', created_at: '2026-03-01T00:00:00Z' }),
  customer('middle', {
    mobile: '+44 7700 900999',
    year_class: 'year-13',
    created_at: '2026-02-01T00:00:00Z',
  }),
];

test.each([
  ['', ['new', 'middle', 'old']],
  ['   ', ['new', 'middle', 'old']],
  ['ada', ['new', 'old']],
  ['ADA k', ['old']],
  ['grace', ['new', 'middle']],
  ['900999', ['middle']],
  ['YEAR-13', ['middle']],
  ['year 10', ['new', 'old']],
  ['nobody', []],
])('searching for %j finds %j, newest first', (search, ids) => {
  expect(filterCustomers(sortCustomers(customers, NEWEST_FIRST), search).map(({ id }) => id)).toEqual(ids);
});

test.each<[CustomerColumn, 'ascending' | 'descending', string[]]>([
  ['created_at', 'descending', ['new', 'middle', 'old']],
  ['created_at', 'ascending', ['old', 'middle', 'new']],
  ['name', 'ascending', ['old', 'new', 'middle']],
  ['name', 'descending', ['new', 'middle', 'old']],
  ['year_class', 'descending', ['middle', 'new', 'old']],
])('sorted by %s, %s: %j', (column, direction, ids) => {
  expect(sortCustomers(customers, { column, direction }).map(({ id }) => id)).toEqual(ids);
});

test('states are sorted as an enquiry goes through them', () => {
  const some = (['closed', 'new', 'joined', 'contacted'] as const).map((status) =>
    customer(status, { status }),
  );
  const order = { column: 'status', direction: 'ascending' } as const;
  expect(sortCustomers(some, order).map(({ id }) => id)).toEqual(['new', 'contacted', 'joined', 'closed']);
});

const RECEIVED = Date.parse('2026-01-01T00:00:00Z');
const hoursLater = (hours: number, ms = 0) => RECEIVED + hours * 3_600_000 + ms;

test.each([
  [hoursLater(0), 'due'],
  [hoursLater(20, -1), 'due'],
  [hoursLater(20), 'soon'],
  [hoursLater(24), 'soon'],
  [hoursLater(24, 1), 'late'],
])('an unanswered enquiry of midnight stands, at %i, as %s', (now, state) => {
  expect(responseClock(customer('one', {}), now)).toEqual({ state, dueAt: hoursLater(24) });
});

test('an answered enquiry is answered, however late it is', () => {
  const answered = customer('one', { answered_at: '2026-02-01T00:00:00Z' });
  expect(responseClock(answered, hoursLater(9999)).state).toBe('answered');
});

test('the share counts what was answered or is late in the last 30 days, and not what may still be answered', () => {
  const now = Date.parse('2026-03-31T12:00:00Z');
  const ago = (days: number, ms = 0) => new Date(now - days * 24 * 3_600_000 + ms).toISOString();
  const list = [
    customer('in time to the last instant', { created_at: ago(10), answered_at: ago(9) }),
    customer('one instant late', { created_at: ago(10), answered_at: ago(9, 1) }),
    customer('late and unanswered', { created_at: ago(2) }),
    customer('not due yet', { created_at: ago(0.5) }),
    customer('exactly 30 days old', { created_at: ago(30), answered_at: ago(30) }),
    customer('too old', { created_at: ago(30, -1), answered_at: ago(30) }),
  ];
  expect(answeredInTime(list, now)).toEqual({ total: 4, inTime: 2 });
});
