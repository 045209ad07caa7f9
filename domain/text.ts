// The kinds of text that forms and calls are made of, with the trimming and refusals that all
// share.
import * as z from 'zod/mini';

import { LENGTHS } from './limits.ts';
import { digitCount, MIN_PHONE_DIGITS } from './phone.ts';

// C0, DEL and C1, line separators, and what turns the direction of the text around it: a name is
// shown among other words.
// oxlint-disable-next-line no-control-regex
const NO_CONTROLS = /^[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]*$/;
// C0, DEL and C1 without the line breaks and tabs that a longer note may hold.
// oxlint-disable-next-line no-control-regex
const NO_CONTROLS_BUT_BREAKS = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*$/;
const CONTROLS_MESSAGE = 'Remove the control characters';

/** Spaces of all kinds, and marks of no width, which come along when a text is copied. */
const AT_ENDS = /[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/;

/**
 * Character by character: a pattern for a text's end would begin anew at each of a long row of
 * spaces.
 */
function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && AT_ENDS.test(text.charAt(start))) start += 1;
  while (end > start && AT_ENDS.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/**
 * Letters that show nothing; the braille cell without dots is the one that Unicode does not count
 * among them.
 */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** How many code points of a text can be seen, spaces within it included. */
const seenLength = (text: string) => trim(text.replace(UNSEEN, '')).match(/./gsu)?.length ?? 0;

interface Bound {
  readonly length: number;
  readonly message: string;
}

/**
 * One line of text, trimmed before it is measured; what cannot be seen does not count as length. A
 * missing or wrong-typed value gets the lower bound's message.
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

/** An email address, compared case-insensitively and therefore kept in lower case. */
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

/**
 * A phone number. Its bounds count characters; with too few digits among them it is no number of
 * anybody's.
 */
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

/** What stands behind the '#' of an emailed link. */
export const linkToken = z
  .string({ error: 'This link is incomplete' })
  .check(
    z.minLength(1, { error: 'This link is incomplete' }),
    z.maxLength(512, { error: 'This link is too long' }),
  );
/** An instant as ISO 8601 UTC, the form that every answer uses. */
export const instant = z.iso.datetime();
