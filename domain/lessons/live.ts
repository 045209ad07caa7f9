// What a stream of lessons tells.
import * as z from 'zod/mini';

/**
 * One event: the spots left in one lesson, a signal to fetch the lessons again because they
 * changed, or a signal that the person's own bookings, waiting-list entries or credits changed.
 */
export const liveChangeSchema = z.union([
  z.object({ kind: z.literal('spots'), id: z.string(), availableSpots: z.int() }),
  z.object({ kind: z.enum(['plan', 'own']) }),
]);
export type LiveChange = z.infer<typeof liveChangeSchema>;
