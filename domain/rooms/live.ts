// The live streams of lessons, and of their rooms.
import * as z from 'zod/mini';

/** An event of a stream as it is sent. */
export const eventText = (event: object): string => `data: ${JSON.stringify(event)}\n\n`;

/**
 * One event: the spots left in one lesson, a signal to fetch the lessons again because they
 * changed, or a signal that the person's own bookings, waiting-list entries or credits changed.
 */
export const liveChangeSchema = z.union([
  z.object({ kind: z.literal('spots'), id: z.string(), availableSpots: z.int() }),
  z.object({ kind: z.enum(['plan', 'own']) }),
]);
export type LiveChange = z.infer<typeof liveChangeSchema>;

/**
 * How often comment lines are sent. They keep proxies from closing the stream and reveal dead ones.
 */
export const LIVE_HEARTBEAT_MS = 25_000;

/**
 * Concurrent streams of one account and of everybody, both per process. The latter is bounded by
 * memory; beyond it, streams of the heaviest address and family are closed.
 */
export const LIVE_STREAMS = { perAccount: 4, perProcess: 1000 } as const;
/** How long a caller that was refused a stream should wait before the next attempt. */
export const LIVE_RETRY_SECONDS = 15;
