// A calendar feed across both clock changes, read by an independent parser and converted to UK
// time.
import { expect } from 'vitest';

import { makeFamily, makeLesson } from '../testing/factories.ts';
import { readCalendarAt, subscribe } from '../testing/lessons/calendars.ts';
import { test } from '../testing/test.ts';

test.override('settings', { now: '2026-10-01T12:00:00.000Z' });

const ukClock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/London',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** Lessons at a UK date and time, with their expected start in UTC and UK time. */
type Starts = readonly (readonly [day: string, time: string, utc: string, uk: string])[];
const cases: readonly (readonly [string, Starts])[] = [
  [
    'moves a lesson one hour later in UTC when the clocks go back',
    [
      ['2026-10-18', '09:00:00', '2026-10-18T08:00:00.000Z', '2026-10-18 09:00'],
      ['2026-10-24', '09:00:00', '2026-10-24T08:00:00.000Z', '2026-10-24 09:00'],
      ['2026-10-25', '09:00:00', '2026-10-25T09:00:00.000Z', '2026-10-25 09:00'],
      ['2026-11-01', '09:00:00', '2026-11-01T09:00:00.000Z', '2026-11-01 09:00'],
    ],
  ],
  [
    'moves a lesson one hour earlier in UTC when the clocks go forward',
    [
      ['2027-03-21', '10:00:00', '2027-03-21T10:00:00.000Z', '2027-03-21 10:00'],
      ['2027-03-27', '10:00:00', '2027-03-27T10:00:00.000Z', '2027-03-27 10:00'],
      ['2027-03-28', '10:00:00', '2027-03-28T09:00:00.000Z', '2027-03-28 10:00'],
      ['2027-04-04', '10:00:00', '2027-04-04T09:00:00.000Z', '2027-04-04 10:00'],
    ],
  ],
  [
    'takes the first of two equal times, and moves a skipped time an hour later',
    [
      ['2026-10-25', '00:30:00', '2026-10-24T23:30:00.000Z', '2026-10-25 00:30'],
      ['2026-10-25', '01:30:00', '2026-10-25T00:30:00.000Z', '2026-10-25 01:30'],
      ['2026-10-25', '02:00:00', '2026-10-25T02:00:00.000Z', '2026-10-25 02:00'],
      ['2027-03-28', '00:30:00', '2027-03-28T00:30:00.000Z', '2027-03-28 00:30'],
      ['2027-03-28', '01:30:00', '2027-03-28T01:00:00.000Z', '2027-03-28 02:00'],
      ['2027-03-28', '02:00:00', '2027-03-28T01:30:00.000Z', '2027-03-28 02:30'],
    ],
  ],
];

test.for(cases)('%s', async ([, lessons], { api, tutor }) => {
  const family = await makeFamily(api, lessons.length);
  for (const [date, time] of lessons)
    await family.book((await makeLesson(api, { Date: date, Time: time })).id);
  // The instants are equal in the family's and the tutor's feed.
  for (const address of [
    await subscribe(api, family),
    await subscribe(api, { ...tutor, isTutor: true }),
  ]) {
    const { events } = await readCalendarAt(api, address);
    const starts = events.map(({ start }) => [start, ukClock.format(new Date(start))]);
    expect(starts).toEqual(lessons.map(([, , utc, uk]) => [utc, uk]));
    for (const { zone, start, end } of events)
      expect([zone, Date.parse(end) - Date.parse(start)]).toEqual(['UTC', 3_600_000]);
  }
});
