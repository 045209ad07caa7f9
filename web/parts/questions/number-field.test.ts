// How typed numbers are shown back to the student.
import { expect, test } from 'vitest';

import { plainHtml, plainText, readTyped, unitOf } from './number-field.tsx';

test.each([
  ['340', null, '340', null, [], '2 to 3 significant figures'],
  ['3.00e8', 'm s^-1', '3.00', 8, [], '3 significant figures'],
  ['3 x 10^8', null, '3', 8, [], '1 significant figure'],
  ['0.020 s', null, '0.020', null, ['s'], '2 significant figures'],
  ['0,0030', null, '0.0030', null, [], '2 significant figures'],
  ['.5', null, '0.5', null, [], '1 significant figure'],
  ['0.00012', null, '1.2', -4, [], '2 significant figures'],
  ['-1.60e-19 C', null, '−1.60', -19, ['C'], '3 significant figures'],
  ['12,000', null, '12000', null, [], '2 to 5 significant figures'],
  ['1234567', null, '1.234567', 6, [], '7 significant figures'],
  ['0', null, '0', null, [], null],
  ['5 m/s', null, '5', null, ['m s^-1'], '1 significant figure'],
  // Run together, it fits the question's unit in one way and could be either without it.
  ['5 ms^-1', 'm s^-1', '5', null, ['m s^-1'], '1 significant figure'],
  ['5 ms^-1', null, '5', null, ['ms^-1', 'm s^-1'], '1 significant figure'],
  ['75 kgs', null, '75', null, ['kg'], '2 significant figures'],
  ['5 ms', null, '5', null, ['ms'], '1 significant figure'],
  ['5 Nm', null, '5', null, ['N m'], '1 significant figure'],
])('reads %s, asked in %s', (typed, unit, mantissa, exponent, units, figures) => {
  expect(readTyped(typed, unit)).toEqual({ mantissa, exponent, units, figures });
});

test.each([
  ['3x108', 'Write the power of ten as 3e8 or 3 x 10^8.'],
  ['1/3', 'Type the result as one decimal, such as 0.45 or 3.2e-5.'],
  ['5 mhz', '"mhz" is not a unit here. MHz?'],
])('refuses %s with a spelling that works', (typed, fault) => {
  expect(readTyped(typed, null)).toEqual({ fault });
});

test('refuses symbols run together that do not fit the unit beside the field', () => {
  expect(readTyped('5 Nm', 'Pa')).toEqual({ fault: '"Nm" is not a unit here. nm or N m?' });
});

test('reads the unit that the server sends as HTML', () => {
  expect(unitOf('kg m<sup>2</sup> s<sup>−1</sup>')).toBe('kg m^2 s^-1');
});

test.each([
  ['1.25 V', null, '1.25 V', true],
  ['1.25', 'V', '1.25 V', true],
  ['1.250 V', null, '1.25 V', false],
  ['3.00e8 m/s', null, '3.00 × 10<sup>8</sup> m s<sup>−1</sup>', true],
  ['5 m^-1 s^-2', null, '5 m<sup>−1</sup> s<sup>−2</sup>', true],
  ['135 kJ', null, '1.35 × 10<sup>5</sup> J', false],
])('compares %s, asked in %s, with %s', (typed, unit, html, isSame) => {
  const reading = readTyped(typed, unit);
  if ('fault' in reading) throw new Error(reading.fault);
  expect(plainText(reading, unit) === plainHtml(html)).toBe(isSame);
});
