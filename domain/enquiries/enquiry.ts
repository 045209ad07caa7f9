// A visitor's registration of interest.
import * as z from 'zod/mini';

import { email, personName, phone } from '../text.ts';
import { HOUR_MS } from '../time.ts';

export const yearClasses = ['year-10', 'year-11', 'year-12', 'year-13'] as const;
export type YearClass = (typeof yearClasses)[number];

/** 'Year 10' for 'year-10'. */
export function yearLabel(yearClass: YearClass): string {
  return `Year ${yearClass.slice('year-'.length)}`;
}

export const YEAR_MESSAGE = 'Please select a valid year class';
export const yearClass = z.enum(yearClasses, { error: YEAR_MESSAGE });

export const enquiryFormSchema = z.object({
  name: personName('Name'),
  email,
  mobile: phone,
  year_class: yearClass,
});
export type EnquiryForm = z.infer<typeof enquiryFormSchema>;

/** By when an enquiry made at `asked` is answered. Both are epoch milliseconds. */
export const answerDueAt = (asked: number, hours: number): number => asked + hours * HOUR_MS;

/**
 * A form field hidden from people; if it is filled in, the sender is a bot. Browsers and password
 * managers fill in what they know by name, so the name means nothing.
 */
export const HONEYPOT_FIELD = 'r7k2';
