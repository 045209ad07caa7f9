// The pages of the tutor's account.
import { expect, test } from 'vitest';

import { tutorPlaces } from './frame.tsx';

test('lists each page once', () => {
  expect(new Set(tutorPlaces.map(({ path }) => path)).size).toBe(tutorPlaces.length);
});
