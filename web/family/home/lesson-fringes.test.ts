// Tests the picture to keep, and what it says.
import { expect, test } from 'vitest';

import { POINTS_PER_LESSON } from '../../../domain/lessons/lesson-fringes.ts';
import { describe as inWords, dotsOf, drawPicture, topicsOf } from './lesson-fringes.tsx';

const lessons = (count: number, name = (index: number) => `Topic ${index + 1}`) =>
  Array.from({ length: count }, (_, index) => ({
    id: `lesson ${index}`,
    Lesson_Name: name(index),
    starts_at: '2026-11-21T09:00:00.000Z',
    Student_ID: 'maya',
  }));

test.each([0, 1, 6])('draws the points of %i lessons', (count) => {
  expect(dotsOf(lessons(count)).match(/M[\d.]+ [\d.]+h0/g) ?? []).toHaveLength(
    count * POINTS_PER_LESSON,
  );
});

test.each([
  [1, 'after 1 lesson. They still look scattered.'],
  [3, 'after 3 lessons. The first bands begin to show.'],
  [6, 'after 6 lessons. They form bright and dark bands.'],
])('describes %i lessons', (count, words) => {
  expect(inWords(count)).toContain(words);
});

test.each([
  [12, 12, 'Topic 12'],
  [13, 12, 'and 2 more'],
])('names %i topics in %i lines', (count, lines, last) => {
  const topics = topicsOf(lessons(count));
  expect(topics).toHaveLength(lines);
  expect(topics.at(-1)).toBe(last);
});

test('names a repeated topic once', () => {
  expect(topicsOf(lessons(3, () => 'Waves'))).toEqual(['Waves']);
});

test('keeps typed names as text, and cuts long ones', () => {
  const { svg } = drawPicture(
    '<script>"&"',
    1,
    lessons(1, () => 'x'.repeat(100)),
  );
  expect(svg).toContain('>&lt;script&gt;&quot;&amp;&quot;</text>');
  expect(svg).toContain(`>${'x'.repeat(59)}…</text>`);
  expect(svg).toContain('>1 lesson</text>');
});
