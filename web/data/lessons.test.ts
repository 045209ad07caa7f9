// Which queries retry like data that a page cannot do without, and which weeks need none of their
// own.
import { expect, test } from 'vitest';

import { enquiriesQuery } from '../admin/dashboard/data.ts';
import { LOADING } from '../transport/query-client.ts';
import { profileQuery } from './family.ts';
import { isListedAhead, lessonsQuery } from './lessons.ts';

test.each([
  ['the enquiries', enquiriesQuery],
  ['the profile', profileQuery],
  ['the lessons of a week', lessonsQuery('2026-11-16', '2026-11-18')],
])('retries %s like data that a page cannot do without', (_, query) => {
  expect(query).toMatchObject(LOADING);
});

test.each([
  ['2026-10-26', true],
  ['2026-10-19', false],
  ['2027-02-01', true],
  ['2027-02-08', false],
])('finds the week of %s among the lessons ahead: %s', (monday, isListed) => {
  expect(isListedAhead(monday, '2026-11-18')).toBe(isListed);
});
