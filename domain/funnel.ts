// How many of those who enquired came how far.
import * as z from 'zod/mini';

export const FUNNEL_DAYS = [30, 90] as const;

/** Every number counts enquiries that were made in the last `days`. */
export const funnelSchema = z.object({
  days: z.literal(FUNNEL_DAYS),
  enquiries: z.int(),
  answered_in_time: z.int(),
  invited: z.int(),
  joined: z.int(),
  /** Whose family has had a lesson. */
  attended: z.int(),
  /** Whose family has bought credits. */
  purchased: z.int(),
});
export type Funnel = z.infer<typeof funnelSchema>;
