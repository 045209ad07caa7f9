// Tests the topics of weekly lessons: what follows a choice, those of two courses, and the names
// that topics give.
import { expect, test } from 'vitest';

import { followTopics, topicsByCourse, withTopics } from './term-topics.ts';
import type { TermLesson } from './term.ts';

const library = [
  { id: 'a', name: 'Energy', course: 'gcse' },
  { id: 'b', name: 'Waves', course: 'gcse' },
  { id: 'c', name: 'Forces', course: 'gcse' },
  { id: 'd', name: 'x'.repeat(200), course: 'a-level' },
] as const;

test.each([
  ['nothing is chosen', 'yyyy', {}, [null, null, null, null]],
  ['topics follow the first', 'yyy', { 0: 'a' }, ['a', 'b', 'c']],
  ['the course ends', 'yyyy', { 0: 'b' }, ['b', 'c', null, null]],
  ['it starts later', 'yyy', { 1: 'b' }, [null, 'b', 'c']],
  ['a week is chosen by hand', 'yyyy', { 0: 'a', 2: 'b' }, ['a', 'b', 'b', 'c']],
  ['another course is chosen', 'yyy', { 0: 'a', 1: 'd' }, ['a', 'd', null]],
  ['a week has no topic', 'yyyy', { 0: 'a', 1: null }, ['a', null, 'b', 'c']],
  ['a week is left out', 'ynyy', { 0: 'a' }, ['a', null, 'b', 'c']],
  ['a chosen week is left out', 'yny', { 0: 'a', 1: 'c' }, ['a', null, 'b']],
  ['the topic is archived', 'yy', { 0: 'z' }, ['z', null]],
] as const)('proposes topics when %s', (_, taught, chosen, expected) => {
  const weeks = Array.from(taught, (letter) => letter === 'y');
  const choices = Object.entries(chosen).map(([week, id]) => [Number(week), id] as const);
  expect(followTopics(weeks, library, new Map(choices))).toEqual(expected);
});

const gcse: TermLesson = {
  Date: '',
  Time: '',
  name: '',
  Topic_ID: null,
  isLeftOut: false,
  course: 'gcse',
};
const aLevel: TermLesson = { ...gcse, course: 'a-level' };
const any: TermLesson = { ...gcse, course: null };
const isOut = { isLeftOut: true };
const weeksOf = (...lessons: TermLesson[][]) =>
  lessons.map((all) => ({ monday: '', lessons: all }));

test.each([
  ['no lesson', weeksOf([], []), []],
  ['one course', weeksOf([gcse], [gcse]), [['gcse', 'a', 'b']]],
  [
    'two courses, each with its own',
    weeksOf([gcse, aLevel], [aLevel, gcse]),
    [
      ['gcse', 'a', 'b'],
      ['a-level', 'd', null],
    ],
  ],
  [
    'a course that is left out in a week, and the other goes on',
    weeksOf([{ ...gcse, ...isOut }, aLevel], [gcse, { ...aLevel, ...isOut }]),
    [
      ['gcse', null, null],
      ['a-level', 'd', null],
    ],
  ],
  [
    'half of a course that is left out',
    weeksOf([gcse, { ...gcse, ...isOut }], [gcse]),
    [['gcse', 'a', 'b']],
  ],
  [
    'lessons of any course, which nobody has chosen for',
    weeksOf([any, gcse]),
    [
      ['gcse', 'a'],
      [null, null],
    ],
  ],
] as const)('gives topics by course to %s', (_, weeks, expected) => {
  const chosen = new Map([
    ['gcse', new Map([[0, 'a']])],
    ['a-level', new Map([[0, 'd']])],
  ] as const);
  const topics = topicsByCourse(weeks, library, chosen);
  expect(topics.map(({ course, topicIds }) => [course, ...topicIds])).toEqual(expected);
});

test('follows only topics of the same course', () => {
  const mixed = [library[0], library[3], library[1]];
  const chosen = new Map([['gcse', new Map([[0, 'a']])]] as const);
  expect(topicsByCourse(weeksOf([gcse], [gcse]), mixed, chosen)[0]?.topicIds).toEqual(['a', 'b']);
});

test('names lessons without a name after their topics, otherwise after their courses', () => {
  const lessons = [any, { ...any, name: 'Revision' }, { ...any, ...isOut }, gcse];
  const [week, other, last] = withTopics(
    weeksOf(lessons, [any, gcse, aLevel], [any]),
    [
      { course: 'gcse', topicIds: ['b', null, null] },
      { course: null, topicIds: ['a', null, 'd'] },
    ],
    library,
  );
  expect(week?.lessons).toEqual([
    { ...any, name: 'GCSE: Energy', Topic_ID: 'a' },
    { ...any, name: 'Revision', Topic_ID: 'a' },
    { ...any, ...isOut },
    { ...gcse, name: 'GCSE: Waves', Topic_ID: 'b' },
  ]);
  expect(other?.lessons.map(({ name }) => name)).toEqual([
    'Lesson',
    'GCSE lesson',
    'A-level lesson',
  ]);
  expect(last?.lessons[0]?.name).toHaveLength(200);
});
