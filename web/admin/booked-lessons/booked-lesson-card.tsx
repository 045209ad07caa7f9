// <BookedLessonCard>: a lesson of a day with its students, collapsible; once it has started, each
// student can be marked absent, and afterwards all who did not join together.
import { groupBy } from '../../../domain/group-by.ts';
import { type AdminBooking, proposeAbsent } from '../../../domain/lessons/booking.ts';
import { hasStarted, hasEnded } from '../../../domain/lessons/lesson.ts';
import { familyPath } from '../../../domain/paths.ts';
import { shortTime } from '../../../domain/time.ts';
import { listNames, useMarkAbsent } from '../../data/planned-lessons.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TextLink } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AttendanceButton } from '../attendance-button.tsx';
import { LessonWays } from '../lesson-ways.tsx';
import { joinedWords } from '../presence-mark.tsx';

interface BookedLessonCardProps {
  lesson: BookedLesson;
  open: boolean;
  now: number;
  onPrint: () => void;
}

export function BookedLessonCard({ lesson, open, now, onPrint }: BookedLessonCardProps) {
  const { name, time, link, notes, maxStudents, bookings } = lesson;
  const started = hasStarted(lesson, now);
  const missing = proposeAbsent(bookings, now);
  const isNow = isRunning(lesson, now);
  const count = `${bookings.length} of ${maxStudents} booked`;
  const print = (
    <Button variant="secondary" onClick={onPrint}>
      Print attendance list
    </Button>
  );
  return (
    <details open={open} className="group">
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-x-4 px-4 py-2.5 hover:bg-wash sm:px-6 [&::-webkit-details-marker]:hidden">
        <span className="figures shrink-0 font-display text-xl leading-none font-semibold">
          {shortTime(time)}
          <span className="sr-only"> UK time</span>
        </span>
        <span className="min-w-0 flex-1 leading-snug wrap-anywhere">
          <span className="mr-3 font-bold">{name}</span>
          {isNow && <Badge tone="signal">Now</Badge>}
          <span className="figures block text-pencil sm:hidden">{count}</span>
        </span>
        <span className="figures shrink-0 text-pencil max-sm:hidden">{count}</span>
        <svg
          viewBox="0 0 16 16"
          aria-hidden="true"
          className="size-4 shrink-0 transition-transform group-open:rotate-180"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
        >
          <path d="m2 5 6 6 6-6" />
        </svg>
      </summary>
      <div className="border-t border-line px-4 py-4 sm:px-6">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
          <div className="min-w-0 max-lg:basis-full lg:flex-1">
            <p className="flex flex-wrap items-baseline gap-x-1.5">
              <b>Meeting link</b>
              <a
                href={link}
                target="_blank"
                rel="noreferrer"
                className="max-w-full truncate py-2.25 underline decoration-rule underline-offset-4"
              >
                {link}
              </a>
            </p>
            {notes !== '' && (
              <p className="wrap-anywhere whitespace-pre-line">
                <b>Notes</b> {notes}
              </p>
            )}
          </div>
          {isNow ? (
            <div className="max-lg:order-first max-lg:w-full">
              <LessonWays lesson={lesson} hasRoom>
                {print}
              </LessonWays>
            </div>
          ) : (
            print
          )}
        </div>
        <ProposedAbsent bookings={missing} />
        <ul className="mt-4 border-t border-line">
          {bookings.map((booking) => (
            <li
              key={booking.id}
              // State and action near the name, in columns; on a phone the state is beneath it.
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 border-b border-line py-2 last:border-b-0 max-[20rem]:flex max-[20rem]:flex-wrap sm:grid-cols-[minmax(0,20rem)_minmax(0,14rem)_8rem] sm:justify-start sm:gap-x-4 sm:py-0.5"
            >
              <span className="min-w-0 max-[20rem]:basis-full">
                <TextLink href={familyPath(booking.Family_ID)} className="-my-1 wrap-anywhere">
                  {booking.Student_Name}
                </TextLink>
              </span>
              <Presence booking={booking} isAwaited={isNow || missing.includes(booking)} />
              {started && (
                <AttendanceButton
                  booking={booking}
                  className="max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1 max-sm:-mr-2 max-sm:ml-auto max-sm:px-2 sm:-ml-3 sm:justify-self-start"
                />
              )}
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}

interface PresenceProps {
  booking: AdminBooking;
  /** The lesson runs, or the student is proposed to be marked absent. */
  isAwaited: boolean;
}

/**
 * The recorded attendance first, then when the student joined by the link. A late student may have
 * been marked absent before joining.
 */
function Presence({ booking, isAwaited }: PresenceProps) {
  const { absent, excused, joined_at, without_credit } = booking;
  const isIn = joined_at !== null;
  return (
    <span className="figures flex flex-wrap gap-2 max-sm:col-start-1">
      {absent && (
        <Badge tone="caution">{without_credit ? 'Absent' : 'Absent, credit returned'}</Badge>
      )}
      {isIn && <Badge tone="positive">{joinedWords(joined_at)}</Badge>}
      {excused && !isIn && !absent && <Badge tone="caution">Can't come</Badge>}
      {!isIn && !absent && isAwaited && <Badge>{joinedWords(joined_at)}</Badge>}
      {!isIn && !absent && !isAwaited && !excused && (
        // Said of everybody who comes, so without a box of its own.
        <span className="self-center text-sm text-pencil">Confirmed</span>
      )}
    </span>
  );
}

/** Nothing to propose if nobody is missing. */
function ProposedAbsent({ bookings }: { bookings: readonly AdminBooking[] }) {
  const mark = useMarkAbsent();
  const [first] = bookings;
  if (first === undefined) return null;
  const isOne = bookings.length === 1;
  return (
    <Notice
      tone="caution"
      layout="panel"
      className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3"
    >
      <p className="min-w-0 flex-1 basis-64">
        <b>{listNames(bookings)}</b> did not join by {isOne ? 'the link' : 'their links'}. Nothing
        happens unless you mark{' '}
        {isOne
          ? 'the student absent, which returns the credit.'
          : 'them absent, which returns their credits.'}
      </p>
      <Button
        variant="secondary"
        busy={mark.isPending}
        busyLabel="Marking..."
        onClick={() => mark.mutate(bookings)}
      >
        {isOne ? 'Mark absent' : `Mark ${bookings.length} students absent`}
      </Button>
    </Notice>
  );
}

/** Groups bookings by lesson, upcoming and past. */
export interface BookedLesson {
  readonly id: string;
  readonly name: string;
  readonly date: string;
  readonly time: string;
  readonly starts_at: string;
  readonly link: string;
  readonly notes: string;
  readonly maxStudents: number;
  /** In the order of booking; never empty. */
  readonly bookings: readonly AdminBooking[];
}

export const isRunning = (lesson: BookedLesson, now: number): boolean =>
  hasStarted(lesson, now) && !hasEnded(lesson, now);

/** The lessons of these bookings: upcoming ones next first, ended ones latest first. */
export function groupByLesson(
  bookings: readonly AdminBooking[],
  now: number,
): { readonly ahead: BookedLesson[]; readonly past: BookedLesson[] } {
  const groups = groupBy(bookings, ({ Lesson_ID: lessonId }) => lessonId);
  const lessons = [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [toLesson(first, group)];
  });
  const byStart = lessons.toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at));
  return {
    ahead: byStart.filter((lesson) => !hasEnded(lesson, now)),
    past: byStart.filter((lesson) => hasEnded(lesson, now)).toReversed(),
  };
}

function toLesson(first: AdminBooking, bookings: readonly AdminBooking[]): BookedLesson {
  return {
    id: first.Lesson_ID,
    name: first.Lesson_Name,
    date: first.Lesson_Date,
    time: first.Lesson_Time,
    starts_at: first.Lesson_Starts_At,
    link: first.Lesson_Meeting_Link,
    notes: first.Lesson_Notes,
    maxStudents: first.Lesson_Max_Students,
    bookings,
  };
}
