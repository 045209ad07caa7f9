// Fills in a reply template or a greeting for its recipient.
import { courseLabels } from '../course.ts';
import type { NextLesson } from '../lessons/next-lesson.ts';
import { LENGTHS } from '../limits.ts';
import { isPlainName } from '../names.ts';
import { formatUkInstant } from '../time.ts';
import { type YearClass, yearLabel } from '../year-class.ts';
import { DEFAULT_REPLY, DEFAULT_SUBJECT } from './settings.ts';

/** What is known about the recipient of a reply. */
export interface ReplyFacts {
  readonly name: string;
  /** Null after Year 13. */
  readonly year_class: YearClass | null;
  readonly lessons: readonly Pick<NextLesson, 'Lesson_Name' | 'starts_at' | 'availableSpots'>[];
}

/** What {year} stands for; after Year 13 only A-level is left. */
const yearOf = (year: YearClass | null): string =>
  year === null ? courseLabels['a-level'] : yearLabel(year);

const NO_LESSONS = 'The next lessons are about to be announced.';

/** A sample enquirer. */
export const SAMPLE_FACTS = {
  name: 'Harriet Sample',
  year_class: 'year-11',
  lessons: [
    { Lesson_Name: 'GCSE: Waves', starts_at: '2027-01-09T09:00:00.000Z', availableSpots: 4 },
    { Lesson_Name: 'GCSE: Electricity', starts_at: '2027-01-09T10:00:00.000Z', availableSpots: 2 },
  ],
} as const satisfies ReplyFacts;

/** Replaces each placeholder in one pass, so that a name that looks like one is left alone. */
const fill = (template: string, values: Readonly<Record<string, string>>) =>
  template.replaceAll(
    /\{(?:name|year|lessons)\}/g,
    (placeholder) => values[placeholder] ?? placeholder,
  );

/**
 * The template for this enquirer: without the name unless it is plain, because nobody has confirmed
 * the address.
 */
const withPlainNameOnly = (template: string, enquirer: string) =>
  isPlainName(enquirer) ? template : withoutName(template);

/**
 * Adapts a template for a person without a name: 'Dear {name},' becomes 'Hello,', and 'for {name}'
 * becomes 'for you'.
 */
function withoutName(template: string): string {
  return template
    .replaceAll(
      /^(?:(?:[Dd]ear|[Hh]ello|[Hh]i|[Hh]ey|[Gg]ood \w+),? )?\{name\}([,!:.]?)$/gm,
      'Hello$1',
    )
    .replaceAll(/^(?:[Dd]ear|[Hh]ello|[Hh]i|[Hh]ey|[Gg]ood \w+),? \{name\}/gm, 'Hello')
    .replaceAll(/(^|[.!?:]\s+)\{name\}['’]s\b/gm, '$1Your')
    .replaceAll(/\{name\}['’]s\b/g, 'your')
    .replaceAll(
      /\b([Aa]bout|[Aa]nd|[Ff]or|[Ff]rom|[Oo]f|[Tt]o|[Ww]elcome|[Ww]ith) \{name\}/g,
      '$1 you',
    )
    .replaceAll(
      /(^|[.!?]\s+)\{name\}[,:]?[^\S\n]*(\p{L}?)/gmu,
      (_, before: string, next: string) => before + next.toUpperCase(),
    )
    .replaceAll(/,?[^\S\n]*(?:dear )?\{name\}/g, '');
}

/** Fills in the subject of a template and cuts it to the maximum length. */
export function fillSubject(template: string, { name: enquirer, year_class }: ReplyFacts): string {
  const words = withPlainNameOnly(template, enquirer);
  const filled = fill(words, { '{name}': enquirer, '{year}': yearOf(year_class) }).trim();
  // Does not split a surrogate pair.
  return (filled === '' ? DEFAULT_SUBJECT : filled)
    .slice(0, LENGTHS.sentSubject.max)
    .replace(/[\ud800-\udbff]$/, '');
}

/** The greeting of an email to this person. */
export const fillGreeting = (template: string, person: string): string =>
  template.replaceAll('{name}', () => person);

/** Fills in the text of a template. Leaves out full lessons and names that are not plain. */
export function fillTemplate(
  template: string,
  { name: enquirer, year_class, lessons }: ReplyFacts,
): string {
  const open = lessons.filter(({ availableSpots }) => availableSpots > 0);
  const list = open.map(
    ({ Lesson_Name: lessonName, starts_at }) =>
      `${formatUkInstant(Date.parse(starts_at))}: ${lessonName}`,
  );
  return fill(withPlainNameOnly(template, enquirer), {
    '{name}': enquirer,
    '{year}': yearOf(year_class),
    '{lessons}': list.length === 0 ? NO_LESSONS : list.join('\n'),
  });
}

/** The text of an invitation: these words, or else the shipped default. */
export function fillReply(
  words: { subject?: string | undefined; text?: string | undefined },
  facts: ReplyFacts,
): { readonly subject: string; readonly message: string } {
  const { text: message = '' } = words;
  return {
    subject: fillSubject(words.subject ?? DEFAULT_SUBJECT, facts),
    message: fillTemplate(message === '' ? DEFAULT_REPLY : message, facts),
  };
}
