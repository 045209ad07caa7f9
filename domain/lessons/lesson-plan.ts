// Suggests when to hold a new lesson, and warns before saving: the slot is in the past, clashes
// with another lesson, or emails will be sent.
import { inWeekOrder } from '../business-words.ts';
import type { UsualTime } from '../business.ts';
import { LESSON_MINUTES } from '../limits.ts';
import { addDays, isCalendarDate, mondayOf, shortTime, ukDate, ukTime, weekday } from '../time.ts';
import type { AdminLesson, NewLesson } from './lesson.ts';

export type Slot = Pick<NewLesson, 'Date' | 'Time'>;

/**
 * Whether the UK wall time of the slot has been reached, to the minute. `now` is epoch
 * milliseconds.
 */
export function isInPast({ Date: date, Time: time }: Slot, now: number): boolean {
  return `${date}T${shortTime(time)}` <= `${ukDate(now)}T${ukTime(now)}`;
}

function minuteOfDay(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** Whether lessons in these two slots would run at the same time. */
export function isAtSameTime(one: Slot, other: Slot): boolean {
  return (
    one.Date === other.Date &&
    Math.abs(minuteOfDay(one.Time) - minuteOfDay(other.Time)) < LESSON_MINUTES
  );
}

/** The lessons that would overlap one in this slot, except the one with `id`. */
export function clashesOf<Lesson extends Pick<AdminLesson, 'id' | 'Date' | 'Time'>>(
  slot: Slot,
  lessons: readonly Lesson[],
  id: string | null = null,
): Lesson[] {
  return lessons.filter((lesson) => lesson.id !== id && isAtSameTime(lesson, slot));
}

/**
 * The lesson, or its slot, in each of `weeks` weeks on the same weekday and at the same UK time,
 * across clock changes.
 */
export function repeatWeekly<Lesson extends Slot>(lesson: Lesson, weeks: number): Lesson[] {
  return Array.from({ length: weeks }, (_, week) => ({
    ...lesson,
    Date: addDays(lesson.Date, 7 * week),
  }));
}

/** What a time is proposed by: the planned lessons, the usual times, and epoch milliseconds. */
export interface PlannerState {
  readonly lessons: readonly Pick<AdminLesson, 'id' | 'Date' | 'Time'>[];
  readonly usual: readonly UsualTime[];
  readonly now: number;
}

/** The usual times on this day, earliest first. */
const usualTimesOn = (date: string, usual: readonly UsualTime[]): string[] =>
  inWeekOrder(usual)
    .filter((one) => one.weekday === weekday(date))
    .map(({ time }) => time);

/** The usual times on this day that are in the future and free. */
export function suggestedTimes(date: string, { lessons, usual, now }: PlannerState): string[] {
  return usualTimesOn(date, usual).filter((time) => {
    const slot = { Date: date, Time: time };
    return !isInPast(slot, now) && clashesOf(slot, lessons).length === 0;
  });
}

/** The earliest usual time of any day. */
const earliestTime = (usual: readonly UsualTime[]): string =>
  usual.map(({ time }) => time).toSorted()[0] ?? NOON;

const NOON = '12:00:00';

/**
 * The first usual slot that is in the future and free, searching from the week of `from`
 * (YYYY-MM-DD), or from this week if that has passed. The lessons are all future ones.
 */
export function nextFreeSlot(from: string, planning: PlannerState): Slot {
  const { lessons, usual, now } = planning;
  const today = ukDate(now);
  const monday = mondayOf(from < today ? today : from);
  // Every week without a free slot has a lesson, except one that has ended.
  for (let week = 0; week < lessons.length + 2; week += 1) {
    for (const day of new Set(inWeekOrder(usual).map((one) => one.weekday))) {
      const date = addDays(monday, 7 * week + day - 1);
      const [time] = isCalendarDate(date) ? suggestedTimes(date, planning) : [];
      if (time !== undefined) return { Date: date, Time: time };
    }
  }
  return { Date: from, Time: earliestTime(usual) };
}

const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00:00`);

/**
 * A free time for a lesson on this day: a usual one, or else a later full hour. It is in the future
 * where possible.
 */
export function freeTimeOn(date: string, { lessons, usual, now }: PlannerState): string {
  const earliest = earliestTime(usual);
  const later = HOURS.filter((time) => time >= earliest);
  const free = [...usualTimesOn(date, usual), ...later].filter(
    (time) => clashesOf({ Date: date, Time: time }, lessons).length === 0,
  );
  return free.find((time) => !isInPast({ Date: date, Time: time }, now)) ?? free[0] ?? earliest;
}

/**
 * The meeting link that a new lesson starts with: the standing one, or that of the lesson created
 * last; '' when there is neither. Ids sort by creation time.
 */
export function proposedLink(
  lessons: readonly Pick<AdminLesson, 'id' | 'Meeting_Link'>[],
  standing: string | null,
): string {
  if (standing !== null) return standing;
  return lessons.toSorted((one, other) => (one.id < other.id ? 1 : -1))[0]?.Meeting_Link ?? '';
}

const EMAILED_FIELDS = ['Date', 'Time', 'Lesson_Name', 'Meeting_Link'] as const;
type EmailedFields = Pick<NewLesson, (typeof EMAILED_FIELDS)[number]>;

/** Whether booked students are emailed about a change: it moves, renames or relinks the lesson. */
export function needsEmail(before: EmailedFields, after: EmailedFields): boolean {
  return EMAILED_FIELDS.some((field) => before[field] !== after[field].trim());
}

/** How many students a change would email. */
export function studentsToEmail(
  lesson: EmailedFields & Pick<AdminLesson, 'bookedCount'>,
  changes: EmailedFields,
): number {
  return needsEmail(lesson, changes) ? lesson.bookedCount : 0;
}
