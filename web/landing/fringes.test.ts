// The hero's figure matches the equations.
import { expect, test } from 'vitest';

import {
  antinode,
  brightLine,
  brightness,
  brightnessCurve,
  CURVE_HEIGHT,
  DISTANCE,
  ordersInSight,
  pathDifference,
  REACH,
  shades,
} from './fringes.ts';

const slits = { wavelength: 22, separation: 88 };

test.each([1, 2, 3])(
  'places the bright line of order %i where the paths differ by as many wavelengths',
  (order) => {
    for (const x of [20, 100, DISTANCE]) {
      const y = antinode(slits, order, x);
      expect(pathDifference(slits.separation, x, y)).toBeCloseTo(order * slits.wavelength, 9);
      expect(pathDifference(slits.separation, x, -y)).toBeCloseTo(-order * slits.wavelength, 9);
    }
  },
);

test('lights the screen symmetrically, brightest on the axis and dark half an order from a bright line', () => {
  expect(brightness(slits, 0)).toBe(1);
  expect(brightness(slits, 80)).toBeCloseTo(brightness(slits, -80), 12);
  expect(brightness(slits, antinode(slits, 0.5, DISTANCE))).toBeCloseTo(0, 9);
  expect(brightness(slits, antinode(slits, 1, DISTANCE))).toBeGreaterThan(0.8);
});

test.each([
  [22, 88, [1, 2]],
  [22, 55, [1]],
  [22, 132, [1, 2, 3]],
  [16.5, 132, [1, 2, 3, 4]],
  // Slits one wavelength apart have their first line along themselves; closer ones have none.
  [22, 22, []],
  [22, 21, []],
])('for a wavelength of %d, slits %d apart, finds lines %j', (wavelength, separation, orders) => {
  expect(ordersInSight({ wavelength, separation })).toEqual(orders);
});

/** The end points of the segments of a path made by `graph`. */
function ends(path: string): [number, number][] {
  const numbers = (text: string) =>
    [...text.matchAll(/-?\d*\.?\d+/g)].map(([number]) => Number(number));
  const [start = '', ...parts] = path.split(/[cs]/);
  let [x = 0, y = 0] = numbers(start);
  return [
    [x, y],
    ...parts.map((part): [number, number] => {
      const [toX = 0, toY = 0] = numbers(part).slice(-2);
      x += toX;
      y += toY;
      return [x, y];
    }),
  ];
}

test('draws the curve through the brightness, from the axis to the edge of the picture', () => {
  const points = ends(brightnessCurve(slits, [400, 226]));
  expect(points.at(0)).toEqual([400 + CURVE_HEIGHT, 226]);
  expect(points.at(-1)?.[1]).toBeCloseTo(226 + REACH, 0);
  // Steps are rounded, and where the curve is steep it changes by three for each of them.
  for (const [x, y] of points)
    expect(Math.abs(x - 400 - CURVE_HEIGHT * brightness(slits, y - 226))).toBeLessThan(0.5);
});

test.each([
  [22, 132],
  [16.5, 132],
  [22, 55],
])(
  'for a wavelength of %d and slits %d apart draws each bright line where it belongs',
  (wavelength, separation) => {
    const [order = 1] = ordersInSight({ wavelength, separation }).slice(-1);
    for (const [x, y] of ends(brightLine({ wavelength, separation }, order, [0, 0])))
      expect(Math.abs(y - antinode({ wavelength, separation }, order, x))).toBeLessThan(0.2);
  },
);

test('runs a bright line from between the slits to a bright spot on the screen', () => {
  const points = ends(brightLine(slits, 1, [96, 226]));
  expect(points.at(0)).toEqual([96, 226 + slits.wavelength / 2]);
  expect(points.at(-1)?.[0]).toBeCloseTo(96 + DISTANCE, 0);
  expect(Math.abs((points.at(-1)?.[1] ?? 0) - 226 - antinode(slits, 1, DISTANCE))).toBeLessThan(
    0.5,
  );
});

test('runs the shades from the axis to the edge, several for each fringe', () => {
  const found = shades(slits);
  expect([found.at(0), found.at(-1)?.at]).toEqual([{ at: 0, brightness: 1 }, 1]);
  expect(found.length).toBeGreaterThan((REACH / 76.5) * 4);
});
