// How typed numbers are read, and which spellings are refused.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { readNumber, writeNumber } from './number-reading.ts';

function read(typed: string): string {
  const found = readNumber(typed);
  return 'fault' in found ? found.fault : `${writeNumber(found)} ${found.figures.join('-')}`;
}

describe('powers of ten', () => {
  test.each([
    ['3e8', '3e8 1-1'],
    ['3 e8', '3e8 1-1'],
    ['3E8', '3e8 1-1'],
    ['3 e 8', '3e8 1-1'],
    ['3.0E+8', '3e8 2-2'],
    ['3 x 10^8', '3e8 1-1'],
    ['3x10^8', '3e8 1-1'],
    ['3 X 10^8', '3e8 1-1'],
    ['3×10⁸', '3e8 1-1'],
    ['3 × 10⁻⁸', '3e-8 1-1'],
    ['3*10**8', '3e8 1-1'],
    ['3*10^8', '3e8 1-1'],
    ['3·10^(8)', '3e8 1-1'],
    ['3·10^(-8)', '3e-8 1-1'],
    ['3⋅10^8', '3e8 1-1'],
    ['3\\times10^{8}', '3e8 1-1'],
    ['3 \\times 10^{-8}', '3e-8 1-1'],
    ['6.63 x 10^-34', '6.63e-34 3-3'],
    ['6.63 x 10^−34', '6.63e-34 3-3'],
    ['6.63ᴇ−34', '6.63e-34 3-3'],
    ['6.63⏨-34', '6.63e-34 3-3'],
    ['1.6e-19', '1.6e-19 2-2'],
    ['-1.6e-19', '-1.6e-19 2-2'],
    ['10^8', '1e8 1-1'],
    ['10⁸', '1e8 1-1'],
    ['-10^-3', '-1e-3 1-1'],
    ['10', '1e1 1-2'],
    ['3e0', '3 1-1'],
    ['3e+08', '3e8 1-1'],
    ['0.5e1', '5 1-1'],
    ['3 ✕ 10^8', '3e8 1-1'],
    ['3\u221910^8', '3e8 1-1'],
    ['3 \u2022 10^8', '3e8 1-1'],
    ['3\u221710^8', '3e8 1-1'],
    ['3 \\cdot 10^{8}', '3e8 1-1'],
    ['3 х 10^8', '3e8 1-1'],
    ['3е8', '3e8 1-1'],
    ['３×１０^８', '3e8 1-1'],
    ['3×10^⁸', '3e8 1-1'],
    ['3×10-⁸', '3e-8 1-1'],
    ['3×10\u00AF⁸', '3e-8 1-1'],
    ['3e\u2212\u200B8', '3e-8 1-1'],
    ['3×10⁰', '3 1-1'],
    ['3 × 10 ⁸', '3e8 1-1'],
  ])('%s is %s', (typed, expected) => {
    expect(read(typed)).toBe(expected);
  });
});

describe('signs and decimal points', () => {
  test.each([
    ['-3', '-3 1-1'],
    ['−3', '-3 1-1'],
    ['–3', '-3 1-1'],
    ['—3', '-3 1-1'],
    ['- 3', '-3 1-1'],
    ['+3', '3 1-1'],
    ['+ 3', '3 1-1'],
    ['.5', '5e-1 1-1'],
    [',5', '5e-1 1-1'],
    ['-.5', '-5e-1 1-1'],
    ['5.', '5 1-1'],
    ['5,', '5 1-1'],
    ['007', '7 1-1'],
    ['0.45', '4.5e-1 2-2'],
    ['1,5', '1.5 2-2'],
    ['12,50', '1.25e1 4-4'],
    ['0,125', '1.25e-1 3-3'],
    ['1234,5', '1.2345e3 5-5'],
    ['1234,567', '1.234567e3 7-7'],
    ['1 234,5', '1.2345e3 5-5'],
  ])('%s is %s', (typed, expected) => {
    expect(read(typed)).toBe(expected);
  });
});

describe('thousands', () => {
  test.each([
    ['12,000', '1.2e4 2-5'],
    ['12 000', '1.2e4 2-5'],
    ['12\u00A0000', '1.2e4 2-5'],
    ['12\u2009000', '1.2e4 2-5'],
    ['12\u202F000', '1.2e4 2-5'],
    ['1,234', '1.234e3 4-4'],
    ['1,234,567.8', '1.2345678e6 8-8'],
    ['1 234 567', '1.234567e6 7-7'],
    ['12,000.0', '1.2e4 6-6'],
    ['12,000e3', '1.2e7 2-5'],
  ])('%s is %s', (typed, expected) => {
    expect(read(typed)).toBe(expected);
  });
});

describe('significant figures', () => {
  test.each([
    ['0.0030', '3e-3 2-2'],
    ['3.00e8', '3e8 3-3'],
    ['12000', '1.2e4 2-5'],
    ['12.000', '1.2e1 5-5'],
    ['120.', '1.2e2 3-3'],
    ['100', '1e2 1-3'],
    ['101', '1.01e2 3-3'],
    ['0', '0 0-99'],
    ['0.00', '0 0-99'],
    ['-0', '0 0-99'],
    ['0e5', '0 0-99'],
  ])('%s is %s', (typed, expected) => {
    expect(read(typed)).toBe(expected);
  });
});

const DECIMAL = 'Type the value as a decimal, such as 0.45 or 3.2e-5.';
const RESULT = 'Type the result as one decimal, such as 0.45 or 3.2e-5.';
const MARKS = 'Use one decimal point and no other marks, such as 1234.5.';
const POWER = 'Write a power of ten as 3e8 or 3 x 10^8.';
const RANGE = 'Powers of ten go from -99 to 99, as in 3e8.';

describe('spellings that could mean two things', () => {
  test.each([
    ['3x10-8', 'Write the power of ten as 3e-8 or 3 x 10^-8.'],
    ['3x108', 'Write the power of ten as 3e8 or 3 x 10^8.'],
    ['3 10^8', 'Write the power of ten as 3e8 or 3 x 10^8.'],
    ['3.10^8', POWER],
    ['3e', POWER],
    ['3E ', POWER],
    ['3e-', POWER],
    ['3ee8', POWER],
    ['3x', POWER],
    ['3 ×', POWER],
    ['3 times', POWER],
    ['3 x 10', POWER],
    ['1.6x10e-19', POWER],
    ['3×10^(8', POWER],
    ['0x1F', DECIMAL],
    ['0b101', DECIMAL],
    ['0o17', DECIMAL],
    ['3e1.5', 'Powers of ten are whole numbers, as in 3e8.'],
    ['10^0.5', 'Powers of ten are whole numbers, as in 3e8.'],
    ['10⁰', 'Write 10^0 as 1, and degrees as 10°.'],
    ['1·5', RESULT],
    ["12'000", MARKS],
    ['12’000', MARKS],
    ['2x4', RESULT],
    ['2π', RESULT],
    ['2 pi', RESULT],
    ['3²', RESULT],
    ['1½', RESULT],
    ['6÷2', RESULT],
    ['1\u20443', RESULT],
    ['5√2', RESULT],
    ['1.234,5', MARKS],
    ['1,23,456', MARKS],
    ['12 00', MARKS],
    ['1.2.3', MARKS],
    ['0.123 456', MARKS],
    ['1/3', RESULT],
    ['2+3', RESULT],
    ['2*3', RESULT],
    ['5±1', RESULT],
    ['1_000', RESULT],
    ['5 - 3', RESULT],
    ['π', DECIMAL],
    ['=5', DECIMAL],
    ['~5', DECIMAL],
    ['m', DECIMAL],
    ['-', DECIMAL],
    ['.', DECIMAL],
    ['', 'Type a number, such as 0.45 or 3.2e-5.'],
    ['  ', 'Type a number, such as 0.45 or 3.2e-5.'],
    ['3e100', RANGE],
    ['3e-100', RANGE],
    ['12e98', '1.2e99 2-2'],
    ['123e98', RANGE],
    ['0.1e-99', RANGE],
    ['9'.repeat(61), 'Type only the number and its unit, such as 3.2e-5 m.'],
  ])('%s: %s', (typed, expected) => {
    expect(read(typed)).toBe(expected);
  });
});

test.each([
  ['3e8 m/s', 'm/s'],
  ['3e8m/s', 'm/s'],
  ['5 eV', 'eV'],
  ['5eV', 'eV'],
  ['12 000 m', 'm'],
  ['10^8 Hz', 'Hz'],
  ['5. m', 'm'],
  ['50%', '%'],
  ['20⁰C', '°C'],
  ['10⁰C', '°C'],
  ['45⁰', '°'],
  ['110⁰', '°'],
  ['800/s', '/s'],
  ['5 each', 'each'],
])('leaves the unit of %s: %s', (typed, unit) => {
  expect(readNumber(typed)).toMatchObject({ rest: unit });
});

test('reads what it writes as the same number', () => {
  const numbers = fc.record({
    digits: fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
    power: fc.integer({ min: -70, max: 70 }),
  });
  fc.assert(
    fc.property(numbers, ({ digits, power }) => {
      const written = writeNumber({ digits, power, figures: [1, 1] });
      const again = readNumber(written);
      if ('fault' in again) throw new Error(again.fault);
      expect(writeNumber(again)).toBe(written);
    }),
  );
});

test('answers any text with a number or a reason', () => {
  const texts = fc.string({
    unit: fc.constantFrom(...'0123456789.,-+eExX×*^(){}⁸⁻ /πmsk°%'.split('')),
  });
  fc.assert(
    fc.property(texts, (text) => {
      const found = readNumber(text);
      if ('fault' in found) expect(found.fault).toMatch(/\.$/);
      else expect(found.figures[0]).toBeLessThanOrEqual(found.figures[1]);
    }),
  );
});
