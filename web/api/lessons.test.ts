// Which queries retry like data that a page cannot do without.
import { expect, test } from 'vitest';

import { enquiriesQuery } from './enquiries.ts';
import { profileQuery } from './family.ts';
import { lessonsQuery } from './lessons.ts';
import { LOADING } from './transport/query-client.ts';

test.each([
  ['the enquiries', enquiriesQuery],
  ['the profile', profileQuery],
  ['the lessons of a week', lessonsQuery('2026-11-16')],
])('retries %s like data that a page cannot do without', (_, query) => {
  expect(query).toMatchObject(LOADING);
});
