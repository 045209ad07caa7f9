// The live streams of lessons, and of their rooms.
import * as z from 'zod/mini';

import type { RoomState } from './room.ts';

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
 * How often a comment line is sent. It keeps proxies from closing the stream and reveals a dead
 * one: TCP waits ever longer after a hole in the network, and only a new connection is quick. In a
 * lesson that is live the class waits for the question, so there it is as frequent as 3 s after a
 * hole of 10 s require (`npm run drill -- hole`).
 */
export const LIVE_HEARTBEAT_MS = 25_000;
const LIVE_ROOM_HEARTBEAT_MS = 4000;

export const heartbeatMsOf = (state: RoomState): number =>
  state === 'live' ? LIVE_ROOM_HEARTBEAT_MS : LIVE_HEARTBEAT_MS;

/** A stream that has been silent for this many heartbeats is dead, whatever the browser reports. */
export const SILENT_HEARTBEATS = 2.5;

const HEARTBEAT = ': heartbeat ';

/** The comment line that says how often such lines come from now on. */
export const heartbeatText = (everyMs: number): string => `${HEARTBEAT}${everyMs}\n\n`;

/** How often heartbeats come, as the line says; null for every other line. */
export function readHeartbeat(line: string): number | null {
  const digits = line.startsWith(HEARTBEAT) ? line.slice(HEARTBEAT.length) : '';
  return /^[1-9]\d{3,5}$/.test(digits) ? Number(digits) : null;
}

/**
 * Concurrent streams of one account and of everybody, both per process. The latter is bounded by
 * memory; beyond it, streams of the heaviest address and family are closed.
 */
export const LIVE_STREAMS = { perAccount: 4, perProcess: 1000 } as const;
/** How long a caller that was refused a stream should wait before the next attempt. */
export const LIVE_RETRY_SECONDS = 15;
