// What the signed-in person can do about a lesson, for its dialog. A row of the agenda has one
// button of its own (row-offer.ts).
import { courseOf, courseOfStudent } from '../../../../domain/course.ts';
import { errorCatalogue } from '../../../../domain/errors.ts';
import {
  refuseBooking,
  refuseCancellation,
  refuseFreeBooking,
} from '../../../../domain/lessons/booking.ts';
import { hasSpot, hasStarted, type FamilyLesson } from '../../../../domain/lessons/lesson.ts';
import { type Clash, clashesFor } from '../../../../domain/lessons/student-day.ts';
import { refuseWaiting } from '../../../../domain/lessons/waiting.ts';
import { type Student, CHOOSE_STUDENT, chooseStudent } from '../../../../domain/people/student.ts';
import { type Booker, hasSeveral, isBookedFor, mayBook, nameOnButton } from '../booker.ts';

export interface LessonAction {
  readonly kind:
    | 'book_free'
    | 'book'
    /** Buys the missing credit on the way. */
    | 'pay_and_book'
    /** Moves the booking that is in the way to this lesson. */
    | 'move_here'
    | 'join_list'
    | 'leave_list'
    | 'move'
    | 'cancel'
    /** Sentences for a student without the right to book. */
    | 'ask_to_book'
    | 'ask_to_cancel';
  /** Whom it concerns; null until somebody has chosen one of several students. */
  readonly student: Student | null;
  /** Why it cannot be done now, in words; null if it can. */
  readonly refusal: string | null;
  /** Whether a sibling of the student has a spot already. */
  readonly isAlso: boolean;
  /** What the student has at that time; none by default. */
  readonly clashes?: readonly Clash[];
}

/**
 * The actions for this student at `now` (epoch milliseconds), the main one first; none once the
 * lesson has started. If the student is booked and exactly one sibling is not, the sibling's action
 * comes last.
 */
export function actionsFor(
  lesson: FamilyLesson,
  booker: Booker,
  student: Student | null,
  now: number,
): readonly LessonAction[] {
  const { user } = booker;
  if (hasStarted(lesson, now)) return [];
  if (!mayBook(user)) return studentRequests(lesson, student, now);
  if (student === null || !isBookedFor(lesson, student))
    return unbookedActions(lesson, booker, student, now);
  const tooLate = refuseCancellation(lesson, now);
  const own = { student, refusal: tooLate && errorCatalogue[tooLate].text, isAlso: false };
  const others = user.students.filter((one) => !isBookedFor(lesson, one));
  const [sibling] = others;
  return [
    ...(tooLate === null ? [{ ...own, kind: 'move' } as const] : []),
    { ...own, kind: 'cancel' },
    ...(sibling !== undefined && others.length === 1
      ? unbookedActions(lesson, booker, sibling, now)
      : []),
  ];
}

/** What can be done for a student without a spot, the main action first: at most two things. */
function unbookedActions(
  lesson: FamilyLesson,
  { credits, lessons }: Booker,
  student: Student | null,
  now: number,
): readonly LessonAction[] {
  const isAlso = lesson.isBooked;
  const clashes = student === null ? [] : clashesFor(lesson, student.id, lessons);
  const unclear = student === null ? `${CHOOSE_STUDENT}.` : null;
  const unbookedLesson = { ...lesson, isBooked: false };
  if (!hasSpot(lesson)) {
    const isWaiting = lesson.waitingStudents.some(
      ({ Student_ID: studentId }) => studentId === student?.id,
    );
    if (isWaiting) return [{ kind: 'leave_list', student, refusal: null, isAlso }];
    const ownCount = lesson.waitingStudents.length;
    const refusal = refuseWaiting({ ...unbookedLesson, isWaiting, ownCount }, { credits }, now);
    const reason = refusal === null ? unclear : ONE_WAITS;
    return [{ kind: 'join_list', student, refusal: reason, isAlso, clashes }];
  }
  const isFreeFirst = refuseFreeBooking(unbookedLesson, now) === null;
  const refusal = refuseBooking(unbookedLesson, { credits }, now);
  const paid = refusal === 'insufficient_credits' ? 'pay_and_book' : 'book';
  const action = { student, refusal: unclear, isAlso, clashes };
  return [
    { ...action, kind: isFreeFirst ? 'book_free' : paid },
    ...(!isAlso && bookingInTheWay(action, lessons, now) !== null
      ? [{ ...action, kind: 'move_here' } as const]
      : []),
  ];
}

/** The only booking in the way, which could move instead; null without one. */
export function bookingInTheWay(
  { student, clashes = [] }: Pick<LessonAction, 'student' | 'clashes'>,
  lessons: readonly FamilyLesson[],
  now: number,
): { readonly lesson: FamilyLesson; readonly bookingId: string } | null {
  const [clash, ...more] = clashes;
  const lesson = lessons.find(({ id }) => id === clash?.with.Lesson_ID);
  const booking = lesson?.bookings.find((one) => one.Student_ID === student?.id);
  if (lesson === undefined || booking === undefined || booking.id === '' || more.length > 0)
    return null;
  return refuseCancellation(lesson, now) === null ? { lesson, bookingId: booking.id } : null;
}

const ONE_WAITS = 'Without a credit, one student can wait.';

function studentRequests(
  lesson: FamilyLesson,
  student: Student | null,
  now: number,
): readonly LessonAction[] {
  const rest = { student, refusal: null, isAlso: false };
  if (lesson.isBooked)
    return refuseCancellation(lesson, now) === null ? [{ ...rest, kind: 'ask_to_cancel' }] : [];
  return hasSpot(lesson) ? [{ ...rest, kind: 'ask_to_book' }] : [];
}

/** 'Book Leila, 1 credit': for whom, and what it costs. */
export function actionWords(
  { kind, student, isAlso, clashes = [] }: LessonAction,
  { user, credits }: Pick<Booker, 'user' | 'credits'>,
): string {
  const name = nameOnButton(user, student);
  const book = isAlso ? 'Also book' : 'Book';
  const forName = name === null ? '' : ` for ${name}`;
  // With only one student it is clear whose booking it is.
  const whose = hasSeveral(user) && name !== null ? ` ${name}` : '';
  const isClashing = clashes.length > 0;
  switch (kind) {
    case 'book_free':
      if (isClashing) return 'Book anyway, free';
      return `${book} free${forName}`;
    case 'book':
      if (credits === null) return isClashing ? 'Book anyway' : 'Book this lesson';
      if (isClashing)
        return `${isAlso && name !== null ? `${book} ${name}` : book} anyway, 1 credit`;
      return name === null ? `${book} for 1 credit` : `${book} ${name}, 1 credit`;
    case 'pay_and_book':
      if (isClashing) return 'Buy 1 credit and book anyway';
      return `Buy 1 credit and ${book.toLowerCase()}${name === null ? '' : ` ${name}`}`;
    case 'join_list':
      return `Join the waiting list${forName}`;
    case 'leave_list':
      return `Leave the waiting list${forName}`;
    case 'move':
      return `Move${whose}`;
    case 'move_here':
      return 'Move to this lesson instead';
    case 'cancel':
      return `Cancel booking${whose === '' ? '' : forName}`;
    case 'ask_to_book':
      return 'Ask a parent to book this lesson.';
    case 'ask_to_cancel':
      return 'Ask a parent to cancel this lesson.';
  }
}

/**
 * The student whose actions are shown first: the only one, the one of `chosenId`, or the first who
 * is booked. Otherwise `last`, who had the last lesson of this course, or the only one whose year
 * is that of the course. Null if that leaves a choice.
 */
export function studentFor(
  lesson: Pick<FamilyLesson, 'bookings' | 'Lesson_Name'>,
  { students }: Booker['user'],
  chosenId: string | null,
  last: string | undefined,
): Student | null {
  const booked = students.find((student) => isBookedFor(lesson, student));
  const course = courseOf(lesson.Lesson_Name);
  const isOfCourse = (student: Student) => course !== null && courseOfStudent(student) === course;
  return (
    (chosenId === null ? null : chooseStudent(students, chosenId)) ??
    booked ??
    (last === undefined ? null : chooseStudent(students, last)) ??
    chooseStudent(students, undefined) ??
    chooseStudent(students.filter(isOfCourse), undefined)
  );
}
