// The title of the list of next lessons.
import type { NextLesson } from '../../domain/lessons/next-lesson.ts';
import { daysBetween, mondayOf, ukDate, weekday } from '../../domain/time.ts';

const WEEK_DAYS = 7;
const SATURDAY = 6;

/**
 * 'This weekend' if all lessons are on the coming weekend. `now` is epoch
 * milliseconds.
 */
export function headingFor(lessons: readonly Pick<NextLesson, 'starts_at'>[], now: number): string {
  const today = ukDate(now);
  const dates = lessons.map(({ starts_at }) => ukDate(Date.parse(starts_at)));
  const isOne = new Set(dates.map(mondayOf)).size === 1;
  const isNear = dates.every(
    (date) => daysBetween(today, date) < WEEK_DAYS && weekday(date) >= SATURDAY,
  );
  return isOne && isNear ? 'This weekend' : 'The next lessons';
}
