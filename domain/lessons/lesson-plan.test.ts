// Tests the planner's warnings and suggestions at their limits.
import { expect, test } from 'vitest';

import { DEFAULT_BUSINESS } from '../business.ts';
import {
  clashesOf,
  freeTimeOn,
  isInPast,
  nextFreeSlot,
  proposedLink,
  studentsToEmail,
  suggestedTimes,
  repeatWeekly,
} from './lesson-plan.ts';

const SATURDAY = '2026-11-21';
const usual = DEFAULT_BUSINESS.usual_times;

test.each([
  [SATURDAY, '09:00:00', '2026-11-21T08:59:59Z', false],
  [SATURDAY, '09:00:00', '2026-11-21T09:00:00Z', true],
  [SATURDAY, '09:00:00', '2026-11-22T00:00:00Z', true],
  ['2026-07-04', '09:00:00', '2026-07-04T07:59:00Z', false],
  ['2026-07-04', '09:00:00', '2026-07-04T08:00:00Z', true],
])('%s %s in the United Kingdom has passed at %s: %s', (date, time, now, passed) => {
  expect(isInPast({ Date: date, Time: time }, Date.parse(now))).toBe(passed);
});

const at = (id: string, time: string, date = SATURDAY) => ({ id, Date: date, Time: time });

test.each([
  ['08:00:00', []],
  ['08:01:00', ['nine']],
  ['09:00:00', ['nine']],
  ['09:30:00', ['nine', 'ten']],
  ['10:59:00', ['ten']],
  ['11:00:00', []],
])('a one-hour lesson at %s clashes with %j', (time, ids) => {
  const lessons = [
    at('nine', '09:00:00'),
    at('ten', '10:00:00'),
    at('other day', time, '2026-11-22'),
  ];
  expect(clashesOf({ Date: SATURDAY, Time: time }, lessons).map(({ id }) => id)).toEqual(ids);
});

test('a lesson does not clash with itself', () => {
  expect(clashesOf(at('nine', '09:00:00'), [at('nine', '09:00:00')], 'nine')).toEqual([]);
});

test('a weekly lesson keeps its weekday and UK time across the clock change', () => {
  expect(repeatWeekly({ Date: '2026-10-24', Time: '09:00:00' }, 3)).toEqual([
    { Date: '2026-10-24', Time: '09:00:00' },
    { Date: '2026-10-31', Time: '09:00:00' },
    { Date: '2026-11-07', Time: '09:00:00' },
  ]);
});

test.each([
  ['2026-11-20', [], []],
  [SATURDAY, [], ['09:00:00', '10:00:00']],
  ['2026-11-22', [], ['09:00:00', '10:00:00']],
  [SATURDAY, [at('nine', '09:00:00')], ['10:00:00']],
  [SATURDAY, [at('between', '09:30:00')], []],
])('on %s beside %j suggests the usual times %j', (date, lessons, times) => {
  expect(suggestedTimes(date, { lessons, usual, now: Date.parse('2026-11-20T12:00:00Z') })).toEqual(
    times,
  );
});

test('does not suggest a usual time that has passed', () => {
  const now = Date.parse('2026-11-21T09:30:00Z');
  expect(suggestedTimes(SATURDAY, { lessons: [], usual, now })).toEqual(['10:00:00']);
});

const SUNDAY = '2026-11-22';
const onBoth = (date: string) => [
  at(`${date}-9`, '09:00:00', date),
  at(`${date}-10`, '10:00:00', date),
];

test.each([
  ['this week', '2026-11-16', [], SATURDAY, '09:00:00'],
  ['a day of the week', '2026-11-19', [], SATURDAY, '09:00:00'],
  ['a taken hour', '2026-11-16', [at('nine', '09:00:00')], SATURDAY, '10:00:00'],
  ['a lesson between the hours', '2026-11-16', [at('between', '09:30:00')], SUNDAY, '09:00:00'],
  ['a taken day', '2026-11-16', onBoth(SATURDAY), SUNDAY, '09:00:00'],
  [
    'a taken week',
    '2026-11-16',
    [...onBoth(SATURDAY), ...onBoth(SUNDAY)],
    '2026-11-28',
    '09:00:00',
  ],
  ['a past week', '2026-01-05', onBoth(SATURDAY), SUNDAY, '09:00:00'],
  ['a week ahead', '2027-03-29', [], '2027-04-03', '09:00:00'],
  ['the last week that has a date', '9999-12-27', [], '9999-12-27', '09:00:00'],
])('finds the next free slot beside %s (%s)', (_, from, lessons, date, time) => {
  expect(nextFreeSlot(from, { lessons, usual, now: Date.parse('2026-11-20T12:00:00Z') })).toEqual({
    Date: date,
    Time: time,
  });
});

test.each([
  ['2026-11-21T08:59:00Z', SATURDAY, '09:00:00'],
  ['2026-11-21T09:00:00Z', SATURDAY, '10:00:00'],
  ['2026-11-21T10:00:00Z', SUNDAY, '09:00:00'],
  ['2026-11-22T10:00:00Z', '2026-11-28', '09:00:00'],
])('at %s finds a free slot in the future', (now, date, time) => {
  expect(nextFreeSlot('2026-11-16', { lessons: [], usual, now: Date.parse(now) })).toEqual({
    Date: date,
    Time: time,
  });
});

test.each([
  ['a free day', SUNDAY, [], '09:00:00'],
  ['a weekday', '2026-11-23', [], '09:00:00'],
  ['a day with a lesson', SUNDAY, [at('nine', '09:00:00', SUNDAY)], '10:00:00'],
  ['a full morning', SUNDAY, onBoth(SUNDAY), '11:00:00'],
  ['today, where hours have passed', SATURDAY, [], '15:00:00'],
  ['a past day', '2026-11-14', [at('nine', '09:00:00', '2026-11-14')], '10:00:00'],
])('proposes a free hour on %s (%s)', (_, date, lessons, time) => {
  expect(freeTimeOn(date, { lessons, usual, now: Date.parse('2026-11-21T14:30:00Z') })).toBe(time);
});

test('takes the meeting link of the lesson created last, whatever its date', () => {
  const made = (id: string, meetingLink: string) => ({ id, Meeting_Link: meetingLink });
  expect(proposedLink([], null)).toBe('');
  expect(
    proposedLink(
      [
        made('019b0000-0000-7000-8000-000000000000', 'https://meet.example.com/old'),
        made('019c0000-0000-7000-8000-000000000000', 'https://meet.example.com/new'),
        made('019a0000-0000-7000-8000-000000000000', 'https://meet.example.com/oldest'),
      ],
      null,
    ),
  ).toBe('https://meet.example.com/new');
  const standing = 'https://meet.example.com/standing';
  expect(proposedLink([made('019b', 'https://meet.example.com/old')], standing)).toBe(standing);
});

test('follows the usual times of other days', () => {
  const evenings = [
    { weekday: 5, time: '18:30:00' },
    { weekday: 3, time: '17:30:00' },
  ];
  const now = Date.parse('2026-11-20T12:00:00Z');
  const planning = { lessons: [at('friday', '18:00:00', '2026-11-20')], usual: evenings, now };
  expect(suggestedTimes(SATURDAY, planning)).toEqual([]);
  expect(suggestedTimes('2026-11-20', planning)).toEqual([]);
  expect(nextFreeSlot('2026-11-16', planning)).toEqual({ Date: '2026-11-25', Time: '17:30:00' });
  expect(freeTimeOn('2026-11-27', planning)).toBe('18:30:00');
  expect(freeTimeOn(SATURDAY, planning)).toBe('18:00:00');
});

const lesson = {
  Date: SATURDAY,
  Time: '09:00:00',
  Lesson_Name: 'Waves',
  Meeting_Link: 'https://meet.example.com/waves',
  bookedCount: 3,
  waitingCount: 0,
};

test.each([
  [{}, 0],
  [{ Lesson_Name: ' Waves ' }, 0],
  [{ Date: '2026-11-22' }, 3],
  [{ Time: '10:00:00' }, 3],
  [{ Lesson_Name: 'Optics' }, 3],
  [{ Meeting_Link: 'https://meet.example.com/optics' }, 3],
])('a change of %j emails %i students', (changes, count) => {
  expect(studentsToEmail(lesson, { ...lesson, ...changes })).toBe(count);
});
