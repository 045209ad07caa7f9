// The source of each number on the dashboard.
import { expect, test } from 'vitest';

import { readNumbers } from './family.ts';

const user = { Credits: 1, Lessons_Attended: 2, Lessons_Booked: 3 };

test('prefers the counted numbers to the fields of the profile', () => {
  const stats = { creditsRemaining: 0, lessonsAttended: 5, upcomingBookings: 6 };
  expect(readNumbers({ user, stats })).toEqual({ credits: 0, attended: 5, upcoming: 6 });
  expect(readNumbers({ user, stats: { creditsRemaining: 0 } })).toEqual({
    credits: 0,
    attended: 2,
    upcoming: 3,
  });
  for (const missing of [undefined, null, {}])
    expect(readNumbers({ user, stats: missing })).toEqual({ credits: 1, attended: 2, upcoming: 3 });
});

test('returns no numbers while nothing is loaded', () => {
  expect(readNumbers(undefined)).toEqual({
    credits: undefined,
    attended: undefined,
    upcoming: undefined,
  });
});
