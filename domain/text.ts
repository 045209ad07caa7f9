// Text schemas for forms and calls, with shared trimming and error messages.
import * as z from 'zod/mini';

import { LENGTHS } from './limits.ts';

// C0, DEL and C1, line separators, and bidirectional controls: a name is shown among other words.
// oxlint-disable-next-line no-control-regex
const NO_CONTROLS = /^[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]*$/;
// C0, DEL and C1, except the line breaks and tabs that a longer note may contain.
// oxlint-disable-next-line no-control-regex
const NO_CONTROLS_BUT_BREAKS = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*$/;
const CONTROLS_MESSAGE = 'Remove the control characters';

/** Spaces of all kinds, and zero-width characters that are copied along with text. */
const AT_ENDS = /[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/;

/**
 * Trims character by character: a regular expression for the end would restart at each space of a
 * long run.
 */
function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && AT_ENDS.test(text.charAt(start))) start += 1;
  while (end > start && AT_ENDS.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Invisible characters; Unicode does not count the blank braille cell among them. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** The number of visible code points, including inner spaces. */
const seenLength = (text: string) => trim(text.replace(UNSEEN, '')).match(/./gsu)?.length ?? 0;

interface Bound {
  length: number;
  message: string;
}

/**
 * One line of text, trimmed before it is measured. Invisible characters do not count towards its
 * length. A missing value or one of the wrong type gets the message of the lower bound.
 */
export function line(min: Bound, max: Bound) {
  return z.string({ error: min.message }).check(
    z.overwrite(trim),
    z.regex(NO_CONTROLS, { error: CONTROLS_MESSAGE }),
    z.minLength(min.length, { error: min.message, abort: true }),
    z.refine((text) => seenLength(text) >= min.length, { error: min.message }),
    z.maxLength(max.length, { error: max.message }),
  );
}

/** Text of several lines that may be empty. */
export function paragraph(max: Bound, typeMessage: string) {
  return z
    .string({ error: typeMessage })
    .check(
      z.trim(),
      z.regex(NO_CONTROLS_BUT_BREAKS, { error: CONTROLS_MESSAGE }),
      z.maxLength(max.length, { error: max.message }),
    );
}

/** A person's name; `label` opens both messages, e.g. 'Parent name'. */
export function personName(label: string) {
  return line(
    {
      length: LENGTHS.name.min,
      message: `${label} must be at least ${LENGTHS.name.min} characters`,
    },
    {
      length: LENGTHS.name.max,
      message: `${label} must be less than ${LENGTHS.name.max} characters`,
    },
  );
}

const INVALID_EMAIL = 'Invalid email address';

/** An email address, stored in lower case so that comparisons ignore case. */
export const email = z.string({ error: INVALID_EMAIL }).check(
  z.overwrite(trim),
  z.toLowerCase(),
  z.regex(NO_CONTROLS, { error: CONTROLS_MESSAGE }),
  z.regex(z.regexes.email, { error: INVALID_EMAIL }),
  z.maxLength(LENGTHS.email.max, {
    error: `Email must be less than ${LENGTHS.email.max} characters`,
  }),
);

const SHORT_PHONE = `Phone number must be at least ${LENGTHS.phone.min} digits`;

/** A phone number. Its bounds count characters; a number with too few digits is refused too. */
export const phone = line(
  { length: LENGTHS.phone.min, message: SHORT_PHONE },
  {
    length: LENGTHS.phone.max,
    message: `Phone number must be less than ${LENGTHS.phone.max} digits`,
  },
).check(z.refine((number) => digitCount(number) >= MIN_PHONE_DIGITS, { error: SHORT_PHONE }));

const SHORT_PASSWORD = `Password must be at least ${LENGTHS.password.min} characters`;

/** A password, taken exactly as typed: never trimmed. */
export const password = z.string({ error: SHORT_PASSWORD }).check(
  z.minLength(LENGTHS.password.min, { error: SHORT_PASSWORD }),
  z.maxLength(LENGTHS.password.max, {
    error: `Password must be less than ${LENGTHS.password.max} characters`,
  }),
);

/** The token behind the '#' of an emailed link. */
export const linkToken = z
  .string({ error: 'This link is incomplete' })
  .check(
    z.minLength(1, { error: 'This link is incomplete' }),
    z.maxLength(512, { error: 'This link is too long' }),
  );
/** An instant as ISO 8601 UTC, as in every answer. */
export const instant = z.iso.datetime();

/** Whether a browser can open it as a web page. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text);
}

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

/**
 * How many digits a phone keypad can dial: full-width digits count, those of other scripts do not.
 */
export function digitCount(number: string): number {
  return number.normalize('NFKC').replaceAll(/[^0-9]/g, '').length;
}

export const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** 'Ann, Ben and Cy'; empty without words. A page's first `Intl` formatter takes a phone 10 ms. */
export function joinWords(words: Iterable<string>): string {
  const before = [...words];
  const last = before.pop() ?? '';
  return before.length === 0 ? last : `${before.join(', ')} and ${last}`;
}
