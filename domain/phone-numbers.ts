// Phone numbers as people type them: which are the same, and what a phone dials.
import { digitCount, MIN_PHONE_DIGITS } from './text.ts';

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

/** Between two numbers; an area code may end with the first. */
const BETWEEN_NUMBERS = /\/|\||\bor\b/i;

/**
 * The digits that a phone dials, after a + if there is one: '+447700900123' of '+44 (0)7700 900123
 * ext 12'. Of two numbers the first. Empty without digits.
 */
export function dialledNumber(number: string): string {
  const text = withoutExtension(inAscii(number));
  const [first = ''] = text.split(BETWEEN_NUMBERS);
  const main = digitCount(first) < MIN_PHONE_DIGITS ? text : first;
  const digits = main.replace(/([\d)]\s*)\(\s*0\s*\)/, '$1').replaceAll(/\D/g, '');
  return digits !== '' && /^\D*\+/.test(main) ? `+${digits}` : digits;
}

function nationalDigits(number: string): string {
  return number.replaceAll(/\D/g, '').replace(/^00/, '').replace(/^44/, '').replace(/^0/, '');
}
