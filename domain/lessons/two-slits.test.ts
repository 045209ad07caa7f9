// Tests two slits against textbook cases.
import { expect, test } from 'vitest';

import { envelope, fringeSpacing, highestOrder, intensity } from './two-slits.ts';

const NM = 1e-9;
const MM = 1e-3;
const METRE = 1;

/** Sodium light through slits half a millimetre apart. */
const sodium = { wavelength: 589 * NM, separation: 0.5 * MM };

test.each([
  ['on the axis', 0, 1],
  ['at the first minimum, d sin θ = λ/2', 1 / 2, 0],
  ['at the first bright line, d sin θ = λ', 1, 1],
  ['at the second minimum, d sin θ = 3λ/2', 3 / 2, 0],
  ['at the second bright line, d sin θ = 2λ', 2, 1],
  ['half-way down, d sin θ = λ/4', 1 / 4, 1 / 2],
  ['at a third of the way to the first bright line', 1 / 3, 1 / 4],
])('finds the brightness %s', (_where, wavelengths, expected) => {
  const sine = (wavelengths * sodium.wavelength) / sodium.separation;
  expect(intensity(sodium, sine)).toBeCloseTo(expected, 9);
  expect(intensity(sodium, -sine)).toBeCloseTo(expected, 9);
});

test('is equally bright on both sides of the axis', () => {
  for (const sine of [0.0001, 0.00037, 0.001, 0.0123])
    expect(intensity(sodium, -sine)).toBe(intensity(sodium, sine));
});

// In nanometres, millimetres, metres and millimetres.
test.each([
  ['sodium light', 589, 0.5, 1, 1.178],
  ['a red laser', 650, 0.25, 2, 5.2],
  ['a blue one', 450, 0.25, 2, 3.6],
  ['the figure', 600, 0.4, 2, 3],
])('the fringes of %s are λ D / d apart', (_of, wavelength, separation, metres, millimetres) => {
  const slits = { wavelength: wavelength * NM, separation: separation * MM };
  const [distance, spacing] = [metres * METRE, millimetres * MM];
  expect(fringeSpacing(slits, distance) / spacing).toBeCloseTo(1, 9);
  // Which is where the brightness has its next maximum, and half of it its first minimum, as long
  // as angles are small.
  const sineAt = (height: number) => height / Math.hypot(height, distance);
  expect(intensity(slits, sineAt(spacing))).toBeCloseTo(1, 6);
  expect(intensity(slits, sineAt(spacing / 2))).toBeCloseTo(0, 6);
});

test('halves the spacing for twice the separation, doubles it for twice the distance or wavelength', () => {
  const { wavelength, separation } = sodium;
  const once = fringeSpacing(sodium, METRE);
  const apart = fringeSpacing({ wavelength, separation: 2 * separation }, METRE);
  const redder = fringeSpacing({ wavelength: 2 * wavelength, separation }, METRE);
  expect(apart).toBeCloseTo(once / 2, 12);
  expect(fringeSpacing(sodium, 2 * METRE)).toBeCloseTo(2 * once, 12);
  expect(redder).toBeCloseTo(2 * once, 12);
});

test.each([
  ['less than a wavelength', 0.9, 0],
  ['a wavelength', 1, 1],
  ['just under four', 3.99, 3],
  ['four', 4, 4],
  ['a thousand', 1000, 1000],
])('slits %s apart have as many bright lines on either side', (_name, wavelengths, orders) => {
  expect(highestOrder({ wavelength: 1, separation: wavelengths })).toBe(orders);
});

test.each([
  ['straight ahead', 0, 1],
  ['at half its first minimum', 1 / 2, (2 / Math.PI) ** 2],
  ['at its first minimum, a sin θ = λ', 1, 0],
  ['at its second', 2, 0],
])('finds what one slit leaves %s', (_where, wavelengths, expected) => {
  const width = 0.1 * MM;
  const sine = (wavelengths * 589 * NM) / width;
  expect(envelope(589 * NM, width, sine)).toBeCloseTo(expected, 9);
  expect(envelope(589 * NM, width, -sine)).toBeCloseTo(expected, 9);
});
