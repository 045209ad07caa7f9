// The words of the tutor's site: their schema, for the browser, the server and the build alike, and
// which parts still equal the sample. Texts may have the placeholders of business-words.ts.
import * as z from 'zod/mini';

import type { PublicBusiness } from '../business.ts';
import type { FieldFault } from '../errors.ts';
import { email, line, paragraph } from '../text.ts';
import { accentNames } from './accent.ts';
import {
  CONTENT,
  distinct,
  link,
  listOf,
  long,
  type PictureUse,
  pictureUse,
  paragraphs,
  short,
  titled,
  upTo,
  words,
} from './content-fields.ts';
import type { Picture } from './picture-files.ts';

const NAME_MESSAGE = `Use at least ${CONTENT.name.min} characters`;
const PHONE_LINK_MESSAGE = 'Write the number with its country code, such as +447700900123';
const RATING_MESSAGE = `Rating must be a whole number from ${CONTENT.rating.min} to ${CONTENT.rating.max}`;

/** Where a review comes from. */
export const reviewRoles = ['Parent', 'Student from the video channel'] as const;

const reviewSchema = z.object({
  name: short,
  role: z.enum(reviewRoles, { error: 'Choose who wrote the review' }),
  rating: z
    .int({ error: RATING_MESSAGE })
    .check(
      z.minimum(CONTENT.rating.min, { error: RATING_MESSAGE }),
      z.maximum(CONTENT.rating.max, { error: RATING_MESSAGE }),
    ),
  text: long,
  highlight: short,
});
const questionSchema = z.object({ question: words(CONTENT.question), answer: long });

/** A page of sections, whose texts have a blank line between paragraphs. */
const pageSchema = z.object({
  heading: short,
  sections: listOf(
    z.object({ title: short, text: paragraphs(CONTENT.section) }),
    CONTENT.sections,
    'sections',
  ).check(distinct('title', 'Another section has this title already')),
});

export const contentSchema = z.object(
  {
    site: z.object({
      /** The name of the business, in every page's title. */
      name: line(
        { length: CONTENT.name.min, message: NAME_MESSAGE },
        { length: CONTENT.name.max, message: upTo(CONTENT.name.max) },
      ),
      /** One sentence for search engines and link previews. */
      description: words(CONTENT.description),
      tutor: words(CONTENT.name.max),
      /** Shown in the footer while the content is a sample; empty for a real tutor. */
      sampleNotice: paragraph(
        { length: CONTENT.long, message: upTo(CONTENT.long) },
        'Must be a text',
      ),
      /** In place of the mark before the name. */
      logo: pictureUse,
      /** For link previews; without it, one is drawn from the name and the heading. */
      share: pictureUse,
      /** The colour of actions and marks. */
      accent: z.enum(accentNames, { error: 'Choose one of the colours' }),
    }),
    contact: z.object({
      email,
      /** The number as shown, e.g. '07700 900123'. */
      phone: words(CONTENT.phone),
      /** In dialling form, e.g. '+447700900123'. */
      phoneLink: z
        .string({ error: PHONE_LINK_MESSAGE })
        .check(z.regex(/^\+\d{8,15}$/, { error: PHONE_LINK_MESSAGE })),
    }),
    /** The seller of the lessons, as named on invoices and receipts. */
    seller: z.object({
      /** The trader's name: a person's, a company's, or a person's with a trading name. */
      name: words(100),
      /** The postal address, line by line. */
      address: listOf(words(60), { min: 2, max: 6 }, 'lines'),
      /** The tax notice, if any: 'Not VAT registered', or a VAT number. */
      tax: z.optional(words(100)),
    }),
    hero: z.object({
      /** The subject of the lessons in a few words, above the heading. */
      label: short,
      heading: short,
      text: long,
      /** Short facts beneath the buttons. */
      facts: listOf(words(CONTENT.fact), { min: 2, max: 4 }, 'facts'),
      /** Whether the two-slit drawing is shown. */
      figure: z.boolean({ error: 'Choose whether the figure is shown' }),
      /** The caption of the two-slit drawing. */
      caption: long,
      /**
       * What parents look for first, below the caption: who teaches, for how long, with which
       * results. Two short lines each.
       */
      trust: z.object({
        /** Initials, drawn as a mark beside the tutor's name. */
        monogram: words(3),
        role: short,
        hours: titled,
        result: titled,
        /** A safeguarding check, such as the DBS's, if there is one. */
        check: z.optional(titled),
      }),
    }),
    profile: z.object({
      heading: short,
      introduction: long,
      /** In place of the drawing of the tutor. */
      portrait: pictureUse,
      claims: listOf(titled, CONTENT.claims, 'claims').check(
        distinct('title', 'Another claim has this title already'),
      ),
      /** The last point: where to watch the tutor teach. */
      channel: z.object({ title: short, text: long, label: short, address: link }),
    }),
    reasons: z.object({
      heading: short,
      text: long,
      items: listOf(titled, { min: 3, max: 3 }, 'reasons'),
      /** The figure of one week with its events. */
      rhythm: z.object({ caption: long, prepare: short, meet: short, ask: short }),
      /** Beside the prices of the packages. */
      prices: z.object({ heading: short, text: long }),
    }),
    testimonials: z.object({
      heading: short,
      entries: listOf(reviewSchema, CONTENT.reviews, 'reviews').check(
        distinct('text', 'Another review says the same already'),
      ),
    }),
    faq: z.object({
      heading: short,
      entries: listOf(questionSchema, CONTENT.questions, 'questions').check(
        distinct('question', 'This question is listed already'),
      ),
    }),
    registration: z.object({
      heading: short,
      text: long,
      highlights: listOf(titled, { min: 3, max: 3 }, 'highlights'),
    }),
    /** The terms of the lessons, on /terms. */
    terms: pageSchema,
    /** What is stored about people, on /privacy. */
    privacy: pageSchema,
  },
  { error: 'Give all parts of the site' },
);
export type Content = z.infer<typeof contentSchema>;

/** What a page is rendered with. */
export interface PageWords {
  /** The texts may have placeholders. */
  readonly content: Content;
  readonly business: PublicBusiness;
  /** The pictures that the content uses. */
  readonly pictures: readonly Picture[];
}
export type ContentPart = keyof Content;

/** In the order of the editor. */
export const contentParts = [
  'site',
  'contact',
  'seller',
  'hero',
  'profile',
  'reasons',
  'testimonials',
  'faq',
  'registration',
  'terms',
  'privacy',
] as const satisfies readonly ContentPart[];

/** Whether two contents, both read by the schema, say the same. */
export const isSameContent = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The parts that still equal the sample. */
export const samplePartsOf = (content: Content, sample: Content): ContentPart[] =>
  contentParts.filter((part) => isSameContent(content[part], sample[part]));

/** Where the content uses pictures, by the path of each use. */
export function picturesIn({ profile, site }: Content): Readonly<Record<string, PictureUse>> {
  const all = {
    'profile.portrait': profile.portrait,
    'site.logo': site.logo,
    'site.share': site.share,
  };
  const used = Object.entries(all).flatMap(([path, use]) =>
    use === undefined ? [] : [[path, use] as const],
  );
  return Object.fromEntries(used);
}

/** The pictures without a description, which cannot be published. A logo may lack one. */
export const missingDescriptions = (content: Content): FieldFault[] =>
  Object.entries(picturesIn(content))
    .filter(([path, { alt }]) => path !== 'site.logo' && alt === '')
    .map(([path]) => ({
      field: `${path}.alt`,
      message: 'Describe the picture for people who cannot see it',
    }));
