// What the live stream of lessons sends to a family's calendar.

/**
 * One event's data: the spots left in one lesson, or that the plan itself has changed and should be
 * fetched again.
 */
export type LiveChange =
  | { readonly kind: 'spots'; readonly id: string; readonly availableSpots: number }
  | { readonly kind: 'plan' };

/** Comment lines are sent this often, so that proxies keep the stream and a dead one is noticed. */
export const LIVE_HEARTBEAT_MS = 25_000;

/**
 * Streams at once: of one account in one process, and of everybody in one process, which is what
 * its memory bears. Beyond that the heaviest address and family give way.
 */
export const LIVE_STREAMS = { perAccount: 4, perProcess: 1000 } as const;
/** How long a caller that was refused a stream is asked to wait before the next attempt. */
export const LIVE_RETRY_SECONDS = 15;
