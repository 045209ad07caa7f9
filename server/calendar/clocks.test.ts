// A calendar feed across both clock changes, read by an independent parser and converted to UK
// time.
import { afterEach, beforeEach, expect, test } from 'vitest';

import { startTestApp, type TestApp } from '../testing/app.ts';
import { readCalendarAt, subscribe } from '../testing/calendars.ts';
import { makeAdmin, makeBooking, makeFamily, makeLesson } from '../testing/factories.ts';

let api: TestApp;
beforeEach(async () => {
  api = await startTestApp({ now: '2026-10-01T12:00:00.000Z' });
});
afterEach(() => api.close());

const ukClock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/London',
  dateStyle: 'short',
  timeStyle: 'short',
});

/**
 * For lessons on these days at this time: their instants, equal in the family's and the tutor's
 * feed, and their UK times.
 */
async function instantsOf(lessons: readonly (readonly [day: string, time: string])[]) {
  const family = await makeFamily(api, lessons.length);
  for (const [Date, Time] of lessons)
    await makeBooking(api, family, (await makeLesson(api, { Date, Time })).id);
  const read = async (address: string) => {
    const { events } = await readCalendarAt(api, address);
    return events.map(({ zone, start, end }) => ({ zone, start, end }));
  };
  const own = await read(await subscribe(api, family));
  expect(await read(await subscribe(api, { ...(await makeAdmin(api)), isTutor: true }))).toEqual(
    own,
  );
  return own.map(({ zone, start, end }) => {
    expect([zone, Date.parse(end) - Date.parse(start)]).toEqual(['UTC', 3_600_000]);
    return [start, ukClock.format(new Date(start))];
  });
}

test('moves a lesson one hour later in UTC when the clocks go back', async () => {
  expect(
    await instantsOf([
      ['2026-10-18', '09:00:00'],
      ['2026-10-24', '09:00:00'],
      ['2026-10-25', '09:00:00'],
      ['2026-11-01', '09:00:00'],
    ]),
  ).toEqual([
    ['2026-10-18T08:00:00.000Z', '2026-10-18 09:00'],
    ['2026-10-24T08:00:00.000Z', '2026-10-24 09:00'],
    ['2026-10-25T09:00:00.000Z', '2026-10-25 09:00'],
    ['2026-11-01T09:00:00.000Z', '2026-11-01 09:00'],
  ]);
});

test('moves a lesson one hour earlier in UTC when the clocks go forward', async () => {
  expect(
    await instantsOf([
      ['2027-03-21', '10:00:00'],
      ['2027-03-27', '10:00:00'],
      ['2027-03-28', '10:00:00'],
      ['2027-04-04', '10:00:00'],
    ]),
  ).toEqual([
    ['2027-03-21T10:00:00.000Z', '2027-03-21 10:00'],
    ['2027-03-27T10:00:00.000Z', '2027-03-27 10:00'],
    ['2027-03-28T09:00:00.000Z', '2027-03-28 10:00'],
    ['2027-04-04T09:00:00.000Z', '2027-04-04 10:00'],
  ]);
});

test('takes the first of two equal times, and moves a skipped time an hour later', async () => {
  expect(
    await instantsOf([
      ['2026-10-25', '00:30:00'],
      ['2026-10-25', '01:30:00'],
      ['2026-10-25', '02:00:00'],
      ['2027-03-28', '00:30:00'],
      ['2027-03-28', '01:30:00'],
      ['2027-03-28', '02:00:00'],
    ]),
  ).toEqual([
    ['2026-10-24T23:30:00.000Z', '2026-10-25 00:30'],
    ['2026-10-25T00:30:00.000Z', '2026-10-25 01:30'],
    ['2026-10-25T02:00:00.000Z', '2026-10-25 02:00'],
    ['2027-03-28T00:30:00.000Z', '2027-03-28 00:30'],
    ['2027-03-28T01:00:00.000Z', '2027-03-28 02:00'],
    ['2027-03-28T01:30:00.000Z', '2027-03-28 02:30'],
  ]);
});
