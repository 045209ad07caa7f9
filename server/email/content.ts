// The content of an email, as the queue stores it until it is sent. It consists of parts, and only
// some of them are links.
import * as z from 'zod';

import { lessonEndsAt } from '../../domain/lessons/lesson.ts';
import { dialledNumber } from '../../domain/phone-numbers.ts';
import { formatDate, ukDate, ukTime } from '../../domain/time.ts';

const dateBlockSchema = z.object({
  /** 'Sat 21 Nov' */
  day: z.string(),
  /** '09:00 to 10:00 UK time' */
  hours: z.string(),
  name: z.string(),
  /** The path of the join link. */
  join: z.optional(z.string()),
  link: z.optional(z.object({ label: z.string(), page: z.string() })),
  isCancelled: z.optional(z.literal(true)),
});
/** When a lesson is, and what it is called. */
export type DateBlock = z.infer<typeof dateBlockSchema>;

const tagged = <Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  z.object({ kind: z.literal(kind), ...shape });

const linkSchema = tagged('link', { page: z.string(), label: z.optional(z.string()) });
const lineSchema = z.array(z.union([z.string(), linkSchema]));

const factSchema = z.object({
  label: z.string(),
  value: z.string(),
  isTotal: z.optional(z.literal(true)),
});
type Fact = z.infer<typeof factSchema>;

const partSchema = z.union([
  z.string(),
  z.discriminatedUnion('kind', [
    linkSchema,
    tagged('button', { page: z.string(), label: z.string() }),
    tagged('call', { number: z.string(), label: z.string() }),
    z.object({ kind: z.enum(['headline', 'subheading', 'small', 'seller', 'tutor']) }),
    tagged('greeting', { name: z.string() }),
    tagged('signature', { by: z.optional(z.string()) }),
    tagged('comparison', { before: z.array(z.string()), after: z.array(z.string()) }),
    tagged('dates', { dates: z.array(dateBlockSchema) }),
    tagged('checklist', { title: z.string(), items: z.array(z.string()) }),
    tagged('list', { title: z.string(), lines: z.array(lineSchema) }),
    tagged('facts', { rows: z.array(factSchema) }),
  ]),
]);

/** A string is never rendered as a link, whatever it contains: people type their own names. */
export type Part = z.infer<typeof partSchema>;
export type PartOf<Kind> = Extract<Part, { kind: Kind }>;
export type Paragraph = readonly Part[];

/** A line of text and links. */
export type Line = Readonly<z.infer<typeof lineSchema>>;

/** A link to a page of this site, by its path. */
export const page = (path: string): Part => ({ kind: 'link', page: path });

/** A link with a label to a page of this site, by its path. */
export const link = (label: string, path: string): Line[number] => ({
  kind: 'link',
  page: path,
  label,
});

/** A separate paragraph: the main action, a button to a page of this site. */
export const button = (label: string, path: string): Paragraph => [
  { kind: 'button', page: path, label },
];

/**
 * A second button beside the first, which calls a phone number; null for a number without digits.
 * Only digits reach the link, because visitors type their own numbers.
 */
export function callButton(label: string, phone: string): Part | null {
  const number = dialledNumber(phone);
  return number === '' ? null : { kind: 'call', number, label };
}

/** A separate paragraph that shows old and new values side by side, line by line. */
export const comparison = (lines: { before: string[]; after: string[] }): Paragraph => [
  { kind: 'comparison', before: [...lines.before], after: [...lines.after] },
];

/** The greeting of this person, in the tutor's wording on the day of sending. */
export const greeting = (name: string): Paragraph => [{ kind: 'greeting', name }];

/**
 * The first paragraph of an email, and its heading. It says what the subject does not, because
 * people read both.
 */
export function headline(texts: TemplateStringsArray, ...values: readonly Part[]): Paragraph {
  return [{ kind: 'headline' }, ...prose(texts, ...values)];
}

/** The heading of what follows. */
export const subheading = (words: string): Paragraph => [{ kind: 'subheading' }, words];

/** A lesson that starts at this instant, in epoch milliseconds. */
export interface DatedLesson {
  readonly name: string;
  readonly starts_at: number;
}

/** When these lessons are, each with its join link or a link to a page. */
export const dateBlocks = (
  lessons: readonly (DatedLesson & Pick<DateBlock, 'link'> & { join?: string | null })[],
): Paragraph => [
  {
    kind: 'dates',
    dates: lessons.map(({ join, link: to, ...lesson }) => ({
      ...blockOf(lesson),
      ...(typeof join === 'string' ? { join } : {}),
      ...(to === undefined ? {} : { link: to }),
    })),
  },
];

/** When this lesson is. */
export const dateBlock = (lesson: DatedLesson): Paragraph => [
  { kind: 'dates', dates: [blockOf(lesson)] },
];

/** When this lesson would have been. */
export const cancelledDate = (lesson: DatedLesson): Paragraph => [
  { kind: 'dates', dates: [{ ...blockOf(lesson), isCancelled: true }] },
];

const blockOf = ({ name, starts_at }: DatedLesson): DateBlock => ({
  day: formatDate(ukDate(starts_at), 'short'),
  hours: `${ukTime(starts_at)} to ${ukTime(lessonEndsAt(starts_at))} UK time`,
  name,
});

/** A separate paragraph: each line of a text is an item to tick off, with or without a dash. */
export function checklist(title: string, text: string): Paragraph {
  const items = text.split('\n').map((line) => line.replace(/^\s*[-–•*]\s+/, '').trim());
  return [{ kind: 'checklist', title, items: items.filter((item) => item !== '') }];
}

/** A separate paragraph: a bold title, and each of these lines with a bullet. */
export const list = (title: string, lines: readonly Line[]): Paragraph => [
  { kind: 'list', title, lines: lines.map((line) => [...line]) },
];

/** A separate paragraph: labels on the left, their values on the right. */
export const facts = (...rows: readonly Fact[]): Paragraph => [{ kind: 'facts', rows: [...rows] }];

/** A paragraph in small print. */
export const small = (paragraph: Paragraph): Paragraph => [{ kind: 'small' }, ...paragraph];

/** The tutor's name, or that of the business. */
export const tutor: Part = { kind: 'tutor' };

/** The last paragraph of an email to a family: the tutor's name. */
export const SIGNATURE: Paragraph = [{ kind: 'signature' }];

/** Whether a paragraph comes before the greeting: the headline, and when the lesson is. */
export const isOpening = (paragraph: Paragraph): boolean =>
  has(paragraph, 'headline', 'dates', 'comparison');

/** Whether one of its parts is of these kinds. */
export const has = (paragraph: Paragraph, ...kinds: readonly PartOf<unknown>['kind'][]): boolean =>
  paragraph.some((one) => typeof one === 'object' && kinds.includes(one.kind));

/** The seller's name, postal address and tax line, a line each. */
export const seller: Part = { kind: 'seller' };

/** A paragraph. Each value is text unless one of the functions above made it. */
export function prose<Value extends Part = Part>(
  texts: TemplateStringsArray,
  ...values: Value[]
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
