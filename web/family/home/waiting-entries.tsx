// <WaitingEntries>: the waiting lists that the family is on. <PromotionCard>: a student promoted
// from one while the page is open.
import { useState } from 'react';

import { refuseCancellation, LESSON_CREDITS } from '../../../domain/lessons/booking.ts';
import { type FamilyLesson, hasStarted } from '../../../domain/lessons/lesson.ts';
import { unbroken } from '../../../domain/near-dates.ts';
import { creditCount } from '../../../domain/payments/credits.ts';
import { shortNames } from '../../../domain/people/student-rules.ts';
import type { Student } from '../../../domain/people/student.ts';
import { formatDate, shortTime } from '../../../domain/time.ts';
import { describeTime, describeDeadline } from '../../parts/lesson-times.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { type Booker, hasSeveral, isBookedFor } from './booker.ts';
import { type StudentBooking, returnsCredit } from './booking-words.ts';

interface WaitingEntriesProps {
  /** The lessons ahead, sorted by start. */
  ahead: readonly FamilyLesson[];
  user: Booker['user'];
  now: number;
  onShow: (lesson: FamilyLesson) => void;
}

export function WaitingEntries({ ahead, user, now, onShow }: WaitingEntriesProps) {
  const names = shortNames(user.students);
  const entries = ahead
    .filter((lesson) => !hasStarted(lesson, now))
    .flatMap((lesson) => lesson.waitingStudents.map((entry) => ({ lesson, entry })));
  if (entries.length === 0) return null;
  return (
    <ul aria-label="Waiting lists" className="-my-1 grid border-t border-line pt-1 sm:pt-3">
      {entries.map(({ lesson, entry }) => (
        <li key={lesson.id + entry.Student_ID}>
          <button type="button" className={entryClass} onClick={() => onShow(lesson)}>
            <span className="font-bold">
              {hasSeveral(user) && `${names.get(entry.Student_ID)}: `}
              {aheadWords(entry.position)}
            </span>
            , {formatDate(lesson.Date, 'short')}, {shortTime(lesson.Time)}, {lesson.Lesson_Name}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** A line of the next lesson's card that opens another lesson. */
export const entryClass =
  'min-h-11 w-full cursor-pointer py-2 text-left leading-snug underline decoration-rule underline-offset-4 wrap-anywhere hover:decoration-signal hover:decoration-2';

/** 'First on the waiting list', '2 ahead of you'. */
const aheadWords = (position: number): string =>
  position === 1 ? 'First on the waiting list' : `${position - 1} ahead of you on the waiting list`;

interface PromotionCardProps extends Pick<WaitingEntriesProps, 'user' | 'now' | 'onShow'> {
  lesson: FamilyLesson;
  student: Student;
  onDismiss: () => void;
}

export function PromotionCard({
  lesson,
  student,
  user,
  now,
  onShow,
  onDismiss,
}: PromotionCardProps) {
  const isStudent = user.role === 'student';
  const name = shortNames(user.students).get(student.id) ?? student.Student_Name;
  return (
    <Notice as="section" tone="positive" layout="panel" className="grid gap-1.5">
      <h2 className="text-heading">
        A spot came free: {isStudent ? 'you are booked' : `${name} is booked`}
      </h2>
      <p>
        {lesson.Lesson_Name}, {describeTime(lesson, now)}
      </p>
      <p className="text-note">{unbroken(promotionTerms(user.role, { lesson, student }, now))}</p>
      <div className="flex flex-wrap">
        <Button variant="quiet" size="compact" className="-ml-3" onClick={() => onShow(lesson)}>
          Details
        </Button>
        <Button variant="quiet" size="compact" onClick={onDismiss}>
          Close
        </Button>
      </div>
    </Notice>
  );
}

/** The lesson and the student who has a spot in it now. */
interface Promotion {
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
  for (const previous of before.filter(({ waitingStudents }) => waitingStudents.length > 0)) {
    const lesson = after.find(({ id }) => id === previous.id);
    if (lesson === undefined) continue;
    const student = students.find(
      (one) =>
        isWaitingFor(previous, one) &&
        !isBookedFor(previous, one) &&
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
  const [previous, setPrevious] = useState(lessons);
  const [latest, setLatest] = useState<Promotion | null>(null);
  if (previous !== lessons) {
    setPrevious(lessons);
    const promoted = promotedIn(previous ?? [], lessons ?? [], user?.students ?? []);
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
  { lesson, student }: StudentBooking,
  now: number,
): string {
  const isParent = role === 'parent';
  const tookCredit = returnsCredit(lesson, student);
  const creditWords = tookCredit ? `${creditCount(LESSON_CREDITS)} used.` : 'No credit was used.';
  const back = isParent && tookCredit ? '; the credit then comes back to you' : '';
  const terms = [
    ...(isParent ? [creditWords] : []),
    ...(refuseCancellation(lesson, now) === null
      ? [`You can cancel until ${describeDeadline(lesson, now)}${back}.`]
      : []),
  ];
  return terms.join(' ');
}
