// A lesson that the tutor has just moved: sometimes that is a slip, such as last year's date. What
// follows from its new time, and is final, waits in case it is corrected.
import { sql } from 'kysely';

import { MINUTE_MS } from '../../domain/time.ts';

const SLIP_MINUTES = 10;
/** A move that is as old as this, or older, was no slip. */
export const lastMoveMeant = (now: number) => now - SLIP_MINUTES * MINUTE_MS;

/** Whether the lesson was planned, or moved in either direction, in the last minutes. */
export const wasJustMoved = ({ moved_at }: { readonly moved_at: number }, now: number): boolean =>
  moved_at > lastMoveMeant(now);

/** In SQL, of a lesson that has started: it was not moved into the past in the last minutes. */
export const isNoSlip = (now: number) =>
  sql<boolean>`(lessons.moved_at < lessons.starts_at or lessons.moved_at <= ${lastMoveMeant(now)})`;
