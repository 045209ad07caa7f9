// <LiveLesson>: one lesson of the day, large: when it is, who has come in, the way to the meeting,
// and afterwards who did not come.
import type { AdminBooking } from '../../../domain/lessons/booking.ts';
import { joinState } from '../../../domain/lessons/join-link.ts';
import { type AdminLesson, hasStarted } from '../../../domain/lessons/lesson.ts';
import { attendancePath, tutorRoomPath } from '../../../domain/paths.ts';
import { shortTime, ukTime } from '../../../domain/time.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton, TextLink } from '../../ui/link-button.tsx';
import { SkeletonList } from '../../ui/loaded.tsx';
import { Attendees } from './attendees.tsx';
import { untilWords } from './until-words.ts';
import { WhoDidNotCome } from './who-did-not-come.tsx';

interface LiveLessonProps {
  readonly lesson: AdminLesson;
  /** Undefined while loading. */
  readonly bookings: readonly AdminBooking[] | undefined;
  /** The lesson after it on the same day. */
  readonly next: AdminLesson | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly onNext: (id: string) => void;
}

export function LiveLesson({ lesson, bookings, next, now, onNext }: LiveLessonProps) {
  const {
    id,
    Time: time,
    Lesson_Name: lessonName,
    Meeting_Link: meetingLink,
    Topic_ID: topicId,
  } = lesson;
  const isOver = joinState(lesson, now) === 'over';
  return (
    <>
      <Card className="overflow-hidden">
        <div className="ruler opacity-40" aria-hidden="true" />
        <div className="px-4 pt-3 pb-4 sm:px-6">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="figures font-display text-[3.25rem] leading-none font-semibold">
              {shortTime(time)}
            </span>
            <span
              className={`figures font-bold ${hasStarted(lesson, now) && !isOver ? 'text-signal' : 'text-pencil'}`}
            >
              {untilWords(lesson, now)}
            </span>
          </p>
          <h2 className="mt-2 text-heading wrap-anywhere">{lessonName}</h2>
          {bookings === undefined ? (
            <div className="mt-4">
              <SkeletonList label="Loading students" rows={3} rowClassName="h-11 w-full" />
            </div>
          ) : (
            <>
              {/* Also read out as somebody comes in. */}
              <p aria-live="polite" className="figures mt-1 mb-3 text-pencil">
                {presenceWords(bookings, isOver)}
              </p>
              <WhoDidNotCome bookings={bookings} now={now} />
              <Attendees bookings={bookings} isOver={isOver} />
            </>
          )}
          {isOver && bookings !== undefined && bookings.length > 0 && (
            <TextLink href={attendancePath(id)} className="mt-1">
              Attendance list
            </TextLink>
          )}
        </div>
      </Card>
      {/* Within reach of a thumb, above a phone's bar. */}
      <div
        className={`flex flex-wrap gap-2 *:flex-1 ${isOver ? '' : 'sticky bottom-[calc(var(--edge)+0.5rem)] z-10'}`}
      >
        {!isOver && (
          <>
            {topicId !== null && (
              <LinkButton variant="secondary" size="large" href={tutorRoomPath(id)}>
                Room
              </LinkButton>
            )}
            <a
              href={meetingLink}
              target="_blank"
              rel="noreferrer"
              className={buttonClass(
                'primary',
                'large',
                'grow-2! px-3! min-[22rem]:whitespace-nowrap',
              )}
            >
              Open the meeting<span className="sr-only"> of {lessonName}, in a new tab</span>
            </a>
          </>
        )}
        {isOver && next !== undefined && (
          <button
            type="button"
            className={buttonClass('primary', 'large')}
            onClick={() => onNext(next.id)}
          >
            Next lesson: {shortTime(next.Time)}
          </button>
        )}
      </div>
    </>
  );
}

/** '2 of 4 are in, Maya last at 08:56.' */
function presenceWords(bookings: readonly AdminBooking[], isOver: boolean): string {
  if (bookings.length === 0) return 'Nobody has booked.';
  const here = bookings
    .flatMap(({ Student_Name: studentName, joined_at }) =>
      joined_at === null ? [] : { Student_Name: studentName, joined_at },
    )
    .toSorted((a, b) => Date.parse(a.joined_at) - Date.parse(b.joined_at));
  const last = here.at(-1);
  const count = `${here.length} of ${bookings.length} ${isOver ? 'came' : 'are in'}`;
  return last === undefined || isOver
    ? `${count}.`
    : `${count}, ${last.Student_Name} last at ${ukTime(Date.parse(last.joined_at))}.`;
}
