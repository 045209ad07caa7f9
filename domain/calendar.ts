// The calendar feed of a person or the tutor. Anybody who has its URL sees its lessons.
import * as z from 'zod/mini';

export const calendarSchema = z.object({
  /** The feed's path on this site. The key in it is the only credential. */
  path: z.string(),
});
