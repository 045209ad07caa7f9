// How long a page waits before it opens a broken stream again.

const BASE_MS = [1000, 2000, 5000, 15_000, 30_000] as const;
/**
 * A proxy that restarts ends all streams at once, and a thousand pages must not return in the same
 * moment: the shortest interval over which their attempts are spread.
 */
const SPREAD_MS = 2000;
/**
 * Attempts that nobody answers in a lesson that is live. TCP repeats its first packet after 1, 3
 * and 7 s, so a new attempt is quicker than a long one. After half a minute the network may just be
 * slow, or the server down.
 */
const UNREACHABLE = {
  first: { openingMs: 4000, pauseMs: 500 },
  later: { openingMs: 10_000, pauseMs: 2000 },
  laterFrom: 8,
} as const;
const unreachableAfter = (failures: number) =>
  failures < UNREACHABLE.laterFrom ? UNREACHABLE.first : UNREACHABLE.later;

/**
 * What ended a stream: the connection was closed, it fell silent, the server refused it, or nothing
 * answered the attempt to open it.
 */
export type Ending = 'closed' | 'silent' | 'refused' | 'unreachable';

/**
 * The pause in milliseconds. `failures` counts the attempts in a row that gave no steady stream.
 * `random` returns a number from 0 up to 1.
 */
export function reconnectPauseMs(
  {
    ending,
    failures,
    isLive,
  }: {
    ending: Ending;
    failures: number;
    /** In a lesson that is live. */
    isLive: boolean;
  },
  random: () => number,
): number {
  // The server sends the heartbeats of its streams at different times, so silence is spread too.
  if (ending === 'silent') return 0;
  if (ending === 'unreachable' && isLive)
    return unreachableAfter(failures).pauseMs * (0.5 + random());
  const base = BASE_MS[Math.min(failures, BASE_MS.length - 1)] ?? BASE_MS[0];
  return base / 2 + random() * Math.max(base, SPREAD_MS);
}

/** How long the attempt after `failures` others may wait for its answer. */
export function openingMs({
  failures,
  heartbeatMs,
  isLive,
}: {
  failures: number;
  heartbeatMs: number;
  isLive: boolean;
}): number {
  return isLive ? unreachableAfter(failures).openingMs : heartbeatMs;
}
