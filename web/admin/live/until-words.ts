// How long until a lesson, or until its end.
import { hasEnded, hasStarted } from '../../../domain/lessons/lesson.ts';
import { LESSON_MINUTES } from '../../../domain/limits.ts';
import { MINUTE_MS } from '../../../domain/time.ts';

const DAY_MINUTES = 24 * 60;

/** 'in 12 min', 'in 3 h 5 min', 'in 5 days', 'Now, 40 min left', 'Over'. */
export function untilWords(lesson: { readonly starts_at: string }, now: number): string {
  if (hasEnded(lesson, now)) return 'Over';
  const minutes = Math.ceil((Date.parse(lesson.starts_at) - now) / MINUTE_MS);
  if (hasStarted(lesson, now)) return `Now, ${minutes + LESSON_MINUTES} min left`;
  if (minutes >= 2 * DAY_MINUTES) return `in ${Math.floor(minutes / DAY_MINUTES)} days`;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `in ${minutes} min`;
  return rest === 0 || hours >= 12 ? `in ${hours} h` : `in ${hours} h ${rest} min`;
}
