// How a typed number is read, in words for the student, while it is typed: the rules are those by
// which the server marks it.
import { readNumber, type TypedNumber } from '../../../domain/marking/number-reading.ts';
import { chooseUnit, readUnit, type Unit } from '../../../domain/marking/unit.ts';

export interface Reading {
  /** With a decimal point and a real minus: '−1.60'. */
  readonly mantissa: string;
  /** The power of ten; null when the mantissa is the whole number. */
  readonly exponent: number | null;
  /** Every way to read the unit, such as 'm s^-1'; empty without one. */
  readonly units: readonly string[];
  /** '3 significant figures', or '2 to 5'; null for zero, whose figures do not count. */
  readonly figures: string | null;
}

export interface Fault {
  readonly fault: string;
}

/** From here down and up a plain decimal is harder to read than a power of ten. */
const SMALLEST_PLAIN = -3;
const LARGEST_PLAIN = 6;

/** `unit` is that of the question; null when the student has to give it. */
export function readTyped(typed: string, unit: string | null): Reading | Fault {
  const number = readNumber(typed);
  if ('fault' in number) return number;
  const units = readUnits(number.rest, unit);
  if ('fault' in units) return units;
  return {
    ...writeDigits(number),
    units: units.map(({ text }) => text).filter((text) => text !== ''),
    figures: describeFigures(number.figures),
  };
}

function readUnits(typed: string, unit: string | null): readonly Unit[] | Fault {
  const [right] = unit === null ? [] : valid(readUnit(unit));
  if (right !== undefined) {
    const chosen = chooseUnit(typed, right);
    return 'fault' in chosen ? chosen : [chosen];
  }
  const units = readUnit(typed);
  if ('fault' in units || /[\d⁰¹²³⁴-⁹]/.test(typed)) return units;
  // Without a power, a symbol that stands for itself is that one: 'ms' is no metre second.
  const whole = units.filter(({ split }) => split === null);
  return whole.length > 0 ? whole : units;
}

const valid = (units: readonly Unit[] | Fault): readonly Unit[] => ('fault' in units ? [] : units);

/** With every digit that was typed, so that significant figures show. */
function writeDigits({ digits, power }: TypedNumber): Pick<Reading, 'mantissa' | 'exponent'> {
  const sign = digits < 0n ? '−' : '';
  const all = String(digits < 0n ? -digits : digits);
  const exponent = all.length - 1 + power;
  const isPlain = power <= 0 && exponent >= SMALLEST_PLAIN && exponent < LARGEST_PLAIN;
  if (digits === 0n) return { mantissa: '0', exponent: null };
  return isPlain
    ? { mantissa: sign + withPoint(all, power), exponent: null }
    : { mantissa: sign + withPoint(all, 1 - all.length), exponent };
}

/** The digits with a decimal point this many places from their end; `power` is 0 or negative. */
function withPoint(digits: string, power: number): string {
  if (power === 0) return digits;
  const padded = digits.padStart(1 - power, '0');
  return `${padded.slice(0, power)}.${padded.slice(power)}`;
}

function describeFigures([from, to]: readonly [number, number]): string | null {
  if (from === 0) return null;
  if (from === to) return `${to} significant ${to === 1 ? 'figure' : 'figures'}`;
  return `${from} to ${to} significant figures`;
}

/** The typed spelling of a unit that the server sends as HTML: 'm s<sup>−1</sup>' is 'm s^-1'. */
export const unitOf = (html: string): string =>
  html.replaceAll(/<sup>(.*?)<\/sup>/g, '^$1').replaceAll('−', '-');
