// The content of an email, as the queue stores it until it is sent. It consists of parts, and only
// some of them are links.
import * as z from 'zod';

const partSchema = z.union([
  z.string(),
  z.object({
    page: z.string(),
    label: z.optional(z.string()),
    isButton: z.optional(z.literal(true)),
  }),
  z.object({ business: z.literal(true) }),
  z.object({ before: z.array(z.string()), after: z.array(z.string()) }),
  z.object({ seller: z.literal(true) }),
  z.object({ greeting: z.string() }),
]);

/** A string is never rendered as a link, whatever it contains: people type their own names. */
export type Part = z.infer<typeof partSchema>;
export type Paragraph = readonly Part[];

/** A link to a page of this site, by its path. */
export const page = (path: string): Part => ({ page: path });

/** The same with a label. */
export const link = (label: string, path: string): Part => ({ page: path, label });

/** A separate paragraph: the main action, a button to a page of this site. */
export const button = (label: string, path: string): Paragraph => [
  { page: path, label, isButton: true },
];

/** A separate paragraph that shows old and new values side by side, line by line. */
export const comparison = (lines: {
  readonly before: readonly string[];
  readonly after: readonly string[];
}): Paragraph => [{ before: [...lines.before], after: [...lines.after] }];

/** The greeting of this person, in the tutor's wording on the day of sending. */
export const greeting = (name: string): Paragraph => [{ greeting: name }];

/** The name of the business. */
export const business: Part = { business: true };

/** The seller's name, postal address and tax line, a line each. */
export const seller: Part = { seller: true };

/** A paragraph. Each value is text unless one of the functions above made it. */
export function prose(texts: TemplateStringsArray, ...values: readonly Part[]): Paragraph {
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
