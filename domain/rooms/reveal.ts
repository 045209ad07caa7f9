// When the answer to a question that was asked in a lesson may be shown to a student.
import { MINUTE_MS } from '../time.ts';
import { type AskedState, ROOM_MINUTES } from './room.ts';

/** A question that was asked in a lesson. Times are in epoch milliseconds. */
export interface AskedFacts {
  readonly state: AskedState;
  readonly asked_at: number;
  /** When the tutor revealed it; null before, and for questions of the first version. */
  readonly revealed_at: number | null;
  /** The start of the lesson. */
  readonly starts_at: number;
}

/** When the room of a lesson ends, which reveals all that was asked. */
export const roomEndsAt = (startsAt: number): number => startsAt + ROOM_MINUTES.after * MINUTE_MS;

/**
 * Whether the answer is shown to a student whose lessons have been asking the question since
 * `openSince` (null if none asks it): what was revealed before stays, and what another lesson
 * reveals meanwhile waits.
 */
export function isAnswerShown(asked: AskedFacts, openSince: number | null, now: number): boolean {
  const at = revealedAt(asked, now);
  return at !== null && (openSince === null || at <= openSince);
}

function revealedAt(
  { state, asked_at, revealed_at, starts_at }: AskedFacts,
  now: number,
): number | null {
  if (state === 'revealed') return revealed_at ?? asked_at;
  const end = roomEndsAt(starts_at);
  return now < end ? null : end;
}
