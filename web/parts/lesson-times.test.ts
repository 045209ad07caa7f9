// Times in words, across time zones and both clock changes.
import { expect, test } from 'vitest';

import {
  countdown,
  describeCountdown,
  describeDeadline,
  describeLocalTime,
  describeTime,
} from './lesson-times.ts';

const NOW = Date.parse('2026-11-18T12:00:00Z');
const winter = { Date: '2026-11-21', Time: '09:00:00', starts_at: '2026-11-21T09:00:00.000Z' };
const summer = { Date: '2027-07-03', Time: '10:00:00', starts_at: '2027-07-03T09:00:00.000Z' };
/** The clocks went forward at 01:00 of this day. */
const springForward = {
  Date: '2027-03-28',
  Time: '02:30:00',
  starts_at: '2027-03-28T01:30:00.000Z',
};
/** The clocks go back at 02:00 of this day: 01:00 to 02:00 happens twice. */
const fallBack = { Date: '2026-10-25', Time: '01:30:00', starts_at: '2026-10-25T00:30:00.000Z' };

test.each([
  [winter, 'Sat 21 Nov, 09:00 to 10:00 UK time'],
  [summer, 'Sat 3 Jul 2027, 10:00 to 11:00 UK time'],
  [fallBack, 'Sun 25 Oct, 01:30 to 01:30 UK time'],
])('shows a lesson in UK time (%#)', (lesson, words) => {
  expect(describeTime(lesson, NOW)).toBe(words);
});

test.each([
  [winter, '08:00 UK time on Sat 21 Nov'],
  [summer, '09:00 UK time on Sat 3 Jul 2027'],
  [springForward, '00:30 UK time on Sun 28 Mar 2027'],
  [fallBack, '00:30 UK time on Sun 25 Oct'],
  [
    { Date: '2026-11-21', Time: '00:30:00', starts_at: '2026-11-21T00:30:00.000Z' },
    '23:30 UK time on Fri 20 Nov',
  ],
])('shows an hour before the start by the UK clock (%#)', (lesson, words) => {
  expect(describeDeadline(lesson, NOW)).toBe(words);
});

test.each([
  [winter, 'Europe/London', null],
  [winter, 'Africa/Abidjan', null],
  [summer, 'Africa/Abidjan', '09:00 to 10:00 Greenwich Mean Time'],
  [winter, 'Asia/Kathmandu', '14:45 to 15:45 Nepal Time'],
  [winter, 'Pacific/Auckland', '22:00 to 23:00 New Zealand Daylight Time'],
  [summer, 'America/Los_Angeles', '02:00 to 03:00 Pacific Daylight Time'],
  [winter, 'Pacific/Kiritimati', '23:00 to 00:00 Line Islands Time'],
  [
    { Date: '2026-11-21', Time: '19:00:00', starts_at: '2026-11-21T19:00:00.000Z' },
    'Pacific/Auckland',
    'Sunday 22 November 2026, 08:00 to 09:00 New Zealand Daylight Time',
  ],
])("shows a family its local time, unless it is the UK's (%#)", (lesson, timeZone, words) => {
  expect(describeLocalTime(lesson, timeZone)).toBe(words);
});

test.each([
  ['2026-11-21T09:00:00.000Z', 'now'],
  ['2026-11-21T08:59:59.999Z', 'in 1 minute'],
  ['2026-11-21T08:48:00.000Z', 'in 12 minutes'],
  ['2026-11-21T08:00:00.001Z', 'in 60 minutes'],
  ['2026-11-21T08:00:00.000Z', 'in 1 hour'],
  ['2026-11-21T06:49:30.000Z', 'in 2 hours 10 minutes'],
  ['2026-11-20T21:00:00.001Z', 'in 11 hours 59 minutes'],
  ['2026-11-20T21:00:00.000Z', 'tomorrow'],
  ['2026-11-20T00:00:00.000Z', 'tomorrow'],
  ['2026-11-19T23:59:59.999Z', 'in 2 days'],
  ['2026-11-14T12:00:00.000Z', 'in 7 days'],
])('describes at %s the lesson as %s', (now, words) => {
  expect(describeCountdown(winter, Date.parse(now))).toBe(words);
});

test('says "today" for a lesson late in the day without counting hours', () => {
  const evening = { Date: '2027-07-03', Time: '19:00:00', starts_at: '2027-07-03T18:00:00.000Z' };
  // Half past midnight in the UK, which is still the day before in UTC.
  expect(describeCountdown(evening, Date.parse('2027-07-02T23:30:00.000Z'))).toBe('today');
});

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each([
  [3 * DAY + 5 * HOUR + 59 * MINUTE, '3 days, 5 hours'],
  [2 * DAY, '2 days'],
  [DAY + HOUR, '1 day, 1 hour'],
  [DAY - SECOND, '23 hours, 59 minutes'],
  [HOUR + MINUTE, '1 hour, 1 minute'],
  [HOUR, '1 hour'],
  [HOUR - SECOND, '59:59'],
  [MINUTE + 5 * SECOND, '1:05'],
  // Ends exactly at zero, not earlier.
  [1, '0:01'],
  [0, '0:00'],
  [-DAY, '0:00'],
])('shows %i ms as %s', (ms, words) => {
  expect(countdown(ms)).toBe(words);
});
