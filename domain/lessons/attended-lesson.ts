// A lesson that a student has attended, as the family sees it.
import * as z from 'zod/mini';

import { instant } from '../text.ts';

export const attendedLessonSchema = z.object({
  id: z.string(),
  Lesson_Name: z.string(),
  starts_at: instant,
  Student_ID: z.string(),
});
export type AttendedLesson = z.infer<typeof attendedLessonSchema>;
