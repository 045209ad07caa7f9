// The fields of the words of the tutor's site: their limits, messages and kinds of text.
import * as z from 'zod/mini';

import { LENGTHS } from '../limits.ts';
import { isWebAddress, line, paragraph } from '../text.ts';
import { PICTURE } from './picture-files.ts';

const ID = /^[\da-f]{32}$/;
const pictureId = z
  .string({ error: 'Choose a picture' })
  .check(z.regex(ID, { error: 'Choose a picture' }));

const side = z.int().check(z.minimum(1), z.maximum(PICTURE.sidePx));
export const pictureSchema = z.object({ id: pictureId, width: side, height: side });

export const CONTENT = {
  name: { min: 2, max: 60 },
  description: 160,
  phone: 30,
  /** A heading, a title or a name. */
  short: 200,
  question: 200,
  /** One of the short facts beneath the buttons. */
  fact: 300,
  /** A paragraph, an answer or a review. */
  long: 1000,
  /** The text of a section of the terms or the privacy page. */
  section: 12_000,
  sections: { min: 1, max: 40 },
  rating: { min: 1, max: 5 },
  reviews: { min: 3, max: 12 },
  questions: { min: 3, max: 20 },
  claims: { min: 3, max: 6 },
} as const;

const EMPTY_MESSAGE = 'Write a text here';
export const upTo = (max: number) => `Use up to ${max} characters`;

/** One line, such as a heading or a name. */
export const words = (max: number) =>
  line({ length: 1, message: EMPTY_MESSAGE }, { length: max, message: upTo(max) });

/** Text of one or more lines. */
export const paragraphs = (max: number) =>
  paragraph({ length: max, message: upTo(max) }, EMPTY_MESSAGE).check(
    z.minLength(1, { error: EMPTY_MESSAGE }),
  );

export const short = words(CONTENT.short);
export const long = paragraphs(CONTENT.long);
export const titled = z.object({ title: short, text: long }, { error: EMPTY_MESSAGE });

interface Count {
  min: number;
  max: number;
}

export function listOf<Entry extends z.ZodMiniType>(
  entry: Entry,
  { min, max }: Count,
  noun: string,
) {
  const error = min === max ? `Give ${min} ${noun}` : `Give from ${min} to ${max} ${noun}`;
  return z.array(entry, { error }).check(z.minLength(min, { error }), z.maxLength(max, { error }));
}

/** Refuses an entry whose field repeats that of an earlier one; pages tell entries apart by it. */
export function distinct<Entry>(field: keyof Entry & string, message: string) {
  return z.check<Entry[]>(({ value, issues }) => {
    const seen = new Set<unknown>();
    for (const [index, entry] of value.entries()) {
      if (seen.has(entry[field]))
        issues.push({ code: 'custom', input: entry, path: [index, field], message });
      seen.add(entry[field]);
    }
  });
}

const LINK_MESSAGE = 'Start the link with https://, mailto: or tel:';
const OTHER = /^(?:mailto:[^\s@?]+@[^\s@]+|tel:\+?[\d-]+)$/i;
const isLink = (text: string) => isWebAddress(text) || OTHER.test(text);

/** Leads to a web page, a mailbox or a telephone; never runs anything. */
export const link = words(LENGTHS.itemAddress.max).check(z.refine(isLink, { error: LINK_MESSAGE }));

/** A picture and its description, which a draft may lack. */
export const pictureUse = z.optional(
  z.object(
    {
      id: pictureId,
      alt: z._default(
        line(
          { length: 0, message: EMPTY_MESSAGE },
          { length: PICTURE.alt, message: upTo(PICTURE.alt) },
        ),
        '',
      ),
    },
    { error: 'Choose a picture' },
  ),
);

/** A use of a picture in the content. */
export interface PictureUse {
  readonly id: string;
  readonly alt: string;
}
