// What the tutor should know before a lesson is saved: that it lies in the past, meets another one, or that mails will go out.
import type { AdminLesson, NewLesson } from './lesson.ts';
import { LESSON_MINUTES, LESSON_TIMES, LESSON_WEEKDAYS } from './limits.ts';
import { addDays, shortTime, ukDate, ukTime, weekday } from './time.ts';

type Slot = Pick<NewLesson, 'Date' | 'Time'>;

/** Whether the UK wall time of the slot has been reached, to the minute. `now` is epoch milliseconds. */
export function isInPast({ Date: date, Time }: Slot, now: number): boolean {
  return `${date}T${shortTime(Time)}` <= `${ukDate(now)}T${ukTime(now)}`;
}

function minuteOfDay(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** The lessons, the one with `id` left out, that would run at the same time as one in this slot. */
export function clashesOf<Lesson extends Pick<AdminLesson, 'id' | 'Date' | 'Time'>>(
  { Date: date, Time }: Slot,
  lessons: readonly Lesson[],
  id: string | null = null,
): Lesson[] {
  return lessons.filter(
    (lesson) =>
      lesson.id !== id &&
      lesson.Date === date &&
      Math.abs(minuteOfDay(lesson.Time) - minuteOfDay(Time)) < LESSON_MINUTES,
  );
}

/** The slots of a lesson that is repeated weekly: `weeks` of them, at the same UK time. */
export function weeklySlots({ Date: date, Time }: Slot, weeks: number): Slot[] {
  return Array.from({ length: weeks }, (_, week) => ({ Date: addDays(date, 7 * week), Time }));
}

/** The usual times on this day that are ahead and that no lesson has taken: none but on Saturdays and Sundays. */
export function suggestedTimes(
  date: string,
  lessons: readonly Pick<AdminLesson, 'id' | 'Date' | 'Time'>[],
  now: number,
) {
  if (!LESSON_WEEKDAYS.some((day) => day === weekday(date))) return [];
  return LESSON_TIMES.filter((Time) => {
    const slot = { Date: date, Time };
    return !isInPast(slot, now) && clashesOf(slot, lessons).length === 0;
  });
}

const NEWS = ['Date', 'Time', 'Lesson_Name', 'Meeting_Link'] as const;

/** How many students a change would email: those booked, when it moves, renames or relinks the lesson. */
export function studentsToEmail(
  lesson: Pick<AdminLesson, 'bookedCount' | (typeof NEWS)[number]>,
  changes: Pick<NewLesson, (typeof NEWS)[number]>,
): number {
  return NEWS.some((field) => lesson[field] !== changes[field].trim()) ? lesson.bookedCount : 0;
}
