// <LessonDetails>: the facts about a lesson, and the actions it offers.
import type { ReactNode } from 'react';

import { refuseBooking } from '../../../../domain/lessons/booking.ts';
import { joinState } from '../../../../domain/lessons/join-link.ts';
import { type FamilyLesson, hasEnded, hasStarted } from '../../../../domain/lessons/lesson.ts';
import { formatDate, shortTime } from '../../../../domain/time.ts';
import { describeLocalTime, readTimeZone } from '../../../parts/lesson-times.ts';
import { Button } from '../../../ui/button.tsx';
import { CalendarButton } from '../../calendar-button.tsx';
import { RoomLink } from '../../room-link.tsx';
import { type Booker, hasSeveral, isBookedFor, isBookedForAll, mayBook } from '../booker.ts';
import { cancelWords } from '../cancel/cancel-words.ts';
import { ConfirmNote, FreeLessonNote } from '../free-lesson.tsx';
import { JoinPart } from '../join-part.tsx';
import { LessonMark } from '../lesson-mark.tsx';
import { WaitingListPart } from '../waiting-list/waiting-list-part.tsx';
import { BookedMoment, type Moment } from './booked-moment.tsx';
import { FullLesson } from './full-lesson.tsx';

interface LessonDetailsProps {
  readonly lesson: FamilyLesson;
  /** Undefined while loading. */
  readonly booker: Booker | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly moment: Moment | null;
  readonly onKeepTime: () => void;
  readonly onShow: (lesson: FamilyLesson) => void;
}

export function LessonDetails({ lesson, booker, now, moment, ...handlers }: LessonDetailsProps) {
  const localTime = describeLocalTime(lesson, readTimeZone());
  const refusal =
    booker === undefined
      ? null
      : refuseBooking(
          { ...lesson, isBooked: isBookedForAll(lesson, booker.user) },
          { credits: null },
          now,
        );
  const told = moment !== null && !isOver(moment, lesson) ? moment : null;
  // Among siblings the mark says who else is booked.
  const isSaid = told !== null && told.kind !== 'cancelled' && booker && !hasSeveral(booker.user);
  const isEarly = joinState(lesson, now) === 'early';
  const joinPart = lesson.isBooked && !hasEnded(lesson, now) && (
    <JoinPart lesson={lesson} user={booker?.user} now={now} />
  );
  return (
    <div className="grid gap-5">
      {told !== null && booker !== undefined && (
        <BookedMoment
          key={`${told.kind} ${told.student.id}`}
          moment={told}
          lesson={lesson}
          user={booker.user}
          now={now}
        >
          <ConfirmNote lesson={lesson} booker={booker} now={now} />
        </BookedMoment>
      )}
      {localTime !== null && <Fact label="Your time">{localTime}</Fact>}
      {!isSaid && <LessonMark lesson={lesson} now={now} user={booker?.user} />}
      {isEarly || joinPart}
      {lesson.isBooked && told === null && !hasStarted(lesson, now) && (
        <CalendarButton variant="secondary" lessons={[lesson]} />
      )}
      <RoomLink lesson={lesson} now={now} />
      {isEarly && joinPart}
      {lesson.isBooked && lesson.lesson_notes !== '' && (
        <Fact label="Notes">
          <span className="whitespace-pre-line">{lesson.lesson_notes}</span>
        </Fact>
      )}
      {booker !== undefined && !hasStarted(lesson, now) && (
        <WaitingListPart lesson={lesson} booker={booker} now={now} />
      )}
      {refusal === 'lesson_full' && (
        <FullLesson lesson={lesson} now={now} onShow={handlers.onShow} />
      )}
      {booker !== undefined && told === null && (
        <ConfirmNote lesson={lesson} booker={booker} now={now} />
      )}
      {booker !== undefined && refusal === null && (
        <FreeLessonNote lesson={lesson} booker={booker} now={now} />
      )}
      <p className="text-pencil empty:hidden">{cancelWords(lesson, booker, now)}</p>
      {booker !== undefined && mayKeepTime(lesson, booker, now) && (
        <Button
          variant="quiet"
          size="flush"
          className="-my-2 justify-self-start"
          onClick={handlers.onKeepTime}
        >
          Book every {formatDate(lesson.Date, 'weekday')} at {shortTime(lesson.Time)}
        </Button>
      )}
    </div>
  );
}

/**
 * A family books its free first lesson by itself: several at once take a credit each. One that has
 * paid for this lesson instead has chosen.
 */
export const mayKeepTime = (lesson: FamilyLesson, { user }: Booker, now: number): boolean =>
  mayBook(user) && !hasStarted(lesson, now) && (lesson.free_spots_left === null || lesson.isBooked);

/** Whether what has just happened here has been undone since. */
export function isOver({ kind, lessons, student }: Moment, lesson: FamilyLesson): boolean {
  if (kind === 'cancelled') return isBookedFor(lesson, student);
  return lessons.some(({ id }) => id === lesson.id) && !isBookedFor(lesson, student);
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <dl>
      <dt className="text-sm font-bold text-pencil">{label}</dt>
      <dd>{children}</dd>
    </dl>
  );
}
