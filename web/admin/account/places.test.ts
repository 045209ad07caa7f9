// Links to the sections of the tutor's account that was one page lead to the pages of today.
import { expect, test } from 'vitest';

import { formerTutorPath, tutorPlaces } from './places.ts';

test.each([
  ['#business', '/admin-account/business#business'],
  ['#free-first-lesson', '/admin-account/enquiries#free-first-lesson'],
  ['#replies-to-enquiries', '/admin-account/enquiries#replies-to-enquiries'],
  ['#emails', '/admin-account/emails#emails'],
  ['#group-chats', '/admin-account/chats#group-chats'],
  ['#calendar', '/admin-account/calendar#calendar'],
  ['#two-factor-authentication', '/admin-account/sign-in#two-factor-authentication'],
  ['#password', '/admin-account/sign-in#password'],
  ['#constructor', null],
  ['', null],
])('leads %j to %j', (hash, path) => {
  expect(formerTutorPath(hash)).toBe(path);
});

test('lists each page once', () => {
  expect(new Set(tutorPlaces.map(({ path }) => path)).size).toBe(tutorPlaces.length);
});
