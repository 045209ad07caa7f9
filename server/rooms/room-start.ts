// By which start the room of a lesson goes while the lesson counts by two.
import { roomEndsAt, roomState } from '../../domain/rooms/room.ts';
import { toIso } from '../../domain/time.ts';
import { laterStart, type LessonStarts, startsOf } from '../booking/slips.ts';

/**
 * The start by which it is live. Otherwise the one that the lesson has now or, once it is over by
 * that one, the later of both: a slip into the past reveals nothing (epoch milliseconds).
 */
export function roomStart(lesson: LessonStarts, now: number): number {
  const isLive = (start: number) => roomState({ starts_at: toIso(start) }, now) === 'live';
  const otherwise = now < roomEndsAt(lesson.starts_at) ? lesson.starts_at : laterStart(lesson);
  return startsOf(lesson).find(isLive) ?? otherwise;
}
