// The ratio that explains: whether a wrong number is the right one times a small power of a number
// in the question's own text.
import { divide, type Fraction, fraction, multiply } from './fraction.ts';
import { candidateOf, keyValue, type NumberKey, type ReadAnswer, rightCounts } from './marking.ts';
import { type NumberReading, readNumber, valueOf, writeNumber } from './number-reading.ts';
import { readUnit } from './unit.ts';

/** The answer is the right one times this power of a number in the question. */
export interface Ratio {
  /** The number as the question has it, such as '3.0 × 10^{8}'. */
  readonly value: string;
  /** Empty when the text has none that can be read. */
  readonly unit: string;
  readonly power: number;
}

const POWERS = [1, -1, 2, -2, 3, -3] as const;

/**
 * Explains a wrong number that is no known mistake, and no slip of sign or of a power of ten. Null
 * when nothing in the question explains it, or more than one thing does.
 */
export function explainRatio(key: NumberKey, text: string, read: ReadAnswer): Ratio | null {
  const target = keyValue(key.value);
  const candidate = candidateOf(key.unit, read);
  if (target.top === 0n || candidate.value.top === 0n) return null;
  const apart = logOf(candidate.value) + logOf(candidate.scale) - logOf(target);
  const fitting = new Map<string, Ratio>();
  for (const { number, value, rest } of numbersIn(text)) {
    const amount = valueOf(number);
    const log = logOf(amount);
    for (const power of POWERS) {
      if (Math.abs(power * log - apart) > 1) continue;
      if (rightCounts(key, multiply(target, raise(amount, power)), candidate) === null) continue;
      const unit = unitAt(rest);
      fitting.set(`${writeNumber(number)} ${unit} ${power}`, { value, unit, power });
    }
  }
  const [ratio] = fitting.values();
  return ratio === undefined || fitting.size > 1 ? null : ratio;
}

/** Near enough to tell what cannot fit: comparing long numbers exactly for a class takes long. */
function logOf({ top, bottom }: Fraction): number {
  const log = (whole: bigint) => {
    const text = String(whole < 0n ? -whole : whole);
    return Math.log10(Number(`0.${text}`)) + text.length;
  };
  return log(top) - log(bottom);
}

function raise(base: Fraction, power: number): Fraction {
  let product = fraction(1n);
  for (let times = 0; times < Math.abs(power); times += 1) product = multiply(product, base);
  return power < 0 ? divide(fraction(1n), product) : product;
}

interface TextNumber {
  readonly number: NumberReading;
  readonly value: string;
  /** The text after it. */
  readonly rest: string;
}

/** Digits, neither within a name such as `x2` or `s-1`, nor those of an exponent or a figure. */
const DIGITS =
  /(?<![\p{L}\d_.,^]|\p{L}[-−]|[\^_]\{[-−+]?|\b(?:figure|fig\.|question|part|table)\s)\d+(?:[.,]\d+)*/iu
    .source;
export const NUMBERS = new RegExp(`${DIGITS}(?!\\p{L}*\\d)`, 'giu');

const POWER_OF_TEN = /e[-−+]?\d+| ?[×x*·] ?10 ?(?:\^(?:\{[-−+]?\d+\}|[-−+]?\d+)|[⁻⁺]?[⁰¹²³⁴-⁹]+)/u
  .source;
const THOUSANDS = / \d{3}(?!\d)/.source;
const QUANTITIES = new RegExp(`${DIGITS}(?:${THOUSANDS})*(?:${POWER_OF_TEN})?`, 'giu');

/** TeX as plain text. */
const TEX: readonly (readonly [RegExp, string])[] = [
  [/\\(?:qty|SI)\s*\{([^{}]*)\}\s*\{((?:[^{}]|\{[^{}]*\})*)\}/g, '$1 $2'],
  [/\\(?:text|mathrm|textrm|unit|si|num)\s*\{((?:[^{}]|\{[^{}]*\})*)\}/g, '$1'],
  [/\\times\b/g, '×'],
  [/\\cdot\b/g, '·'],
  [/\\Omega\b/g, 'Ω'],
  [/\\mu\b\s*/g, 'µ'],
  [/\\degree\b|\^\{?\\circ\}?/g, '°'],
  [/\\[,;:! ]|[~$\s]|\{,\}/g, ' '],
  [/ {2,}/g, ' '],
];

/** The numbers of a question, without powers of ten, which are slips of their own. */
function numbersIn(text: string): TextNumber[] {
  let plain = text;
  for (const [tex, written] of TEX) plain = plain.replaceAll(tex, written);
  const numbers: TextNumber[] = [];
  for (const { 0: value, index } of plain.matchAll(QUANTITIES)) {
    const number = readNumber(value);
    if ('fault' in number || number.rest !== '' || /^(?:10*|0)$/.test(String(number.digits)))
      continue;
    numbers.push({ number, value, rest: plain.slice(index + value.length) });
  }
  return numbers;
}

/** How many words a unit may have. */
const MAX_WORDS = 4;

/** The unit at the start of a text; empty if none can be read for certain. */
function unitAt(text: string): string {
  const words = text.trim().split(' ').slice(0, MAX_WORDS);
  for (let count = words.length; count > 0; count -= 1) {
    const units = readUnit(
      words
        .slice(0, count)
        .join(' ')
        .replace(/[.,;:?!)]+$/, ''),
    );
    const whole = 'fault' in units ? undefined : units.find(({ split }) => split === null);
    if (whole !== undefined) return whole.text;
  }
  return '';
}
