// The pages of the account by who reads them.
import { expect, test } from 'vitest';

import { placesOf } from './frame.tsx';

test('shows a student no page about money or the family', () => {
  expect(placesOf('student').map(({ path }) => path)).toEqual([
    '/account/calendar',
    '/account/sign-in',
    '/account/data',
  ]);
});
