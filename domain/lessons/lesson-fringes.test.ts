// Tests that a lesson's points follow the light behind two slits.
import { expect, test } from 'vitest';

import { brightnessAt, pointsOf, POINTS_PER_LESSON, stageOf } from './lesson-fringes.ts';

test.each([
  ['on the axis', 0, 1],
  ['at the first dark fringe', 1 / 8, 0],
  ['at the second dark fringe', 3 / 8, 0],
  ['at the edge, where one slit sends no light', 1, 0],
])('finds the brightness %s', (_where, across, expected) => {
  expect(brightnessAt(across)).toBeCloseTo(expected, 9);
  expect(brightnessAt(-across)).toBeCloseTo(expected, 9);
});

test('leaves the same points for a lesson each time, and others for others', () => {
  const points = pointsOf('maya', 'waves');
  expect(points).toHaveLength(POINTS_PER_LESSON);
  expect(pointsOf('maya', 'waves')).toEqual(points);
  for (const [student, lesson] of [
    ['sam', 'waves'],
    ['maya', 'optics'],
  ] as const)
    expect(pointsOf(student, lesson)).not.toEqual(points);
  for (const { across, along } of points) {
    expect(Math.abs(across)).toBeLessThan(1);
    expect(along).toBeGreaterThanOrEqual(0);
    expect(along).toBeLessThan(1);
  }
});

test('gathers in the bright fringes', () => {
  const lessons = Array.from({ length: 40 }, (_, number) => `lesson ${number}`);
  const points = lessons.flatMap((lesson) => pointsOf('maya', lesson));
  const within = (from: number, to: number) =>
    points.filter(({ across }) => Math.abs(across) >= from && Math.abs(across) < to).length;
  // As wide as each other: half of a bright fringe, and the dark ones beside it.
  const [bright, dark] = [within(0, 1 / 16), within(1 / 16, 3 / 16)];
  expect(bright / 2).toBeGreaterThan(dark);
  // Both sides of the axis get as many, to within three standard deviations.
  const right = points.filter(({ across }) => across > 0).length;
  expect(Math.abs(right - points.length / 2)).toBeLessThan(1.5 * Math.sqrt(points.length));
});

test.each([
  [1, 'scattered'],
  [2, 'scattered'],
  [3, 'forming'],
  [5, 'forming'],
  [6, 'clear'],
  [60, 'clear'],
] as const)('after %i lessons the pattern is %s', (lessons, stage) => {
  expect(stageOf(lessons)).toBe(stage);
});
