// Tests UK dates and weeks, across year ends and both clock changes.
import { expect, test } from 'vitest';

import {
  addDays,
  daysBetween,
  formatDate,
  formatInstant,
  isCalendarDate,
  isClockTime,
  mondayOf,
  shortTime,
  ukDate,
  ukTime,
  weekDates,
  weekday,
} from './time.ts';

test.each([
  ['2026-11-16', '2026-11-16'],
  ['2026-11-21', '2026-11-16'],
  ['2026-11-22', '2026-11-16'],
  ['2026-11-23', '2026-11-23'],
  ['2027-01-01', '2026-12-28'],
  ['2027-01-03', '2026-12-28'],
  ['2024-03-01', '2024-02-26'],
  ['2026-03-29', '2026-03-23'],
  ['2026-10-25', '2026-10-19'],
])('the week of %s starts on Monday %s', (date, monday) => {
  expect(mondayOf(date)).toBe(monday);
});

test.each([
  ['2026-12-28', '2027-01-03'],
  ['2026-03-23', '2026-03-29'],
  ['2026-10-19', '2026-10-25'],
  ['2028-02-28', '2028-03-05'],
])('the week from %s to %s has seven days', (monday, sunday) => {
  const dates = weekDates(monday);
  expect(dates).toHaveLength(7);
  expect(new Set(dates).size).toBe(7);
  expect([dates[0], dates[6]]).toEqual([monday, sunday]);
});

test('agrees with the calendar on days and weekdays for ten years', () => {
  let date = Temporal.PlainDate.from('2024-12-25');
  for (let day = 0; day < 3653; day += 1) {
    expect([addDays('2024-12-25', day), weekday(date.toString())]).toEqual([
      date.toString(),
      date.dayOfWeek,
    ]);
    date = date.add({ days: 1 });
  }
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
  expect(daysBetween('2026-10-26', '2026-10-24')).toBe(-2);
});

test.each([
  '2026-03-29T01:00:00Z',
  '2026-10-25T01:00:00Z',
  '2026-07-01T23:00:00Z',
  '2026-12-31T23:59:00Z',
])('agrees with Temporal on the UK clock in each minute around %s, with Intl too', (around) => {
  const start = Temporal.Instant.from(around).subtract({ hours: 26 });
  const instants = Array.from({ length: 52 * 60 }, (_, minutes) => start.add({ minutes }));
  const wanted = instants.map((instant) =>
    instant.toZonedDateTimeISO('Europe/London').toPlainDateTime().toString().slice(0, 16),
  );
  const read = () => instants.map(({ epochMilliseconds: at }) => `${ukDate(at)}T${ukTime(at)}`);
  expect(read()).toEqual(wanted);
  // Older browsers lack Temporal.
  const temporal = Object.getOwnPropertyDescriptor(globalThis, 'Temporal') ?? {};
  Reflect.deleteProperty(globalThis, 'Temporal');
  try {
    expect(read()).toEqual(wanted);
  } finally {
    Object.defineProperty(globalThis, 'Temporal', temporal);
  }
});

test.each([
  ['2026-11-21', true],
  ['2028-02-29', true],
  ['2027-02-29', false],
  ['2026-04-31', false],
  ['2026-02-30', false],
  ['2026-12-32', false],
  ['2026-00-10', false],
  ['0000-01-01', false],
  ['2026-1-01', false],
  ['12026-01-01', false],
  ['2026-11-21 ', false],
])('%j is a calendar date: %s', (text, is) => {
  expect(isCalendarDate(text)).toBe(is);
});

test.each([
  ['00:00:00', true],
  ['23:59:59', true],
  ['24:00:00', false],
  ['12:60:00', false],
  ['12:00:60', false],
  ['12:00', false],
])('%j is a clock time: %s', (text, is) => {
  expect(isClockTime(text)).toBe(is);
});

test('formats dates and times in British English', () => {
  expect(formatDate('2026-11-21', 'long')).toBe('Saturday 21 November 2026');
  expect(formatDate('2026-11-21', 'short')).toBe('Sat 21 Nov');
  expect(formatDate('2026-11-21', 'day')).toBe('21 Nov');
  expect(formatDate('2026-11-21', 'weekday')).toBe('Saturday');
  expect(shortTime('09:00:00')).toBe('09:00');
  expect(ukTime(Date.parse('2026-11-21T09:05:00Z'))).toBe('09:05');
  expect(ukTime(Date.parse('2026-07-04T23:05:00Z'))).toBe('00:05');
  expect(formatInstant('2026-11-21T09:05:00Z')).toBe('21/11/2026, 09:05');
  expect(formatInstant('2026-07-04T08:05:00Z')).toBe('04/07/2026, 09:05');
});

// ICU 72 (Debian 12's WebKitGTK 2.50.6, Node 18.13) writes the date of en-CA as 09/06/2026.
test('reads dates and times whatever order and punctuation an engine writes', () => {
  const format = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format');
  Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
    configurable: true,
    get: () => () => '09/06/2026 at 9.05',
  });
  try {
    const instant = Date.parse('2026-06-09T08:05:00Z');
    expect([ukDate(instant), ukTime(instant)]).toEqual(['2026-06-09', '09:05']);
    expect(formatInstant('2026-06-09T08:05:00Z')).toBe('09/06/2026, 09:05');
    expect(formatDate('2026-06-09', 'short')).toBe('Tue 9 Jun');
  } finally {
    if (format !== undefined)
      Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', format);
  }
});

test.each([
  ['2026-09-06', 'Sunday 6 September 2026', 'Sun 6 Sept', '6 Sept', 'Sunday'],
  ['2026-11-21', 'Saturday 21 November 2026', 'Sat 21 Nov', '21 Nov', 'Saturday'],
])('puts %s into words', (date, long, short, day, weekdayName) => {
  expect(formatDate(date, 'long')).toBe(long);
  expect(formatDate(date, 'short')).toBe(short);
  expect(formatDate(date, 'day')).toBe(day);
  expect(formatDate(date, 'weekday')).toBe(weekdayName);
});
