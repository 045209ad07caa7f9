// Tests the topics of weekly lessons: what follows a choice, and the names that topics give.
import { expect, test } from 'vitest';

import { followTopics, withTopics } from './term-topics.ts';

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

test('names lessons without a name after their topics', () => {
  const lesson = { Date: '', Time: '', name: '', Topic_ID: null, isLeftOut: false };
  const lessons = [lesson, { ...lesson, name: 'Revision' }, { ...lesson, isLeftOut: true }];
  const [week, other, last] = withTopics(
    [lessons, [lesson], [lesson]].map((all) => ({ monday: '', lessons: all })),
    ['a', null, 'd'],
    library,
  );
  expect(week?.lessons).toEqual([
    { ...lesson, name: 'GCSE: Energy', Topic_ID: 'a' },
    { ...lesson, name: 'Revision', Topic_ID: 'a' },
    { ...lesson, isLeftOut: true },
  ]);
  expect(other?.lessons).toEqual([lesson]);
  expect(last?.lessons[0]?.name).toHaveLength(200);
});
