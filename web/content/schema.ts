// The schema of the tutor's content. Validated when the site is built and in the tests; the browser
// never loads it.
import * as z from 'zod/mini';

const text = z.string().check(z.trim(), z.minLength(1));
const webAddress = z.string().check(z.regex(/^https?:\/\/[^\s/]+/));

const titled = z.object({ title: text, text });

export const contentSchema = z.object({
  site: z.object({
    /** The name of the business, in every page's title. */
    name: text,
    /** One sentence for search engines and link previews; at most 160 characters. */
    description: text.check(z.maxLength(160)),
    tutor: text,
    /** Shown in the footer while the content is a sample; empty for a real tutor. */
    sampleNotice: z.string(),
  }),
  contact: z.object({
    email: z.email(),
    /** As shown, e.g. '07700 900123'. */
    phone: text,
    /** In dialling form, e.g. '+447700900123'. */
    phoneLink: z.string().check(z.regex(/^\+\d{8,15}$/)),
  }),
  /** The seller of the lessons, as named on invoices and receipts. */
  seller: z.object({
    /** The trader's name: a person's, a company's, or a person's with a trading name. */
    name: text.check(z.maxLength(100)),
    /** The postal address, line by line. */
    address: z.array(text.check(z.maxLength(60))).check(z.minLength(2), z.maxLength(6)),
    /** The tax notice, if any: 'Not VAT registered', or a VAT number. */
    tax: z.optional(text.check(z.maxLength(100))),
  }),
  hero: z.object({
    /** The subject of the lessons in a few words, above the heading. */
    label: text,
    heading: text,
    text,
    /** Short facts beneath the buttons. */
    facts: z.array(text).check(z.minLength(2), z.maxLength(4)),
    /** The caption of the two-slit drawing. */
    caption: text,
    /**
     * What parents look for first, below the caption: who teaches, for how long, with which
     * results. Two short lines each.
     */
    trust: z.object({
      /** Initials, drawn as a mark beside the tutor's name. */
      monogram: text.check(z.maxLength(3)),
      role: text,
      hours: titled,
      result: titled,
      /** A safeguarding check, such as the DBS's, if there is one. */
      check: z.optional(titled),
    }),
  }),
  profile: z.object({
    heading: text,
    introduction: text,
    claims: z.array(titled).check(z.length(4)),
    /** The fifth point: where to watch the tutor teach. */
    channel: z.object({ title: text, text, label: text, address: webAddress }),
  }),
  reasons: z.object({
    heading: text,
    text,
    items: z.array(titled).check(z.length(3)),
    /** The figure of one week with its events. */
    rhythm: z.object({ caption: text, prepare: text, meet: text, ask: text }),
    /** Beside the prices of the packages. */
    prices: z.object({ heading: text, text }),
  }),
  testimonials: z.object({
    heading: text,
    entries: z
      .array(
        z.object({
          name: text,
          role: z.enum(['Parent', 'Student from the video channel']),
          rating: z.literal(5),
          text,
          highlight: text,
        }),
      )
      .check(z.length(6)),
  }),
  faq: z.object({
    heading: text,
    entries: z.array(z.object({ question: text, answer: text })).check(z.length(6)),
  }),
  registration: z.object({
    heading: text,
    text,
    highlights: z.array(titled).check(z.length(3)),
  }),
});
export type Content = z.infer<typeof contentSchema>;
