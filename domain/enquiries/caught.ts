// What the trap for bots has caught on the landing page, for the tutor to look at.
import * as z from 'zod/mini';

import { entityId } from '../entity-id.ts';
import { instant } from '../text.ts';
import { formatInstant } from '../time.ts';
import { yearClasses } from '../year-class.ts';
import { enquiryFormSchema, HONEYPOT_FIELD } from './enquiry.ts';

/** Caught forms: days until deletion, the maximum listed, and the maximum length of a text. */
export const CAUGHT_FORMS = { days: 30, listed: 500, textLength: 300 } as const;

export const caughtFormSchema = z.object({
  id: z.string(),
  /** What was sent, shortened and without control characters; '' for what was not. */
  name: z.string(),
  email: z.string(),
  mobile: z.string(),
  year_class: z.string(),
  /** What stood in the hidden field. */
  filled: z.string(),
  created_at: instant,
  /** Whether it can become an enquiry: the form would have been accepted. */
  can_restore: z.boolean(),
});
export type CaughtForm = z.infer<typeof caughtFormSchema>;

export const caughtFormIdSchema = entityId('Enquiry');

export type CaughtFields = Pick<CaughtForm, 'name' | 'email' | 'mobile' | 'year_class' | 'filled'>;

/**
 * What the form of a bot says; null if its hidden field is empty, so that a person has sent it.
 * Takes any body, because a bot sends anything.
 */
export function readCaughtForm(body: unknown): CaughtFields | null {
  if (typeof body !== 'object' || body === null || !(HONEYPOT_FIELD in body)) return null;
  const form: Readonly<Record<string, unknown>> = { ...body };
  const filled = form[HONEYPOT_FIELD];
  const isEmpty =
    typeof filled === 'string' ? filled.trim() === '' : filled === null || filled === undefined;
  if (isEmpty) return null;
  const [name, email, mobile, year_class] = ['name', 'email', 'mobile', 'year_class'].map((key) =>
    wordsOf(form[key]),
  );
  return {
    name: name ?? '',
    // Compared as enquiries are, when the family leaves.
    email: email?.toLowerCase() ?? '',
    mobile: mobile ?? '',
    year_class: year_class ?? '',
    filled: wordsOf(filled),
  };
}

function wordsOf(value: unknown): string {
  if (typeof value !== 'string') return '';
  const plain = value.replaceAll(/\p{Cc}+/gu, ' ').trim();
  return Array.from(plain).slice(0, CAUGHT_FORMS.textLength).join('');
}

/** Whether the form would have been accepted. */
export const canRestore = (form: Omit<CaughtFields, 'filled'>): boolean =>
  enquiryFormSchema.safeParse(form).success;

/** The note of a restored enquiry. `sentAt` is an instant. */
export const restoredNote = (sentAt: string): string =>
  `Sent on ${formatInstant(sentAt)}. The trap for bots had caught it.`;

/** 'Year 10', or what was sent instead. */
export const caughtYearWords = ({ year_class }: Pick<CaughtForm, 'year_class'>): string =>
  yearClasses.some((year) => year === year_class)
    ? year_class.replace('year-', 'Year ')
    : year_class;
