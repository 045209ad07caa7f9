// Abbreviations of units, and signs that look the same.
import { describe, expect, test } from 'vitest';

import { readUnit } from './unit.ts';

/** The likeliest reading. */
function read(typed: string): string | undefined {
  const found = readUnit(typed);
  return 'fault' in found ? found.fault : found[0]?.text;
}

describe('abbreviations, plurals and capitals with one meaning', () => {
  test.each([
    ['sec', 's'],
    ['secs', 's'],
    ['Secs', 's'],
    ['msec', 'ms'],
    ['hr', 'h'],
    ['hrs', 'h'],
    ['Hrs', 'h'],
    ['min.', 'min'],
    ['amps', 'A'],
    ['newtons', 'N'],
    ['kilo newtons', 'kN'],
    ['mega-electron-volts', 'MeV'],
    ['per cent', '%'],
    ['pct', '%'],
    ['deg', '°'],
    ['Kg', 'kg'],
    ['KHz', 'kHz'],
    ['KWh', 'kW h'],
    ['kOhms', 'kΩ'],
    ['k Ω', 'kΩ'],
    ['M Hz', 'MHz'],
    ['kg/µ m', 'kg µm^-1'],
    ['amu', 'u'],
    ['au', 'AU'],
    ['light years', 'ly'],
    ['light-years', 'ly'],
    ['astronomical units', 'AU'],
    ['megaparsecs', 'Mpc'],
    ['decibels', 'dB'],
  ])('"%s" is %s', (typed, expected) => {
    expect(read(typed)).toBe(expected);
  });
});

// Unicode Technical Standard 39 has such tables of confusable characters; the rest is what the
// keyboards of phones and word processors offer for a sign.
describe('signs that look the same', () => {
  test.each([
    ['\u00BAC', '°C'],
    ['\u02DAC', '°C'],
    ['\u2218C', '°C'],
    ['\u2070C', '°C'],
    ['\u1D52C', '°C'],
    ['\u2103', '°C'],
    ['oC', '°C'],
    ['° C', '°C'],
    ['C°', '°C'],
    ['degC', '°C'],
    ['deg C', '°C'],
    ['degrees centigrade', '°C'],
    ['^\\circ C', '°C'],
    ['^{\\circ}C', '°C'],
    ['°K', 'K'],
    ['\u212A', 'K'],
    ['\u041A', 'K'],
    ['\u041D\u007A', 'Hz'],
    ['\uFF4D', 'm'],
    ['\u{1D45A}', 'm'],
    ['\u33A1', 'm^2'],
    ['\u338F', 'kg'],
    ['m\u2215s', 'm s^-1'],
    ['m\u2044s', 'm s^-1'],
    ['m\uFF0Fs', 'm s^-1'],
    ['N\u2219m', 'N m'],
    ['N\u22C5m', 'N m'],
    ['N\u2022m', 'N m'],
    ['N\u2027m', 'N m'],
    ['s\u207B\u00B9', 's^-1'],
    ['s\u00AF\u00B9', 's^-1'],
    ['s-\u00B9', 's^-1'],
    ['s^\u207B\u00B9', 's^-1'],
    ['m\u200B s', 'm s'],
    ['\\mu m', 'µm'],
    ['k\\Omega', 'kΩ'],
    ['\\mathrm{m/s}', 'm s^-1'],
    ['m\\,s^{-1}', 'm s^-1'],
    ['\\mathrm{m\\,s^{-1}}', 'm s^-1'],
    ['\\,\\text{J kg}^{-1}\\,\\mathrm{K^{-1}}', 'J kg^-1 K^-1'],
  ])('"%s" is %s', (typed, expected) => {
    expect(read(typed)).toBe(expected);
  });
});
