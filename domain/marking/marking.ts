// Marks answers to questions: numbers with units and significant figures, choices, and points that
// students tick themselves.
import {
  absolute,
  compareFractions,
  decimal,
  divide,
  exponentOf,
  type Fraction,
  fraction,
  multiply,
  negate,
  roundToFigures,
  subtract,
} from './fraction.ts';
import {
  type NumberReading,
  readNumber,
  type Unreadable,
  valueOf,
  writeNumber,
} from './number-reading.ts';
import { chooseUnit, isSameQuantity, NO_UNIT, readUnit, type Unit } from './unit.ts';

export type Result = 'right' | 'partly' | 'wrong';

/** Why a number is not right. */
export type Reason =
  | 'unit_missing'
  | 'unit_wrong'
  | 'too_few_figures'
  | 'too_many_figures'
  | 'known'
  | 'sign'
  | 'power_of_ten';

/** How a typed number was read. */
export interface ReadAnswer {
  /** A mantissa and an exponent, such as '1.2e4'. */
  readonly value: string;
  /** Empty when no unit was typed. */
  readonly unit: string;
  /** The minimum and the maximum of significant figures. */
  readonly figures: readonly [number, number];
}

/** The numbers that decide; texts are the server's. */
export interface NumberKey {
  /** The right value as the tutor typed it, in `unit`. */
  readonly value: string;
  readonly unit: string;
  readonly unit_asked: boolean;
  readonly tolerance_percent: number;
  readonly figures: { readonly min: number; readonly max: number } | null;
  /** Expected wrong values, in `unit`. */
  readonly known: readonly { readonly value: string }[];
}

interface NumberMarking {
  readonly result: Result;
  readonly reason: Reason | null;
  readonly read: ReadAnswer;
  /** Which known wrong value it is; null for none. */
  readonly known: number | null;
}

/** An answer whose unit has been chosen among its readings. */
interface NumberWithUnit {
  readonly number: NumberReading;
  readonly unit: Unit;
}

const toReadAnswer = ({ number, unit }: NumberWithUnit): ReadAnswer => ({
  value: writeNumber(number),
  unit: unit.text,
  figures: number.figures,
});

/** The unit of the right answer decides between several readings of symbols run together. */
function readTyped(typed: string, right: Unit): NumberWithUnit | Unreadable {
  const number = readNumber(typed);
  if ('fault' in number) return number;
  const unit = chooseUnit(number.rest, right);
  return 'fault' in unit ? unit : { number, unit };
}

/** The unit of a question, which was checked when it was saved. */
function rightUnit(text: string): Unit {
  const units = readUnit(text);
  if ('fault' in units) throw new Error(`the unit "${text}" of a question cannot be read`);
  return units[0] ?? NO_UNIT;
}

export function keyValue(text: string): Fraction {
  const number = readNumber(text);
  if ('fault' in number) throw new Error(`the value "${text}" of a question cannot be read`);
  return valueOf(number);
}

/**
 * The size of a typed unit in that of the right answer, as which none and one of another quantity
 * count.
 */
const scaleOf = (typed: Unit, right: Unit): Fraction =>
  typed.text !== '' && isSameQuantity(typed, right) ? divide(typed.size, right.size) : fraction(1n);

/** A value that was read, in the unit of the right answer. */
export function amountIn(
  rightUnitText: string,
  read: Pick<ReadAnswer, 'value' | 'unit'>,
): Fraction {
  const { value, scale } = candidateOf(rightUnitText, { ...read, figures: [0, 0] });
  return multiply(value, scale);
}

/** An answer that was read, to compare with other values. */
export function candidateOf(rightUnitText: string, read: ReadAnswer): Candidate {
  const right = rightUnit(rightUnitText);
  const unit = chooseUnit(read.unit, right);
  // As it was read, 'm^9 m^9' has a higher power than anybody may type, and others are too long.
  const scale = 'fault' in unit ? fraction(1n) : scaleOf(unit, right);
  return { value: keyValue(read.value), scale, figures: read.figures };
}

/** Marks a typed number, or says why it cannot be read. */
export function markNumber(key: NumberKey, typed: string): NumberMarking | Unreadable {
  const right = rightUnit(key.unit);
  const reading = readTyped(typed, right);
  if ('fault' in reading) return reading;
  const { number, unit } = reading;
  const isMissing = unit.text === '' && right.text !== '';
  const isOther = !isMissing && !isSameQuantity(unit, right);
  const candidate: Candidate = {
    value: valueOf(number),
    scale: scaleOf(unit, right),
    figures: number.figures,
  };
  const toMarking = (result: Result, reason: Reason | null, knownValue: number | null = null) => ({
    result,
    reason,
    read: toReadAnswer(reading),
    known: knownValue,
  });
  const counts = rightCounts(key, keyValue(key.value), candidate);
  if (counts !== null) {
    if (key.unit_asked && isMissing) return toMarking('partly', 'unit_missing');
    if (isOther) return toMarking('partly', 'unit_wrong');
    const fault = faultOfFigures(key, counts);
    return fault === null ? toMarking('right', null) : toMarking('partly', fault);
  }
  if (isOther) return toMarking('wrong', 'unit_wrong');
  const knownValue = key.known.findIndex(
    ({ value }) => rightCounts(key, keyValue(value), candidate) !== null,
  );
  if (knownValue >= 0) return toMarking('wrong', 'known', knownValue);
  return toMarking('wrong', findSlip(key, candidate));
}

/** A typed number, compared with the right value and the known ones. */
interface Candidate {
  /** In the unit typed. */
  readonly value: Fraction;
  /** The size of the unit typed, in that of the right answer. */
  readonly scale: Fraction;
  readonly figures: readonly [number, number];
}

/**
 * Compares the candidate with the target. Returns the minimum and maximum count of significant
 * figures at which they are equal, or null. Within the tolerance these are all counts that the
 * candidate can have. Outside it, the candidate must be the target rounded in the typed unit,
 * halves away from zero: to two or more figures, or one if figures count.
 */
export function rightCounts(
  { tolerance_percent, figures }: Pick<NumberKey, 'tolerance_percent' | 'figures'>,
  target: Fraction,
  candidate: Candidate,
): readonly [number, number] | null {
  const [min, max] = candidate.figures;
  const difference = absolute(subtract(multiply(candidate.value, candidate.scale), target));
  const allowed = multiply(absolute(target), percent(tolerance_percent));
  if (compareFractions(difference, allowed) <= 0) return candidate.figures;
  const exact = divide(target, candidate.scale);
  const counts: number[] = [];
  for (let count = Math.max(min, figures === null ? 2 : 1); count <= max; count += 1)
    if (compareFractions(roundToFigures(exact, count), candidate.value) === 0) counts.push(count);
  const [from] = counts;
  const to = counts.at(-1);
  return from === undefined || to === undefined ? null : [from, to];
}

/** Thousandths of a percent are exact. */
const percent = (value: number): Fraction => fraction(BigInt(Math.round(value * 1000)), 100_000n);

function faultOfFigures(
  { figures }: Pick<NumberKey, 'figures'>,
  [min, max]: readonly [number, number],
): Reason | null {
  if (figures === null) return null;
  if (max < figures.min) return 'too_few_figures';
  return min > figures.max ? 'too_many_figures' : null;
}

/** The one slip that makes a wrong number right: its sign, or a power of ten. */
function findSlip(key: NumberKey, candidate: Candidate): Reason | null {
  const target = keyValue(key.value);
  const isRight = (value: Fraction) => rightCounts(key, target, { ...candidate, value }) !== null;
  if (isRight(negate(candidate.value))) return 'sign';
  if (candidate.value.top === 0n || target.top === 0n) return null;
  const apart = exponentOf(divide(target, candidate.scale)) - exponentOf(candidate.value);
  // Rounding can carry into the next power: 9.96 is 10 at two figures.
  for (const power of [apart - 1, apart, apart + 1])
    if (power !== 0 && isRight(multiply(candidate.value, decimal(1n, power))))
      return 'power_of_ten';
  return null;
}

/** Marks chosen ids: right if exactly the right ones, partly if only right ones. */
export function markChoice(right: ReadonlySet<string>, chosen: ReadonlySet<string>): Result {
  if (!chosen.isSubsetOf(right)) return 'wrong';
  return chosen.size === right.size ? 'right' : 'partly';
}

/** Marks the points that a student has ticked in their own answer. */
export function markPoints(all: number, ticked: number): Result {
  if (ticked === 0) return 'wrong';
  return ticked === all ? 'right' : 'partly';
}
