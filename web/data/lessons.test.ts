// Which queries retry like data that a page cannot do without, and which weeks need none of their
// own.
import { expect, test } from 'vitest';

import { enquiriesQuery } from '../admin/dashboard/data.ts';
import { LOADING } from '../transport/query-client.ts';
import { profileQuery } from './family.ts';
import { isListedAhead, lessonsAheadQuery, lessonsQuery } from './lessons.ts';

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

test('finds a lesson that began yesterday and runs past midnight', () => {
  const starts = ['2026-11-17T22:59:00Z', '2026-11-17T23:00:00Z', '2026-11-17T23:01:00Z'];
  const lessons = starts.map((starts_at) => ({ Date: '2026-11-17', starts_at }));
  // Only these two facts decide.
  const found = lessonsAheadQuery('2026-11-18').select?.({ lessons } as never);
  expect(found?.map(({ starts_at }) => starts_at)).toEqual(starts.slice(2));
});
