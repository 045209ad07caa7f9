// The titles of the agenda's weeks, and its empty weeks.
import { expect, test } from 'vitest';

import { agendaOf } from './agenda.tsx';

/** A Wednesday. */
const TODAY = '2026-11-18';

const partsOf = (...dates: string[]) =>
  agendaOf(
    dates.map((date) => ({ Date: date })),
    TODAY,
  ).map(({ title, emptyBefore }) => (emptyBefore === null ? [title] : [emptyBefore, title]));

test.each([
  ['this weekend', ['2026-11-21', '2026-11-22', '2026-11-22'], ['This weekend']],
  ['this week', ['2026-11-19', '2026-11-22'], ['This week']],
  ['two days', ['2026-11-28', '2026-11-29'], ['28 and 29 November']],
  [
    'two days of two months',
    ['2027-01-31', '2027-01-31'],
    ['23 November to 24 January', '31 January'],
  ],
  ['three days', ['2026-11-25', '2026-11-28', '2026-11-29'], ['25 to 29 November']],
  [
    'the turn of a month',
    ['2026-11-30', '2026-12-06'],
    ['23 to 29 November', '30 November and 6 December'],
  ],
])('names %s', (_, dates, parts) => {
  expect(partsOf(...dates)).toEqual([parts]);
});

test('leaves out what a calendar above the list shows', () => {
  const lessons = ['2026-11-21', '2026-11-28', '2026-12-12'].map((date) => ({ Date: date }));
  const titles = (after: string) =>
    agendaOf(lessons, TODAY, after).map(({ title, emptyBefore }) => [emptyBefore, title]);
  expect(titles('2026-11-23')).toEqual([
    [null, '28 November'],
    ['30 November to 6 December', '12 December'],
  ]);
  expect(titles('2026-11-30')).toEqual([['30 November to 6 December', '12 December']]);
  expect(titles('2026-12-14')).toEqual([]);
});

test('folds empty weeks into one line, and leaves out this week', () => {
  expect(partsOf('2026-11-28', '2026-12-19', '2026-12-26', '2027-01-09')).toEqual([
    ['28 November'],
    ['30 November to 13 December', '19 December'],
    ['26 December'],
    ['28 December to 3 January', '9 January'],
  ]);
  expect(partsOf()).toEqual([]);
});
