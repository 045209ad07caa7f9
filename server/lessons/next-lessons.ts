// The next lessons, for visitors who are not signed in.
import {
  type Course,
  courseOfStudent,
  isOfOther,
  lessonsForYear,
  yearsOf,
} from '../../domain/course.ts';
import { spotsLeft } from '../../domain/lessons/lesson.ts';
import {
  type NextLesson,
  type OfferedLesson,
  NEXT_LESSONS_SHOWN,
} from '../../domain/lessons/next-lesson.ts';
import { toIso } from '../../domain/time.ts';
import type { YearClass } from '../../domain/year-class.ts';
import { lookUpReservations } from '../booking/reservation-lookup.ts';
import { spotsForAll } from '../booking/slips.ts';
import type { Db } from '../engine/database.ts';
import { type Param, prepare } from '../engine/prepared.ts';

export const nextLessonColumns = [
  'id',
  'name',
  'starts_at',
  'moved_from',
  'max_students',
  'booked',
  'reserved',
  'waiting',
] as const;

const prepareAhead = (limit: number) =>
  prepare((db, param: Param<{ now: number }>) =>
    db
      .selectFrom('lessons')
      .select(nextLessonColumns)
      .where('deleted_at', 'is', null)
      .where('starts_at', '>', param('now'))
      .orderBy('starts_at')
      .orderBy('id')
      .limit(limit),
  );
const next = prepareAhead(NEXT_LESSONS_SHOWN);
/** Enough lessons to include some of each course, if any is planned. */
const further = prepareAhead(10 * NEXT_LESSONS_SHOWN);

/**
 * Lists the next few lessons that have not started at `now` (epoch milliseconds), including full
 * ones.
 */
export async function listNextLessons(db: Db, now: number): Promise<OfferedLesson[]> {
  const lessons = await toNextLessons(db, now, await next.all(db, { now }));
  return lessons.map((lesson) => ({ ...lesson, years: yearsOf(lesson.Lesson_Name) }));
}

/**
 * Lists the next few lessons that suit a student of this year: lessons of any course if none does,
 * or the year is null.
 */
export async function listNextLessonsFor(
  db: Db,
  { year, now }: { year: YearClass | null; now: number },
): Promise<NextLesson[]> {
  const lessons = await toNextLessons(db, now, await further.all(db, { now }));
  return lessonsForYear(lessons, year).slice(0, NEXT_LESSONS_SHOWN);
}

/** How many lessons the receipt of an enquiry names. */
const NAMED_TO_ENQUIRERS = 2;

/** The next lessons of the course of this year that have a spot; of any course if it is null. */
export async function listNextOfCourse(
  db: Db,
  options: { year: YearClass | null; now: number },
): Promise<{ readonly name: string; readonly starts_at: number }[]> {
  const course = courseOfStudent({ year_class: options.year });
  return listOpenLessons(db, { course, now: options.now }, NAMED_TO_ENQUIRERS);
}

/** The next lessons of a course with a spot, at most `count`; of any course if it is null. */
export async function listOpenLessons(
  db: Db,
  { course, now }: { course: Course | null; now: number },
  count: number,
): Promise<{ readonly id: string; readonly name: string; readonly starts_at: number }[]> {
  const lessons = await toNextLessons(db, now, await further.all(db, { now }));
  return lessons
    .filter((lesson) => lesson.availableSpots > 0 && !isOfOther(lesson.Lesson_Name, course))
    .slice(0, count)
    .map(({ id, Lesson_Name: name, starts_at }) => ({
      id,
      name,
      starts_at: Date.parse(starts_at),
    }));
}

/** Builds what a visitor sees of these lessons at `now`, without names or links. */
export async function toNextLessons(
  db: Db,
  now: number,
  rows: Awaited<ReturnType<typeof next.all>>,
): Promise<NextLesson[]> {
  const reservationOf = await lookUpReservations(db, rows, { viewer: { kind: 'visitor' }, now });
  return rows.map((lesson) => ({
    id: lesson.id,
    Lesson_Name: lesson.name,
    starts_at: toIso(lesson.starts_at),
    availableSpots: spotsForAll(lesson, {
      openSpots: spotsLeft(lesson.max_students, lesson.booked, reservationOf(lesson).reservedCount),
      now,
    }),
  }));
}
