// A student's day: the lessons that are booked or reserved for a student, and which of them clash.
import * as z from 'zod/mini';

import { LESSON_MINUTES } from '../limits.ts';
import { instant, joinWords } from '../text.ts';
import { MINUTE_MS } from '../time.ts';
import type { FamilyLesson } from './lesson.ts';

/** A lesson that is booked or reserved for a student. */
export const dayLessonSchema = z.object({
  Lesson_ID: z.string(),
  Lesson_Name: z.string(),
  starts_at: instant,
});
export type DayLesson = z.infer<typeof dayLessonSchema>;

/** A lesson that was asked for, and the one in its way. */
const clashSchema = z.object({
  ...dayLessonSchema.shape,
  with: z.pick(dayLessonSchema, { Lesson_ID: true, Lesson_Name: true }),
});
export type Clash = z.infer<typeof clashSchema>;

/** An answer has them only if there are any. Nothing is refused because of a clash. */
export const clashesField = { clashes: z.optional(z.array(clashSchema)) };
export type WithClashes = z.infer<z.ZodMiniObject<typeof clashesField>>;

/** How far apart two lessons start that do not overlap, in milliseconds. */
export const CLASH_MS = LESSON_MINUTES * MINUTE_MS;

/** Whether two lessons overlap as instants. */
const isOverlapping = (one: DayLesson, other: DayLesson): boolean =>
  Math.abs(Date.parse(one.starts_at) - Date.parse(other.starts_at)) < CLASH_MS;

const byStart = (one: DayLesson, other: DayLesson): number =>
  Date.parse(one.starts_at) - Date.parse(other.starts_at);

/**
 * The clashes of lessons that are asked for together, in their order, with a student's day, which
 * may contain them. Of two of them that overlap, only the later one clashes.
 */
export function findClashes(lessons: readonly DayLesson[], day: readonly DayLesson[]): Clash[] {
  const ranks = new Map(lessons.toSorted(byStart).map(({ Lesson_ID: id }, rank) => [id, rank]));
  const rankOf = ({ Lesson_ID: id }: DayLesson) => ranks.get(id) ?? -1;
  const all = [...new Map([...day, ...lessons].map((one) => [one.Lesson_ID, one])).values()];
  return lessons.flatMap((lesson) =>
    all
      .filter((other) => rankOf(other) < rankOf(lesson) && isOverlapping(lesson, other))
      .toSorted(byStart)
      .map(({ Lesson_ID, Lesson_Name }) => ({ ...lesson, with: { Lesson_ID, Lesson_Name } })),
  );
}

/** 'GCSE: Forces', 'GCSE: Forces and GCSE: Waves': the lessons in the way. */
export const clashNames = (clashes: readonly Clash[]): string =>
  joinWords(clashes.map((clash) => clash.with.Lesson_Name));

/**
 * 'Kim already has GCSE: Forces at that time.': `start` is 'Kim already has'. Null for no clash.
 */
export const clashSentence = (start: string, clashes: readonly Clash[]): string | null =>
  clashes.length === 0 ? null : `${start} ${clashNames(clashes)} at that time.`;

/** The part of an answer that names the clashes. */
export const withClashes = (clashes: readonly Clash[]): WithClashes =>
  clashes.length === 0 ? {} : { clashes: [...clashes] };

type OwnLesson = Pick<
  FamilyLesson,
  'id' | 'Lesson_Name' | 'starts_at' | 'bookings' | 'reserved_for'
>;

/** A lesson of a list as one of a day. */
export const toDayLesson = ({
  id,
  Lesson_Name,
  starts_at,
}: Pick<FamilyLesson, 'id' | 'Lesson_Name' | 'starts_at'>): DayLesson => ({
  Lesson_ID: id,
  Lesson_Name,
  starts_at,
});

/** A student's day from the family's list of lessons. */
export const dayOfStudent = (studentId: string, lessons: readonly OwnLesson[]): DayLesson[] =>
  lessons
    .filter(
      ({ bookings, reserved_for }) =>
        reserved_for === studentId || bookings.some((one) => one.Student_ID === studentId),
    )
    .map(toDayLesson);

/** The clashes of a lesson for a student of the family that has these lessons. */
export const clashesFor = (
  lesson: Parameters<typeof toDayLesson>[0],
  studentId: string,
  lessons: readonly OwnLesson[],
): Clash[] => findClashes([toDayLesson(lesson)], dayOfStudent(studentId, lessons));
