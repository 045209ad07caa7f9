// <LessonDetails>: the facts about a lesson, and the actions it offers.
import type { ReactNode } from 'react';

import { explainRefusal, refuseCancellation } from '../../domain/booking.ts';
import { creditCount } from '../../domain/credits.ts';
import { CANCEL_AFTER_START } from '../../domain/errors.ts';
import { hasEnded, hasStarted, type FamilyLesson } from '../../domain/lesson.ts';
import { LESSON_CREDITS } from '../../domain/limits.ts';
import { Button } from '../ui/button.tsx';
import { BookedMoment, type Moment } from './booked-moment.tsx';
import { type Booker, isBookedFor, isBookedForAll, mayBook } from './booker.ts';
import { CalendarButton } from './calendar-button.tsx';
import { FreeLessonNote } from './free-lesson.tsx';
import { FullLesson } from './full-lesson.tsx';
import { LessonMark } from './lesson-mark.tsx';
import { describeDeadline, describeLocalTime, readTimeZone } from './lesson-times.ts';
import { RoomLink } from './room-link.tsx';
import { WayIn } from './way-in.tsx';
import { WaitingListPart } from './waiting-list-part.tsx';

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

export function LessonDetails({ lesson, booker, now, moment, ...on }: LessonDetailsProps) {
  const localTime = describeLocalTime(lesson, readTimeZone());
  const refusal =
    booker === undefined
      ? null
      : explainRefusal(
          { ...lesson, isBooked: isBookedForAll(lesson, booker.user) },
          { Credits: null },
          now,
        );
  return (
    <div className="grid gap-5">
      {moment !== null && booker !== undefined && !isOver(moment, lesson) && (
        <BookedMoment
          key={`${moment.kind} ${moment.student.id}`}
          moment={moment}
          lesson={lesson}
          user={booker.user}
          now={now}
        />
      )}
      {localTime !== null && <Fact label="Your time">{localTime}</Fact>}
      <LessonMark lesson={lesson} now={now} user={booker?.user} />
      {lesson.isBooked && !hasEnded(lesson, now) && (
        <WayIn lesson={lesson} user={booker?.user} now={now} />
      )}
      {lesson.isBooked && moment === null && !hasStarted(lesson, now) && (
        <CalendarButton variant="secondary" lessons={[lesson]} />
      )}
      <RoomLink lesson={lesson} now={now} />
      {lesson.isBooked && lesson.lesson_notes !== '' && (
        <Fact label="Notes">
          <span className="whitespace-pre-line">{lesson.lesson_notes}</span>
        </Fact>
      )}
      {booker !== undefined && !hasStarted(lesson, now) && (
        <WaitingListPart lesson={lesson} booker={booker} now={now} />
      )}
      {refusal === 'lesson_full' && <FullLesson lesson={lesson} now={now} onShow={on.onShow} />}
      {booker !== undefined && refusal === null && (
        <FreeLessonNote lesson={lesson} booker={booker} />
      )}
      {booker !== undefined && mayBook(booker.user) && !hasStarted(lesson, now) && (
        <Button variant="secondary" onClick={on.onKeepTime}>
          Keep this time every week
        </Button>
      )}
      <p className="text-pencil empty:hidden">{termsOf(lesson, booker, now)}</p>
    </div>
  );
}

/** Whether what has just happened here has been undone since. */
function isOver({ kind, lessons, student }: Moment, lesson: FamilyLesson): boolean {
  if (kind === 'cancelled') return isBookedFor(lesson, student);
  return lessons.some(({ id }) => id === lesson.id) && !isBookedFor(lesson, student);
}

/**
 * The deadline for cancelling, or why nothing can be done any more; null when the dialog's footer
 * already says it.
 */
function termsOf(lesson: FamilyLesson, booker: Booker | undefined, now: number): string | null {
  if (hasStarted(lesson, now)) {
    if (lesson.isBooked) return `${CANCEL_AFTER_START}.`;
    return `This lesson ${hasEnded(lesson, now) ? 'is over' : 'has already started'}. Please try another lesson.`;
  }
  if (booker === undefined) return null;
  const { user, credits } = booker;
  const deadline = describeDeadline(lesson);
  if (lesson.isBooked) {
    if (refuseCancellation(lesson, now) !== null) return null;
    if (!mayBook(user)) return `A parent can cancel until ${deadline}.`;
    return credits === null
      ? `You can cancel until ${deadline}.`
      : `You can cancel until ${deadline}; the credit then comes back to you.`;
  }
  if (lesson.availableSpots < 1 || !mayBook(user)) return null;
  if (credits === null) return `Once booked, you can cancel until ${deadline}.`;
  if (credits < LESSON_CREDITS) return null;
  return `You have ${creditCount(credits)}. Once booked, you can cancel until ${deadline}.`;
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <dl>
      <dt className="text-sm font-bold text-pencil">{label}</dt>
      <dd>{children}</dd>
    </dl>
  );
}
