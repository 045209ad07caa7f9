// The hero's figure is what the equations say.
import { expect, test } from 'vitest';

import { antinode, intensity, pathDifference, slits } from './two-slits.ts';

test.each([-2, -1, 0, 1, 2])(
  'along the bright line of order %i the ways differ by as many wavelengths',
  (order) => {
    for (const x of [20, 100, slits.distance])
      expect(pathDifference(x, antinode(order, x))).toBeCloseTo(order * slits.wavelength, 9);
  },
);

test('the screen is brightest on the axis, even, and dark half an order from a bright line', () => {
  expect(intensity(0)).toBe(1);
  expect(intensity(80)).toBeCloseTo(intensity(-80), 12);
  expect(intensity(antinode(0.5, slits.distance))).toBeCloseTo(0, 9);
  expect(intensity(antinode(1, slits.distance))).toBeGreaterThan(0.8);
});
