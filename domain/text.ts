// The kinds of text that forms and calls are made of, with the trimming and refusals that all share.
import * as z from 'zod/mini';

import { LENGTHS } from './limits.ts';

// C0, DEL and C1, with and without the line breaks and tabs that a longer note may hold.
// oxlint-disable-next-line no-control-regex
const NO_CONTROLS = /^[^\u0000-\u001f\u007f-\u009f]*$/;
// oxlint-disable-next-line no-control-regex
const NO_CONTROLS_BUT_BREAKS = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*$/;
const CONTROLS_MESSAGE = 'Remove the control characters';

interface Bound {
  readonly length: number;
  readonly message: string;
}

/** One line of text, trimmed before it is measured. A missing or wrong-typed value gets the lower bound's message. */
export function line(min: Bound, max: Bound) {
  return z
    .string({ error: min.message })
    .check(
      z.trim(),
      z.regex(NO_CONTROLS, { error: CONTROLS_MESSAGE }),
      z.minLength(min.length, { error: min.message }),
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
    { length: LENGTHS.name.min, message: `${label} must be at least ${LENGTHS.name.min} characters` },
    { length: LENGTHS.name.max, message: `${label} must be less than ${LENGTHS.name.max} characters` },
  );
}

const INVALID_EMAIL = 'Invalid email address';

/** An email address, compared case-insensitively and therefore kept in lower case. */
export const email = z
  .string({ error: INVALID_EMAIL })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.regex(NO_CONTROLS, { error: CONTROLS_MESSAGE }),
    z.regex(z.regexes.email, { error: INVALID_EMAIL }),
    z.maxLength(LENGTHS.email.max, { error: `Email must be less than ${LENGTHS.email.max} characters` }),
  );

export const phone = line(
  { length: LENGTHS.phone.min, message: `Phone number must be at least ${LENGTHS.phone.min} digits` },
  { length: LENGTHS.phone.max, message: `Phone number must be less than ${LENGTHS.phone.max} digits` },
);

const SHORT_PASSWORD = `Password must be at least ${LENGTHS.password.min} characters`;

/** A password, taken exactly as typed: never trimmed. */
export const password = z.string({ error: SHORT_PASSWORD }).check(
  z.minLength(LENGTHS.password.min, { error: SHORT_PASSWORD }),
  z.maxLength(LENGTHS.password.max, {
    error: `Password must be less than ${LENGTHS.password.max} characters`,
  }),
);

/** An instant as ISO 8601 UTC, the form that every answer uses. */
export const instant = z.iso.datetime();
