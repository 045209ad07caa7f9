// A student promoted from a waiting list while the page is open.
import { useState } from 'react';

import { refuseCancellation } from '../../../../domain/lessons/booking.ts';
import type { FamilyLesson } from '../../../../domain/lessons/lesson.ts';
import { LESSON_CREDITS } from '../../../../domain/limits.ts';
import { creditCount } from '../../../../domain/payments/credits.ts';
import type { Student } from '../../../../domain/people/student.ts';
import { describeDeadline } from '../../../parts/lesson-times.ts';
import { type Booker, isBookedFor } from '../booker.ts';
import { type BookedLesson, returnsCredit } from '../booking-words.ts';

/** The lesson and the student who has a spot in it now. */
export interface Promotion {
  readonly lesson: FamilyLesson;
  readonly student: Student;
}

const isWaitingFor = ({ waitingStudents }: FamilyLesson, { id }: Student): boolean =>
  waitingStudents.some(({ Student_ID: studentId }) => studentId === id);

/**
 * The first student whose entry on a waiting list has become a booking; null if there is none. A
 * booking that the family makes is shown before the entry is gone, so it is no promotion.
 */
export function promotedIn(
  before: readonly FamilyLesson[],
  after: readonly FamilyLesson[],
  students: readonly Student[],
): Promotion | null {
  for (const known of before.filter(({ waitingStudents }) => waitingStudents.length > 0)) {
    const lesson = after.find(({ id }) => id === known.id);
    if (lesson === undefined) continue;
    const student = students.find(
      (one) =>
        isWaitingFor(known, one) &&
        !isBookedFor(known, one) &&
        isBookedFor(lesson, one) &&
        !isWaitingFor(lesson, one),
    );
    if (student !== undefined) return { lesson, student };
  }
  return null;
}

/**
 * The latest promotion in a list of lessons; null if there is none, or it was cancelled or
 * dismissed since.
 */
export function usePromotion(
  lessons: readonly FamilyLesson[] | undefined,
  user: Booker['user'] | undefined,
) {
  const [known, setKnown] = useState(lessons);
  const [latest, setLatest] = useState<Promotion | null>(null);
  if (known !== lessons) {
    setKnown(lessons);
    const promoted = promotedIn(known ?? [], lessons ?? [], user?.students ?? []);
    if (promoted !== null) setLatest(promoted);
  }
  const lesson = lessons?.find(({ id }) => id === latest?.lesson.id);
  const isCurrent = latest !== null && lesson !== undefined && isBookedFor(lesson, latest.student);
  return {
    promotion: isCurrent ? { ...latest, lesson } : null,
    dismiss: () => setLatest(null),
  };
}

/**
 * What the spot took, and until when it can be given back at `now` (epoch milliseconds). The tutor
 * may have given it without a credit, and so late that it stays. A student is told nothing about
 * credits.
 */
export function promotionTerms(
  role: Booker['user']['role'],
  { lesson, student }: BookedLesson,
  now: number,
): string {
  const isParent = role === 'parent';
  const tookCredit = returnsCredit(lesson, student);
  const taken = tookCredit ? `${creditCount(LESSON_CREDITS)} used.` : 'No credit was used.';
  const back = isParent && tookCredit ? '; the credit then comes back to you' : '';
  const terms = [
    ...(isParent ? [taken] : []),
    ...(refuseCancellation(lesson, now) === null
      ? [`You can cancel until ${describeDeadline(lesson)}${back}.`]
      : []),
  ];
  return terms.join(' ');
}
