// The room of a lesson: preparation before it, questions asked live, and looking back.
import { ROOM_MINUTES } from './limits.ts';

export type RoomState = 'before' | 'live' | 'after';

/** The state of the room at `now` (epoch milliseconds). */
export function roomState(lesson: { readonly starts_at: string }, now: number): RoomState {
  const startsAt = Date.parse(lesson.starts_at);
  if (now < startsAt - ROOM_MINUTES.before * 60_000) return 'before';
  return now < startsAt + ROOM_MINUTES.after * 60_000 ? 'live' : 'after';
}
