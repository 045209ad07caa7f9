// The symbols of physical units that students may type, with their prefixes and names in full.
import { decimal, divide, fraction, type Fraction, multiply } from './fraction.ts';

/** Powers of m, kg, s, A, K and mol, and of decibels. */
export type Dimension = readonly [number, number, number, number, number, number, number];

const ONE = fraction(1n);

interface UnitSymbol {
  readonly size: Fraction;
  readonly dimension: Dimension;
  /** Symbols of the prefixes that it takes. */
  readonly prefixes: string;
  /** In full, in the singular; plurals end in s. */
  readonly names: readonly string[];
}

const ALL_PREFIXES = 'fpnµmcdkMGT';
const LARGE_PREFIXES = 'kMG';

const symbolOf = (
  dimension: Dimension,
  names: string[],
  size = ONE,
  prefixes = ALL_PREFIXES,
): UnitSymbol => ({ dimension, names, size, prefixes });

/** 36 digits of pi, far more than any answer has. */
const PI = decimal(314159265358979323846264338327950288n, -35);
const ELECTRONVOLT = decimal(160n, -21);
const ATOMIC_MASS = decimal(1661n, -30);
/** Exact by resolution B2 of the IAU, 2012; a light year is a Julian year at the speed of light. */
const ASTRONOMICAL_UNIT = fraction(149_597_870_700n);
const LIGHT_YEAR = fraction(9_460_730_472_580_800n);
/** The distance at which an astronomical unit spans a second of arc. */
const PARSEC = divide(multiply(ASTRONOMICAL_UNIT, fraction(648_000n)), PI);

const METRE: Dimension = [1, 0, 0, 0, 0, 0, 0];
const MASS: Dimension = [0, 1, 0, 0, 0, 0, 0];
const KELVIN: Dimension = [0, 0, 0, 0, 1, 0, 0];
const ENERGY: Dimension = [2, 1, -2, 0, 0, 0, 0];
const SECOND: Dimension = [0, 0, 1, 0, 0, 0, 0];
const PER_SECOND: Dimension = [0, 0, -1, 0, 0, 0, 0];
const ENERGY_PER_MASS: Dimension = [2, 0, -2, 0, 0, 0, 0];
const NONE: Dimension = [0, 0, 0, 0, 0, 0, 0];
const DECIBELS: Dimension = [0, 0, 0, 0, 0, 0, 1];
const VOLUME: Dimension = [3, 0, 0, 0, 0, 0, 0];
const LITRE = decimal(1n, -3);

export const SYMBOLS: Readonly<Record<string, UnitSymbol>> = {
  m: symbolOf(METRE, ['metre', 'meter']),
  g: symbolOf(MASS, ['gram', 'gramme'], decimal(1n, -3)),
  s: symbolOf(SECOND, ['second', 'sec']),
  A: symbolOf([0, 0, 0, 1, 0, 0, 0], ['ampere', 'amp']),
  K: symbolOf(KELVIN, ['kelvin']),
  mol: symbolOf([0, 0, 0, 0, 0, 1, 0], ['mole']),
  N: symbolOf([1, 1, -2, 0, 0, 0, 0], ['newton']),
  J: symbolOf(ENERGY, ['joule']),
  W: symbolOf([2, 1, -3, 0, 0, 0, 0], ['watt']),
  Pa: symbolOf([-1, 1, -2, 0, 0, 0, 0], ['pascal']),
  Hz: symbolOf(PER_SECOND, ['hertz']),
  C: symbolOf([0, 0, 1, 1, 0, 0, 0], ['coulomb']),
  V: symbolOf([2, 1, -3, -1, 0, 0, 0], ['volt']),
  Ω: symbolOf([2, 1, -3, -2, 0, 0, 0], ['ohm']),
  F: symbolOf([-2, -1, 4, 2, 0, 0, 0], ['farad']),
  T: symbolOf([0, 1, -2, -1, 0, 0, 0], ['tesla']),
  Wb: symbolOf([2, 1, -2, -1, 0, 0, 0], ['weber']),
  Bq: symbolOf(PER_SECOND, ['becquerel']),
  Sv: symbolOf(ENERGY_PER_MASS, ['sievert']),
  Gy: symbolOf(ENERGY_PER_MASS, ['gray']),
  eV: symbolOf(ENERGY, ['electronvolt'], ELECTRONVOLT),
  u: symbolOf(MASS, ['amu'], ATOMIC_MASS, ''),
  rad: symbolOf(NONE, ['radian']),
  '°': symbolOf(NONE, ['degree', 'deg'], divide(PI, fraction(180n)), ''),
  '°C': symbolOf(KELVIN, ['celsius'], ONE, ''),
  '%': symbolOf(NONE, ['percent'], decimal(1n, -2), ''),
  L: symbolOf(VOLUME, ['litre', 'liter', 'ltr'], LITRE),
  l: symbolOf(VOLUME, [], LITRE),
  min: symbolOf(SECOND, ['minute', 'min'], fraction(60n), ''),
  h: symbolOf(SECOND, ['hour', 'hr'], fraction(3600n), ''),
  d: symbolOf(SECOND, ['day'], fraction(86_400n), ''),
  pc: symbolOf(METRE, ['parsec'], PARSEC, LARGE_PREFIXES),
  ly: symbolOf(METRE, ['lightyear', 'lyr'], LIGHT_YEAR, LARGE_PREFIXES),
  AU: symbolOf(METRE, ['au'], ASTRONOMICAL_UNIT, ''),
  D: symbolOf([-1, 0, 0, 0, 0, 0, 0], ['dioptre', 'diopter'], ONE, ''),
  dB: symbolOf(DECIBELS, ['decibel'], ONE, ''),
  // Weighted as the ear hears.
  dBA: symbolOf(DECIBELS, [], ONE, ''),
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
/** Spellings that are no symbols but have one meaning: 'Kg', 'cms', 'msec'. */
export const bySpelling = new Map<string, PrefixedSymbol>();

for (const [symbol, { size, dimension, prefixes, names }] of Object.entries(SYMBOLS))
  for (const [prefix, power, prefixName] of [['', 0, ''] as const, ...PREFIXES]) {
    if (!prefixes.includes(prefix)) continue;
    const text = prefix + symbol;
    const unit = { text, size: multiply(size, decimal(1n, power)), dimension };
    if (!bySymbol.has(text)) bySymbol.set(text, unit);
    for (const name of names)
      for (const plural of ['', 's']) byName.set(prefixName + name + plural, unit);
    for (const spelling of spellingsOf(prefix, symbol)) bySpelling.set(spelling, unit);
  }

/**
 * A capital K is no prefix, so that it can only be kilo. An s after a symbol that is named after a
 * person may be a second: N s, J s, A s.
 */
function spellingsOf(prefix: string, symbol: string): string[] {
  const isCentimetre = (prefix === 'c' || prefix === 'd') && /^[mglL]$/.test(symbol);
  // 'Ks' is no kilosecond.
  const isCapital = (prefix === 'k' && symbol !== 's') || isCentimetre;
  const starts = isCapital ? [prefix, prefix.toUpperCase()] : [prefix];
  const ends = symbol === 's' ? ['s', 'sec', 'secs'] : [symbol];
  const takesPlural = symbol !== 's' && /^(?:[a-z]+|L|AU|dB)$/.test(symbol);
  return starts.flatMap((start) =>
    [...ends, ...(takesPlural ? [`${symbol}s`] : [])].map((end) => start + end),
  );
}

export type Run = readonly PrefixedSymbol[];

/** Longer runs have too many readings to be one unit. */
const MAX_LETTERS = 8;
const MAX_SYMBOL = 4;

/** 'u' before a symbol stands for micro. */
export const withMicro = (letters: string): string =>
  letters.length > 1 && letters.startsWith('u') ? `µ${letters.slice(1)}` : letters;

/** A symbol as it may stand among others; 'KWh' is kW h. */
function symbolIn(letters: string): PrefixedSymbol | undefined {
  const symbol = bySymbol.get(withMicro(letters));
  if (symbol !== undefined) return symbol;
  return /^K.*[^s]$/.test(letters) ? bySpelling.get(letters) : undefined;
}

/** Every way to cut the letters into different symbols, the fewest symbols first. */
export function splitRun(letters: string): readonly Run[] {
  const runs: Run[] = [];
  const cut = (rest: string, symbols: Run): void => {
    if (rest === '') runs.push(symbols);
    for (let length = Math.min(rest.length, MAX_SYMBOL); length > 0; length -= 1) {
      const symbol = symbolIn(rest.slice(0, length));
      const cutsCelsius = length === 1 && rest.startsWith('°C');
      if (symbol !== undefined && !cutsCelsius && !symbols.some(({ text }) => text === symbol.text))
        cut(rest.slice(length), [...symbols, symbol]);
    }
  };
  if (letters.length <= MAX_LETTERS) cut(letters, []);
  return runs.toSorted((one, other) => one.length - other.length);
}
