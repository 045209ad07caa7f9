// Links to the sections of the account that was one page lead to the pages of today.
import { expect, test } from 'vitest';

import { formerSectionPath, placesOf } from './frame.tsx';

test.each([
  ['#family', '/account/family#family'],
  ['#details', '/account/family#details'],
  ['#payments', '/account/payments#payments'],
  ['#leave', '/account/data#leave'],
  ['#constructor', null],
  ['', null],
])('leads %j to %j', (hash, path) => {
  expect(formerSectionPath(hash)).toBe(path);
});

test('shows a student no page about money or the family', () => {
  expect(placesOf('student').map(({ path }) => path)).toEqual([
    '/account/calendar',
    '/account/sign-in',
    '/account/data',
  ]);
});
