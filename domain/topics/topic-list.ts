// A topic without its items, as lists have it. Apart from topic.ts, so that a page with a list of
// topics does not load the rules for questions.
import * as z from 'zod/mini';

import { courseLabels, courses } from '../course.ts';
import { LENGTHS } from '../limits.ts';

export const courseSchema = z.enum(courses, { error: 'Choose GCSE or A-level' });

export const topicDetails = {
  id: z.string(),
  name: z.string(),
  course: courseSchema,
  reference: z.string(),
  archived: z.boolean(),
};

/** A topic in the library's list; the numbers count its items, and the lessons that have it. */
export const topicSummarySchema = z.object({
  ...topicDetails,
  videos: z.int(),
  questions: z.int(),
  slides: z.int(),
  lessons: z.int(),
});
export type TopicSummary = z.infer<typeof topicSummarySchema>;

/** '4.1.1.2 Kinetic energy', with '(archived)' after it where it applies. */
export const topicWords = ({
  reference,
  name,
  archived,
}: Pick<TopicSummary, 'reference' | 'name' | 'archived'>): string =>
  `${reference} ${name}${archived ? ' (archived)' : ''}`.trim();

export const topicListSchema = z.object({
  archived: z.optional(z.enum(['true', 'false'], { error: 'Must be true or false' })),
});

/**
 * Sorts topics by course, GCSE first, then by reference, number by number (3.4.1.9 before
 * 3.4.1.10), then by name.
 */
export function compareTopics(
  one: Pick<TopicSummary, 'course' | 'reference' | 'name'>,
  other: Pick<TopicSummary, 'course' | 'reference' | 'name'>,
): number {
  if (one.course !== other.course) return one.course === 'gcse' ? -1 : 1;
  return byNumbers(one.reference, other.reference) || byNumbers(one.name, other.name);
}

const { compare: byNumbers } = new Intl.Collator('en-GB', { numeric: true });

/** The name of a lesson of the topic. Families choose lessons by the course in their names. */
export const lessonNameOf = ({ name, course }: Pick<TopicSummary, 'name' | 'course'>): string =>
  `${courseLabels[course]}: ${name}`.slice(0, LENGTHS.lessonName.max);
