// A term of lessons planned in one go: weekly times over several weeks, each with a course, a name
// and a topic for each lesson, and the clashes.
import * as z from 'zod/mini';

import { weekdayName } from '../business-words.ts';
import type { UsualTime } from '../business.ts';
import { type Course, courseOf } from '../course.ts';
import {
  addDays,
  formatDate,
  isCalendarDate,
  mondayOf,
  shortTime,
  ukDate,
  weekday as weekdayOf,
} from '../time.ts';
import { clashesOf, isAtSameTime, isInPast, type Slot } from './lesson-plan.ts';
import { type AdminLesson, newLessonSchema } from './lesson.ts';

/**
 * A term is planned in one go. The longest in England has fifteen weeks; a week has four lessons.
 */
export const TERM_WEEKS = { min: 1, max: 15, proposed: 6 } as const;
export const MAX_LESSONS_PER_TERM = 60;

const COUNT_MESSAGE = `Plan from 1 to ${MAX_LESSONS_PER_TERM} lessons`;

/** The lessons of a term; no two may overlap. */
export const newTermSchema = z.object({
  lessons: z.array(newLessonSchema, { error: COUNT_MESSAGE }).check(
    z.minLength(1, { error: COUNT_MESSAGE }),
    z.maxLength(MAX_LESSONS_PER_TERM, { error: COUNT_MESSAGE, abort: true }),
    z.check(({ value, issues }) => {
      for (const [index, lesson] of value.entries()) {
        const other = value.slice(0, index).find((one) => isAtSameTime(one, lesson));
        if (other !== undefined)
          issues.push({
            code: 'custom',
            input: lesson,
            path: [index],
            message: `Clashes with the lesson on ${slotWords(other)} of the same term`,
          });
      }
    }),
  ),
});
export type NewTerm = z.infer<typeof newTermSchema>;

/** 'Sat 21 Nov, 09:00'. */
export const slotWords = ({ Date: date, Time: time }: Slot): string =>
  `${formatDate(date, 'short')}, ${shortTime(time)}`;

const timeKey = ({ weekday, time }: UsualTime): string => `${weekday} ${time}`;
/** The key by which a lesson of the term is left out. */
export const slotKey = ({ Date: date, Time: time }: Slot): string => `${date} ${time}`;

/** A weekly time with the course that is taught then; null for lessons of any course. */
export interface TermTime extends UsualTime {
  readonly course: Course | null;
}

/** The times with their courses, each taken from the latest lesson at that time of the week. */
export function withCourses(
  times: readonly UsualTime[],
  planned: readonly Pick<AdminLesson, 'Date' | 'Time' | 'Lesson_Name'>[],
): TermTime[] {
  return times.map((time) => {
    const latest = planned
      .filter(
        ({ Date: date, Time: clock }) => weekdayOf(date) === time.weekday && clock === time.time,
      )
      .reduce<(typeof planned)[number] | undefined>(
        (last, one) => (last === undefined || one.Date > last.Date ? one : last),
        undefined,
      );
    return { ...time, course: courseOf(latest?.Lesson_Name ?? '') };
  });
}

/** Adds the time in the order of the week, or removes it if it is already there. */
export function toggleTime<One extends UsualTime>(times: readonly One[], time: One): One[] {
  const others = times.filter((one) => timeKey(one) !== timeKey(time));
  if (others.length < times.length) return others;
  return [...others, time].toSorted((one, other) => (timeKey(one) < timeKey(other) ? -1 : 1));
}

/** Two of the times that overlap, the earlier first; null when none do. */
export function overlapOf(times: readonly UsualTime[]): readonly [UsualTime, UsualTime] | null {
  const slots = times.map((time) => ({ time, ...slotIn(ANY_MONDAY, time) }));
  for (const [index, slot] of slots.entries()) {
    const other = slots.slice(0, index).find((one) => isAtSameTime(one, slot));
    if (other !== undefined) return [other.time, slot.time];
  }
  return null;
}

const ANY_MONDAY = '2026-01-05';

const slotIn = (monday: string, { weekday, time }: UsualTime): Slot => ({
  Date: addDays(monday, weekday - 1),
  Time: time,
});

/**
 * The names of a pasted list, one per line. Skips empty lines; column separators become spaces.
 */
export function readNames(text: string): string[] {
  return text
    .split(/[\n\r\u2028\u2029]/)
    .map((name) => name.replaceAll(/\s+/g, ' ').trim())
    .filter((name) => name !== '');
}

export interface TermPlan {
  /** Any date (YYYY-MM-DD) in the first week. */
  readonly from: string;
  readonly weeks: number;
  /** In the order of the week. */
  readonly times: readonly TermTime[];
  /** The names of the lessons, in order. */
  readonly names: readonly string[];
  /** Whether each lesson has its own name, or a week's lessons share one. */
  readonly nameFor: 'lesson' | 'week';
  /** The keys (slotKey) of lessons left out. Their names pass on to the next lesson. */
  readonly leftOut: ReadonlySet<string>;
}

export interface TermLesson extends Slot {
  readonly course: Course | null;
  /** Empty until the topic or the course gives one. */
  readonly name: string;
  /** The id of a topic of the library, or null. */
  readonly Topic_ID: string | null;
  readonly isLeftOut: boolean;
}

export interface PlannedWeek {
  readonly monday: string;
  readonly lessons: readonly TermLesson[];
}

/** The weeks of the term with their lessons, in order. Stops at the last representable date. */
export function weeksOfTerm({
  from,
  weeks,
  times,
  names,
  nameFor,
  leftOut,
}: TermPlan): PlannedWeek[] {
  const first = mondayOf(from);
  let next = 0;
  const mondays = Array.from({ length: weeks }, (_, week) => addDays(first, 7 * week));
  return mondays.filter(isCalendarDate).map((monday) => {
    const slots = times
      .map((time) => ({ ...slotIn(monday, time), course: time.course }))
      .filter(({ Date: date }) => isCalendarDate(date));
    const begins = next;
    const lessons = slots.map((slot) => {
      const isLeftOut = leftOut.has(slotKey(slot));
      if (isLeftOut) return { ...slot, name: '', Topic_ID: null, isLeftOut };
      const name = names[nameFor === 'week' ? begins : next] ?? '';
      next = nameFor === 'week' ? begins + 1 : next + 1;
      return { ...slot, name, Topic_ID: null, isLeftOut };
    });
    return { monday, lessons };
  });
}

/** The lessons that will be created. */
export const lessonsToCreate = (weeks: readonly PlannedWeek[]): TermLesson[] =>
  weeks.flatMap(({ lessons }) => lessons).filter(({ isLeftOut }) => !isLeftOut);

/** How many names the term needs. */
export function namesNeeded(weeks: PlannedWeek[], nameFor: TermPlan['nameFor']): number {
  if (nameFor === 'lesson') return lessonsToCreate(weeks).length;
  return weeks.filter((week) => lessonsToCreate([week]).length > 0).length;
}

/** Why this term cannot be created yet, in words, or null when it can. */
export function refuseTerm(plan: TermPlan): string | null {
  if (plan.times.length === 0) return 'Choose at least one time.';
  const overlap = overlapOf(plan.times);
  if (overlap !== null) {
    const [one, other] = overlap.map((time) => weeklyWords(time));
    return `${one} and ${other} overlap: a lesson lasts 1 hour.`;
  }
  const lessons = lessonsToCreate(weeksOfTerm(plan));
  if (lessons.length === 0) return 'Every lesson is left out.';
  if (lessons.length > MAX_LESSONS_PER_TERM)
    return `At most ${MAX_LESSONS_PER_TERM} lessons can be planned at once; these are ${lessons.length}.`;
  for (const [index, name] of plan.names.entries()) {
    const fault = newLessonSchema.shape.Lesson_Name.safeParse(name).error?.issues[0];
    if (fault !== undefined) return `Name ${index + 1}: ${fault.message}.`;
  }
  return null;
}

/** 'Saturday 09:00'. */
export function weeklyWords({ weekday, time }: UsualTime): string {
  return `${weekdayName(weekday)} ${shortTime(time)}`;
}

/**
 * The slots in the past, and those that clash with a planned lesson. `now` is epoch milliseconds.
 */
export function slotsInTheWay<One extends Slot>(
  slots: readonly One[],
  planned: readonly Pick<AdminLesson, 'id' | 'Date' | 'Time'>[],
  now: number,
): { readonly past: One[]; readonly clashing: One[] } {
  return {
    past: slots.filter((slot) => isInPast(slot, now)),
    clashing: slots.filter((slot) => clashesOf(slot, planned).length > 0),
  };
}

/**
 * The Monday of the first week in which all of these times are in the future and free. Searches
 * from the week of `from`, but not before this week. `planned` are all future lessons.
 */
export function firstFreeWeek(
  from: string,
  times: readonly UsualTime[],
  planned: readonly Pick<AdminLesson, 'id' | 'Date' | 'Time'>[],
  now: number,
): string {
  const today = ukDate(now);
  const first = mondayOf(from < today ? today : from);
  // Every week that is not free has a lesson, except this one.
  for (let week = 0; week < planned.length + 2; week += 1) {
    const monday = addDays(first, 7 * week);
    const slots = times.map((time) => slotIn(monday, time));
    if (!slots.every(({ Date: date }) => isCalendarDate(date))) break;
    const { past, clashing } = slotsInTheWay(slots, planned, now);
    if (past.length + clashing.length === 0) return monday;
  }
  return first;
}

/** Whether a term can have this many weeks. */
export const isTermLength = (weeks: number): boolean =>
  Number.isInteger(weeks) && weeks >= TERM_WEEKS.min && weeks <= TERM_WEEKS.max;
