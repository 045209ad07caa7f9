// A visitor's registration of interest.
import * as z from 'zod/mini';

import { email, personName, phone } from '../text.ts';
import { HOUR_MS } from '../time.ts';
import { yearClass } from '../year-class.ts';

export const enquiryFormSchema = z.object({
  name: personName('Name'),
  email,
  mobile: phone,
  year_class: yearClass,
});
export type EnquiryForm = z.infer<typeof enquiryFormSchema>;

/** By when an enquiry made at `enquiredAt` is answered. Both are epoch milliseconds. */
export const answerDueAt = (enquiredAt: number, hours: number): number =>
  enquiredAt + hours * HOUR_MS;

/**
 * A form field hidden from people; if it is filled in, the sender is a bot. Browsers and password
 * managers fill in what they know by name, so the name means nothing.
 */
export const HONEYPOT_FIELD = 'r7k2';
