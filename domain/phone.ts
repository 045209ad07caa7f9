// Phone numbers, compared however they are written.

const FEWEST_DIGITS_COMPARED = 7;

/** Whether two phone numbers are the same one, however written: '+44 7700 900123' is '07700900123'. */
export function isSamePhone(one: string, other: string): boolean {
  const digits = nationalDigits(one);
  return digits.length >= FEWEST_DIGITS_COMPARED && digits === nationalDigits(other);
}

function nationalDigits(number: string): string {
  return number.replaceAll(/\D/g, '').replace(/^00/, '').replace(/^44/, '').replace(/^0/, '');
}
