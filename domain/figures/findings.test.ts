// The findings about the tutor's figures.
import { describe, expect, test } from 'vitest';

import { NO_MONTH } from '../testing/figures.ts';
import type { FiguresMonth, FiguresWeek } from './figures.ts';
import {
  familiesFinding,
  fullnessFinding,
  moneyFinding,
  percentOf,
  sinceFirst,
  spanOf,
  stoppedComing,
  splitTimes,
  timesFinding,
  wholeMonths,
} from './findings.ts';

const week = (spots: number, booked: number): FiguresWeek => ({
  monday: '2026-11-16',
  lessons: spots > 0 ? 1 : 0,
  spots,
  booked,
  attended: 0,
  absent: 0,
});
const month = (name: string, facts: Partial<FiguresMonth> = {}): FiguresMonth => ({
  month: name,
  ...NO_MONTH,
  ...facts,
});

test.each([
  ['term', '2026-11-24', '2026-08-31', '2026-11-29'],
  ['term', '2026-09-01', '2026-08-31', '2026-09-06'],
  ['term', '2027-01-01', '2026-12-28', '2027-01-03'],
  ['term', '2027-03-31', '2026-12-28', '2027-04-04'],
  ['term', '2027-08-31', '2027-03-29', '2027-09-05'],
  ['quarter', '2027-01-31', '2026-10-26', '2027-01-31'],
  ['year', '2026-11-24', '2025-12-01', '2026-11-29'],
] as const)('a %s that ends in the week of %s begins on %s', (span, today, from, to) => {
  expect(spanOf(span, today)).toEqual({ from, to });
});

test('leaves out a month that began before, and months ahead', () => {
  const all = ['2026-08', '2026-09', '2026-10'].map((name) => month(name));
  const shown = wholeMonths(all, { from: '2026-08-31' }, '2026-09-30');
  expect(shown.map((one) => one.month)).toEqual(['2026-09']);
  expect(wholeMonths(all, { from: '2026-08-01' }, '2026-10-01')).toEqual(all);
});

test.each([
  ['from the first with something', [0, 0, 1, 0, 1, 1], [1, 0, 1, 1]],
  ['with a minimum of four', [0, 0, 0, 0, 1], [0, 0, 0, 1]],
  ['whole if there are few', [0, 1], [0, 1]],
  ['whole with nothing', [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
])('shows weeks or months %s', (_, all, shown) => {
  expect(sinceFirst(all, (row) => row > 0)).toEqual(shown);
});

test('is 100 per cent only when every spot is booked', () => {
  expect(percentOf({ spots: 1000, booked: 999 })).toBe(99);
  expect(percentOf({ spots: 3, booked: 3 })).toBe(100);
  expect(percentOf({ spots: 0, booked: 0 })).toBe(0);
});

describe('how full the lessons are', () => {
  test.each([
    ['nothing without lessons', [week(0, 0)], null],
    ['one week', [week(10, 7)], 'Lessons are 70% full: 7 of 10 spots booked'],
    ['full lessons', [week(1, 1)], 'Lessons are full: all 1 spot booked'],
    ['long numbers', [week(20_000, 1500)], 'Lessons are 7% full: 1,500 of 20,000 spots booked'],
    [
      'a trend of eight weeks',
      [...Array<FiguresWeek>(4).fill(week(10, 6)), ...Array<FiguresWeek>(4).fill(week(10, 8))],
      'Lessons are filling up: 80% of spots booked in the last four weeks, 60% in the four before',
    ],
    [
      'no trend below five per cent, nor across weeks without lessons',
      [...Array<FiguresWeek>(7).fill(week(100, 60)), week(0, 0), week(100, 70)],
      'Lessons are 61% full: 490 of 800 spots booked',
    ],
  ])('says %s', (_, weeks, finding) => {
    expect(fullnessFinding(weeks)).toBe(finding);
  });
});

test.each([
  ['nothing without times', [], null],
  ['no sale', [[6, 10, 0]], 'No time has sold yet'],
  [
    'a full time',
    [
      [6, 8, 8],
      [7, 10, 9],
    ],
    'Saturdays at 10:00 are full: all 8 spots booked',
  ],
  [
    'the best time',
    [
      [6, 10, 7],
      [7, 10, 9],
    ],
    'Sundays at 10:00 sell best: 9 of 10 spots booked',
  ],
  ['the only time', [[7, 10, 9]], 'Sundays at 10:00 sell well: 9 of 10 spots booked'],
] as const)('says %s', (_, rows, finding) => {
  const times = rows.map(([weekday, spots, booked]) => ({ weekday, spots, booked }));
  expect(timesFinding(times.map((one) => ({ ...one, time: '10:00:00', lessons: 1 })))).toBe(
    finding,
  );
});

test('ranks a time by three lessons or more', () => {
  const seldom = { weekday: 7, time: '13:00:00', lessons: 2, spots: 20, booked: 20 } as const;
  const weekly = { weekday: 6, time: '09:00:00', lessons: 3, spots: 30, booked: 6 } as const;
  expect(splitTimes([seldom, weekly])).toEqual({ regular: [weekly], seldom: [seldom] });
  expect(splitTimes([seldom])).toEqual({ regular: [seldom], seldom: [] });
  expect(timesFinding([seldom, weekly])).toBe('Saturdays at 09:00 sell well: 6 of 30 spots booked');
  expect(timesFinding([seldom, weekly, { ...weekly, time: '10:00:00', booked: 5 }])).toBe(
    'Of the regular times, Saturdays at 09:00 sell best: 6 of 30 spots booked',
  );
});

const paid = (pence: number) => ({ kept: pence, paid: pence });

test.each([
  ['nothing without payments', [{}, {}], null],
  [
    'no comparison with a month before the first payment',
    [{}, paid(42_000)],
    '£420.00 kept so far in November',
  ],
  ['one month', [paid(42_000)], '£420.00 kept so far in October'],
  [
    'more than before',
    [paid(100), paid(1_234_567)],
    '£12,345.67 kept so far in November, £12,344.67 more than in October',
  ],
  [
    'less than nothing',
    [paid(100), { kept: -3000, returned: 3000 }],
    '£30.00 more went back than came in so far in November, £31.00 less than in October',
  ],
])('says %s', (_, facts, finding) => {
  const months = facts.map((one, at) => month(`2026-${10 + at}`, one));
  expect(moneyFinding(months)).toBe(finding);
});

test.each([
  [{}, null],
  [{ left: 2 }, '2 families left'],
  [{ joined: 1, left: 1 }, '1 new family'],
  [
    { enquiries: 14, enquiries_due: 12, joined: 5, answered_in_time: 11 },
    '5 families joined, 11 of the 12 enquiries due answered in time',
  ],
  [{ enquiries: 4, enquiries_due: 2 }, 'None of the 2 enquiries due answered in time'],
  [{ enquiries: 3, joined: 1 }, '1 family joined, 3 enquiries, none due for an answer yet'],
  [
    { enquiries: 3, enquiries_due: 2, answered_in_time: 2 },
    'All of the 2 enquiries due answered in time',
  ],
  [{ enquiries: 2, enquiries_due: 1, answered_in_time: 1 }, 'The 1 enquiry due answered in time'],
  [{ enquiries: 1, enquiries_due: 1 }, 'The 1 enquiry due not answered in time'],
  [{ enquiries: 3 }, '3 enquiries, none due for an answer yet'],
  [{ enquiries: 1 }, '1 enquiry, not due for an answer yet'],
])('says what became of enquiries: %o', (facts, finding) => {
  expect(familiesFinding([month('2026-11', facts)])).toBe(finding);
});

test('lists families without a lesson ahead or running for 14 to 366 days, the latest first', () => {
  const now = Date.parse('2026-11-24T12:00:00Z');
  const ago = (days: number) => new Date(now - days * 86_400_000).toISOString();
  const family = (id: string, last_attended_at: string | null, at?: 'booked' | 'running') => ({
    id,
    last_attended_at,
    next_lesson: at === 'booked' ? { id: 'l', starts_at: ago(-1) } : null,
    running_lesson:
      at === 'running' ? { id: 'l', Lesson_Name: 'Forces', starts_at: ago(0), joined: true } : null,
  });
  const stopped = stoppedComing(
    [
      family('never', null),
      family('booked', ago(20), 'booked'),
      family('in a lesson', ago(20), 'running'),
      family('old', ago(366)),
      family('older', ago(366.1)),
      family('new', ago(14)),
      family('newer', ago(13.9)),
    ],
    now,
  );
  expect(stopped.map(({ id }) => id)).toEqual(['new', 'old']);
});
