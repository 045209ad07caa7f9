// The stream of a room.
import { LIVE_HEARTBEAT_MS } from '../event-stream.ts';
import type { RoomState } from './room.ts';

/**
 * A class waits for its question, so in a lesson that is live heartbeats are as frequent as 3 s
 * after a hole of 10 s require (`npm run drill -- hole`).
 */
const LIVE_ROOM_HEARTBEAT_MS = 4000;

export const heartbeatMsOf = (state: RoomState): number =>
  state === 'live' ? LIVE_ROOM_HEARTBEAT_MS : LIVE_HEARTBEAT_MS;
