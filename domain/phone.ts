// Phone numbers, compared regardless of their notation.
import { INVISIBLE } from './invisible.ts';

/** A number with fewer digits does not identify anybody. */
export const MIN_PHONE_DIGITS = 7;

/** What is typed between the digits. */
const BETWEEN_DIGITS = /[\s().[\]\u2010-\u2015\u2212-]/g;

/**
 * A number that is too long as it was typed, without spaces, brackets, dots and hyphens. The (0) of
 * '+44 (0)7700 900123' goes, too: it is not dialled after a country's code.
 */
export function shortenPhone(number: string, maxLength: number): string {
  if (number.trim().length <= maxLength) return number;
  return number
    .replaceAll(INVISIBLE, '')
    .replace(/(\d\s*)\(\s*0\s*\)/, '$1')
    .replaceAll(BETWEEN_DIGITS, '');
}

/** Whether two phone numbers are the same: '+44 7700 900123' is '07700900123'. */
export function isSamePhone(one: string, other: string): boolean {
  const digits = comparablePhone(one);
  return digits !== null && digits === comparablePhone(other);
}

/** A phone number in canonical form; null if it is too short to identify anybody. */
export function comparablePhone(number: string): string | null {
  const digits = nationalDigits(withoutExtension(inAscii(number)));
  return digits.length < MIN_PHONE_DIGITS ? null : digits;
}

/**
 * How many digits a phone keypad can dial: full-width digits count, those of other scripts do not.
 */
export function digitCount(number: string): number {
  return number.normalize('NFKC').replaceAll(/[^0-9]/g, '').length;
}

const DIGIT = /\p{Nd}/u;

/**
 * Replaces compatibility characters by what they stand for, and digits of every script by ASCII:
 * a phone shows numbers in the digits of its language.
 */
export function inAscii(number: string): string {
  return number.normalize('NFKC').replaceAll(/\p{Nd}/gu, (digit) => String(valueOf(digit)));
}

/** Unicode stores the ten digits of a script consecutively, starting with its zero. */
function valueOf(digit: string): number {
  let before = (digit.codePointAt(0) ?? 0) - 1;
  let count = 0;
  for (; DIGIT.test(String.fromCodePoint(before)); before -= 1) count += 1;
  return count % 10;
}

/**
 * Removes an extension: '07700 900123 ext 12', 'x12', '#12'. An extension without a number before
 * it is the number.
 */
function withoutExtension(number: string): string {
  const start = number.search(/ext|[x×#,;]/i);
  const main = start === -1 ? number : number.slice(0, start);
  return main.replaceAll(/\D/g, '').length < MIN_PHONE_DIGITS ? number : main;
}

function nationalDigits(number: string): string {
  return number.replaceAll(/\D/g, '').replace(/^00/, '').replace(/^44/, '').replace(/^0/, '');
}
