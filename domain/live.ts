// What the live stream of lessons tells a student's calendar.

/** One event's data: the spots left in one lesson, or that the plan itself has changed and should be fetched again. */
export type LiveChange =
  | { readonly kind: 'spots'; readonly id: string; readonly availableSpots: number }
  | { readonly kind: 'plan' };

/** Comment lines are sent this often, so that proxies keep the stream and a dead one is noticed. */
export const LIVE_HEARTBEAT_MS = 25_000;
