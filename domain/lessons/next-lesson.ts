// The next lessons, and how a family gets the first one for free, as shown to visitors.
import * as z from 'zod/mini';

import { instant } from '../text.ts';

export const nextLessonSchema = z.object({
  id: z.string(),
  Lesson_Name: z.string(),
  starts_at: instant,
  availableSpots: z.int(),
});
export type NextLesson = z.infer<typeof nextLessonSchema>;

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
