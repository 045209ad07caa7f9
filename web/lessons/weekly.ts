// What 'Keep this time every week' proposes, and what is missing for it.
import { LESSON_CREDITS, WEEKS_PROPOSED } from '../../domain/limits.ts';
import type { FamilyLesson } from '../../domain/lesson.ts';

type Dated = Pick<FamilyLesson, 'id' | 'Date'>;

/**
 * The ids of those ticked from the start: the first lesson of each day, for as long as the credits
 * last. Whoever has none, or is shown none (null), is proposed the usual number.
 */
export function proposeWeeks(
  bookable: readonly Dated[],
  credits: number | null,
): ReadonlySet<string> {
  const affordable = Math.floor((credits ?? 0) / LESSON_CREDITS);
  const count = affordable > 0 ? Math.min(affordable, WEEKS_PROPOSED) : WEEKS_PROPOSED;
  const firsts = bookable.filter(
    ({ Date: date }, place) => bookable.findIndex((other) => other.Date === date) === place,
  );
  return new Set(firsts.slice(0, count).map(({ id }) => id));
}

/**
 * How many credits so many lessons need beyond those that are there; 0 for a student, who is shown
 * none (null).
 */
export function missingCredits(lessons: number, credits: number | null): number {
  return credits === null ? 0 : Math.max(0, lessons * LESSON_CREDITS - credits);
}
