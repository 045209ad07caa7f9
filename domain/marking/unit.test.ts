// How typed units are read.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { isSameQuantity, readUnit } from './unit.ts';

function read(typed: string): string {
  const found = readUnit(typed);
  return 'fault' in found ? found.fault : found.map(({ text }) => text).join(' or ');
}

function unitOf(typed: string) {
  const found = readUnit(typed);
  if ('fault' in found) throw new Error(found.fault);
  const [first] = found;
  if (first === undefined) throw new Error('no reading');
  return first;
}

describe('spellings', () => {
  test.each([
    ['', ''],
    ['m', 'm'],
    ['m s^-1', 'm s^-1'],
    ['m s-1', 'm s^-1'],
    ['m s⁻¹', 'm s^-1'],
    ['m s^(-1)', 'm s^-1'],
    ['m.s^-1', 'm s^-1'],
    ['m·s^-1', 'm s^-1'],
    ['m/s', 'm s^-1'],
    ['m / s', 'm s^-1'],
    ['m per s', 'm s^-1'],
    ['metres per second', 'm s^-1'],
    ['meters per second squared', 'm s^-2'],
    ['Metre per Second', 'm s^-1'],
    ['m2', 'm^2'],
    ['m²', 'm^2'],
    ['m^2', 'm^2'],
    ['metres cubed', 'm^3'],
    ['kg m^2 s^-2', 'kg m^2 s^-2'],
    ['J/kg °C', 'J kg^-1 °C^-1'],
    ['J/kg°C', 'J kg^-1 °C^-1'],
    ['kW h', 'kW h'],
    ['kWh', 'kW h'],
    ['kilowatt hours', 'kW h'],
    ['Nm', 'N m'],
    ['N m', 'N m'],
    ['ohm', 'Ω'],
    ['ohms', 'Ω'],
    ['kohm', 'kΩ'],
    ['\u2126', 'Ω'],
    ['kΩ', 'kΩ'],
    ['kiloohms', 'kΩ'],
    ['µm', 'µm'],
    ['\u03BCm', 'µm'],
    ['um', 'µm or u m'],
    ['amps', 'A'],
    ['milliamps', 'mA'],
    ['electron volts', 'eV'],
    ['degrees Celsius', '°C'],
    ['degrees', '°'],
    ['percent', '%'],
    ['rad s^-1', 'rad s^-1'],
    ['days', 'd'],
    ['min', 'min'],
    ['s^-1', 's^-1'],
    ['litres', 'L'],
    ['l', 'l'],
    ['ms', 'ms or m s'],
    ['ms^-1', 'ms^-1 or m s^-1'],
  ])('"%s" is %s', (typed, expected) => {
    expect(read(typed)).toBe(expected);
  });
});

const DIVIDE = 'Divide once, as in J/kg °C, or use negative powers.';

describe('faults', () => {
  test.each([
    ['mhz', '"mhz" is not a unit here. MHz?'],
    ['KG', '"KG" is not a unit here. kg?'],
    ['pa', '"pa" is not a unit here. Pa?'],
    ['Mev', '"Mev" is not a unit here. MeV?'],
    ['sec', '"sec" is not a unit here. second?'],
    ['metrs', '"metrs" is not a unit here. metre?'],
    ['bananas', '"bananas" is not a unit here. Use a symbol such as m, kg or N.'],
    ['years', '"years" is not a unit here. Use a symbol such as m, kg or N.'],
    ['m/s/s', DIVIDE],
    ['m//s', DIVIDE],
    ['/s', 'Something is missing beside the / of the unit.'],
    ['m/', 'Something is missing beside the / of the unit.'],
    ['(m s)', 'Write the unit with symbols and powers, such as m s^-1.'],
    ['m^0', 'The power of m must be from 1 to 9, or from -9 to -1.'],
    ['m^10', 'The power of m must be from 1 to 9, or from -9 to -1.'],
    ['m '.repeat(21), 'That unit is too long.'],
  ])('"%s": %s', (typed, expected) => {
    expect(read(typed)).toBe(expected);
  });
});

test.each([
  ['J', 'N m', true],
  ['V', 'J C^-1', true],
  ['Ω', 'V/A', true],
  ['W', 'J/s', true],
  ['Pa', 'N m^-2', true],
  ['T', 'Wb m^-2', true],
  ['F', 'C/V', true],
  ['Wb', 'V s', true],
  ['Gy', 'J/kg', true],
  ['Sv', 'J/kg', true],
  ['Hz', 's^-1', true],
  ['Bq', 's^-1', true],
  ['rad s^-1', 's^-1', true],
  ['°', 'rad', true],
  ['N/kg', 'm s^-2', true],
  ['J/kg K', 'J/kg °C', true],
  ['u', 'kg', true],
  ['L', 'm^3', true],
  ['K', '°C', false],
  ['m', 's', false],
  ['m', '', false],
  ['%', '', true],
])('%s and %s measure the same: %s', (one, other, isSame) => {
  expect(isSameQuantity(unitOf(one), unitOf(other))).toBe(isSame);
});

test.each([
  ['km', 1000n, 1n],
  ['g', 1n, 1000n],
  ['kg', 1000n, 1000n],
  ['h', 3600n, 1n],
  ['d', 86_400n, 1n],
  ['kW h', 3_600_000n, 1n],
  ['%', 1n, 100n],
  ['mL', 1n, 1_000_000n],
  ['cm^2', 1n, 10_000n],
])('one %s is %s/%s', (typed, top, bottom) => {
  const { size } = unitOf(typed);
  expect(size.top * bottom).toBe(top * size.bottom);
});

test('reads what it writes as the same unit', () => {
  const symbols = ['m', 'kg', 's', 'A', 'K', 'mol', 'N', 'kJ', 'MW', 'µm', 'eV', 'Ω', 'min', '°C'];
  const factors = fc.array(
    fc.tuple(fc.constantFrom(...symbols), fc.constantFrom(-3, -2, -1, 2, 3)),
    { minLength: 1, maxLength: 4 },
  );
  fc.assert(
    fc.property(factors, (list) => {
      const text = list.map(([symbol, power]) => `${symbol}^${power}`).join(' ');
      expect(unitOf(text).text).toBe(text);
    }),
  );
});

test('refuses symbols run together that can be read in too many ways', () => {
  const typed = Array.from({ length: 5 }, () => 'umTmgds').join(' ');
  expect(readUnit(typed)).toEqual({
    fault: 'Write a space between the symbols, such as m s^-1.',
  });
  expect(readUnit('umTmgds/kgms')).not.toHaveProperty('fault');
});

test('answers any text with readings or a reason', () => {
  const letters = fc.string({
    unit: fc.constantFrom(...'mkgsAKolNJWPaHzCVΩFTb%°^-1/2 ()per.'.split('')),
  });
  fc.assert(
    fc.property(letters, (text) => {
      const found = readUnit(text);
      if ('fault' in found) expect(found.fault).toMatch(/[.?]$/);
      else expect(found.length).toBeGreaterThan(0);
    }),
  );
});
