// Reads a number as students type it: '3 × 10⁸', '12,000', '-1,5'. The field shows the reading
// before the answer is sent, and the server marks the same reading.
import { decimal, type Fraction } from './fraction.ts';
import { plainSpelling, RAISED_INTEGER, readSuperscript } from './spelling.ts';

/** The longest answer, with its unit. */
export const MAX_TYPED = 60;
const MAX_EXPONENT = 99;

/** A typed number. Its value is `digits` times ten to the `power`. */
export interface TypedNumber {
  readonly digits: bigint;
  readonly power: number;
  /** The minimum and the maximum of its significant figures: '12000' has 2 to 5. */
  readonly figures: readonly [number, number];
}

/** What was typed after the number: the unit, or nothing. */
export interface NumberReading extends TypedNumber {
  readonly rest: string;
}

/** Why a text cannot be read, with a spelling that works. */
export interface Unreadable {
  readonly fault: string;
}

const INTEGER = '[+-]? ?\\d+';
/** Ten to a power: '10^8', '10**(8)', '10^{-8}', '10⁸'. */
const POWER_OF_TEN =
  `10(?: ?(?:\\^|\\*\\*) ?(?:(?<plain>${INTEGER})|\\((?<round>${INTEGER})\\)|\\{(?<curly>${INTEGER})\\})` +
  `| ?(?<raised>${RAISED_INTEGER}))`;
const TIMES = '(?:x|X|×|\\*(?!\\*)|·)';

/** Thousands in groups of three, by commas or by spaces. */
const GROUPED_BY_COMMA = /^[1-9]\d{0,2}(?:,\d{3})+(?![\d,])(?:\.\d*)?/;
const GROUPED_BY_SPACE = /^[1-9]\d{0,2}(?: \d{3})+(?![\d]| \d)(?:[.,]\d*)?/;
const PLAIN = /^(?:\d+(?:[.,]\d*)?|[.,]\d+)/;

const exponentForm = new RegExp(`^ ?(?:[eE] ?(?<scientific>${INTEGER})|${TIMES} ?${POWER_OF_TEN})`);
const bareForm = new RegExp(`^${POWER_OF_TEN}`);

const EXAMPLE = '0.45 or 3.2e-5';

/** Reads the number at the start of an answer. */
export function readNumber(typed: string): NumberReading | Unreadable {
  if (typed.length > MAX_TYPED)
    return { fault: 'Type only the number and its unit, such as 3.2e-5 m.' };
  const text = plainSpelling(typed);
  if (text === '') return { fault: `Type a number, such as ${EXAMPLE}.` };
  const sign = /^[+-] ?/.exec(text)?.[0] ?? '';
  const unsigned = text.slice(sign.length);
  const bare = bareForm.exec(unsigned);
  const mantissa = bare === null ? mantissaAt(unsigned) : '1';
  if (mantissa === null) return { fault: `Type the value as a decimal, such as ${EXAMPLE}.` };
  const after = bare === null ? unsigned.slice(mantissa.length) : unsigned;
  const exponent = bare ?? exponentForm.exec(after);
  const rest = after.slice(exponent?.[0].length ?? 0);
  const fault = explainExponent(exponent, rest) ?? explainRest(mantissa, rest);
  if (fault !== null) return { fault };
  return withExponent(mantissa, {
    isNegative: sign.startsWith('-'),
    exponent: exponent === null ? 0 : exponentIn(exponent.groups ?? {}),
    rest: rest.trim(),
  });
}

function mantissaAt(text: string): string | null {
  for (const form of [GROUPED_BY_COMMA, GROUPED_BY_SPACE, PLAIN]) {
    const match = form.exec(text)?.[0];
    if (match !== undefined) return match;
  }
  return null;
}

function exponentIn(groups: Readonly<Record<string, string | undefined>>): number {
  const { scientific, plain, round, curly, raised } = groups;
  if (raised !== undefined) return readSuperscript(raised);
  return Number((scientific ?? plain ?? round ?? curly ?? '').replace(' ', ''));
}

const POWER = 'Write a power of ten as 3e8 or 3 x 10^8.';
const RESULT = `Type the result as one decimal, such as ${EXAMPLE}.`;

function explainExponent(exponent: RegExpExecArray | null, rest: string): string | null {
  if (exponent === null) return null;
  if (exponent.groups?.['raised'] === '⁰' && exponent[0] === '10⁰')
    return 'Write 10^0 as 1, and degrees as 10°.';
  return /^[.,/]\d/.test(rest) ? 'Powers of ten are whole numbers, as in 3e8.' : null;
}

/** Why what follows the number makes it ambiguous; null when it can be a unit. */
function explainRest(mantissa: string, rest: string): string | null {
  const power = /^ ?(?:[xX×*·.] ?)?10 ?\^? ?(-?\d+)/.exec(rest)?.[1];
  if (power !== undefined)
    return `Write the power of ten as ${mantissa}e${power} or ${mantissa} x 10^${power}.`;
  if (/^0(?:x|[bo]\d)/i.test(mantissa + rest))
    return `Type the value as a decimal, such as ${EXAMPLE}.`;
  // An exponent or a product without its second half. No unit begins with x; one with e is eV.
  if (/^ ?(?:\^|e+(?![a-z])|(?:[x×*·]|times\b) ?(?:$|10(?!\d)))/i.test(rest)) return POWER;
  if (/^ ?(?:[.,\d]|['’′]\d)/.test(rest))
    return 'Use one decimal point and no other marks, such as 1234.5.';
  if (
    /^ ?(?:[x×](?![a-z])|times\b|pi\b|[+*=±·_√π⁺⁻⁰¹²³⁴-⁹¼½¾⅓⅔⅛:!?<>~-]|\/(?! ?[A-Za-zµΩ°%]))/i.test(
      rest,
    )
  )
    return RESULT;
  return null;
}

function withExponent(
  mantissa: string,
  { isNegative, exponent, rest }: { isNegative: boolean; exponent: number; rest: string },
): NumberReading | Unreadable {
  const outOfRange = {
    fault: `Powers of ten go from -${MAX_EXPONENT} to ${MAX_EXPONENT}, as in 3e8.`,
  };
  if (Math.abs(exponent) > MAX_EXPONENT) return outOfRange;
  const [whole = '', decimals] = splitDecimals(mantissa);
  const significant = (whole + (decimals ?? '')).replace(/^0+/, '');
  const power = exponent - (decimals?.length ?? 0);
  if (significant === '') return { digits: 0n, power: 0, figures: [0, MAX_EXPONENT], rest };
  if (Math.abs(significant.length - 1 + power) > MAX_EXPONENT) return outOfRange;
  const surely =
    decimals === undefined ? significant.replace(/0+$/, '').length : significant.length;
  return {
    digits: BigInt(significant) * (isNegative ? -1n : 1n),
    power,
    figures: [surely, significant.length],
    rest,
  };
}

/** The digits before and after the decimal point; no second part without a point. */
function splitDecimals(mantissa: string): string[] {
  const isGrouped = GROUPED_BY_COMMA.exec(mantissa)?.[0] === mantissa;
  const plain = isGrouped ? mantissa.replaceAll(',', '') : mantissa.replaceAll(' ', '');
  return plain.split(/[.,]/);
}

export const valueOf = ({ digits, power }: TypedNumber): Fraction => decimal(digits, power);

/** Writes the value with a mantissa from 1 to below 10: '3e8', '1.2e1', '5'. */
export function writeNumber({ digits, power }: TypedNumber): string {
  if (digits === 0n) return '0';
  const all = String(digits < 0n ? -digits : digits);
  const significantDigits = all.replace(/0+$/, '');
  const exponent = all.length - 1 + power;
  const mantissa =
    significantDigits.length === 1
      ? significantDigits
      : `${significantDigits.slice(0, 1)}.${significantDigits.slice(1)}`;
  return `${digits < 0n ? '-' : ''}${mantissa}${exponent === 0 ? '' : `e${exponent}`}`;
}
