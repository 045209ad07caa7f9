// Which data is tried as often as a page needs that cannot do without it.
import { expect, test } from 'vitest';

import { customersQuery } from './enquiries.ts';
import { profileQuery } from './family.ts';
import { lessonsQuery } from './lessons.ts';
import { LOADING } from './transport/query-client.ts';

test.each([
  ['the enquiries', customersQuery],
  ['the profile', profileQuery],
  ['the lessons of a week', lessonsQuery('2026-11-16')],
])('%s are tried by the rule of data that a page cannot do without', (_, query) => {
  expect(query).toMatchObject(LOADING);
});
