// The calendar that a person or the tutor subscribes to: whoever has its address sees the lessons
// in it.
import * as z from 'zod/mini';

export const calendarSchema = z.object({
  /** Where it is read, below the site's own address; the key in it is all that is asked for. */
  path: z.string(),
});
