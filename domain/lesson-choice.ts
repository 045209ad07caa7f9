// Which lessons come into question beside another one: the same time every week, and the next one
// with a place.
import { courseOf, isOfOther } from './course.ts';
import { hasStarted, type FamilyLesson } from './lesson.ts';
import { weekday } from './time.ts';

type Placed = Pick<FamilyLesson, 'id' | 'Date' | 'Time' | 'Lesson_Name' | 'starts_at'>;

/**
 * Of `lessons` the given one and all after it at its weekday and UK time, but for those of the
 * other course.
 */
export function everyWeek<L extends Placed>(lesson: Placed, lessons: readonly L[]): L[] {
  const course = courseOf(lesson.Lesson_Name);
  return lessons.filter(
    (one) =>
      one.id === lesson.id ||
      (one.Date > lesson.Date &&
        one.Time === lesson.Time &&
        weekday(one.Date) === weekday(lesson.Date) &&
        !isOfOther(one.Lesson_Name, course)),
  );
}

/**
 * The first of `lessons`, which are sorted by start, that begins no sooner than a full one, belongs
 * to its course and has a place. `now` is epoch milliseconds.
 */
export function nextWithSpot<L extends Placed & Pick<FamilyLesson, 'availableSpots'>>(
  full: Placed,
  lessons: readonly L[],
  now: number,
): L | undefined {
  return lessons.find(
    (one) =>
      one.id !== full.id &&
      one.starts_at >= full.starts_at &&
      !hasStarted(one, now) &&
      one.availableSpots > 0 &&
      courseOf(one.Lesson_Name) === courseOf(full.Lesson_Name),
  );
}
