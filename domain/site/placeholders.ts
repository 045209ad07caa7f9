// The placeholders of the tutor's texts, which the business settings fill: '{price} a lesson'.
import {
  lessonDays,
  lessonDuration,
  lessonPricePence,
  joinWords,
  spokenHours,
  spokenPrice,
  spokenTimes,
} from '../business-words.ts';
import type { PublicBusiness } from '../business.ts';

type Words = Readonly<Record<string, string>>;

const wordsOf = (business: PublicBusiness): Words => ({
  '{price}': spokenPrice(lessonPricePence(business)),
  '{days}': joinWords(lessonDays(business), 'and'),
  '{times}': spokenTimes(business),
  '{duration}': lessonDuration(),
  '{group_size}': String(business.default_max_students),
  '{response_hours}': String(business.response_hours),
  '{response_hours} hours': spokenHours(business.response_hours),
});

/** '{response_hours} hours' is one placeholder, because one hour is no '1 hours'. */
const PLACEHOLDER = /\{(?:price|days|times|duration|group_size)\}|\{response_hours\}(?: hours\b)?/g;

const fill = (text: string, words: Words): string =>
  text.replaceAll(PLACEHOLDER, (placeholder) => words[placeholder] ?? placeholder);

/** Fills a text of the tutor. Anything else in braces is left alone. */
export const fillText = (text: string, business: PublicBusiness): string =>
  fill(text, wordsOf(business));

/** The tutor's content, or a part of it, with all of its texts filled. */
export function fillContent<Content extends object>(
  content: Content,
  business: PublicBusiness,
): Content {
  const words = wordsOf(business);
  // Only texts change, so the copy has the shape of the content.
  return JSON.parse(JSON.stringify(content), (_, value: unknown) =>
    typeof value === 'string' ? fill(value, words) : value,
  ) as Content;
}
