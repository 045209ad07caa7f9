// Reads physical units as students type them: 'm s^-1', 'm/s', 'metres per second', 'ms⁻¹'.
// Symbols run together can be read in several ways; the unit of the right answer decides.
import { divide, fraction, type Fraction, multiply } from './fraction.ts';
import type { Unreadable } from './number-reading.ts';
import { plainSpelling, RAISED_INTEGER, readSuperscript, spell } from './spelling.ts';
import { explainUnit } from './unit-hints.ts';
import {
  byName,
  bySpelling,
  bySymbol,
  type Dimension,
  type PrefixedSymbol,
  PREFIXES,
  type Run,
  splitRun,
  withMicro,
} from './unit-symbols.ts';

export interface Unit {
  /** How it reads: symbols with powers, such as 'm s^-1'; empty for a plain number. */
  readonly text: string;
  /** Its size in SI base units. */
  readonly size: Fraction;
  readonly dimension: Dimension;
  /** Degrees Celsius alone, which start elsewhere than kelvins. */
  readonly isCelsius: boolean;
  /** Letters that were typed together and taken apart; null when there are none. */
  readonly split: string | null;
}

const ONE = fraction(1n);
export const NO_UNIT: Unit = {
  text: '',
  size: ONE,
  dimension: [0, 0, 0, 0, 0, 0, 0],
  isCelsius: false,
  split: null,
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

/** One way to read a unit, or a part of it. */
interface Reading {
  readonly factors: readonly Factor[];
  readonly split: string | null;
}
const EMPTY: Reading = { factors: [], split: null };

/** All ways to read a unit, the likeliest first, one or more. Empty text is a plain number. */
export function readUnit(typed: string): readonly Unit[] | Unreadable {
  const text = spellOut(typed);
  if (text === '') return [NO_UNIT];
  if (text.length > MAX_UNIT) return { fault: 'That unit is too long.' };
  let readings: readonly Reading[] = [EMPTY];
  for (const [index, side] of text.split('/').entries()) {
    // '/s' is s^-1.
    if (side === '' && index === 0) continue;
    const product = readProduct(side, index === 0 ? 1 : -1);
    if ('fault' in product) return product;
    const joined = joinReadings(readings, product);
    if ('fault' in joined) return joined;
    readings = joined;
  }
  return readings.map(unitOf);
}

/**
 * The unit that an answer was typed in. Symbols run together are taken apart only into a unit of
 * what the right answer measures.
 */
export function chooseUnit(typed: string, right: Unit): Unit | Unreadable {
  const units = readUnit(typed);
  if ('fault' in units) return units;
  const fitting = units.find((unit) => isSameQuantity(unit, right));
  const whole = units.find(({ split }) => split === null);
  const letters = units.find(({ split }) => split !== null)?.split ?? '';
  return fitting ?? whole ?? { fault: explainUnit(letters) };
}

/** Whether a value in one unit can be given in the other. */
export const isSameQuantity = (one: Unit, other: Unit): boolean =>
  one.isCelsius === other.isCelsius &&
  one.dimension.every((power, index) => power === other.dimension[index]);

const PREFIX_NAMES = PREFIXES.map(([, , name]) => name).join('|');

/** Words and signs that mean the same, in one spelling. In this order. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/[.,;]$/, ''],
  [/\bper ?cent\b|\bpct\b/gi, '%'],
  [/(?:° ?|\bdeg(?:ree)?s?\.? ?)(?:c\b|cel[sc]ius\b|centigrade\b)/gi, '°C'],
  [/(?<![a-z])(?:o ?C|C ?°)(?![a-z])/gi, '°C'],
  [/(?:° ?|\bdeg(?:ree)?s? ?)(?:K\b|kelvins?\b)/gi, 'K'],
  [/(?<![a-z]{2})ohms?\b/gi, 'Ω'],
  [new RegExp(`\\b(${PREFIX_NAMES})[ -](?=[a-z]{3})`, 'gi'), '$1'],
  // None of these prefixes is a symbol of its own.
  [/(?<![A-Za-zµΩ°%])([fpnµckMG]) (?=[A-Za-zΩ])/g, '$1'],
  [/electron[ -]volt/gi, 'electronvolt'],
  [/light[ -]year/gi, 'lightyear'],
  [/\bastronomical units?\b/gi, 'AU'],
  [/ squared\b/gi, '^2'],
  [/ cubed\b/gi, '^3'],
  [/\b(?:square|sq\.?) ([a-z]+)/gi, '$1^2'],
  [/\bcubic ([a-z]+)/gi, '$1^3'],
  [/ ?\bper\b ?/gi, '/'],
  [/\b([kcm]?m)ps\b(?![\d^⁻⁰¹²³⁴-⁹-])/g, '$1/s'],
  [/\bkm?ph\b/gi, 'km/h'],
  [/ ?(?:\*\*|\^) ?/g, '^'],
  [/\^\{ ?([+-]?\d+) ?\}/g, '^$1'],
  [/(?<=[A-Za-zµΩ°%]) (?=-\d)/g, ''],
  [/(?<=[A-Za-zµΩ°])-(?=[A-Za-zµΩ°])/g, ' '],
  [/ ?[.·*×] ?/g, ' '],
  [/ ?\/ ?/g, '/'],
];

const spellOut = (typed: string): string => spell(plainSpelling(typed), SPELLINGS).trim();

const POWER = new RegExp(
  '^(?:\\^(?:(?<plain>[+-]?\\d+)|\\( ?(?<round>[+-]?\\d+) ?\\))|(?<bare>-?\\d+)' +
    `|(?<raised>${RAISED_INTEGER}))`,
);
const LETTERS = /^[A-Za-zµΩ°%Å]+/;

/** The readings of a product of symbols; `sign` is -1 below the fraction line. */
function readProduct(text: string, sign: 1 | -1): readonly Reading[] | Unreadable {
  let readings: readonly Reading[] = [EMPTY];
  let rest = text;
  while (rest !== '') {
    const letters = LETTERS.exec(rest)?.[0];
    if (letters === undefined) return { fault: explainRest(rest) };
    rest = rest.slice(letters.length);
    const raised = POWER.exec(rest);
    rest = rest.slice(raised?.[0].length ?? 0).replace(/^ /, '');
    const power = raised === null ? 1 : powerIn(raised.groups ?? {});
    if (power === 0 || Math.abs(power) > MAX_POWER)
      return {
        fault: `The power of ${letters} must be from 1 to ${MAX_POWER}, or from -${MAX_POWER} to -1.`,
      };
    const symbol = readLetters(letters, raised !== null);
    if (symbol.length === 0) return { fault: explainUnit(letters) };
    const joined = joinReadings(
      readings,
      symbol.map((symbols) => ({
        factors: raiseLast(symbols, power, sign),
        split: symbols.length > 1 ? letters : null,
      })),
    );
    if ('fault' in joined) return joined;
    readings = joined;
  }
  return text === '' ? { fault: 'Something is missing beside the / of the unit.' } : readings;
}

function explainRest(rest: string): string {
  if (/^\d/.test(rest)) return 'Type one number with one unit, such as 5.5 min.';
  return /^[([]/.test(rest)
    ? 'Leave the brackets out. Everything after / divides, as in J/kg K.'
    : 'Write the unit with symbols and powers, such as m s^-1.';
}

function joinReadings(readings: readonly Reading[], more: readonly Reading[]) {
  if (readings.length * more.length > MAX_READINGS) return TOO_MANY_READINGS;
  return readings.flatMap((one) =>
    more.map((other) => ({
      factors: [...one.factors, ...other.factors],
      split: one.split ?? other.split,
    })),
  );
}

function powerIn(groups: Readonly<Record<string, string | undefined>>): number {
  const { plain, round, bare, raised } = groups;
  return raised === undefined ? Number(plain ?? round ?? bare) : readSuperscript(raised);
}

/** A power belongs to the last symbol before it. */
const raiseLast = (symbols: Run, power: number, sign: 1 | -1): Factor[] =>
  symbols.map((symbol, index) => ({
    ...symbol,
    power: (index === symbols.length - 1 ? power : 1) * sign,
  }));

/** One symbol or name, or several different symbols run together; empty for neither. */
function readLetters(letters: string, hasPower: boolean): readonly Run[] {
  const whole =
    bySymbol.get(withMicro(letters)) ??
    byName.get(letters.toLowerCase()) ??
    // 'kgs^-1' is no plural.
    (hasPower && letters.endsWith('s') ? undefined : bySpelling.get(withMicro(letters)));
  const runs = splitRun(letters).filter((run) => run.length > 1);
  return whole === undefined ? runs : [[whole], ...runs];
}

function unitOf({ factors, split }: Reading): Unit {
  const dimension: [number, number, number, number, number, number, number] = [0, 0, 0, 0, 0, 0, 0];
  let size = ONE;
  for (const factor of factors) {
    for (const [index, power] of factor.dimension.entries())
      dimension[index] = (dimension[index] ?? 0) + power * factor.power;
    for (let times = 0; times < Math.abs(factor.power); times += 1)
      size = factor.power > 0 ? multiply(size, factor.size) : divide(size, factor.size);
  }
  return {
    text: writeFactors(factors),
    size,
    dimension,
    isCelsius: factors.length === 1 && factors[0]?.text === '°C' && factors[0].power === 1,
    split,
  };
}

/** 'm s^-2'. A symbol that divides twice is written once: m/s/s. */
function writeFactors(factors: readonly Factor[]): string {
  const powers = new Map<string, { readonly text: string; power: number }>();
  for (const { text, power } of factors) {
    const key = `${text} ${Math.sign(power)}`;
    const written = powers.get(key);
    if (written === undefined) powers.set(key, { text, power });
    else written.power += power;
  }
  return [...powers.values()]
    .map(({ text, power }) => (power === 1 ? text : `${text}^${power}`))
    .join(' ');
}
