// How many enquirers reached each step.
import * as z from 'zod/mini';

export const FUNNEL_DAYS = [30, 90] as const;

/** All numbers count enquiries made in the last `days`. */
export const funnelSchema = z.object({
  days: z.literal(FUNNEL_DAYS),
  enquiries: z.int(),
  answered_in_time: z.int(),
  invited: z.int(),
  joined: z.int(),
  /** Enquirers whose family has had a lesson. */
  attended: z.int(),
  /** Enquirers whose family has bought credits. */
  purchased: z.int(),
});
export type Funnel = z.infer<typeof funnelSchema>;
