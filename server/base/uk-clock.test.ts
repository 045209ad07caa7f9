// UK wall-clock time as instants, minute by minute around both clock changes.
import { expect, test } from 'vitest';

import { startsAt } from './windows.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** HH:MM:SS of every minute of the day's first four hours. */
const minutes = Array.from({ length: 240 }, (_, minute) => {
  const hours = String(Math.floor(minute / 60)).padStart(2, '0');
  return {
    hour: Math.floor(minute / 60),
    time: `${hours}:${String(minute % 60).padStart(2, '0')}:00`,
  };
});

const asUtc = (date: string, time: string) => Date.parse(`${date}T${time}Z`);

test.each([
  {
    change: 'forward at 01:00',
    date: '2026-03-29',
    // Summer time starts at 02:00; the skipped hour counts as the hour after it.
    aheadOfUtc: (hour: number) => (hour >= 2 ? HOUR : 0),
  },
  {
    change: 'back at 02:00',
    date: '2026-10-25',
    // Summer time ends at 02:00; the repeated hour counts as the first one.
    aheadOfUtc: (hour: number) => (hour >= 2 ? 0 : HOUR),
  },
])('matches Temporal and the law in each minute around $change', ({ date, aheadOfUtc }) => {
  for (const { hour, time } of minutes) {
    const instant = startsAt(date, time);
    expect(instant, `${date} ${time}`).toBe(asUtc(date, time) - aheadOfUtc(hour));
    const zoned = Temporal.ZonedDateTime.from(
      { ...timeParts(date, time), timeZone: 'Europe/London' },
      { disambiguation: 'compatible' },
    );
    expect(instant).toBe(zoned.epochMilliseconds);
  }
});

function timeParts(date: string, time: string) {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return { year, month, day, hour, minute };
}

test.each([
  ['2026-03-29', '01:30:00', '2026-03-29T01:30:00.000Z'],
  ['2026-10-25', '01:30:00', '2026-10-25T00:30:00.000Z'],
  ['2026-03-28', '09:00:00', '2026-03-28T09:00:00.000Z'],
  ['2026-03-29', '09:00:00', '2026-03-29T08:00:00.000Z'],
  ['2026-10-24', '09:00:00', '2026-10-24T08:00:00.000Z'],
  ['2026-10-25', '09:00:00', '2026-10-25T09:00:00.000Z'],
  ['9999-12-31', '23:59:59', '9999-12-31T23:59:59.000Z'],
])('%s %s is %s', (date, time, instant) => {
  expect(new Date(startsAt(date, time)).toISOString()).toBe(instant);
});
