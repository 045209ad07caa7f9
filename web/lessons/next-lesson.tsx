// <NextLesson>: at the top of the page, the next booked lesson, or the way to book the first one.
import type { ReactNode } from 'react';

import { refuseCancellation } from '../../domain/booking.ts';
import { hasEnded, type FamilyLesson } from '../../domain/lesson.ts';
import { shortNames, type Student } from '../../domain/student.ts';
import { formatDate, shortTime } from '../../domain/time.ts';
import { useCancelBooking } from '../api/bookings.ts';
import type { CourseChoice } from '../api/course-choice.ts';
import type { LessonPart } from '../navigation/use-lesson-dialog.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Confirmations } from '../ui/confirm.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { type Booker, isBookedFor, mayBook, namesOfBooked } from './booker.ts';
import { CalendarButton } from './calendar-button.tsx';
import { confirmCancellation } from './confirm-cancellation.ts';
import { isShown } from './course-filter.tsx';
import { describeCountdown, describeTime } from './lesson-times.ts';
import { NoLesson } from './no-lesson.tsx';
import { RoomLink } from './room-link.tsx';
import { JoinLinks } from './way-in.tsx';

interface NextLessonProps {
  /** The upcoming lessons, sorted by start; undefined while loading. */
  readonly ahead: readonly FamilyLesson[] | undefined;
  readonly booker: Booker | undefined;
  /** Whether the family has not had a lesson yet. */
  readonly isNew: boolean;
  /** The course whose lessons are shown. */
  readonly choice: CourseChoice;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Whether a dialog is open above it. */
  readonly isCovered: boolean;
  readonly onShow: (lesson: FamilyLesson, part?: LessonPart) => void;
  /** Another task for the family, shown beneath everything about lessons; null if there is none. */
  readonly note: ReactNode;
}

export function NextLesson({ ahead, booker, isNew, choice, note, ...rest }: NextLessonProps) {
  if (ahead === undefined || booker === undefined)
    return <Skeleton className="h-56 w-full sm:h-44" />;
  const booked = ahead.filter((lesson) => lesson.isBooked && !hasEnded(lesson, rest.now));
  const [next] = booked;
  return (
    <section aria-labelledby="next-lesson">
      <Card className="grid gap-4 border-l-4 border-l-signal p-5 sm:p-7">
        {next === undefined ? (
          <NoLesson
            {...rest}
            lessons={ahead.filter((lesson) => isShown(lesson, choice))}
            booker={booker}
            isNew={isNew}
          />
        ) : (
          <Booked {...rest} lesson={next} booked={booked} booker={booker} />
        )}
        {note !== null && <div className="border-t border-line pt-4">{note}</div>}
      </Card>
    </section>
  );
}

interface BookedProps extends Pick<NextLessonProps, 'now' | 'isCovered' | 'onShow'> {
  readonly lesson: FamilyLesson;
  /** All upcoming booked lessons, sorted by start. */
  readonly booked: readonly FamilyLesson[];
  readonly booker: Booker;
}

function Booked({ lesson, booked, booker, now, isCovered, onShow }: BookedProps) {
  const { user } = booker;
  const names = namesOfBooked(lesson, user);
  return (
    <>
      <div className="grid gap-1">
        <h2 id="next-lesson" className="font-sans text-[0.9375rem] font-bold text-pencil">
          Next lesson <span className="text-signal">{describeCountdown(lesson, now)}</span>
        </h2>
        <p className="font-display text-heading font-semibold [overflow-wrap:anywhere]">
          {lesson.Lesson_Name}
        </p>
        <p className="[overflow-wrap:anywhere]">
          {describeTime(lesson)}
          {names !== null && <>, for {names}</>}
        </p>
      </div>
      <RoomLink lesson={lesson} now={now} />
      {lesson.lesson_notes !== '' && (
        <div>
          <h3 className="font-sans text-sm font-bold text-pencil">To prepare</h3>
          <p className="line-clamp-4 max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">
            {lesson.lesson_notes}
          </p>
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        <JoinLinks lesson={lesson} user={user} now={now} />
        <div className="flex flex-wrap max-sm:-mx-3">
          <Button variant="quiet" className="px-3!" onClick={() => onShow(lesson)}>
            Details
          </Button>
          <CalendarButton variant="quiet" className="px-3!" lessons={[lesson]} />
          {mayBook(user) && refuseCancellation(lesson, now) === null && (
            <>
              <Button variant="quiet" className="px-3!" onClick={() => onShow(lesson, 'move')}>
                Move
              </Button>
              <CancelButton lesson={lesson} user={user} onShow={() => onShow(lesson)} />
            </>
          )}
        </div>
      </div>
      <LaterOnes lesson={lesson} booked={booked} user={user} onShow={onShow} />
      {!isCovered && <Confirmations />}
    </>
  );
}

interface CancelButtonProps {
  readonly lesson: FamilyLesson;
  readonly user: Booker['user'];
  readonly onShow: () => void;
}

/** If several students have a spot, the lesson's details offer to cancel each by name. */
function CancelButton({ lesson, user, onShow }: CancelButtonProps) {
  const { cancel, isPending } = useCancelBooking(user);
  const [student, ...others] = user.students.filter((one) => isBookedFor(lesson, one));
  const askToCancel = async (whose: Student) => {
    if (await confirmCancellation(user, whose)) cancel({ lesson, student: whose });
  };
  return (
    <Button
      variant="quiet"
      className="px-3!"
      busy={isPending}
      onClick={() => {
        if (student === undefined || others.length > 0) onShow();
        else void askToCancel(student);
      }}
    >
      Cancel
    </Button>
  );
}

interface LaterOnesProps extends Pick<BookedProps, 'lesson' | 'booked' | 'onShow'> {
  readonly user: Booker['user'];
}

/** The next lesson of each student who is not booked into this one. */
function LaterOnes({ lesson, booked, user, onShow }: LaterOnesProps) {
  const names = shortNames(user.students);
  const later = user.students
    .filter((student) => !isBookedFor(lesson, student))
    .flatMap((student) => {
      const own = booked.find((one) => isBookedFor(one, student));
      return own === undefined ? [] : [{ student, own }];
    });
  if (later.length === 0) return null;
  return (
    <ul className="-my-1 grid border-t border-line pt-3">
      {later.map(({ student, own }) => (
        <li key={student.id}>
          <button
            type="button"
            className="min-h-12 w-full cursor-pointer py-2 text-left leading-snug underline decoration-rule underline-offset-4 [overflow-wrap:anywhere] hover:decoration-signal hover:decoration-2"
            onClick={() => onShow(own)}
          >
            <span className="font-bold">{names.get(student.id)}</span>:{' '}
            {formatDate(own.Date, 'short')}, {shortTime(own.Time)}, {own.Lesson_Name}
          </button>
        </li>
      ))}
    </ul>
  );
}
