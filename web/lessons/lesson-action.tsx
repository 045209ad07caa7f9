// <LessonAction>: the action for an upcoming lesson (book, cancel, move, buy credits), or why there
// is none.
import { explainRefusal, refuseCancellation } from '../../domain/booking.ts';
import { courseOf } from '../../domain/course.ts';
import { errorCatalogue } from '../../domain/errors.ts';
import { hasStarted, type FamilyLesson } from '../../domain/lesson.ts';
import { LESSON_CREDITS } from '../../domain/limits.ts';
import { CHOOSE_STUDENT, type Student } from '../../domain/student.ts';
import { type Chosen, useBookLesson, useCancelBooking } from '../api/bookings.ts';
import { rememberStudent } from '../api/last-student.ts';
import { Button } from '../ui/button.tsx';
import { type Booker, hasSeveral, isBookedForAll, mayBook } from './booker.ts';
import { confirmCancellation } from './confirm-cancellation.ts';
import { PayAndBook, PayAndBookWords } from './pay-and-book.tsx';

interface LessonActionProps {
  readonly lesson: FamilyLesson;
  readonly booker: Booker;
  /** The student to book; null until one is chosen. */
  readonly student: Student | null;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly onBooked: (chosen: Chosen) => void;
  readonly onMove: () => void;
  readonly onBuy: () => void;
}

export function LessonAction({ lesson, booker, student, now, ...on }: LessonActionProps) {
  const { user, credits } = booker;
  const { book, isPending: isBooking } = useBookLesson(user, on.onBooked);
  const { cancel, isPending: isCancelling } = useCancelBooking(user);

  // While a change is being saved, the lesson already shows the result.
  if (isBooking || isCancelling) {
    return (
      <Button busy busyLabel={isBooking ? 'Booking...' : 'Cancelling...'} variant="secondary">
        {null}
      </Button>
    );
  }
  if (hasStarted(lesson, now)) return null;
  if (!mayBook(user)) return <p className="leading-snug empty:hidden">{whomToAsk(lesson, now)}</p>;
  if (lesson.isBooked && !hasSeveral(user)) {
    const refusal = refuseCancellation(lesson, now);
    const askToCancel = async () => {
      if (student !== null && (await confirmCancellation(user, student)))
        cancel({ lesson, student });
    };
    return (
      <>
        <Button
          variant="destructive"
          disabledReason={refusal === null ? null : errorCatalogue[refusal].text}
          onClick={() => void askToCancel()}
        >
          Cancel booking
        </Button>
        {refusal === null && (
          <Button variant="secondary" onClick={on.onMove}>
            Move booking
          </Button>
        )}
      </>
    );
  }
  // The list of students shows everyone who is booked, each with a way to cancel.
  if (isBookedForAll(lesson, user)) return null;
  const refusal = explainRefusal({ ...lesson, isBooked: false }, { Credits: credits }, now);
  // The details list the alternatives.
  if (refusal === 'lesson_full') return null;
  const unclear = student === null ? `${CHOOSE_STUDENT}.` : null;
  const remember = () => {
    if (student !== null && hasSeveral(user))
      rememberStudent(courseOf(lesson.Lesson_Name), student.id);
  };
  if (refusal === 'insufficient_credits') {
    return (
      <div className="grid gap-3">
        <div className="grid gap-1.5 text-[0.9375rem] leading-snug">
          <p>{errorCatalogue.insufficient_credits.text}</p>
          <p>
            <PayAndBookWords user={user} student={student} missing={LESSON_CREDITS} />
          </p>
        </div>
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:items-start sm:justify-end">
          <Button variant="secondary" className="shrink-0" onClick={on.onBuy}>
            Buy Credits
          </Button>
          <PayAndBook
            lessonIds={[lesson.id]}
            user={user}
            student={student}
            missing={LESSON_CREDITS}
            disabledReason={unclear}
            onLeave={remember}
          />
        </div>
      </div>
    );
  }
  return (
    <Button
      disabledReason={refusal === null ? unclear : errorCatalogue[refusal].text}
      onClick={() => {
        if (student === null) return;
        remember();
        book({ lesson, student });
      }}
    >
      {credits === null ? 'Book this lesson' : 'Book for 1 credit'}
    </Button>
  );
}

/** Tells a student who may not book what they can do; null once it is too late for anything. */
function whomToAsk(lesson: FamilyLesson, now: number): string | null {
  if (lesson.isBooked) {
    return refuseCancellation(lesson, now) === null ? 'Ask a parent to cancel this lesson.' : null;
  }
  return lesson.availableSpots < 1 ? null : 'Ask a parent to book this lesson.';
}
