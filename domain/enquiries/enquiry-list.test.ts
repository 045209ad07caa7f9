// Tests how enquiries are searched, sorted and measured against the promised response time.
import { expect, test } from 'vitest';

import { DAY_MS } from '../time.ts';
import {
  answeredInTime,
  type Enquiry,
  type EnquiryColumn,
  filterEnquiries,
  NEWEST_FIRST,
  responseClock,
  OVERDUE_FIRST,
  sortEnquiries,
  waitingEnquiries,
} from './enquiry-list.ts';

const enquiry = (
  id: string,
  { created_at = '2026-01-01T00:00:00Z', ...fields }: Partial<Enquiry>,
): Enquiry => ({
  id,
  name: 'Grace Hopper',
  email: 'grace@example.com',
  mobile: '07700900111',
  year_class: 'year-10',
  year_said_in: 2025,
  created_at,
  status: 'new',
  note: '',
  answer_due_at: new Date(Date.parse(created_at) + DAY_MS).toISOString(),
  answered_at: null,
  invitation: null,
  ...fields,
});

const enquiries = [
  enquiry('old', { name: 'Ada King', email: 'king@example.com' }),
  enquiry('new', { email: 'ADA.B@example.com', created_at: '2026-03-01T00:00:00Z' }),
  enquiry('middle', {
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
  expect(
    filterEnquiries(sortEnquiries(enquiries, NEWEST_FIRST), search).map(({ id }) => id),
  ).toEqual(ids);
});

test.each<[EnquiryColumn, 'ascending' | 'descending', string[]]>([
  ['created_at', 'descending', ['new', 'middle', 'old']],
  ['created_at', 'ascending', ['old', 'middle', 'new']],
  ['name', 'ascending', ['old', 'new', 'middle']],
  ['name', 'descending', ['new', 'middle', 'old']],
  ['year_class', 'descending', ['middle', 'new', 'old']],
])('sorted by %s, %s: %j', (column, direction, ids) => {
  expect(sortEnquiries(enquiries, { column, direction }).map(({ id }) => id)).toEqual(ids);
});

test('puts the longest waiting first and the answered last, newest first', () => {
  const on = (day: number) => ({ created_at: `2026-01-0${day}T08:00:00Z` });
  const answeredOn = (day: number) => ({ ...on(day), answered_at: `2026-01-0${day}T09:00:00Z` });
  const some = [
    enquiry('answered long ago', answeredOn(1)),
    enquiry('waits', on(3)),
    enquiry('answered', answeredOn(4)),
    enquiry('waits longest', on(2)),
    enquiry('has just come', on(5)),
  ];
  const sorted = sortEnquiries(some, OVERDUE_FIRST)
    .map(({ id }) => id)
    .join(', ');
  expect(sorted).toBe('waits longest, waits, has just come, answered, answered long ago');
});

test('sorts states in the order an enquiry goes through them', () => {
  const some = (['closed', 'new', 'joined', 'contacted'] as const).map((status) =>
    enquiry(status, { status }),
  );
  const order = { column: 'status', direction: 'ascending' } as const;
  const sorted = sortEnquiries(some, order).map(({ id }) => id);
  expect(sorted).toEqual(['new', 'contacted', 'joined', 'closed']);
});

const RECEIVED = Date.parse('2026-01-01T00:00:00Z');
const hoursLater = (hours: number, ms = 0) => RECEIVED + hours * 3_600_000 + ms;

test.each([
  [hoursLater(0), 'due'],
  [hoursLater(20, -1), 'due'],
  [hoursLater(20), 'soon'],
  [hoursLater(24), 'soon'],
  [hoursLater(24, 1), 'late'],
])('at %i an unanswered enquiry of midnight is %s', (now, state) => {
  expect(responseClock(enquiry('one', {}), now)).toEqual({ state, dueAt: hoursLater(24) });
});

test('keeps the promise that was made, and sorts by it', () => {
  const slow = enquiry('slow', { answer_due_at: '2026-01-03T00:00:00Z' });
  const quick = enquiry('quick', {
    created_at: '2026-01-01T12:00:00Z',
    answer_due_at: '2026-01-01T13:00:00Z',
  });
  expect(responseClock(slow, hoursLater(40)).state).toBe('due');
  expect(responseClock(quick, hoursLater(14)).state).toBe('late');
  for (const sorted of [
    sortEnquiries([slow, quick], OVERDUE_FIRST),
    waitingEnquiries([slow, quick], null),
  ])
    expect(sorted.map(({ id }) => id)).toEqual(['quick', 'slow']);
});

test('counts an enquiry as answered, however late the answer', () => {
  const answered = enquiry('one', { answered_at: '2026-02-01T00:00:00Z' });
  expect(responseClock(answered, hoursLater(9999)).state).toBe('answered');
});

test('counts answered and late enquiries of the last 30 days, but not those still in time', () => {
  const now = Date.parse('2026-03-31T12:00:00Z');
  const ago = (days: number, ms = 0) => new Date(now - days * 24 * 3_600_000 + ms).toISOString();
  const list = [
    enquiry('in time to the last instant', { created_at: ago(10), answered_at: ago(9) }),
    enquiry('one instant late', { created_at: ago(10), answered_at: ago(9, 1) }),
    enquiry('late and unanswered', { created_at: ago(2) }),
    enquiry('not due yet', { created_at: ago(0.5) }),
    enquiry('exactly 30 days old', { created_at: ago(30), answered_at: ago(30) }),
    enquiry('too old', { created_at: ago(30, -1), answered_at: ago(30) }),
  ];
  expect(answeredInTime(list, now)).toEqual({ total: 4, inTime: 2 });
});
