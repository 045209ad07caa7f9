// The links that subscribe a calendar program to an address.
import { expect, test } from 'vitest';

import { addressesOf } from './calendar-subscription.tsx';

const path = '/calendar/a-b_c.ics';

test('gives each program the address in its own form', () => {
  expect(
    addressesOf(path, { origin: 'https://physics.example.com', name: 'Waves & light' }),
  ).toEqual({
    plain: 'https://physics.example.com/calendar/a-b_c.ics',
    webcal: 'webcal://physics.example.com/calendar/a-b_c.ics',
    google:
      'https://calendar.google.com/calendar/r?cid=webcal%3A%2F%2Fphysics.example.com%2Fcalendar%2Fa-b_c.ics',
    outlook:
      'https://outlook.live.com/calendar/0/addfromweb?url=https%3A%2F%2Fphysics.example.com%2Fcalendar%2Fa-b_c.ics&name=Waves%20%26%20light',
  });
});

test('preserves a port and a site without HTTPS', () => {
  const { webcal } = addressesOf(path, { origin: 'http://localhost:3000', name: 'x' });
  expect(webcal).toBe('webcal://localhost:3000/calendar/a-b_c.ics');
});
