// Tests planning a term: its weeks, the names, the topics, the lessons left out, and the clashes.
import { expect, test } from 'vitest';

import { DEFAULT_BUSINESS } from '../business.ts';
import {
  firstFreeWeek,
  isTermLength,
  newTermSchema,
  overlapOf,
  weeksOfTerm,
  readNames,
  refuseTerm,
  slotKey,
  slotsInTheWay,
  type TermPlan,
  toggleTime,
  namesNeeded,
  weeklyWords,
  withCourses,
  MAX_LESSONS_PER_TERM,
} from './term.ts';

const ANY = { course: null };
const USUAL_TIMES = DEFAULT_BUSINESS.usual_times.map((time) => ({ ...time, ...ANY }));
const NINE = { weekday: 6, time: '09:00:00', ...ANY };
const TEN = { weekday: 6, time: '10:00:00', ...ANY };
const SUNDAY = { weekday: 7, time: '09:00:00', ...ANY };

const plan = (changes: Partial<TermPlan> = {}): TermPlan => ({
  from: '2026-11-16',
  weeks: 2,
  times: [NINE, SUNDAY],
  names: ['Waves', 'Optics', 'Forces', 'Energy'],
  nameFor: 'lesson',
  leftOut: new Set(),
  ...changes,
});
/** '[21 Waves, 22 -] [28 Optics]': by week each day of a lesson, and its name unless left out. */
const written = (changes: Partial<TermPlan>) =>
  weeksOfTerm(plan(changes))
    .map(({ lessons }) => `[${lessons.map(describeLesson).join(', ')}]`)
    .join(' ');
function describeLesson(lesson: ReturnType<typeof weeksOfTerm>[number]['lessons'][number]): string {
  expect(lesson.Time).toBe('09:00:00');
  const day = lesson.Date.replace('2026-11-', '');
  return `${day} ${lesson.isLeftOut ? '-' : lesson.name}`;
}
const byWeek = { nameFor: 'week' as const };
const SATURDAY_OUT = { leftOut: new Set(['2026-11-21 09:00:00']) };
const WEEK_OUT = { leftOut: new Set(['2026-11-21 09:00:00', '2026-11-22 09:00:00']) };

const SPRING = { from: '2027-03-27', times: [NINE], names: ['Waves', 'Optics'] };

test('says a weekly time in words', () => {
  expect(USUAL_TIMES.map(weeklyWords)).toEqual([
    'Saturday 09:00',
    'Saturday 10:00',
    'Sunday 09:00',
    'Sunday 10:00',
  ]);
});

test.each([
  ['lessons take the names in their order', {}, '[21 Waves, 22 Optics] [28 Forces, 29 Energy]'],
  ['any day of the first week works', { from: '2026-11-22', weeks: 1 }, '[21 Waves, 22 Optics]'],
  ['all of a week share a name', byWeek, '[21 Waves, 22 Waves] [28 Optics, 29 Optics]'],
  ['a lesson left out passes it on', SATURDAY_OUT, '[21 -, 22 Waves] [28 Optics, 29 Forces]'],
  ['a holiday passes it on', { ...byWeek, ...WEEK_OUT }, '[21 -, 22 -] [28 Waves, 29 Waves]'],
  ['half a week has it', { ...byWeek, ...SATURDAY_OUT }, '[21 -, 22 Waves] [28 Optics, 29 Optics]'],
  ['too few names leave the last ones', { names: ['Waves'], weeks: 1 }, '[21 Waves, 22 ]'],
  ['a clock change moves nothing', SPRING, '[2027-03-27 Waves] [2027-04-03 Optics]'],
  ['the calendar ends', { from: '9999-12-27', times: [NINE], names: ['Waves'], weeks: 3 }, '[]'],
])('names the lessons of a term: %s', (_, changes, weeks) => {
  expect(written(changes)).toEqual(weeks);
});

test.each([
  ['', []],
  ['Waves', ['Waves']],
  ['Waves\nOptics\r\nForces', ['Waves', 'Optics', 'Forces']],
  ['\n  Waves  \n\n\t\nOptics\n', ['Waves', 'Optics']],
  ['1.\tWaves\u00a0and  light', ['1. Waves and light']],
])('reads from %j the names %j', (text, names) => {
  expect(readNames(text)).toEqual(names);
});

test('adds a time in the order of the week, and removes it again', () => {
  const added = toggleTime([NINE, SUNDAY], TEN);
  expect(added).toEqual([NINE, TEN, SUNDAY]);
  expect(toggleTime(added, TEN)).toEqual([NINE, SUNDAY]);
});

const lessonAt = (start: string, name: string) => {
  const [date = '', time = ''] = start.split(' ');
  return { Date: date, Time: `${time}:00`, Lesson_Name: name };
};
const waves = lessonAt('2026-11-21 09:00', 'GCSE: Waves');

test.each([
  ['nothing', [], [null, null]],
  ['a lesson at one of the times', [waves], ['gcse', null]],
  [
    'a later lesson, which counts',
    [lessonAt('2026-11-28 09:00', 'A-level: Optics'), waves],
    ['a-level', null],
  ],
  [
    'lessons of both days',
    [waves, lessonAt('2026-11-22 09:00', 'A-level: Optics')],
    ['gcse', 'a-level'],
  ],
  ['another time', [lessonAt('2026-11-21 09:30', 'GCSE: Waves')], [null, null]],
  ['a name without a course', [lessonAt('2026-11-21 09:00', 'Waves')], [null, null]],
])('proposes the courses of the times after %s', (_, planned, expected) => {
  expect(withCourses([NINE, SUNDAY], planned).map(({ course }) => course)).toEqual(expected);
});

test('plans each time with its course', () => {
  const times = [{ ...NINE, course: 'gcse' as const }, SUNDAY];
  const [week] = weeksOfTerm(plan({ times, weeks: 1 }));
  expect(week?.lessons.map(({ course }) => course)).toEqual(['gcse', null]);
});

test.each([
  [[NINE, TEN, SUNDAY], null],
  [
    [NINE, { weekday: 6, time: '09:59:00' }],
    ['Saturday 09:00', 'Saturday 09:59'],
  ],
  [
    [{ weekday: 6, time: '08:01:00' }, NINE, SUNDAY],
    ['Saturday 08:01', 'Saturday 09:00'],
  ],
  [[{ weekday: 5, time: '09:30:00' }, NINE], null],
])('finds among the times %j the overlap %j', (times, words) => {
  expect(overlapOf(times)?.map(weeklyWords) ?? null).toEqual(words);
});

const MAX_TERM = {
  weeks: 15,
  times: USUAL_TIMES,
  ...byWeek,
  names: Array.from('ABCDEFGHIJKLMNO'),
};
const everything = new Set(weeksOfTerm(plan()).flatMap(({ lessons }) => lessons.map(slotKey)));

test.each([
  ['enough names', {}, null],
  ['more names than lessons', { weeks: 1 }, null],
  ['one name for each week', { nameFor: 'week' as const, names: ['Waves', 'Optics'] }, null],
  ['a name that is as long as may be', { weeks: 1, names: ['x'.repeat(200), 'Optics'] }, null],
  [
    'a name that is too long',
    { weeks: 1, names: ['Waves', 'x'.repeat(201)] },
    'Name 2: Lesson name must be less than 200 characters.',
  ],
  ['no times', { times: [] }, 'Choose at least one time.'],
  [
    'times that overlap',
    { times: [NINE, { ...NINE, time: '09:30:00' }] },
    'Saturday 09:00 and Saturday 09:30 overlap: a lesson lasts 1 hour.',
  ],
  ['nothing left', { leftOut: everything }, 'Every lesson is left out.'],
  // Topics and courses name the others.
  ['no names', { names: [] }, null],
  ['one name too few', { names: ['Waves', 'Optics', 'Forces'] }, null],
  ['the maximum number of lessons', MAX_TERM, null],
  [
    'one lesson too many',
    { weeks: 13, times: [...USUAL_TIMES, { ...SUNDAY, time: '11:00:00' }] },
    'At most 60 lessons can be planned at once; these are 65.',
  ],
])('with %s a term is refused with %j', (_, changes, reason) => {
  expect(refuseTerm(plan(changes))).toBe(reason);
});

test('needs one name per lesson, or per week with lessons', () => {
  const leftOut = new Set(['2026-11-21 09:00:00', '2026-11-22 09:00:00', '2026-11-28 09:00:00']);
  expect(namesNeeded(weeksOfTerm(plan({ leftOut })), 'lesson')).toBe(1);
  expect(namesNeeded(weeksOfTerm(plan({ leftOut })), 'week')).toBe(1);
  expect(namesNeeded(weeksOfTerm(plan()), 'lesson')).toBe(4);
  expect(namesNeeded(weeksOfTerm(plan()), 'week')).toBe(2);
});

const at = (date: string, time: string) => ({ id: `${date} ${time}`, Date: date, Time: time });

test('finds slots in the past and slots that clash', () => {
  const slots = [
    at('2026-11-21', '09:00:00'),
    at('2026-11-21', '10:00:00'),
    at('2026-11-22', '09:00:00'),
  ];
  const planned = [at('2026-11-21', '10:30:00'), at('2026-11-22', '10:00:00')];
  const { past, clashing } = slotsInTheWay(slots, planned, Date.parse('2026-11-21T09:00:00Z'));
  expect(past).toEqual([slots[0]]);
  expect(clashing).toEqual([slots[1]]);
});

const FRIDAY = '2026-11-20T12:00:00Z';

test.each([
  ['nothing is planned', '2026-11-16', [], FRIDAY, '2026-11-16'],
  ['the week has begun without a lesson', '2026-11-16', [], '2026-11-21T08:59:00Z', '2026-11-16'],
  ['the first time has passed', '2026-11-16', [], '2026-11-21T09:00:00Z', '2026-11-23'],
  ['one of the times is taken', '2026-11-16', [at('2026-11-22', '09:30:00')], FRIDAY, '2026-11-23'],
  ['another time is taken', '2026-11-16', [at('2026-11-22', '10:00:00')], FRIDAY, '2026-11-16'],
  [
    'two weeks are taken',
    '2026-11-16',
    [at('2026-11-21', '09:00:00'), at('2026-11-28', '09:00:00')],
    FRIDAY,
    '2026-11-30',
  ],
  ['a past week is shown', '2026-01-05', [], FRIDAY, '2026-11-16'],
  ['a later week is shown', '2027-01-07', [], FRIDAY, '2027-01-04'],
  ['the calendar ends', '9999-12-27', [], FRIDAY, '9999-12-27'],
])('begins the term in a free week when %s', (_, from, planned, now, monday) => {
  expect(firstFreeWeek(from, [NINE, SUNDAY], planned, Date.parse(now))).toBe(monday);
});

test.each([
  [0, false],
  [1, true],
  [15, true],
  [16, false],
  [2.5, false],
  [Number.NaN, false],
])('a term of %d weeks: %s', (weeks, isPossible) => {
  expect(isTermLength(weeks)).toBe(isPossible);
});

const lesson = { Lesson_Name: 'Waves', Meeting_Link: 'https://meet.example.com/waves' };
const faults = (lessons: unknown) =>
  newTermSchema
    .safeParse({ lessons })
    .error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];
const COUNT = ['lessons', `Plan from 1 to ${MAX_LESSONS_PER_TERM} lessons`];
/** `count` lessons, an hour apart. */
const inRow = (count: number) =>
  Array.from({ length: count }, (_, nth) => ({
    ...lesson,
    Date: `2027-01-${String(1 + Math.floor(nth / 20)).padStart(2, '0')}`,
    Time: `${String(nth % 20).padStart(2, '0')}:00:00`,
  }));

test.each([
  ['nothing', undefined, [COUNT]],
  ['no list', 'Waves', [COUNT]],
  ['an empty list', [], [COUNT]],
  ['the maximum number of lessons', inRow(MAX_LESSONS_PER_TERM), []],
  ['one too many', inRow(MAX_LESSONS_PER_TERM + 1), [COUNT]],
  [
    'lessons with errors of their own',
    [inRow(1)[0], { ...lesson, Date: '2027-02-30', Time: '9', Lesson_Name: '' }],
    [
      ['lessons.1.Date', 'Date must be in YYYY-MM-DD format'],
      ['lessons.1.Time', 'Time must be in HH:MM:SS format'],
      ['lessons.1.Lesson_Name', 'Lesson name is required'],
    ],
  ],
  [
    'two that overlap',
    [...inRow(2), { ...lesson, Date: '2027-01-01', Time: '00:59:00' }, ...inRow(1)],
    [
      ['lessons.2', 'Clashes with the lesson on Fri 1 Jan, 00:00 of the same term'],
      ['lessons.3', 'Clashes with the lesson on Fri 1 Jan, 00:00 of the same term'],
    ],
  ],
])('reports the errors of a term of %s', (_, lessons, expected) => {
  expect(faults(lessons)).toEqual(expected);
});
