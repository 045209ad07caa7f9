// Every boundary of a school year: the summer in which forms ask for the next one, the night of 31
// August in the UK, the end of school, and what was said in between.
import { expect, test } from 'vitest';

import {
  describeYear,
  findByYear,
  sayYear,
  schoolYearOf,
  schoolYearsAt,
  yearWords,
} from './school-year.ts';
import { asksFromSeptember, type YearClass } from './year-class.ts';

const at = (instant: string) => Date.parse(instant);

// 1 September begins at 23:00 UTC, in summer time.
test.each<[string, number]>([
  ['2026-08-31T22:59:59.999Z', 2025],
  ['2026-08-31T23:00:00.000Z', 2026],
  ['2026-12-31T23:59:59.999Z', 2026],
  ['2027-01-01T00:00:00.000Z', 2026],
  ['2027-08-31T22:59:59.999Z', 2026],
  ['2027-08-31T23:00:00.000Z', 2027],
])('%s is in the school year of %i', (instant, year) => {
  expect(schoolYearOf(at(instant))).toBe(year);
});

test.each<[string, boolean, number]>([
  ['2027-06-30T22:59:59.999Z', false, 2026],
  ['2027-06-30T23:00:00.000Z', true, 2027],
  ['2027-08-31T22:59:59.999Z', true, 2027],
  ['2027-08-31T23:00:00.000Z', false, 2027],
])('forms at %s ask for the year from September: %s', (instant, isAsked, year) => {
  expect(asksFromSeptember(at(instant))).toBe(isAsked);
  expect(schoolYearsAt(at(instant)).inForms).toBe(year);
  expect(sayYear('year-10', at(instant))).toEqual({ year_class: 'year-10', year_said_in: year });
});

/** The year of a student, said and read at these instants. */
const yearAfter = (said: YearClass, saidAt: string, readAt: string) => {
  const { year_class, finished, year_to_confirm, year_asked } = describeYear(
    sayYear(said, at(saidAt)),
    schoolYearsAt(at(readAt)),
  );
  return [yearWords({ year_class, finished }), year_to_confirm, year_asked];
};

const SAID = '2026-11-18T12:00:00.000Z';
const SUMMER = '2027-07-01T12:00:00.000Z';

test.each<[string, YearClass, string, string, string, boolean, YearClass | null]>([
  ['at once', 'year-10', SAID, SAID, 'Year 10', false, 'year-10'],
  ['until June', 'year-10', SAID, '2027-06-30T22:59:59.999Z', 'Year 10', false, 'year-10'],
  ['in July', 'year-10', SAID, '2027-06-30T23:00:00.000Z', 'Year 10', false, 'year-11'],
  ['until 31 August', 'year-10', SAID, '2027-08-31T22:59:59.999Z', 'Year 10', false, 'year-11'],
  ['from 1 September', 'year-10', SAID, '2027-08-31T23:00:00.000Z', 'Year 11', true, 'year-11'],
  ['after two years', 'year-10', SAID, '2028-09-01T12:00:00.000Z', 'Year 12', true, 'year-12'],
  ['in Year 13', 'year-13', SAID, '2027-08-31T22:59:59.999Z', 'Year 13', false, null],
  ['after Year 13', 'year-13', SAID, '2027-08-31T23:00:00.000Z', 'Finished school', true, null],
  ['long after', 'year-12', SAID, '2040-01-01T12:00:00.000Z', 'Finished school', true, null],
  ['said in July', 'year-11', SUMMER, SUMMER, 'Year 11', false, 'year-11'],
  ['said in July, before', 'year-11', SUMMER, '2027-08-31T22:59:59Z', 'Year 11', false, 'year-11'],
  ['said in July, after', 'year-11', SUMMER, '2027-08-31T23:00:00Z', 'Year 11', false, 'year-11'],
  ['said in July, later', 'year-11', SUMMER, '2028-09-01T00:00:00Z', 'Year 12', true, 'year-12'],
  [
    'corrected',
    'year-10',
    '2027-09-02T12:00:00Z',
    '2027-12-01T12:00:00Z',
    'Year 10',
    false,
    'year-10',
  ],
])('%s', (_, said, saidAt, readAt, words, isToConfirm, asked) => {
  expect(yearAfter(said, saidAt, readAt)).toEqual([words, isToConfirm, asked]);
});

test('a student who is said to have finished stays so and is not asked again', () => {
  const stated = sayYear(null, at('2027-09-01T12:00:00Z'));
  expect(describeYear(stated, schoolYearsAt(at('2031-01-01T12:00:00Z')))).toEqual({
    year_class: null,
    finished: true,
    year_asked: null,
    year_to_confirm: false,
  });
});

test('a year that nobody has said is unknown for ever', () => {
  const stated = { year_class: null, year_said_in: null };
  expect(describeYear(stated, schoolYearsAt(at('2031-01-01T12:00:00Z')))).toEqual({
    year_class: null,
    finished: false,
    year_asked: null,
    year_to_confirm: false,
  });
  expect(yearWords({ year_class: null, finished: false })).toBe('Year not given');
});

test.each<[string, YearClass, number, string]>([
  ['the same year', 'year-11', 2026, 'eleven'],
  ['the year of today', 'year-10', 2025, 'eleven'],
  ['nobody, so the first', 'year-10', 2026, 'unknown'],
  ['who has finished, too', 'year-13', 2025, 'finished'],
])('finds a student by %s', (_, year_class, year_said_in, id) => {
  const students = [
    { id: 'unknown', year_class: null, finished: false },
    { id: 'finished', year_class: null, finished: true },
    { id: 'eleven', year_class: 'year-11', finished: false },
  ] as const;
  expect(findByYear(students, { year_class, year_said_in }, at(SAID))?.id).toBe(id);
});
