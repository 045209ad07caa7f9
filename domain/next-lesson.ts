// The next lessons, as shown to visitors.
import * as z from 'zod/mini';

import { instant } from './text.ts';

export const nextLessonSchema = z.object({
  id: z.string(),
  Lesson_Name: z.string(),
  starts_at: instant,
  availableSpots: z.int(),
});
export type NextLesson = z.infer<typeof nextLessonSchema>;
