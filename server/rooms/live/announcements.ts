// What processes tell each other about the rooms of lessons.
import type { ItemResult } from '../../../domain/rooms/room.ts';

/** Announced with a lesson's id appended, when something in its room changed. */
export const ROOM_CHANGED = 'room:';
/** Announced with what one student did, so that nobody needs to read it again. */
const PROGRESS_MADE = 'progress:';

/** What a student did with an item of a topic; null when it is no longer marked as done. */
export interface ProgressMade {
  readonly topicId: string;
  readonly studentId: string;
  readonly itemId: string;
  readonly result: ItemResult | null;
}

export const progressMessage = (progress: ProgressMade): string =>
  PROGRESS_MADE + JSON.stringify(progress);

/** Null for a message about something else. */
export function readProgressMessage(message: string): ProgressMade | null {
  if (!message.startsWith(PROGRESS_MADE)) return null;
  // Written by progressMessage.
  return JSON.parse(message.slice(PROGRESS_MADE.length)) as ProgressMade;
}
