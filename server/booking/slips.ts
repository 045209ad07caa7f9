// A lesson that the tutor has just moved: sometimes that is a slip, such as last year's date. Until
// the move is settled, ten minutes later, the lesson counts by both its starts: what families do
// must be right by each, and what is final waits.
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';

import { type ErrorCode, Refusal } from '../../domain/errors.ts';
import { MINUTE_MS } from '../../domain/time.ts';
import type { Tables } from '../schema/tables.ts';

const SLIP_MINUTES = 10;
/** A move that is as old as this, or older, was no slip. */
export const lastMoveMeant = (now: number) => now - SLIP_MINUTES * MINUTE_MS;

/** The starts by which a lesson counts, in epoch milliseconds. */
export interface LessonStarts {
  readonly starts_at: number;
  /** The start before a move that is not settled; null without one. */
  readonly moved_from: number | null;
}

const startsOf = ({ starts_at, moved_from }: LessonStarts) => [starts_at, moved_from ?? starts_at];

export const earlierStart = (lesson: LessonStarts): number => Math.min(...startsOf(lesson));
export const laterStart = (lesson: LessonStarts): number => Math.max(...startsOf(lesson));

/** In SQL: the lesson was not moved, or its move is settled. */
export const isSettled = sql<boolean>`lessons.moved_from is null`;

/** In SQL: the lesson starts after this instant, by both its starts. */
export const startsAfter = (
  eb: ExpressionBuilder<Tables, 'lessons'>,
  instant: number | RawBuilder<number>,
) =>
  eb.and([
    eb('starts_at', '>', instant),
    eb.or([eb('moved_from', 'is', null), eb('moved_from', '>', instant)]),
  ]);

const JUST_MOVED = 'The time of this lesson was just changed. Please try again in ten minutes.';

/**
 * The refusal with this code, in other words if the only reason is the start before a move that is
 * not settled.
 */
export function lessonRefusal(
  code: ErrorCode,
  {
    now,
    lesson,
    message,
  }: { now: number; lesson?: LessonStarts | undefined; message?: string | undefined },
): Refusal {
  const isAhead = lesson !== undefined && lesson.starts_at > now;
  const words = isAhead && code === 'lesson_started' ? JUST_MOVED : message;
  return new Refusal(code, words === undefined ? {} : { message: words });
}
