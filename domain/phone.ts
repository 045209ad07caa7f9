// Phone numbers, compared however they are written.

const FEWEST_DIGITS_COMPARED = 7;

/** Whether two phone numbers are the same one, however written: '+44 7700 900123' is '07700900123'. */
export function isSamePhone(one: string, other: string): boolean {
  const digits = comparablePhone(one);
  return digits !== null && digits === comparablePhone(other);
}

/** What is the same of one number however it is written; null for one too short to tell people apart. */
export function comparablePhone(number: string): string | null {
  const digits = nationalDigits(number);
  return digits.length < FEWEST_DIGITS_COMPARED ? null : digits;
}

function nationalDigits(number: string): string {
  return number.replaceAll(/\D/g, '').replace(/^00/, '').replace(/^44/, '').replace(/^0/, '');
}
