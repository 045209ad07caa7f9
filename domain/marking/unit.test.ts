// How typed units are read.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { chooseUnit, isSameQuantity, readUnit } from './unit.ts';

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
    ['m/s/s', 'm s^-2'],
    ['metres per second per second', 'm s^-2'],
    ['J/kg/°C', 'J kg^-1 °C^-1'],
    ['W/m/K', 'W m^-1 K^-1'],
    ['/s', 's^-1'],
    ['per second', 's^-1'],
    ['m s^{-1}', 'm s^-1'],
    ['m s**-1', 'm s^-1'],
    ['m s ^ -1', 'm s^-1'],
    ['m s -1', 'm s^-1'],
    ['N · m', 'N m'],
    ['N*m', 'N m'],
    ['N × m', 'N m'],
    ['kilowatt-hours', 'kW h'],
    ['square metres', 'm^2'],
    ['kilograms per cubic metre', 'kg m^-3'],
    ['mps', 'm s^-1'],
    ['kph', 'km h^-1'],
    ['km/hr', 'km h^-1'],
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

describe('symbols run together', () => {
  test.each([
    ['ms^-1', 'm/s', 'm s^-1'],
    ['ms', 's', 'ms'],
    ['mins', 's', 'min'],
    ['kgs', 'kg', 'kg'],
    ['kgs^-1', 'kg/s', 'kg s^-1'],
    ['Kg', 'kg', 'kg'],
    ['Kms', 'm', 'km'],
    ['Cm', 'm', 'cm'],
    ['Nm', 'J', 'N m'],
    ['Ns', 'kg m s^-1', 'N s'],
    ['KWh', 'J', 'kW h'],
    ['J/kgK', 'J/kg °C', 'J kg^-1 K^-1'],
    ['Nm', 'Pa', '"Nm" is not a unit here. nm or N m?'],
    ['Ns', 'N', '"Ns" is not a unit here. N or N s?'],
    ['Js', 'J', '"Js" is not a unit here. J or J s?'],
    ['kgms^-1', 'N', '"kgms" is not a unit here. kg m s?'],
    ['Ks', 'K', '"Ks" is not a unit here. K or K s?'],
    ['kmh', 'm/s', '"kmh" is not a unit here. km/h?'],
    ['mdB', 'dB', '"mdB" is not a unit here. dB?'],
    ['Tpc', 'm', '"Tpc" is not a unit here. pc?'],
    ['mpc', 'm', '"mpc" is not a unit here. Mpc?'],
    ['gm', 'kg', '"gm" is not a unit here. g?'],
  ])('%s for an answer in %s is %s', (typed, right, expected) => {
    const chosen = chooseUnit(typed, unitOf(right));
    expect('fault' in chosen ? chosen.fault : chosen.text).toBe(expected);
  });
});

describe('faults', () => {
  test.each([
    ['mhz', '"mhz" is not a unit here. MHz?'],
    ['KG', '"KG" is not a unit here. kg?'],
    ['pa', '"pa" is not a unit here. Pa?'],
    ['Mev', '"Mev" is not a unit here. MeV?'],
    ['KGS', '"KGS" is not a unit here. kg?'],
    ['hz', '"hz" is not a unit here. Hz?'],
    ['kwh', '"kwh" is not a unit here. kW h?'],
    ['mph', '"mph" is not a unit here. m/s or km/h?'],
    ['Å', '"Å" is not a unit here. nm or m?'],
    ['\u212B', '"Å" is not a unit here. nm or m?'],
    ['kAU', '"kAU" is not a unit here. AU?'],
    ['secnd', '"secnd" is not a unit here. second?'],
    ['constructor', '"constructor" is not a unit here. Use a symbol such as m, kg or N.'],
    ['kconstructor', '"kconstructor" is not a unit here. Use a symbol such as m, kg or N.'],
    ['hx', '"hx" is not a unit here. Use a symbol such as m, kg or N.'],
    ['metrs', '"metrs" is not a unit here. metre?'],
    ['bananas', '"bananas" is not a unit here. Use a symbol such as m, kg or N.'],
    ['years', '"years" is not a unit here. Use a symbol such as m, kg or N.'],
    ['m//s', 'Something is missing beside the / of the unit.'],
    ['/', 'Something is missing beside the / of the unit.'],
    ['m/', 'Something is missing beside the / of the unit.'],
    ['(m s)', 'Leave the brackets out. Everything after / divides, as in J/kg K.'],
    ['J/(kg K)', 'Leave the brackets out. Everything after / divides, as in J/kg K.'],
    ['min 30 s', 'Type one number with one unit, such as 5.5 min.'],
    ['λ', 'Write the unit with symbols and powers, such as m s^-1.'],
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
  ['pc', 'm', true],
  ['dB', '', false],
  ['dB', 'm', false],
  // AQA's option of medical physics gives the power of lenses in D and loudness in dBA.
  ['dBA', 'dB', true],
  ['D', 'm^-1', true],
  ['dioptres', 'D', true],
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
  // IAU 2012, resolution B2, and IAU style manual: both exact.
  ['AU', 149_597_870_700n, 1n],
  ['ly', 9_460_730_472_580_800n, 1n],
  ['Gly', 9_460_730_472_580_800_000_000_000n, 1n],
])('one %s is %s/%s', (typed, top, bottom) => {
  const { size } = unitOf(typed);
  expect(size.top * bottom).toBe(top * size.bottom);
});

test('reads what it writes as the same unit', () => {
  const symbols = ['m', 'kg', 's', 'A', 'K', 'mol', 'N', 'kJ', 'MW', 'µm', 'eV', 'Ω', 'min', '°C'];
  const factors = fc.uniqueArray(
    fc.tuple(fc.constantFrom(...symbols), fc.constantFrom(-3, -2, -1, 2, 3)),
    { minLength: 1, maxLength: 4, selector: ([symbol]) => symbol },
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
