// The weeks that 'Keep this time every week' proposes, and the credits missing for them.
import type { FamilyLesson } from '../../../../domain/lessons/lesson.ts';
import { LESSON_CREDITS, WEEKS_PROPOSED } from '../../../../domain/limits.ts';

type DatedLesson = Pick<FamilyLesson, 'id' | 'Date'>;

/**
 * The ids of the preselected lessons: the first of each day, for as long as the credits last. A
 * family without credits, or a student (null), gets the usual number.
 */
export function proposeWeeks(
  bookable: readonly DatedLesson[],
  credits: number | null,
): ReadonlySet<string> {
  const affordable = Math.floor((credits ?? 0) / LESSON_CREDITS);
  const count = affordable > 0 ? Math.min(affordable, WEEKS_PROPOSED) : WEEKS_PROPOSED;
  const firsts = bookable.filter(
    ({ Date: date }, index) => bookable.findIndex((other) => other.Date === date) === index,
  );
  return new Set(firsts.slice(0, count).map(({ id }) => id));
}

/** How many more credits these lessons need; 0 for a student, who is shown none (null). */
export function missingCredits(lessons: number, credits: number | null): number {
  return credits === null ? 0 : Math.max(0, lessons * LESSON_CREDITS - credits);
}
