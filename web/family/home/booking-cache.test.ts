// How lessons and credits show a booking before the server has responded.
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';

import { PROFILE, type Profile } from '../../data/family.ts';
import { ownStudent, parent } from '../../transport/testing/browser.ts';
import {
  addBooking,
  BOOKING,
  countBooking,
  loadNews,
  patchCredits,
  withBookings,
} from './booking-cache.ts';

const kims = {
  id: 'booking-1',
  Student_ID: 'kim',
  join_link: '/join/kim',
  calendar_uid: 'booking-1',
};
const sams = { id: 'booking-2', Student_ID: 'sam', join_link: null, calendar_uid: 'booking-0' };

test.each([
  [[], { isBooked: false, bookingId: null, join_link: null }],
  [[kims], { isBooked: true, bookingId: 'booking-1', join_link: '/join/kim' }],
  [[sams, kims], { isBooked: true, bookingId: 'booking-2', join_link: null }],
  // Being saved: booked, but not cancellable yet.
  [addBooking([], 'kim'), { isBooked: true, bookingId: null, join_link: null }],
  [addBooking([kims], 'sam'), { isBooked: true, bookingId: 'booking-1', join_link: '/join/kim' }],
  [
    addBooking([kims], 'sam', 'booking-2'),
    { isBooked: true, bookingId: 'booking-1', join_link: '/join/kim' },
  ],
])('fills the convenience fields from the first of %j', (bookings, said) => {
  expect(withBookings(bookings)).toEqual({ bookings, ...said });
});

function clientOf(user: Profile['user'], stats: Profile['stats']): QueryClient {
  const client = new QueryClient();
  const free = { free_lesson: null, free_lesson_mode: null, confirm_free_lesson_by: null };
  client.setQueryData<Profile>(PROFILE, { success: true, user, stats, ...free });
  return client;
}

test.each([
  ['a parent', parent, 2, 7],
  ['a student, who is told none', ownStudent, null, null],
] as const)(
  'a booking takes its credit from %s, and the answer has the last word',
  (_who, user, one, last) => {
    const stats = { lessonsAttended: 0, upcomingBookings: 0, creditsRemaining: user.Credits };
    const client = clientOf(user, stats);
    const seen = () => {
      const profile = client.getQueryData<Profile>(PROFILE);
      return [
        profile?.user.Credits,
        profile?.stats?.creditsRemaining,
        profile?.user.Lessons_Booked,
      ];
    };
    countBooking(client, 1);
    expect(seen()).toEqual([one, one, 1]);
    patchCredits(client, last);
    expect(seen()).toEqual([last, last, 1]);
  },
);

test.each([undefined, {}, { lessonsAttended: 5 }])(
  "updates the user's own fields when the profile has %j as stats",
  (stats) => {
    const client = clientOf(parent, stats);
    const seen = () => client.getQueryData<Profile>(PROFILE);
    countBooking(client, 1);
    expect(seen()).toMatchObject({ user: { Credits: 2, Lessons_Booked: 1 } });
    expect(seen()?.stats).toEqual({ ...stats });
    patchCredits(client, 7);
    expect(seen()).toMatchObject({ user: { Credits: 7, Lessons_Booked: 1 } });
    expect(seen()?.stats).toEqual({ ...stats, creditsRemaining: 7 });
  },
);

test('a free booking takes no credit', () => {
  const client = clientOf(parent, {});
  countBooking(client, 1, true);
  expect(client.getQueryData<Profile>(PROFILE)?.user).toMatchObject({
    Credits: parent.Credits,
    Lessons_Booked: 1,
  });
});

test('loads news once a booking has been saved, not before and not never', async () => {
  const client = clientOf(parent, null);
  const saved = Promise.withResolvers<void>();
  const booking = client
    .getMutationCache()
    .build(client, { mutationKey: BOOKING, mutationFn: () => saved.promise })
    .execute(undefined);
  const isOutdated = () => client.getQueryState(PROFILE)?.isInvalidated;
  const loaded = loadNews(client);
  await Promise.resolve();
  expect(isOutdated()).toBe(false);
  saved.resolve();
  await booking;
  await loaded;
  expect(isOutdated()).toBe(true);
});
