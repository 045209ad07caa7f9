// Phone numbers, compared however they are written.

/** A number with fewer digits tells nobody apart. */
export const MIN_PHONE_DIGITS = 7;

/**
 * Whether two phone numbers are the same one, however written: '+44 7700 900123' is '07700900123'.
 */
export function isSamePhone(one: string, other: string): boolean {
  const digits = comparablePhone(one);
  return digits !== null && digits === comparablePhone(other);
}

/**
 * What is the same of one number however it is written; null for one too short to tell people
 * apart.
 */
export function comparablePhone(number: string): string | null {
  const digits = nationalDigits(withoutExtension(inAscii(number)));
  return digits.length < MIN_PHONE_DIGITS ? null : digits;
}

/**
 * How many digits a keypad of today could dial: full-width ones count, those of other scripts do
 * not.
 */
export function digitCount(number: string): number {
  return number.normalize('NFKC').replaceAll(/[^0-9]/g, '').length;
}

const DIGIT = /\p{Nd}/u;

/** Compatible characters as what they stand for, and the digits of every script as ASCII ones. */
function inAscii(number: string): string {
  return number.normalize('NFKC').replaceAll(/\p{Nd}/gu, (digit) => String(valueOf(digit)));
}

/**
 * Unicode keeps the ten digits of a script next to each other, in order, and begins each set with
 * its zero.
 */
function valueOf(digit: string): number {
  let before = (digit.codePointAt(0) ?? 0) - 1;
  let count = 0;
  for (; DIGIT.test(String.fromCodePoint(before)); before -= 1) count += 1;
  return count % 10;
}

/**
 * What is dialled after the number: '07700 900123 ext 12', 'x12', '#12'. Without a number before
 * it, it is the number.
 */
function withoutExtension(number: string): string {
  const start = number.search(/ext|[x×#,;]/i);
  const main = start === -1 ? number : number.slice(0, start);
  return main.replaceAll(/\D/g, '').length < MIN_PHONE_DIGITS ? number : main;
}

function nationalDigits(number: string): string {
  return number.replaceAll(/\D/g, '').replace(/^00/, '').replace(/^44/, '').replace(/^0/, '');
}
