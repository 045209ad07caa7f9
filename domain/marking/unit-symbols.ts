// The symbols of physical units that students may type, with their prefixes and names in full.
import { decimal, divide, fraction, type Fraction, multiply } from './fraction.ts';

/** Powers of m, kg, s, A, K and mol. */
export type Dimension = readonly [number, number, number, number, number, number];

const ONE = fraction(1n);

interface UnitSymbol {
  readonly size: Fraction;
  readonly dimension: Dimension;
  readonly takesPrefix: boolean;
  /** In full, in the singular; plurals end in s. */
  readonly names: readonly string[];
}

const symbolOf = (
  dimension: Dimension,
  names: readonly string[],
  size = ONE,
  takesPrefix = true,
): UnitSymbol => ({ dimension, names, size, takesPrefix });

/** 36 digits of pi, far more than any answer has. */
const PI = decimal(314159265358979323846264338327950288n, -35);
const ELECTRONVOLT = decimal(160n, -21);
const ATOMIC_MASS = decimal(1661n, -30);

const KELVIN: Dimension = [0, 0, 0, 0, 1, 0];
const ENERGY: Dimension = [2, 1, -2, 0, 0, 0];
const SECOND: Dimension = [0, 0, 1, 0, 0, 0];
const PER_SECOND: Dimension = [0, 0, -1, 0, 0, 0];
const ENERGY_PER_MASS: Dimension = [2, 0, -2, 0, 0, 0];
const NONE: Dimension = [0, 0, 0, 0, 0, 0];
const LITRE = [[3, 0, 0, 0, 0, 0], ['litre', 'liter'], decimal(1n, -3)] as const;

export const SYMBOLS: Readonly<Record<string, UnitSymbol>> = {
  m: symbolOf([1, 0, 0, 0, 0, 0], ['metre', 'meter']),
  g: symbolOf([0, 1, 0, 0, 0, 0], ['gram', 'gramme'], decimal(1n, -3)),
  s: symbolOf(SECOND, ['second']),
  A: symbolOf([0, 0, 0, 1, 0, 0], ['ampere', 'amp']),
  K: symbolOf(KELVIN, ['kelvin']),
  mol: symbolOf([0, 0, 0, 0, 0, 1], ['mole']),
  N: symbolOf([1, 1, -2, 0, 0, 0], ['newton']),
  J: symbolOf(ENERGY, ['joule']),
  W: symbolOf([2, 1, -3, 0, 0, 0], ['watt']),
  Pa: symbolOf([-1, 1, -2, 0, 0, 0], ['pascal']),
  Hz: symbolOf(PER_SECOND, ['hertz']),
  C: symbolOf([0, 0, 1, 1, 0, 0], ['coulomb']),
  V: symbolOf([2, 1, -3, -1, 0, 0], ['volt']),
  Ω: symbolOf([2, 1, -3, -2, 0, 0], ['ohm']),
  F: symbolOf([-2, -1, 4, 2, 0, 0], ['farad']),
  T: symbolOf([0, 1, -2, -1, 0, 0], ['tesla']),
  Wb: symbolOf([2, 1, -2, -1, 0, 0], ['weber']),
  Bq: symbolOf(PER_SECOND, ['becquerel']),
  Sv: symbolOf(ENERGY_PER_MASS, ['sievert']),
  Gy: symbolOf(ENERGY_PER_MASS, ['gray']),
  eV: symbolOf(ENERGY, ['electronvolt'], ELECTRONVOLT),
  u: symbolOf([0, 1, 0, 0, 0, 0], [], ATOMIC_MASS, false),
  rad: symbolOf(NONE, ['radian']),
  '°': symbolOf(NONE, ['degree'], divide(PI, fraction(180n)), false),
  '°C': symbolOf(KELVIN, ['celsius'], ONE, false),
  '%': symbolOf(NONE, ['percent'], decimal(1n, -2), false),
  L: symbolOf(...LITRE),
  l: symbolOf([3, 0, 0, 0, 0, 0], [], decimal(1n, -3)),
  min: symbolOf(SECOND, ['minute'], fraction(60n), false),
  h: symbolOf(SECOND, ['hour'], fraction(3600n), false),
  d: symbolOf(SECOND, ['day'], fraction(86_400n), false),
};

/** Each prefix with its power of ten and its name, smallest first. */
export const PREFIXES: readonly (readonly [string, number, string])[] = [
  ['f', -15, 'femto'],
  ['p', -12, 'pico'],
  ['n', -9, 'nano'],
  ['µ', -6, 'micro'],
  ['m', -3, 'milli'],
  ['c', -2, 'centi'],
  ['d', -1, 'deci'],
  ['k', 3, 'kilo'],
  ['M', 6, 'mega'],
  ['G', 9, 'giga'],
  ['T', 12, 'tera'],
];

export interface PrefixedSymbol {
  /** The symbol with its prefix. */
  readonly text: string;
  readonly size: Fraction;
  readonly dimension: Dimension;
}

/** Every symbol with and without prefixes, small prefixes first. */
export const bySymbol = new Map<string, PrefixedSymbol>();
/** Every symbol with and without prefixes, by its name in full, in lower case. */
export const byName = new Map<string, PrefixedSymbol>();

for (const [symbol, { size, dimension, takesPrefix, names }] of Object.entries(SYMBOLS)) {
  const prefixes = takesPrefix ? [...PREFIXES] : [];
  for (const [prefix, power, prefixName] of [['', 0, ''] as const, ...prefixes]) {
    const text = prefix + symbol;
    const named = { text, size: multiply(size, decimal(1n, power)), dimension };
    if (!bySymbol.has(text)) bySymbol.set(text, named);
    for (const name of names)
      for (const plural of ['', 's']) byName.set(prefixName + name + plural, named);
  }
}
