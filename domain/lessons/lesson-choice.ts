// Lessons to offer beside another one: the same time every week, or the next one with an open spot.
import { courseOf, isOfOther } from '../course.ts';
import { weekday } from '../time.ts';
import { type FamilyLesson, hasStarted } from './lesson.ts';

type CourseLesson = Pick<FamilyLesson, 'id' | 'Date' | 'Time' | 'Lesson_Name' | 'starts_at'>;

/**
 * The given lesson and all later ones at its weekday and UK time, without those of the other
 * course.
 */
export function everyWeek<L extends CourseLesson>(lesson: CourseLesson, lessons: L[]): L[] {
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
 * The first lesson from the start of a full one on that belongs to its course and has an open spot.
 * `lessons` are sorted by start; `now` is epoch milliseconds.
 */
export function nextWithSpot<L extends CourseLesson & Pick<FamilyLesson, 'availableSpots'>>(
  full: CourseLesson,
  lessons: L[],
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
