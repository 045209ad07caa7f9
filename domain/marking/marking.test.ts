// How numbers, units, figures, choices and points are marked.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { markChoice, markNumber, markPoints, type NumberKey } from './marking.ts';

const key = (value: string, unit: string, changes: Partial<NumberKey> = {}): NumberKey => ({
  value,
  unit,
  unit_asked: false,
  tolerance_percent: 1,
  figures: null,
  known: [],
  ...changes,
});
const known = (...values: string[]) => ({ known: values.map((value) => ({ value })) });
const TWO_OR_THREE = { unit_asked: true, figures: { min: 2, max: 3 } };

function mark(about: NumberKey, typed: string): string {
  const marked = markNumber(about, typed);
  if ('fault' in marked) return marked.fault;
  const { result, reason, known: index } = marked;
  return [result, reason, index].filter((part) => part !== null).join(' ');
}

const kinetic = key('1.35e5', 'J', known('2.7e5', '9.0e3', '8.1e7'));

describe('a value', () => {
  test.each([
    ['135000', 'right'],
    ['135 kJ', 'right'],
    ['0.135 MJ', 'right'],
    ['140 000', 'right'],
    ['1.4e5', 'right'],
    ['1e5', 'wrong'],
    ['133650', 'right'],
    ['133649', 'wrong'],
    ['133.65 kJ', 'right'],
    ['136350 J', 'right'],
    ['136351 J', 'wrong'],
    ['2.7e5', 'wrong known 0'],
    ['270 kJ', 'wrong known 0'],
    ['9000', 'wrong known 1'],
    ['8.1 x 10^7 J', 'wrong known 2'],
    ['-135000', 'wrong sign'],
    ['135', 'wrong power_of_ten'],
    ['-135', 'wrong'],
    ['100000', 'wrong'],
    ['0', 'wrong'],
    ['3x108', 'Write the power of ten as 3e8 or 3 x 10^8.'],
    ['135 kj', '"kj" is not a unit here. kJ?'],
  ])('of 135 kJ as %s is %s', (typed, expected) => {
    expect(mark(kinetic, typed)).toBe(expected);
  });
});

describe('the unit', () => {
  const resistance = key('24', 'Ω', { unit_asked: true, ...known('1.5', '0.0417') });
  const acceleration = key('1.0', 'm s^-2', { unit_asked: true, ...known('1.5', '2.0') });
  const temperature = key('20', '°C');
  test.each([
    [resistance, '24 Ω', 'right'],
    [resistance, '24 ohms', 'right'],
    [resistance, '0.024 kΩ', 'right'],
    [resistance, '24 V/A', 'right'],
    [resistance, '24', 'partly unit_missing'],
    [resistance, '24 V', 'partly unit_wrong'],
    [resistance, '1.5', 'wrong known 0'],
    [resistance, '0.042 Ω', 'wrong known 1'],
    [resistance, '1.5 V', 'wrong unit_wrong'],
    [acceleration, '1.0 N/kg', 'right'],
    [acceleration, '1.0 ms^-2', 'right'],
    [acceleration, '1.0 m/s', 'partly unit_wrong'],
    [temperature, '20', 'right'],
    [temperature, '20 K', 'partly unit_wrong'],
    [temperature, '20 degrees Celsius', 'right'],
    [key('0.5', ''), '50%', 'right'],
    [key('0.5', ''), '0.5', 'right'],
    [key('0.5', ''), '0.5 m', 'partly unit_wrong'],
    [key('180', '°'), '3.14 rad', 'right'],
    [key('8.0', 'h', known('3', '12')), '480 min', 'right'],
    [key('196.9', 's', known('196875')), '3.3 min', 'right'],
    [key('196.9', 's', known('196875')), '196875', 'wrong known 0'],
    [key('0.020', 's', known('50')), '20 ms', 'right'],
    [key('0.020', 's', known('50')), '0.2', 'wrong power_of_ten'],
    [key('0.81', 'eV', { tolerance_percent: 2 }), '1.3e-19 J', 'right'],
    [key('0.81', 'eV', { tolerance_percent: 2 }), '0.80', 'right'],
    [key('4.71', 'rad s^-1'), '4.71 s^-1', 'right'],
    [key('90', 's'), '1.5 mins', 'right'],
    [key('90', 's'), '1.5 MINS', 'right'],
    [key('7200', 's'), '2 hrs', 'right'],
    [key('75', 'kg'), '75 kgs', 'right'],
    [key('5', 'kg'), '5 Kg', 'right'],
    [key('5000', 'm'), '5 Kms', 'right'],
    [key('20', '°C'), '20 ºC', 'right'],
    [key('20', '°C'), '20⁰C', 'right'],
    [key('10', '°C'), '10 ⁰C', 'right'],
    [key('45', '°'), '45º', 'right'],
    [key('800', 'Hz'), '800 per second', 'right'],
    [key('9.8', 'm s^-2'), '9.8 m/s/s', 'right'],
    [key('4200', 'J/kg °C'), '4200 J/kg/°C', 'right'],
    [key('25', 'm s^-1'), '90 km/h', 'right'],
    [key('25', 'm s^-1'), '90 kph', 'right'],
    [key('0.5', ''), '50 per cent', 'right'],
    // AQA's data sheet: 1 pc is 3.08e16 m and 3.26 ly, 1 AU 1.50e11 m, 1 ly 9.46e15 m.
    [key('3.08e16', 'm'), '1.00 pc', 'right'],
    [key('3.26', 'ly'), '1.00 pc', 'right'],
    [key('1.50e11', 'm'), '1 AU', 'right'],
    [key('9.46e15', 'm'), '1.00 light years', 'right'],
    [key('60', 'dB'), '60 dB', 'right'],
    [key('60', 'dB'), '60', 'right'],
    [key('60', 'dB'), '60 m', 'partly unit_wrong'],
    [key('5', 'N'), '5 Ns', '"Ns" is not a unit here. N or N s?'],
    [key('5', 'Pa'), '5 Nm', '"Nm" is not a unit here. nm or N m?'],
    [key('5', 'J'), '3e', 'Write a power of ten as 3e8 or 3 x 10^8.'],
  ])('$value $unit answered as %s is %s', (about, typed, expected) => {
    expect(mark(about, typed)).toBe(expected);
  });
});

describe('significant figures', () => {
  const spacing = key('6.24e-3', 'm', { ...TWO_OR_THREE, ...known('6.77e-11', '1.25e-2') });
  const young = key('1.98e11', 'Pa', { ...TWO_OR_THREE, ...known('4.94e10') });
  const fall = key('30.7', 'm', { figures: { min: 2, max: 3 }, ...known('61.3') });
  test.each([
    [spacing, '6.2 mm', 'right'],
    [spacing, '6.24e-3 m', 'right'],
    [spacing, '6 mm', 'partly too_few_figures'],
    [spacing, '6.2400 mm', 'partly too_many_figures'],
    [spacing, '6.24e-3', 'partly unit_missing'],
    [spacing, '6.2400e-3', 'partly unit_missing'],
    [spacing, '6.24 m', 'wrong power_of_ten'],
    [young, '198 GPa', 'right'],
    [young, '2.0e11 N m^-2', 'right'],
    [young, '2e11 Pa', 'partly too_few_figures'],
    [young, '1.98e5 Pa', 'wrong power_of_ten'],
    [young, '4.94e10 Pa', 'wrong known 0'],
    [fall, '31', 'right'],
    [fall, '30', 'partly too_few_figures'],
    [fall, '30.66', 'partly too_many_figures'],
    [fall, '61', 'wrong known 0'],
    [key('9.96', 'm'), '10 m', 'right'],
    [key('9.96', 'm'), '100 m', 'wrong power_of_ten'],
    [key('2.5', 'm'), '3 m', 'wrong'],
    [key('2.5', 'm', { figures: { min: 1, max: 2 } }), '3 m', 'right'],
    [key('-2.5', 'm', { figures: { min: 1, max: 2 } }), '-3 m', 'right'],
    [key('2.5', 'm', { figures: { min: 1, max: 2 } }), '2 m', 'wrong'],
    [key('0', 'N'), '0.0', 'right'],
    [key('0', 'N'), '1', 'wrong'],
    [key('0', 'N', TWO_OR_THREE), '0 N', 'right'],
  ])('$value $unit answered as %s is %s', (about, typed, expected) => {
    expect(mark(about, typed)).toBe(expected);
  });
});

test.each([
  ['12,000 kJ', 'J', { value: '1.2e4', unit: 'kJ', figures: [2, 5] }],
  ['5ms^-1', 'm/s', { value: '5', unit: 'm s^-1', figures: [1, 1] }],
  ['5ms', 's', { value: '5', unit: 'ms', figures: [1, 1] }],
  ['5', 'm', { value: '5', unit: '', figures: [1, 1] }],
  ['5 mm', 'm^2', { value: '5', unit: 'mm', figures: [1, 1] }],
])('reads %s, asked for in %s', (typed, unit, reading) => {
  expect(markNumber(key('1', unit), typed)).toMatchObject({ read: reading });
});

test('the spelling of a number never changes its mark', () => {
  const spellings = [
    (digits: string, power: number) => `${digits}e${power} J`,
    (digits: string, power: number) => `${digits} x 10^${power} J`,
    (digits: string, power: number) => `${digits}×10^(${power})J`,
    (digits: string, power: number) => `${digits}E${power - 3} kJ`,
  ];
  const answers = fc.tuple(
    fc.integer({ min: 1, max: 999 }).map((digits) => (digits / 100).toFixed(2)),
    fc.integer({ min: -20, max: 20 }),
  );
  fc.assert(
    fc.property(answers, ([digits, power]) => {
      const marks = spellings.map((spell) => mark(kinetic, spell(digits, power)));
      expect(new Set(marks).size).toBe(1);
    }),
  );
});

test.each([
  [['a'], ['a'], 'right'],
  [['a', 'b'], ['b', 'a'], 'right'],
  [['a', 'b'], ['a'], 'partly'],
  [['a', 'b'], ['a', 'c'], 'wrong'],
  [['a'], ['b'], 'wrong'],
  [['a'], ['a', 'b'], 'wrong'],
])('of %s right, choosing %s is %s', (right, chosen, expected) => {
  expect(markChoice(new Set(right), new Set(chosen))).toBe(expected);
});

test.each([
  [4, 4, 'right'],
  [4, 3, 'partly'],
  [4, 1, 'partly'],
  [4, 0, 'wrong'],
  [1, 1, 'right'],
])('of %i points %i are %s', (all, ticked, expected) => {
  expect(markPoints(all, ticked)).toBe(expected);
});
