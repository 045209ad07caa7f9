// What of a week is still ahead for a family, and what is over: one rule for the calendar and the
// agenda.
import { hasEnded, hasStarted, type FamilyLesson } from '../../../../domain/lessons/lesson.ts';
import type { Week } from '../../../ui/dates/week-calendar.tsx';

/** A lesson that has started is over for those who have not booked it. */
export const isAhead = (lesson: FamilyLesson, now: number): boolean =>
  lesson.isBooked ? !hasEnded(lesson, now) : !hasStarted(lesson, now);

interface WeekParts {
  readonly ahead: readonly FamilyLesson[];
  /** Folded behind 'Earlier lessons'; only this week folds any. */
  readonly over: readonly FamilyLesson[];
  /** One lesson needs none: the agenda lists it. */
  readonly needsCalendar: boolean;
}

/** `lessons` are those of the week, sorted by start. */
export function splitWeek(
  { isThisWeek }: Pick<Week, 'isThisWeek'>,
  lessons: readonly FamilyLesson[],
  now: number,
): WeekParts {
  if (!isThisWeek) return { ahead: lessons, over: [], needsCalendar: true };
  const ahead = lessons.filter((lesson) => isAhead(lesson, now));
  const over = lessons.filter((lesson) => !isAhead(lesson, now));
  return { ahead, over, needsCalendar: ahead.length > 1 };
}
