// The format of event streams, on both sides.

/** An event of a stream as it is sent. */
export const eventText = (event: object): string => `data: ${JSON.stringify(event)}\n\n`;

/**
 * How often a comment line is sent. It keeps proxies from closing the stream and reveals a dead
 * one: TCP waits ever longer after a hole in the network, and only a new connection is quick.
 */
export const LIVE_HEARTBEAT_MS = 25_000;

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
