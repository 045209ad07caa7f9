// The content of an email, as the queue stores it until it is sent. It consists of parts, and only
// some of them are links.
import * as z from 'zod';

import { lessonEndsAt } from '../../domain/lessons/lesson.ts';
import { formatDate, ukDate, ukTime } from '../../domain/time.ts';

const dateBlockSchema = z.object({
  /** 'Sat 21 Nov' */
  day: z.string(),
  /** '09:00 to 10:00 UK time' */
  hours: z.string(),
  name: z.string(),
  /** The path of the join link. */
  join: z.optional(z.string()),
  isCancelled: z.optional(z.literal(true)),
});
/** When a lesson is, and what it is called. */
export type DateBlock = z.infer<typeof dateBlockSchema>;

const inlineSchema = z.union([
  z.string(),
  z.object({
    page: z.string(),
    label: z.optional(z.string()),
    isButton: z.optional(z.literal(true)),
  }),
]);

const factSchema = z.object({
  label: z.string(),
  value: z.string(),
  isTotal: z.optional(z.literal(true)),
});
type Fact = z.infer<typeof factSchema>;

const partSchema = z.union([
  inlineSchema,
  z.object({ business: z.literal(true) }),
  z.object({ before: z.array(z.string()), after: z.array(z.string()) }),
  z.object({ seller: z.literal(true) }),
  z.object({ greeting: z.string() }),
  z.object({ headline: z.literal(true) }),
  z.object({ tutor: z.literal(true) }),
  z.object({ signature: z.literal(true), by: z.optional(z.string()) }),
  z.object({ dates: z.array(dateBlockSchema) }),
  z.object({ checklist: z.array(z.string()), title: z.string() }),
  z.object({ list: z.array(z.array(inlineSchema)), title: z.string() }),
  z.object({ facts: z.array(factSchema) }),
  z.object({ small: z.literal(true) }),
  z.object({ call: z.string(), label: z.string() }),
]);

/** A string is never rendered as a link, whatever it contains: people type their own names. */
export type Part = z.infer<typeof partSchema>;
export type Paragraph = readonly Part[];

/** A line of text and links. */
export type Line = readonly z.infer<typeof inlineSchema>[];

/** A link to a page of this site, by its path. */
export const page = (path: string): Part => ({ page: path });

/** A link with a label to a page of this site, by its path. */
export const link = (label: string, path: string): Line[number] => ({ page: path, label });

/** A separate paragraph: the main action, a button to a page of this site. */
export const button = (label: string, path: string): Paragraph => [
  { page: path, label, isButton: true },
];

/**
 * A second button beside the first, which calls a phone number; null for a number without digits.
 * Only digits reach the link, because visitors type their own numbers.
 */
export function callButton(label: string, phone: string): Part | null {
  const number = phone.normalize('NFKC').replaceAll(/[^\d+]/g, '');
  return /\d/.test(number) ? { call: number, label } : null;
}

/** A separate paragraph that shows old and new values side by side, line by line. */
export const comparison = (lines: {
  readonly before: readonly string[];
  readonly after: readonly string[];
}): Paragraph => [{ before: [...lines.before], after: [...lines.after] }];

/** The greeting of this person, in the tutor's wording on the day of sending. */
export const greeting = (name: string): Paragraph => [{ greeting: name }];

/**
 * The first paragraph of an email, and its heading. It says what the subject does not, because
 * people read both.
 */
export function headline(texts: TemplateStringsArray, ...values: readonly Part[]): Paragraph {
  return [{ headline: true }, ...prose(texts, ...values)];
}

/** A lesson that starts at this instant, in epoch milliseconds. */
export interface DatedLesson {
  readonly name: string;
  readonly starts_at: number;
}

/** When these lessons are. */
export const dateBlocks = (
  lessons: readonly (DatedLesson & { readonly join?: string | null })[],
): Paragraph => [
  {
    dates: lessons.map(({ join, ...lesson }) =>
      typeof join === 'string' ? { ...blockOf(lesson), join } : blockOf(lesson),
    ),
  },
];

/** When this lesson is. */
export const dateBlock = (lesson: DatedLesson): Paragraph => [{ dates: [blockOf(lesson)] }];

/** When this lesson would have been. */
export const cancelledDate = (lesson: DatedLesson): Paragraph => [
  { dates: [{ ...blockOf(lesson), isCancelled: true }] },
];

const blockOf = ({ name, starts_at }: DatedLesson): DateBlock => ({
  day: formatDate(ukDate(starts_at), 'short'),
  hours: `${ukTime(starts_at)} to ${ukTime(lessonEndsAt(starts_at))} UK time`,
  name,
});

/** A separate paragraph: each line of a text is an item to tick off, with or without a dash. */
export function checklist(title: string, text: string): Paragraph {
  const items = text.split('\n').map((line) => line.replace(/^\s*[-–•*]\s+/, '').trim());
  return [{ title, checklist: items.filter((item) => item !== '') }];
}

/** A separate paragraph: a bold title, and each of these lines with a bullet. */
export const list = (title: string, lines: readonly Line[]): Paragraph => [
  { title, list: lines.map((line) => [...line]) },
];

/** A separate paragraph: labels on the left, their values on the right. */
export const facts = (...rows: readonly Fact[]): Paragraph => [{ facts: [...rows] }];

/** A paragraph in small print. */
export const small = (paragraph: Paragraph): Paragraph => [{ small: true }, ...paragraph];

/** The tutor's name, or that of the business. */
export const tutor: Part = { tutor: true };

/** The last paragraph of an email to a family: the tutor's name. */
export const SIGNATURE: Paragraph = [{ signature: true }];

/** Whether a paragraph comes before the greeting: the headline, and when the lesson is. */
export const isOpening = (paragraph: Paragraph): boolean =>
  paragraph.some(
    (part) =>
      typeof part === 'object' && ('headline' in part || 'dates' in part || 'before' in part),
  );

/** The name of the business. */
export const business: Part = { business: true };

/** The seller's name, postal address and tax line, a line each. */
export const seller: Part = { seller: true };

/** A paragraph. Each value is text unless one of the functions above made it. */
export function prose<Value extends Part = Part>(
  texts: TemplateStringsArray,
  ...values: readonly Value[]
): readonly (string | Value)[] {
  return texts.flatMap((text, index) => {
    const value = values[index];
    return [text, ...(value === undefined ? [] : [value])].filter((part) => part !== '');
  });
}

const eventSchema = z.object({
  /** Identifies the calendar entry permanently. */
  uid: z.string(),
  state: z.enum(['confirmed', 'cancelled']),
  /** When it reached this state, in epoch milliseconds. */
  at: z.number(),
  lesson: z.object({
    name: z.string(),
    /** Epoch milliseconds. */
    starts_at: z.number(),
    /** The path of the join link; null if the lesson is cancelled. Missing in the tutor's feed. */
    join_link: z.optional(z.nullable(z.string())),
    /** The meeting URL, in the tutor's feed only. */
    meeting_link: z.optional(z.string()),
    notes: z.string(),
    /** The path of the page that shows the lesson. */
    page: z.string(),
  }),
});
/** The calendar entry that an email creates, moves or removes. */
export type CalendarEvent = z.infer<typeof eventSchema>;

const paragraphsSchema = z.array(z.array(partSchema));

export function readParagraphs(json: string | null): readonly Paragraph[] {
  return json === null ? [] : paragraphsSchema.parse(JSON.parse(json));
}

export function readEvents(json: string | null): readonly CalendarEvent[] | null {
  return json === null ? null : z.array(eventSchema).parse(JSON.parse(json));
}
