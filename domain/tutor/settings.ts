// The tutor's settings: the free first lesson, the greeting of emails, reply templates, automatic
// invitations, the daily summary, letters after lessons, the group chats, promotion codes, the
// quarters of the books, how long data stays, and the business (prices, times).
import * as z from 'zod/mini';

import { businessSchema, DEFAULT_BUSINESS } from '../business.ts';
import { freeLessonMode } from '../lessons/next-lesson.ts';
import { LENGTHS } from '../limits.ts';
import { quarterKind } from '../payments/books.ts';
import { isWebAddress, line, paragraph } from '../text.ts';
import { DEFAULT_RETENTION, retentionSchema } from './retention.ts';

/** Spots of each lesson that families can book as their free first lesson. */
export const FREE_SPOTS = { min: 0, max: 10, default: 2 } as const;

/**
 * Invitations sent automatically to enquirers. It bounds how many mailboxes a person can flood by
 * submitting the form for others.
 */
export const AUTOMATIC_INVITATIONS = { max: 50, hours: 24 } as const;
export const MAX_REPLY_TEMPLATES = 12;
/** UK time of the tutor's daily summary, and until when a late one is still sent. */
export const DAILY_SUMMARY = { from: '07:00:00', until: '12:00:00' } as const;

const name = line(
  { length: LENGTHS.templateName.min, message: 'Give the template a name' },
  {
    length: LENGTHS.templateName.max,
    message: `Template name must be less than ${LENGTHS.templateName.max} characters`,
  },
);
const text = paragraph(
  { length: LENGTHS.reply.max, message: `Text must be less than ${LENGTHS.reply.max} characters` },
  'Write a text',
).check(z.minLength(1, { error: 'Write a text' }));

const tooLong = (what: string, length: number) => `${what} must be less than ${length} characters`;

/** The subject of an invitation if the tutor has not set one. */
export const DEFAULT_SUBJECT = 'Your free first physics lesson';
const subject = line(
  { length: LENGTHS.subject.min, message: 'Write a subject' },
  { length: LENGTHS.subject.max, message: tooLong('Subject', LENGTHS.subject.max) },
).check(
  z.refine((words) => !words.includes('{lessons}'), {
    error: 'A subject has no room for {lessons}',
  }),
);

/** The greeting of emails if the tutor has not set one. */
export const DEFAULT_GREETING = 'Dear {name},';
const greeting = line(
  { length: LENGTHS.greeting.min, message: 'Write a greeting' },
  { length: LENGTHS.greeting.max, message: tooLong('Greeting', LENGTHS.greeting.max) },
).check(
  z.refine((words) => words.includes('{name}'), { error: 'The greeting must contain {name}' }),
);

const CHAT_LINK_MESSAGE = 'Chat link must start with https://';
const chatLink = z.nullable(
  line(
    { length: 1, message: CHAT_LINK_MESSAGE },
    { length: LENGTHS.meetingLink.max, message: tooLong('Chat link', LENGTHS.meetingLink.max) },
  ).check(
    z.refine((link) => /^https:/i.test(link) && isWebAddress(link), { error: CHAT_LINK_MESSAGE }),
  ),
);

/** The group chat of each course; null without one. */
const chatLinksSchema = z.object(
  { gcse: chatLink, 'a-level': chatLink },
  { error: 'Chat links must be given by course' },
);

export const replyTemplateSchema = z.object({ name, subject, text });
export type ReplyTemplate = z.infer<typeof replyTemplateSchema>;

const replyTemplates = z.array(replyTemplateSchema, { error: 'Templates must be a list' }).check(
  z.maxLength(MAX_REPLY_TEMPLATES, {
    error: `There can be up to ${MAX_REPLY_TEMPLATES} templates`,
  }),
);

const FREE_SPOTS_MESSAGE = `Free spots must be a whole number from ${FREE_SPOTS.min} to ${FREE_SPOTS.max}`;

export const settingsSchema = z.object({
  /** Whether every enquirer is invited at once, with the first template. */
  invite_automatically: z.boolean({ error: 'Must be true or false' }),
  reply_templates: replyTemplates,
  /** Whether every admin gets the daily summary, if anything needs attention. */
  daily_summary: z.boolean({ error: 'Must be true or false' }),
  /** Whether families get a letter after each lesson. */
  letters: z.boolean({ error: 'Must be true or false' }),
  /** Opens every email to a person. */
  greeting,
  /** Shown in the rooms of lessons of a course. */
  chat_links: chatLinksSchema,
  /** Whether families book their free first lesson themselves or ask the tutor for it. */
  free_lesson: freeLessonMode,
  /** How many free first lessons can be booked into one lesson. */
  free_spots_per_lesson: z
    .int({ error: FREE_SPOTS_MESSAGE })
    .check(
      z.minimum(FREE_SPOTS.min, { error: FREE_SPOTS_MESSAGE }),
      z.maximum(FREE_SPOTS.max, { error: FREE_SPOTS_MESSAGE }),
    ),
  /** Whether checkouts accept promotion codes, which the tutor makes at the payment provider. */
  promotion_codes: z.boolean({ error: 'Must be true or false' }),
  /** Prices, usual times and promises. A change gives all of them. */
  business: businessSchema,
  /** Where the quarters of the books end. */
  accounting_quarters: quarterKind,
  /** How long enquiries that led nowhere stay, and the records of families that have left. */
  retention: retentionSchema,
});
export type Settings = z.infer<typeof settingsSchema>;
export const settingsChangesSchema = z.extend(z.partial(settingsSchema), {
  /** A course or a number that is left out stays as it is. */
  chat_links: z.optional(z.partial(chatLinksSchema)),
  retention: z.optional(z.partial(retentionSchema)),
  /** The business settings that the form began with; others by now fail the change. */
  business_before: z.optional(businessSchema),
  /** The reply templates that the page began with; others by now fail the change too. */
  reply_templates_before: z.optional(replyTemplates),
});
export type SettingsChanges = z.infer<typeof settingsChangesSchema>;

/** An unsaved template or greeting to preview. */
export const previewRequestSchema = z.object({
  greeting: z.optional(greeting),
  template: z.optional(z.pick(replyTemplateSchema, { subject: true, text: true })),
});
export type PreviewRequest = z.infer<typeof previewRequestSchema>;

/** A whole email, as it would arrive. */
export const emailPreviewSchema = z.object({
  subject: z.string(),
  html: z.string(),
  text: z.string(),
});
export type EmailPreview = z.infer<typeof emailPreviewSchema>;

/** The templates that a new site starts with. */
export const SHIPPED_TEMPLATES: readonly ReplyTemplate[] = [
  {
    name: 'Free first lesson',
    subject: DEFAULT_SUBJECT,
    text: `Dear {name},

Thank you for getting in touch about physics lessons for {year}. I would like to invite you to a free first lesson: it is live and online, in a small group, and lasts an hour.

These are the next lessons:
{lessons}

Create your account with the link below, and the free lesson is yours to book.`,
  },
  {
    name: 'A question first',
    subject: DEFAULT_SUBJECT,
    text: `Dear {name},

Thank you for getting in touch. Before I suggest a lesson: which exam board is it, and which topics in {year} are the hardest at the moment? You can simply reply to this email.

The free first lesson is yours either way, with the link below.`,
  },
  {
    name: 'A short reminder',
    subject: DEFAULT_SUBJECT,
    text: `Dear {name},

A short reminder that your free first physics lesson is still here for you. The next lessons are:
{lessons}

If now is not the right time, there is nothing to do.`,
  },
];

/** The text of an invitation if the tutor writes none. */
export const DEFAULT_REPLY = SHIPPED_TEMPLATES[0]?.text ?? '';

/** The settings of a new site. */
export const DEFAULT_SETTINGS: Settings = {
  invite_automatically: false,
  reply_templates: [...SHIPPED_TEMPLATES],
  daily_summary: true,
  letters: true,
  greeting: DEFAULT_GREETING,
  chat_links: { gcse: null, 'a-level': null },
  free_lesson: 'at_once',
  free_spots_per_lesson: FREE_SPOTS.default,
  promotion_codes: false,
  accounting_quarters: 'tax',
  business: DEFAULT_BUSINESS,
  retention: DEFAULT_RETENTION,
};

/** The settings that the tutor has set, which were validated before they were stored. */
export const overridesFrom = (stored: string) => JSON.parse(stored) as Partial<Settings>;

let last: { readonly stored: string; readonly settings: Settings } | null = null;

/**
 * All settings: those that are stored, and the defaults of the others. Families' lists need them
 * and parsing takes 30 µs, so the same text is parsed once.
 */
export function settingsFrom(stored: string): Settings {
  if (last?.stored !== stored) {
    const settings = settingsSchema.parse({ ...DEFAULT_SETTINGS, ...overridesFrom(stored) });
    last = { stored, settings };
  }
  return last.settings;
}
