// A lesson that the tutor has just moved: sometimes that is a slip, such as last year's date. Until
// the move is settled, ten minutes later, the lesson counts by both its starts: what families do
// must be right by each, and what is final waits.
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';

import { type ErrorCode, Refusal } from '../../domain/errors.ts';
import { PROMOTION_NOTICE_MINUTES } from '../../domain/lessons/waiting.ts';
import { MINUTE_MS } from '../../domain/time.ts';
import type { Tables } from '../schema/tables.ts';

const SLIP_MS = 10 * MINUTE_MS;
/** A move that is as old as this, or older, was no slip. */
export const lastMoveMeant = (now: number) => now - SLIP_MS;

/** The starts by which a lesson counts, in epoch milliseconds. */
export interface LessonStarts {
  readonly starts_at: number;
  /** The start before a move that is not settled; null without one. */
  readonly moved_from: number | null;
}

export const startsOf = ({ starts_at, moved_from }: LessonStarts): number[] => [
  starts_at,
  moved_from ?? starts_at,
];

export const earlierStart = (lesson: LessonStarts): number => Math.min(...startsOf(lesson));
export const laterStart = (lesson: LessonStarts): number => Math.max(...startsOf(lesson));

/** In SQL: the lesson was not moved, or its move is settled. */
export const isSettled = sql<boolean>`lessons.moved_from is null`;

const NOTICE_MS = PROMOTION_NOTICE_MINUTES * MINUTE_MS;

/**
 * In SQL: its open spots are for everybody. Once a move is settled, they are offered to the waiting
 * list first, unless the lesson starts too soon for that by both its starts.
 */
export const isOpenToAll = (now: number | RawBuilder<number>) =>
  sql<boolean>`(lessons.moved_from is null or lessons.waiting = 0
    or (lessons.starts_at - ${sql.lit(NOTICE_MS)} <= ${now}
      and lessons.moved_from - ${sql.lit(NOTICE_MS)} <= ${now}))`;

/** Whether its open spots go to its waiting list alone: the opposite of isOpenToAll. */
const keepsSpots = (lesson: LessonStarts & { waiting: number }, now: number): boolean =>
  lesson.moved_from !== null && lesson.waiting > 0 && laterStart(lesson) - now > NOTICE_MS;

/** How many of its open spots are for everybody. */
export const spotsForAll = (
  lesson: LessonStarts & { waiting: number },
  { openSpots, now }: { openSpots: number; now: number },
): number => (keepsSpots(lesson, now) ? 0 : openSpots);

/** In SQL: the lesson starts after this instant, by both its starts. */
export const startsAfter = (
  eb: ExpressionBuilder<Tables, 'lessons'>,
  instant: number | RawBuilder<number>,
) =>
  eb.and([
    eb('starts_at', '>', instant),
    eb.or([eb('moved_from', 'is', null), eb('moved_from', '>', instant)]),
  ]);

/** In SQL: the lesson starts after this instant, by either of its starts. */
export const mayStartAfter = (
  eb: ExpressionBuilder<Tables, 'lessons'>,
  instant: number | RawBuilder<number>,
) => eb.or([eb('starts_at', '>', instant), eb('moved_from', '>', instant)]);

const JUST_MOVED = 'The time of this lesson was just changed. Please try again in ten minutes.';
const MOVED_TOO_LATE = 'The time of this lesson was just changed, and it starts too soon for this.';

interface RefusedLesson extends LessonStarts {
  /** How many spots are open, also if they are about to be offered to its waiting list. */
  readonly openSpots?: number;
}

/** Whether the only reason is that the move of the lesson is not settled. */
function isOfMove(code: ErrorCode, { starts_at, openSpots = 0 }: RefusedLesson, now: number) {
  if (code === 'lesson_full') return openSpots > 0;
  return code === (starts_at > now ? 'lesson_started' : 'lesson_not_started');
}

/** In ten minutes, one that starts within them has started. */
const wordsOfMove = (code: ErrorCode, { starts_at }: RefusedLesson, now: number): string =>
  code === 'lesson_started' && starts_at - now <= SLIP_MS ? MOVED_TOO_LATE : JUST_MOVED;

/** The refusal with this code, in other words if the only reason is a move that is not settled. */
export function lessonRefusal(
  code: ErrorCode,
  {
    now,
    lesson,
    message,
  }: { now: number; lesson?: RefusedLesson | undefined; message?: string | undefined },
): Refusal {
  const isMoved = lesson !== undefined && isOfMove(code, lesson, now);
  const words = isMoved ? wordsOfMove(code, lesson, now) : message;
  return new Refusal(code, words === undefined ? {} : { message: words });
}
