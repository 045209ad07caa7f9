// Where a time stands on the strip, which begins ten minutes before the lesson.
import { expect, test } from 'vitest';

import { MINUTE_MS } from '../../domain/time.ts';
import { placeOf } from './hour-strip.tsx';

const BEGINS = Date.parse('2026-11-28T08:50:00.000Z');

test.each([
  ['an hour before', -60, 0],
  ['as it begins', 0, 0],
  ['at the start of the lesson', 10, 1 / 7],
  ['half an hour later', 40, 4 / 7],
  ['at its end', 70, 1],
  ['after it', 90, 1],
])('%s', (_, minutes, place) => {
  expect(placeOf(BEGINS + minutes * MINUTE_MS, BEGINS)).toBeCloseTo(place, 10);
});
