// Exact fractions. Marking an answer compares them, so that no rounding error of floating point
// decides whether a student is right.

/** `bottom` is positive. */
export interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

export function fraction(top: bigint, bottom = 1n): Fraction {
  return bottom < 0n ? { top: -top, bottom: -bottom } : { top, bottom };
}

/** `digits` times ten to this power. */
export const decimal = (digits: bigint, power: number): Fraction =>
  power < 0 ? fraction(digits, 10n ** BigInt(-power)) : fraction(digits * 10n ** BigInt(power));

export const multiply = (one: Fraction, other: Fraction): Fraction =>
  fraction(one.top * other.top, one.bottom * other.bottom);

/** Throws a RangeError when the divisor is 0. */
export function divide(one: Fraction, other: Fraction): Fraction {
  if (other.top === 0n) throw new RangeError('division by 0');
  return fraction(one.top * other.bottom, one.bottom * other.top);
}

export const subtract = (one: Fraction, other: Fraction): Fraction =>
  fraction(one.top * other.bottom - other.top * one.bottom, one.bottom * other.bottom);

export const negate = ({ top, bottom }: Fraction): Fraction => ({ top: -top, bottom });

export const absolute = ({ top, bottom }: Fraction): Fraction => ({
  top: top < 0n ? -top : top,
  bottom,
});

/** Negative when `one` is less than `other`, 0 when they are equal. */
export function compareFractions(one: Fraction, other: Fraction): number {
  const difference = one.top * other.bottom - other.top * one.bottom;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The power of ten of the first digit that is not 0: 2 for 345, -3 for 0.0012. 0 for 0. */
export function exponentOf(value: Fraction): number {
  if (value.top === 0n) return 0;
  const { top, bottom } = absolute(value);
  const guess = String(top).length - String(bottom).length;
  return compareFractions({ top, bottom }, decimal(1n, guess)) < 0 ? guess - 1 : guess;
}

/** Rounds to a number of significant figures, halves away from 0. */
export function roundToFigures(value: Fraction, figures: number): Fraction {
  const power = exponentOf(value) - figures + 1;
  const { top, bottom } = divide(absolute(value), decimal(1n, power));
  const digits = (2n * top + bottom) / (2n * bottom);
  return decimal(value.top < 0n ? -digits : digits, power);
}
