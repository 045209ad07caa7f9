// A lesson that the tutor has just moved into the past: often that is a slip, such as last year's
// date. What follows a lesson waits in case it is corrected.
import { sql } from 'kysely';

import { MINUTE_MS } from '../../domain/time.ts';

const SLIP_MINUTES = 10;
const since = (now: number) => now - SLIP_MINUTES * MINUTE_MS;

/** Whether the tutor moved the lesson into the past in the last minutes. */
export const isSlip = (
  { starts_at, moved_at }: { readonly starts_at: number; readonly moved_at: number },
  now: number,
): boolean => starts_at <= moved_at && moved_at > since(now);

/** Whether that is not so, in SQL. */
export const isNoSlip = (now: number) =>
  sql<boolean>`(lessons.moved_at < lessons.starts_at or lessons.moved_at <= ${since(now)})`;
