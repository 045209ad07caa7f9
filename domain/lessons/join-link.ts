// The join link of a booking: when it works, and what it reveals.
import * as z from 'zod/mini';

import { instant } from '../text.ts';
import { MINUTE_MS } from '../time.ts';
import { hasEnded } from './lesson.ts';

/** A lesson can be joined from this long before its start until its end. */
export const JOIN_OPENS_MINUTES = 15;

const states = ['early', 'open', 'over'] as const;
type JoinState = (typeof states)[number];

/** The token in the link's path. */
export const joinParamsSchema = z.object({ token: z.string() });

/** Reveals neither the booking's owner nor the meeting URL. */
export const joinLinkSchema = z.object({
  state: z.enum(states),
  Lesson_ID: z.string(),
  Lesson_Name: z.string(),
  starts_at: instant,
  opens_at: instant,
});
export type JoinLink = z.infer<typeof joinLinkSchema>;

/** When a lesson opens for joining (epoch milliseconds). */
export function joinOpensAt(lesson: { starts_at: string }): number {
  return Date.parse(lesson.starts_at) - JOIN_OPENS_MINUTES * MINUTE_MS;
}

/**
 * Whether a lesson can be joined at `now` (epoch milliseconds): from some minutes before its start
 * until its end.
 */
export function joinState(lesson: { starts_at: string }, now: number): JoinState {
  if (now < joinOpensAt(lesson)) return 'early';
  return hasEnded(lesson, now) ? 'over' : 'open';
}
