// Reads physical units as students type them: 'm s^-1', 'm/s', 'metres per second', 'ms⁻¹'.
// Symbols run together can be read in several ways; the unit of the right answer decides.
import { divide, fraction, type Fraction, multiply } from './fraction.ts';
import { plainSpelling, readSuperscript, type Unreadable } from './number-reading.ts';
import {
  byName,
  bySymbol,
  type Dimension,
  type PrefixedSymbol,
  PREFIXES,
  SYMBOLS,
} from './unit-symbols.ts';

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

/** The maximum length of a unit, and the maximum power of each symbol. */
const MAX_UNIT = 40;
const MAX_POWER = 9;
/** Readings multiply with each run of symbols: a few letters would otherwise have millions. */
const MAX_READINGS = 100;
const TOO_MANY_READINGS: Unreadable = {
  fault: 'Write a space between the symbols, such as m s^-1.',
};

/** One symbol with its power. */
interface Factor extends PrefixedSymbol {
  readonly power: number;
}

/** All ways to read a unit, the likeliest first, one or more. Empty text is a plain number. */
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
    if (readings.length * found.length > MAX_READINGS) return TOO_MANY_READINGS;
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
    if (readings.length * found.length > MAX_READINGS) return TOO_MANY_READINGS;
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
const raiseLast = (symbols: readonly PrefixedSymbol[], power: number, sign: 1 | -1): Factor[] =>
  symbols.map((symbol, index) => ({
    ...symbol,
    power: (index === symbols.length - 1 ? power : 1) * sign,
  }));

/** One symbol or name, or several different symbols run together. */
function readLetters(letters: string): readonly (readonly PrefixedSymbol[])[] | Unreadable {
  const whole = bySymbol.get(withMicro(letters)) ?? byName.get(letters.toLowerCase());
  const runs = splitRun(letters).filter((run) => run.length > 1);
  if (whole !== undefined) return [[whole], ...runs];
  return runs.length > 0 ? runs : { fault: unknownUnit(letters) };
}

/** 'u' before a symbol stands for micro. */
const withMicro = (letters: string): string =>
  letters.length > 1 && letters.startsWith('u') ? `µ${letters.slice(1)}` : letters;

/** Every way to cut the letters into different symbols, the fewest symbols first. */
function splitRun(letters: string): readonly (readonly PrefixedSymbol[])[] {
  const found: (readonly PrefixedSymbol[])[] = [];
  const cut = (rest: string, symbols: readonly PrefixedSymbol[]): void => {
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

/** The known word with the minimum of changed letters, which is two or fewer. */
function nearestOf(word: string, known: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let min = 3;
  for (const candidate of known) {
    const changes = changesBetween(word, candidate);
    if (changes < min && changes < candidate.length) [nearest, min] = [candidate, changes];
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
