// Reads physical units as students type them: 'm s^-1', 'm/s', 'metres per second', 'ms⁻¹'.
// Symbols run together can be read in several ways; the unit of the right answer decides.
import { decimal, divide, fraction, type Fraction, multiply } from './fraction.ts';
import { plainSpelling, readSuperscript, type Unreadable } from './number-reading.ts';

/** Powers of m, kg, s, A, K and mol. */
type Dimension = readonly [number, number, number, number, number, number];

export interface Unit {
  /** How it reads: symbols with powers, such as 'm s^-1'; empty for a plain number. */
  readonly text: string;
  /** Its size in SI base units. */
  readonly size: Fraction;
  readonly dimension: Dimension;
  /** Degrees Celsius alone, which start elsewhere than kelvins. */
  readonly isCelsius: boolean;
}

const ONE = fraction(1n);
export const NO_UNIT: Unit = {
  text: '',
  size: ONE,
  dimension: [0, 0, 0, 0, 0, 0],
  isCelsius: false,
};

interface Symbol {
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
): Symbol => ({ dimension, names, size, takesPrefix });

/** 36 digits of pi, far more than any answer has. */
const PI = decimal(314159265358979323846264338327950288n, -35);
const ELECTRONVOLT = decimal(160n, -21);
const ATOMIC_MASS = decimal(1661n, -30);

const KELVIN: Dimension = [0, 0, 0, 0, 1, 0];
const ENERGY: Dimension = [2, 1, -2, 0, 0, 0];
const SECOND: Dimension = [0, 0, 1, 0, 0, 0];
const PER_SECOND: Dimension = [0, 0, -1, 0, 0, 0];
const PER_MASS: Dimension = [2, 0, -2, 0, 0, 0];
const NONE: Dimension = [0, 0, 0, 0, 0, 0];
const LITRE = [[3, 0, 0, 0, 0, 0], ['litre', 'liter'], decimal(1n, -3)] as const;

const SYMBOLS: Readonly<Record<string, Symbol>> = {
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
  Sv: symbolOf(PER_MASS, ['sievert']),
  Gy: symbolOf(PER_MASS, ['gray']),
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
const PREFIXES: readonly (readonly [string, number, string])[] = [
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

interface Named {
  /** The symbol with its prefix. */
  readonly text: string;
  readonly size: Fraction;
  readonly dimension: Dimension;
}

/** Every symbol with and without prefixes, small prefixes first. */
const bySymbol = new Map<string, Named>();
/** The same by names in full, in lower case. */
const byName = new Map<string, Named>();

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

/** A unit is at most this long, and each symbol has at most this power. */
const MAX_UNIT = 40;
const MAX_POWER = 9;

/** One symbol with its power. */
interface Factor extends Named {
  readonly power: number;
}

/** All ways to read a unit, the likeliest first; at least one. Empty text is a plain number. */
export function readUnit(typed: string): readonly Unit[] | Unreadable {
  const text = spellOut(typed);
  if (text === '') return [NO_UNIT];
  if (text.length > MAX_UNIT) return { fault: 'That unit is too long.' };
  const sides = text.split('/');
  if (sides.length > 2) return { fault: 'Divide once, as in J/kg °C, or use negative powers.' };
  let readings: readonly (readonly Factor[])[] = [[]];
  for (const [index, side] of sides.entries()) {
    const found = readProduct(side, index === 0 ? 1 : -1);
    if ('fault' in found) return found;
    readings = readings.flatMap((reading) => found.map((more) => [...reading, ...more]));
  }
  return readings.map(unitOf);
}

/** Words and signs that mean the same, in one spelling. */
const spellOut = (typed: string): string =>
  plainSpelling(typed)
    .replaceAll('\u2126', 'Ω')
    .replaceAll('\u03BC', 'µ')
    .replace(/(?<![a-z]{2})ohms?\b/g, 'Ω')
    .replace(/\belectron volt/gi, 'electronvolt')
    .replace(/\bdegrees? celsius\b/gi, '°C')
    .replace(/ ?\bper\b ?/gi, '/')
    .replace(/ squared\b/gi, '^2')
    .replace(/ cubed\b/gi, '^3')
    .replace(/ ?\/ ?/g, '/');

const POWER =
  /^(?:\^ ?(?:(?<plain>[+-]?\d+)|\( ?(?<round>[+-]?\d+) ?\))|(?<bare>-?\d+)|(?<raised>[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+))/;
const LETTERS = /^[A-Za-zµΩ°%]+/;

/** The readings of a product of symbols; `sign` is -1 below the fraction line. */
function readProduct(text: string, sign: 1 | -1): readonly (readonly Factor[])[] | Unreadable {
  let readings: readonly (readonly Factor[])[] = [[]];
  let rest = text;
  while (rest !== '') {
    const letters = LETTERS.exec(rest)?.[0];
    if (letters === undefined)
      return { fault: `Write the unit with symbols and powers, such as m s^-1.` };
    rest = rest.slice(letters.length);
    const raised = POWER.exec(rest);
    rest = rest.slice(raised?.[0].length ?? 0).replace(/^(?: |\.|·|⋅)/, '');
    const power = raised === null ? 1 : powerIn(raised.groups ?? {});
    if (power === 0 || Math.abs(power) > MAX_POWER)
      return {
        fault: `The power of ${letters} must be from 1 to ${MAX_POWER}, or from -${MAX_POWER} to -1.`,
      };
    const found = readLetters(letters);
    if ('fault' in found) return found;
    readings = readings.flatMap((reading) =>
      found.map((symbols) => [...reading, ...raiseLast(symbols, power, sign)]),
    );
  }
  return text === '' ? { fault: 'Something is missing beside the / of the unit.' } : readings;
}

function powerIn(groups: Readonly<Record<string, string | undefined>>): number {
  const { plain, round, bare, raised } = groups;
  return raised === undefined ? Number(plain ?? round ?? bare) : readSuperscript(raised);
}

/** A power belongs to the last symbol before it. */
const raiseLast = (symbols: readonly Named[], power: number, sign: 1 | -1): Factor[] =>
  symbols.map((symbol, index) => ({
    ...symbol,
    power: (index === symbols.length - 1 ? power : 1) * sign,
  }));

/** One symbol or name, or several different symbols run together. */
function readLetters(letters: string): readonly (readonly Named[])[] | Unreadable {
  const whole = bySymbol.get(withMicro(letters)) ?? byName.get(letters.toLowerCase());
  const runs = splitRun(letters).filter((run) => run.length > 1);
  if (whole !== undefined) return [[whole], ...runs];
  return runs.length > 0 ? runs : { fault: unknownUnit(letters) };
}

/** 'u' before a symbol stands for micro. */
const withMicro = (letters: string): string =>
  letters.length > 1 && letters.startsWith('u') ? `µ${letters.slice(1)}` : letters;

/** Every way to cut the letters into different symbols, the fewest symbols first. */
function splitRun(letters: string): readonly (readonly Named[])[] {
  const found: (readonly Named[])[] = [];
  const cut = (rest: string, symbols: readonly Named[]): void => {
    if (rest === '') found.push(symbols);
    for (let length = Math.min(rest.length, 4); length > 0; length -= 1) {
      const symbol = bySymbol.get(withMicro(rest.slice(0, length)));
      const cutsCelsius = length === 1 && rest.startsWith('°C');
      if (symbol !== undefined && !cutsCelsius && !symbols.some(({ text }) => text === symbol.text))
        cut(rest.slice(length), [...symbols, symbol]);
    }
  };
  if (letters.length <= 8) cut(letters, []);
  return found.toSorted((one, other) => one.length - other.length);
}

function unknownUnit(letters: string): string {
  const known = [...bySymbol.keys()];
  // Among symbols that differ in case alone, the last has the largest prefix.
  const sameLetters = known
    .filter((symbol) => symbol.toLowerCase() === letters.toLowerCase())
    .toSorted((one, other) => compareSizes(one, other));
  const names = Object.entries(SYMBOLS).flatMap(([symbol, unit]) => [symbol, ...unit.names]);
  const nearest =
    sameLetters.at(-1) ??
    names.find((name) => name.length > letters.length && name.startsWith(letters.toLowerCase())) ??
    nearestOf(letters, names);
  const question = nearest === undefined ? 'Use a symbol such as m, kg or N.' : `${nearest}?`;
  return `"${letters}" is not a unit here. ${question}`;
}

const prefixPower = (symbol: string): number =>
  PREFIXES.find(([prefix]) => symbol.startsWith(prefix) && SYMBOLS[symbol] === undefined)?.[1] ?? 0;
const compareSizes = (one: string, other: string): number => prefixPower(one) - prefixPower(other);

/** The known word with the fewest changed letters, at most two. */
function nearestOf(word: string, known: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let fewest = 3;
  for (const candidate of known) {
    const changes = changesBetween(word, candidate);
    if (changes < fewest && changes < candidate.length) [nearest, fewest] = [candidate, changes];
  }
  return nearest;
}

/** The Levenshtein distance. */
function changesBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [i, letter] of one.split('').entries()) {
    const next = [i + 1];
    for (const [j, against] of other.split('').entries())
      next.push(
        Math.min(
          (next[j] ?? 0) + 1,
          (row[j + 1] ?? 0) + 1,
          (row[j] ?? 0) + (letter === against ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

function unitOf(factors: readonly Factor[]): Unit {
  const dimension: [number, number, number, number, number, number] = [0, 0, 0, 0, 0, 0];
  let size = ONE;
  for (const factor of factors) {
    for (const [index, power] of factor.dimension.entries())
      dimension[index] = (dimension[index] ?? 0) + power * factor.power;
    for (let times = 0; times < Math.abs(factor.power); times += 1)
      size = factor.power > 0 ? multiply(size, factor.size) : divide(size, factor.size);
  }
  return {
    text: factors.map(({ text, power }) => (power === 1 ? text : `${text}^${power}`)).join(' '),
    size,
    dimension,
    isCelsius: factors.length === 1 && factors[0]?.text === '°C' && factors[0].power === 1,
  };
}

/** Whether a value in one unit can be given in the other. */
export const isSameQuantity = (one: Unit, other: Unit): boolean =>
  one.isCelsius === other.isCelsius &&
  one.dimension.every((power, index) => power === other.dimension[index]);
