// <LessonDetails>: the facts about a lesson, and the actions it offers.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { CANCEL_AFTER_START } from '../../../../domain/errors.ts';
import {
  refuseBooking,
  refuseCancellation,
  isFinal,
  LESSON_CREDITS,
} from '../../../../domain/lessons/booking.ts';
import { joinState } from '../../../../domain/lessons/join-link.ts';
import { nextWithSpot } from '../../../../domain/lessons/lesson-choice.ts';
import {
  type FamilyLesson,
  hasEnded,
  hasStarted,
  spotsLeftWords,
} from '../../../../domain/lessons/lesson.ts';
import { unbroken } from '../../../../domain/near-dates.ts';
import { creditCount } from '../../../../domain/payments/credits.ts';
import { formatDate, shortTime } from '../../../../domain/time.ts';
import { LESSON_WINDOW_DAYS } from '../../../../domain/window.ts';
import { lessonsOfQuery, LOADING_LESSONS } from '../../../data/lessons.ts';
import { describeLocalTime, readTimeZone, describeDeadline } from '../../../parts/lesson-times.ts';
import { Button } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { CalendarButton } from '../../calendar-button.tsx';
import { LessonTopic, PrepareLink } from '../../room-link.tsx';
import { type Booker, hasSeveral, isBookedFor, isBookedForAll, mayBook } from '../booker.ts';
import { returnsCredit } from '../booking-words.ts';
import { ConfirmNote, FreeLessonNote } from '../free-lesson.tsx';
import { JoinPart } from '../join-part.tsx';
import { LessonMark } from '../lesson-mark.tsx';
import { BookedMoment, type Moment } from './booked-moment.tsx';
import { WaitingListPart } from './waiting-list-part.tsx';

interface LessonDetailsProps {
  lesson: FamilyLesson;
  /** Undefined while loading. */
  booker: Booker | undefined;
  now: number;
  moment: Moment | null;
  onKeepTime: () => void;
  onShow: (lesson: FamilyLesson) => void;
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
  const recentMoment = moment !== null && !isOver(moment, lesson) ? moment : null;
  // Among siblings the mark says who else is booked.
  const isSaid =
    recentMoment !== null &&
    recentMoment.kind !== 'cancelled' &&
    booker &&
    !hasSeveral(booker.user);
  const isEarly = joinState(lesson, now) === 'early';
  const joinPart = lesson.isBooked && !hasEnded(lesson, now) && (
    <JoinPart lesson={lesson} user={booker?.user} now={now} />
  );
  return (
    <div className="grid gap-5">
      {recentMoment !== null && booker !== undefined && (
        <BookedMoment
          key={`${recentMoment.kind} ${recentMoment.student.id}`}
          moment={recentMoment}
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
      {/* In one row where there is room, otherwise equally wide. */}
      <div className="flex flex-wrap gap-x-2 gap-y-3 *:flex-auto empty:hidden">
        <PrepareLink lesson={lesson} now={now} />
        {lesson.isBooked && recentMoment === null && !hasStarted(lesson, now) && (
          <CalendarButton variant="secondary" lessons={[lesson]} />
        )}
      </div>
      <LessonTopic lesson={lesson} />
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
      {booker !== undefined && recentMoment === null && (
        <ConfirmNote lesson={lesson} booker={booker} now={now} />
      )}
      {booker !== undefined && refusal === null && (
        <FreeLessonNote lesson={lesson} booker={booker} now={now} />
      )}
      <p className="text-pencil empty:hidden">{unbroken(cancelWords(lesson, booker, now) ?? '')}</p>
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

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl>
      <dt className="text-sm font-bold text-pencil">{label}</dt>
      <dd>{children}</dd>
    </dl>
  );
}

/**
 * The deadline for cancelling, or why nothing can be done any more; null when the dialog's footer
 * already says it.
 */
export function cancelWords(
  lesson: FamilyLesson,
  booker: Booker | undefined,
  now: number,
): string | null {
  if (hasStarted(lesson, now)) {
    if (lesson.isBooked) return `${CANCEL_AFTER_START}.`;
    return `This lesson ${hasEnded(lesson, now) ? 'is over' : 'has already started'}. Please try another lesson.`;
  }
  if (booker === undefined) return null;
  const { user, credits } = booker;
  const deadline = describeDeadline(lesson, now);
  if (lesson.isBooked) {
    if (refuseCancellation(lesson, now) !== null) return null;
    if (!mayBook(user)) return `A parent can cancel until ${deadline}.`;
    const isRefunded =
      credits !== null &&
      lesson.bookings.every(({ Student_ID: id }) => returnsCredit(lesson, { id }));
    const back = isRefunded ? '; the credit then comes back to you' : '';
    return `You can cancel until ${deadline}${back}.`;
  }
  if (lesson.availableSpots < 1 || !mayBook(user)) return null;
  const isFree = (lesson.free_spots_left ?? 0) > 0;
  if (!isFree && credits !== null && credits < LESSON_CREDITS) return null;
  const balance = isFree || credits === null ? [] : [`You have ${creditCount(credits)}.`];
  // Within the last hour, the note above the button says that it cannot be cancelled.
  const terms = isFinal(lesson, now) ? [] : [`Once booked, you can cancel until ${deadline}.`];
  return [...balance, ...terms].join(' ') || null;
}

interface FullLessonProps {
  lesson: FamilyLesson;
  now: number;
  onShow: (lesson: FamilyLesson) => void;
}

/** <FullLesson>: the next lesson of the same course that has a spot. */
function FullLesson({ lesson, now, onShow }: FullLessonProps) {
  const lessons = useQuery(lessonsOfQuery({ from: lesson.Date, days: LESSON_WINDOW_DAYS.ahead }));
  return (
    <Loaded
      query={lessons}
      noun="lessons"
      rows={1}
      rowClassName="h-24 w-full"
      failure={LOADING_LESSONS.title}
    >
      {(loaded) => {
        const next = nextWithSpot(lesson, loaded, now);
        return next === undefined ? (
          <p className="text-pencil">No later lesson of this course has a spot yet.</p>
        ) : (
          <NextOpenLesson lesson={next} onShow={() => onShow(next)} />
        );
      }}
    </Loaded>
  );
}

function NextOpenLesson({ lesson, onShow }: { lesson: FamilyLesson; onShow: () => void }) {
  return (
    <button
      type="button"
      className="grid w-full cursor-pointer gap-1 rounded-md border border-l-4 border-rule border-l-signal bg-sheet p-3.5 text-left leading-snug transition-colors duration-150 hover:border-signal hover:bg-wash"
      onClick={onShow}
    >
      <span className="text-sm font-bold text-pencil">Next with a spot</span>{' '}
      <span className="font-bold">
        {formatDate(lesson.Date, 'short')}, {shortTime(lesson.Time)}
      </span>{' '}
      <span className="wrap-anywhere">{lesson.Lesson_Name}</span>{' '}
      <span className="text-sm text-pencil">{spotsLeftWords(lesson.availableSpots)}</span>
    </button>
  );
}
