// The date range of a list.
import * as z from 'zod/mini';

import { lessonDate } from './lesson.ts';
import { LESSON_WINDOW_DAYS } from './limits.ts';
import { daysBetween } from './time.ts';

/** Inclusive UK dates, both optional. */
export const windowSchema = z
  .object({ from: z.optional(lessonDate), to: z.optional(lessonDate) })
  .check(
    z.refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
      path: ['from'],
      error: 'From must not be after to',
    }),
    z.refine(
      ({ from, to }) =>
        from === undefined || to === undefined || daysBetween(from, to) <= LESSON_WINDOW_DAYS.max,
      {
        path: ['to'],
        error: `From and to must be at most ${LESSON_WINDOW_DAYS.max} days apart`,
      },
    ),
  );
export type DateWindow = z.infer<typeof windowSchema>;
