// The next lessons, and how a family gets the first one for free, as shown to visitors.
import * as z from 'zod/mini';

import { instant } from '../text.ts';
import { yearClass } from '../year-class.ts';

export const nextLessonSchema = z.object({
  id: z.string(),
  Lesson_Name: z.string(),
  starts_at: instant,
  availableSpots: z.int(),
});
export type NextLesson = z.infer<typeof nextLessonSchema>;

/** One shown to visitors, with the years that it is for. */
export const offeredLessonSchema = z.extend(nextLessonSchema, { years: z.array(yearClass) });
export type OfferedLesson = z.infer<typeof offeredLessonSchema>;

/** What visitors are offered at `at`, in epoch milliseconds. */
export interface LessonOffer {
  readonly lessons: readonly OfferedLesson[];
  readonly at: number;
}

/**
 * How a family gets its free first lesson: it books the lesson itself, or asks the tutor, who
 * invites it.
 */
export const freeLessonMode = z.enum(['at_once', 'ask'], {
  error: 'Choose how families get their free first lesson',
});
export type FreeLessonMode = z.infer<typeof freeLessonMode>;

/** Lessons shown to anybody without an account, and how long that answer may be cached. */
export const NEXT_LESSONS_SHOWN = 4;
export const NEXT_LESSONS_SECONDS = 60;
