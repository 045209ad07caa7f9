// By which start the room of a lesson goes while the lesson counts by two.
import { roomEndsAt } from '../../domain/rooms/room.ts';
import { laterStart, type LessonStarts } from '../booking/slips.ts';

/**
 * The start that the lesson has now or, once it is over by that one, the later of both: a slip into
 * the past reveals nothing (epoch milliseconds).
 */
export const roomStart = (lesson: LessonStarts, now: number): number =>
  now < roomEndsAt(lesson.starts_at) ? lesson.starts_at : laterStart(lesson);
