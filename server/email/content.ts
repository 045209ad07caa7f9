// What an email says, as the queue keeps it until it is sent: in parts, of which only some are
// links.
import * as z from 'zod';

const partSchema = z.union([
  z.string(),
  z.object({
    page: z.string(),
    label: z.optional(z.string()),
    isButton: z.optional(z.literal(true)),
  }),
  // A link to elsewhere: emails that were queued by an older version hold the lesson's meeting.
  z.object({ address: z.string() }),
  z.object({ business: z.literal(true) }),
  z.object({ before: z.array(z.string()), after: z.array(z.string()) }),
  z.object({ seller: z.literal(true) }),
  z.object({ greeting: z.string() }),
]);

/** Text is never a link, whatever it holds: people type their names. */
export type Part = z.infer<typeof partSchema>;
export type Paragraph = readonly Part[];

/** A link to a page of this site, by its path. */
export const page = (path: string): Part => ({ page: path });

/** The same under a name of its own. */
export const link = (label: string, path: string): Part => ({ page: path, label });

/** A paragraph of its own: the one thing to do next, on a page of this site. */
export const button = (label: string, path: string): Paragraph => [
  { page: path, label, isButton: true },
];

/**
 * A paragraph of its own: how something was and how it is now, line for line, shown side by side.
 */
export const comparison = (lines: {
  readonly before: readonly string[];
  readonly after: readonly string[];
}): Paragraph => [{ before: [...lines.before], after: [...lines.after] }];

/** How an email to this person begins, in the tutor's words of the day on which it is sent. */
export const greeting = (name: string): Paragraph => [{ greeting: name }];

/** The name of the business. */
export const business: Part = { business: true };

/** The seller's name, postal address and tax line, a line each. */
export const seller: Part = { seller: true };

/** A paragraph; each value is text unless it was made by one of the functions above. */
export function prose(texts: TemplateStringsArray, ...values: readonly Part[]): Paragraph {
  return texts.flatMap((text, index) => {
    const value = values[index];
    return [text, ...(value === undefined ? [] : [value])].filter((part) => part !== '');
  });
}

const eventSchema = z.object({
  /**
   * Names the entry for good. Emails that were queued by an older version have the one of their
   * thread.
   */
  uid: z.optional(z.string()),
  state: z.enum(['confirmed', 'cancelled']),
  /** When it became so, in epoch milliseconds. */
  at: z.number(),
  lesson: z.object({
    name: z.string(),
    /** Epoch milliseconds. */
    starts_at: z.number(),
    /** The path of the page that leads into it; null where it is cancelled. */
    join_link: z.optional(z.nullable(z.string())),
    /** Where emails that were queued by an older version lead instead. */
    meeting_link: z.optional(z.string()),
    notes: z.string(),
    /** The path of the page that shows it. */
    page: z.string(),
  }),
});
/** The entry that an email makes, moves or removes in a calendar. */
export type CalendarEvent = z.infer<typeof eventSchema>;

const paragraphsSchema = z.array(z.array(partSchema));

export function readParagraphs(json: string | null): readonly Paragraph[] {
  return json === null ? [] : paragraphsSchema.parse(JSON.parse(json));
}

/**
 * Emails that were queued by older versions hold a single event, or the finished iCalendar text.
 */
export function readEvents(text: string | null): readonly CalendarEvent[] | string | null {
  if (text === null || text.startsWith('BEGIN:VCALENDAR')) return text;
  const events: unknown = JSON.parse(text);
  return z.array(eventSchema).parse(Array.isArray(events) ? events : [events]);
}
