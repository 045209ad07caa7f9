// The title of the list of next lessons.
import { LESSON_WEEKDAYS } from '../../domain/limits.ts';
import type { NextLesson } from '../../domain/next-lesson.ts';
import { daysBetween, mondayOf, ukDate, weekday } from '../../domain/time.ts';

const WEEK_DAYS = 7;

/**
 * 'This weekend' if all lessons are on the lesson days of the coming weekend. `now` is epoch
 * milliseconds.
 */
export function headingFor(lessons: readonly Pick<NextLesson, 'starts_at'>[], now: number): string {
  const today = ukDate(now);
  const dates = lessons.map(({ starts_at }) => ukDate(Date.parse(starts_at)));
  const isOne = new Set(dates.map(mondayOf)).size === 1;
  const isNear = dates.every(
    (date) =>
      daysBetween(today, date) < WEEK_DAYS && LESSON_WEEKDAYS.some((day) => day === weekday(date)),
  );
  return isOne && isNear ? 'This weekend' : 'The next lessons';
}
